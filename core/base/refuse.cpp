#include "refuse.h"

#include "error.h"

namespace p2c {

std::string Piece::text() const {
    switch (kind_) {
        case Kind::words: return std::string(words_);
        case Kind::number: return number_text(number_);
        case Kind::whole: return std::to_string(whole_);
        case Kind::value: return quote(*value_);
    }
    return {};
}

#ifndef P2C_SMALL
namespace {

std::string joined(std::string start, std::initializer_list<Piece> pieces) {
    for (const Piece& piece : pieces) start += piece.text();
    return start;
}

}  // namespace

void refuse(std::string_view field, std::initializer_list<Piece> sentence) {
    throw ConfigError(std::string(field), joined("", sentence));
}

void refuse_in(const std::string& path, const char* name, std::initializer_list<Piece> sentence) {
    const std::string field = path + name;
    throw ConfigError(field, joined(field, sentence));
}
#endif

}  // namespace p2c
