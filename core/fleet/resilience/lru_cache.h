// The keys that a replica asked for last: a list in order of use, found through a table with open addressing. Nothing is allocated
// after it is made.
#pragma once
#include <cstdint>
#include <vector>

#include "base/rng.h"

namespace p2c::fleet {

class LruCache {
public:
    explicit LruCache(std::uint32_t entries) : capacity_(entries) {
        std::uint32_t size = 4;
        while (size < 2 * entries) size *= 2;
        mask_ = size - 1;
    }

    void clear() {
        table_.assign(mask_ + 1, none);
        nodes_.clear();
        nodes_.reserve(capacity_);
        first_ = last_ = none;
    }

    /// Whether the key is there; now it is, and the last that was used.
    bool touch(std::uint32_t key) {
        const std::uint32_t place = find(key);
        if (table_[place] != none) {
            const std::uint32_t node = table_[place];
            unlink(node);
            lead(node);
            return true;
        }
        std::uint32_t node = static_cast<std::uint32_t>(nodes_.size());
        if (node < capacity_) {
            nodes_.push_back({});
            table_[place] = node;
        } else {
            node = last_;
            unlink(node);
            erase(find(nodes_[node].key));
            table_[find(key)] = node;
        }
        nodes_[node].key = key;
        lead(node);
        return false;
    }

private:
    static constexpr std::uint32_t none = ~0U;
    struct Node {
        std::uint32_t key = 0, before = none, after = none;
    };

    std::uint32_t home(std::uint32_t key) const { return static_cast<std::uint32_t>(mix64(key)) & mask_; }

    /// Where the key is, or would be.
    std::uint32_t find(std::uint32_t key) const {
        std::uint32_t place = home(key);
        while (table_[place] != none && nodes_[table_[place]].key != key) place = (place + 1) & mask_;
        return place;
    }

    /// Closes the gap: what would not be found across it moves into it.
    void erase(std::uint32_t gap) {
        for (std::uint32_t next = (gap + 1) & mask_; table_[next] != none; next = (next + 1) & mask_) {
            const std::uint32_t from_home = (next - home(nodes_[table_[next]].key)) & mask_;
            if (from_home < ((next - gap) & mask_)) continue;
            table_[gap] = table_[next];
            gap = next;
        }
        table_[gap] = none;
    }

    void unlink(std::uint32_t node) {
        const Node& n = nodes_[node];
        (n.before == none ? first_ : nodes_[n.before].after) = n.after;
        (n.after == none ? last_ : nodes_[n.after].before) = n.before;
    }

    void lead(std::uint32_t node) {
        nodes_[node].before = none;
        nodes_[node].after = first_;
        (first_ == none ? last_ : nodes_[first_].before) = node;
        first_ = node;
    }

    std::uint32_t capacity_, mask_ = 0;
    std::vector<std::uint32_t> table_;  ///< nodes
    std::vector<Node> nodes_;
    std::uint32_t first_ = none, last_ = none;
};

}  // namespace p2c::fleet
