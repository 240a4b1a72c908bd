#include "cuckoo.h"

#include <algorithm>

#include "base/rng.h"

namespace p2c::hashing {

namespace {

constexpr std::uint32_t none = ~0U;
constexpr std::uint8_t far = 255;  ///< a distance of at least so many moves

class Cuckoo final : public Simulation {
public:
    explicit Cuckoo(const CuckooSettings& s)
        : s_(s),
          key_in_(s.cells),
          parent_(s.cells),
          seen_(s.cells),
          distance_(s.cells),
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
        std::fill(distance_.begin(), distance_.end(), 0);
        placed_ = 0;
        moves_ = 0;
        longest_ = 0;
        failed_ = false;
        stage_ = Stage::start;
    }

    double work() const override { return s_.cells; }
    double left() const override { return failed_ ? 0 : s_.cells - placed_; }

    /// A search may be longer than a step ought to take; it then goes on with the next one.
    void advance(std::uint64_t count) override {
        steps_ = 100000;
        while (count > 0 && steps_ > 0 && left() > 0) {
            if (stage_ == Stage::start) start();
            if (stage_ == Stage::follow ? !follow() : !search()) continue;
            settle();
            --count;
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

    void start() {
        hash(placed_);
        queue_.clear();
        stage_ = Stage::follow;
        patience_ = s_.cells / 8 + 64;
    }

    /// The nearest of a key's cells to a free one, as far as is known, the first of several; not the cell it is in.
    std::uint32_t nearest(std::uint32_t key, std::uint32_t in, std::uint32_t& distance) {
        std::uint32_t best = none;
        distance = far;
        for (std::uint32_t j = 0; j < s_.functions; ++j) {
            const std::uint32_t cell = cells_of(key)[j];
            if (cell == in || distance_[cell] >= distance) continue;
            best = cell;
            distance = distance_[cell];
        }
        return best;
    }

    /// Follows the cells that seem nearest to a free one. Where one is not, goes back from it and corrects what is known;
    /// distances never shrink again, for keys move along shortest chains. So the free cell, the last in the queue, is
    /// found by a shortest chain, the one that breadth-first search would meet; but what earlier searches learnt is used
    /// again, and almost up to the threshold all of them together take a time proportional to the cells.
    bool follow() {
        for (; steps_ > 0 && patience_ > 0; --steps_, --patience_) {
            const std::uint32_t from = queue_.empty() ? none : queue_.back();
            std::uint32_t distance = 0;
            const std::uint32_t to = nearest(from == none ? placed_ : key_in_[from], from, distance);
            if (from == none && to == none) {
                patience_ = 1;
            } else if (from != none && distance_[from] <= distance) {
                distance_[from] = static_cast<std::uint8_t>(std::min<std::uint32_t>(distance + 1, far));
                queue_.pop_back();
            } else {
                parent_[to] = from;
                queue_.push_back(to);
                if (key_in_[to] == none) return true;
            }
        }
        if (patience_ == 0) {
            stage_ = Stage::search;
            queue_.clear();
            next_ = 0;
        }
        return false;
    }

    /// Breadth-first over cells, complete. The first cells are those of the new key.
    bool search() {
        if (queue_.empty() && meet(placed_, none)) return true;
        for (; steps_ > 0 && next_ < queue_.size(); --steps_) {
            const std::uint32_t cell = queue_[next_++];
            if (meet(key_in_[cell], cell)) return true;
        }
        failed_ = next_ == queue_.size();
        return false;
    }

    /// Puts the cells of a key into the queue; true once one of them, the last in the queue, is free. `seen_` holds the
    /// key on whose behalf a cell was last met.
    bool meet(std::uint32_t owner, std::uint32_t from) {
        for (std::uint32_t j = 0; j < s_.functions; ++j) {
            const std::uint32_t cell = cells_of(owner)[j];
            if (seen_[cell] == placed_) continue;
            seen_[cell] = placed_;
            parent_[cell] = from;
            queue_.push_back(cell);
            if (key_in_[cell] == none) return true;
        }
        return false;
    }

    /// Moves the keys of the chain that ends in the free cell, the last first.
    void settle() {
        std::uint32_t cell = queue_.back();
        std::uint32_t moves = 0;
        distance_[cell] = 1;
        for (; parent_[cell] != none; cell = parent_[cell], ++moves) key_in_[cell] = key_in_[parent_[cell]];
        key_in_[cell] = placed_++;
        moves_ += moves;
        longest_ = std::max(longest_, moves);
        stage_ = Stage::start;
    }

    enum class Stage { start, follow, search };

    CuckooSettings s_;
    Stream hashes_;
    std::vector<std::uint32_t> key_in_, parent_, seen_;
    std::vector<std::uint8_t> distance_;  ///< moves from a cell to a free one, at least; 0 if it is free
    std::vector<std::uint32_t> cell_of_, queue_;
    Stage stage_ = Stage::start;   ///< of the search for the new key's chain
    std::size_t next_ = 0;         ///< in the queue
    std::uint32_t steps_ = 0;      ///< left of the present call
    std::uint32_t patience_ = 0;   ///< steps before the search is made anew, breadth-first
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
