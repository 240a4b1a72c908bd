#include "cuckoo.h"

#include <algorithm>

#include "base/rng.h"

namespace p2c::hashing {

namespace {

constexpr std::uint32_t none = ~0U;

class Cuckoo final : public Simulation {
public:
    explicit Cuckoo(const CuckooSettings& s)
        : s_(s),
          key_in_(s.cells),
          parent_(s.cells),
          seen_(s.cells),
          cell_of_(static_cast<std::size_t>(s.cells) * s.functions) {}

    Tables tables() const override {
        Tables t;
        t.columns = cuckoo_columns;
        return t;
    }

    void begin(std::uint32_t replication) override {
        hashes_ = Stream(s_.seed, replication, Purpose::look);
        std::fill(key_in_.begin(), key_in_.end(), none);
        std::fill(seen_.begin(), seen_.end(), none);
        placed_ = 0;
        moves_ = 0;
        longest_ = 0;
        failed_ = false;
    }

    double work() const override { return s_.cells; }
    double left() const override { return failed_ ? 0 : s_.cells - placed_; }

    void advance(std::uint64_t count) override {
        for (; count > 0 && !failed_ && placed_ < s_.cells; --count) {
            hash(placed_);
            if (place(placed_))
                ++placed_;
            else
                failed_ = true;
        }
    }

    void finish(Tables& tables) override {
        std::vector<double> row(cuckoo_columns);
        row[placed] = placed_;
        row[moves_per_key] = placed_ > 0 ? static_cast<double>(moves_) / placed_ : 0;
        row[longest_chain] = longest_;
        tables.rows.push_back(row);
    }

    std::vector<double> snapshot(const std::string& name) override {
        if (name == "counts") return {static_cast<double>(placed_), static_cast<double>(moves_), failed_ ? 1.0 : 0.0};
        if (name != "load") unknown_snapshot(name, {"load", "counts"});
        std::vector<double> out;
        for (const std::uint32_t key : key_in_) out.push_back(key == none ? 0 : 1);
        return out;
    }

private:
    std::uint32_t* cells_of(std::uint32_t key) { return &cell_of_[static_cast<std::size_t>(key) * s_.functions]; }

    void hash(std::uint32_t key) {
        BoundedSequence values(hashes_, key, s_.range);
        for (std::uint32_t j = 0; j < s_.functions; ++j)
            cells_of(key)[j] = values.next() + (s_.split ? j * s_.range : 0);
    }

    /// Breadth-first over cells; `seen_` holds the key on whose behalf a cell was last met.
    bool place(std::uint32_t key) {
        queue_.clear();
        if (meet(key, key, none)) return settle(key, queue_.back());
        for (std::size_t next = 0; next < queue_.size(); ++next) {
            const std::uint32_t cell = queue_[next];
            if (meet(key_in_[cell], key, cell)) return settle(key, queue_.back());
        }
        return false;
    }

    /// Puts the cells of `owner` into the queue; true once one of them, the last in the queue, is free.
    bool meet(std::uint32_t owner, std::uint32_t key, std::uint32_t from) {
        for (std::uint32_t j = 0; j < s_.functions; ++j) {
            const std::uint32_t cell = cells_of(owner)[j];
            if (seen_[cell] == key) continue;
            seen_[cell] = key;
            parent_[cell] = from;
            queue_.push_back(cell);
            if (key_in_[cell] == none) return true;
        }
        return false;
    }

    /// Moves the keys of the chain that ends in a free cell, the last first.
    bool settle(std::uint32_t key, std::uint32_t cell) {
        std::uint32_t moves = 0;
        for (; parent_[cell] != none; cell = parent_[cell], ++moves) key_in_[cell] = key_in_[parent_[cell]];
        key_in_[cell] = key;
        moves_ += moves;
        longest_ = std::max(longest_, moves);
        return true;
    }

    CuckooSettings s_;
    Stream hashes_;
    std::vector<std::uint32_t> key_in_, parent_, seen_, cell_of_, queue_;
    std::uint32_t placed_ = 0;
    std::uint64_t moves_ = 0;
    std::uint32_t longest_ = 0;
    bool failed_ = false;
};

}  // namespace

CuckooSettings::CuckooSettings(const Json& config) : seed(config.at("seed").get<std::uint64_t>()) {
    const Json& scheme = config.at("scheme");
    cells = scheme.at("cells").get<std::uint32_t>();
    functions = scheme.at("functions").get<std::uint32_t>();
    split = scheme.at("tables") == "split";
    range = split ? cells / functions : cells;
    loads = scheme.at("loads").get<std::vector<double>>();
    if (loads.empty())
        for (int k = 1; k <= 50; ++k) loads.push_back(k / 50.0);
}

std::unique_ptr<Simulation> make_cuckoo(const Json& config) {
    return std::make_unique<Cuckoo>(CuckooSettings(config));
}

}  // namespace p2c::hashing
