#include "tally.h"

#include <algorithm>

#include "base/packed.h"
#include "base/refuse.h"
#include "error.h"

namespace p2c {

void Tally::cover(std::int64_t first, std::int64_t last) {
    if (sums_.empty()) {
        first_ = first;
    } else if (first < first_) {
        const auto extra = static_cast<std::size_t>(first_ - first);
        sums_.insert(sums_.begin(), extra, full_ * count_);
        squares_.insert(squares_.begin(), extra, static_cast<Wide>(full_) * full_ * count_);
        first_ = first;
    }
    if (last > this->last()) {
        sums_.resize(static_cast<std::size_t>(last - first_));
        squares_.resize(sums_.size());
    }
}

void Tally::add(std::int64_t first, const std::vector<std::uint64_t>& values) {
    cover(first, first + static_cast<std::int64_t>(values.size()));
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        const auto offset = static_cast<std::int64_t>(i) + first_ - first;
        const std::uint64_t x = offset < 0 ? full_
                                : offset < static_cast<std::int64_t>(values.size()) ? values[static_cast<std::size_t>(offset)]
                                                                                    : 0;
        sums_[i] += x;
        squares_[i] += static_cast<Wide>(x) * x;
    }
    ++count_;
}

void Tally::add(const Tally& other) {
    if (other.count_ == 0) return;
    cover(other.first_, other.last());
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        const auto offset = static_cast<std::int64_t>(i) + first_ - other.first_;
        if (offset < 0) {
            sums_[i] += full_ * other.count_;
            squares_[i] += static_cast<Wide>(full_) * full_ * other.count_;
        } else if (offset < static_cast<std::int64_t>(other.sums_.size())) {
            sums_[i] += other.sums_[static_cast<std::size_t>(offset)];
            squares_[i] += other.squares_[static_cast<std::size_t>(offset)];
        }
    }
    count_ += other.count_;
}

Estimate Tally::at(std::int64_t level, double scale) const {
    const auto i = static_cast<std::size_t>(level - first_);
    const Wide spread = squares_[i] * count_ - static_cast<Wide>(sums_[i]) * sums_[i];
    return estimate(count_, static_cast<double>(sums_[i]), to_double(spread), scale);
}

Json Tally::to_json() const {
    std::vector<std::uint64_t> squares;
    for (const Wide square : squares_) {
        squares.push_back(static_cast<std::uint64_t>(square >> 64));
        squares.push_back(static_cast<std::uint64_t>(square));
    }
    return {{"full", full_}, {"count", count_}, {"first", first_}, {"sums", pack(sums_)}, {"squares", pack(squares)}};
}

Tally Tally::from_json(const Json& json) {
    Tally t(json.at("full").get<std::uint64_t>());
    t.count_ = json.at("count").get<std::uint64_t>();
    t.first_ = json.at("first").get<std::int64_t>();
    t.sums_ = unpack(json.at("sums").get<std::string>());
    const std::vector<std::uint64_t> squares = unpack(json.at("squares").get<std::string>());
    if (squares.size() != 2 * t.sums_.size())
        refuse("shard", {"shard holds columns of different lengths; it must be as p2c wrote it."});
    for (std::size_t i = 0; i < squares.size(); i += 2) t.squares_.push_back((static_cast<Wide>(squares[i]) << 64) + squares[i + 1]);
    return t;
}

}  // namespace p2c
