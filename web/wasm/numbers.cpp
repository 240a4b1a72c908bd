// The small core reads numbers with the help of its page: a strtod of its own would be a twentieth of it. Both round correctly.
#ifdef P2C_SMALL
#include <cstring>

extern "C" {

__attribute__((import_module("p2c"), import_name("number"))) double p2c_number(const char* text);

/// What is asked to be read here is a number and nothing else: JSON's reader has seen to that.
double __wrap_strtod(const char* text, char** end) {
    if (end != nullptr) *end = const_cast<char*>(text) + std::strlen(text);
    return p2c_number(text);
}

}  // extern "C"
#endif
