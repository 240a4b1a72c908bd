#include "lab.h"
#include "reproduce/verdict.h"

namespace p2c {

std::string judge(const std::string& text) { return reproduce::judge(text); }

}  // namespace p2c
