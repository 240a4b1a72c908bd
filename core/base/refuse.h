// Sentences about a configuration that cannot be run, put together where they are thrown: the callers only name the pieces.
#pragma once
#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "json.h"

namespace p2c {

/// A piece of a sentence: words, a number as people write it, or a value as it is quoted. It refers to what it is made of.
class Piece {
public:
    Piece(const char* words) : kind_(Kind::words), words_(words) {}
    Piece(const std::string& words) : kind_(Kind::words), words_(words) {}
    Piece(double x) : kind_(Kind::number), number_(x) {}
    Piece(std::integral auto x) : kind_(Kind::whole), whole_(static_cast<std::uint64_t>(x)) {}  // none is negative
    Piece(const Json& value) : kind_(Kind::value), value_(&value) {}
    std::string text() const;

private:
    enum class Kind { words, number, whole, value } kind_;
    union {
        std::string_view words_;
        double number_;
        std::uint64_t whole_;
        const Json* value_;
    };
};

#ifdef P2C_SMALL
// The small core says nothing: it ends, and the whole one is asked.
[[noreturn, gnu::always_inline]] inline void refuse(std::string_view, std::initializer_list<Piece>) { __builtin_trap(); }
[[noreturn, gnu::always_inline]] inline void refuse_in(const std::string&, const char*, std::initializer_list<Piece>) { __builtin_trap(); }
#else
/// Throws ConfigError of this field with the sentence that the pieces make.
[[noreturn]] void refuse(std::string_view field, std::initializer_list<Piece> sentence);

/// The same of the field `name` of the part at `path`, whose path the sentence begins with.
[[noreturn]] void refuse_in(const std::string& path, const char* name, std::initializer_list<Piece> sentence);
#endif

}  // namespace p2c
