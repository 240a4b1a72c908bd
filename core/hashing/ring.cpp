#include "ring.h"

#include <algorithm>
#include <cmath>  // ceil, floor only
#include <numeric>

#include "base/rng.h"

namespace p2c::hashing {

namespace {

constexpr Purpose point_purpose{40};  // where points lie; keys hash under Purpose::look

class Ring final : public Simulation {
public:
    explicit Ring(const RingSettings& s)
        : s_(s), load_(s.nodes), share_(s.nodes), next_(s.points), node_(s.points), place_(s.points) {}

    Tables tables() const override {
        Tables t;
        t.columns = ring_columns;
        return t;
    }

    void begin(std::uint32_t replication) override {
        hashes_ = Stream(s_.seed, replication, Purpose::look);
        points_ = Stream(s_.seed, replication, point_purpose);
        std::fill(load_.begin(), load_.end(), 0U);
        std::iota(next_.begin(), next_.end(), 0U);
        built_ = false;
        placed_ = displaced_ = steps_ = full_ = 0;
    }

    double work() const override { return static_cast<double>(s_.points + s_.keys); }
    double left() const override { return static_cast<double>((built_ ? 0 : s_.points) + s_.keys - placed_); }

    void advance(std::uint64_t count) override {
        if (!built_) {
            build();
            built_ = true;
            count -= std::min<std::uint64_t>(count, s_.points);
        }
        for (count = std::min(count, s_.keys - placed_); count > 0; --count) place();
    }

    void finish(Tables& tables) override {
        std::vector<double> row(ring_columns);
        const auto [low, high] = std::minmax_element(share_.begin(), share_.end());
        row[max_share] = *high * s_.nodes;
        row[min_share] = *low * s_.nodes;
        for (const double share : share_)
            row[share_variance] += (share * s_.nodes - 1) * (share * s_.nodes - 1) / s_.nodes;
        const auto keys = static_cast<double>(s_.keys);
        if (s_.keys > 0) {
            row[max_load] = *std::max_element(load_.begin(), load_.end()) * static_cast<double>(s_.nodes) / keys;
            row[displaced] = static_cast<double>(displaced_) / keys;
            row[steps_per_key] = static_cast<double>(steps_) / keys;
        }
        row[full_nodes] = static_cast<double>(full_) / s_.nodes;
        tables.rows.push_back(row);
    }

    std::vector<double> snapshot(const std::string& name) override {
        if (name == "load") return {load_.begin(), load_.end()};
        if (name == "share") return share_;
        if (name != "counts") unknown_snapshot(name, {"load", "share", "counts"});
        return {static_cast<double>(placed_), static_cast<double>(displaced_), static_cast<double>(full_)};
    }

private:
    /// Points in clockwise order, and what part of the circle each node owns.
    void build() {
        if (s_.equal_arcs) {
            for (std::uint32_t i = 0; i < s_.points; ++i) node_[i] = i % s_.nodes;
            std::fill(share_.begin(), share_.end(), 1.0 / s_.nodes);
            return;
        }
        std::vector<std::pair<std::uint64_t, std::uint32_t>> order(s_.points);
        for (std::uint32_t i = 0; i < s_.points; ++i) order[i] = {points_.word(i), i};
        std::sort(order.begin(), order.end());
        std::fill(share_.begin(), share_.end(), 0.0);
        for (std::uint32_t i = 0; i < s_.points; ++i) {
            place_[i] = order[i].first;
            node_[i] = order[i].second % s_.nodes;
            const std::uint64_t before = i > 0 ? order[i - 1].first : order.back().first;
            share_[node_[i]] += s_.points == 1 ? 1 : static_cast<double>(place_[i] - before) * 0x1p-64;
        }
    }

    std::uint32_t point_of(std::uint64_t key) const {
        if (s_.equal_arcs) return BoundedSequence(hashes_, key, s_.points).next();
        const auto found = std::lower_bound(place_.begin(), place_.end(), hashes_.word(key));
        return found == place_.end() ? 0 : static_cast<std::uint32_t>(found - place_.begin());
    }

    void place() {
        const std::uint32_t first = point_of(placed_++);
        const std::uint32_t at = s_.cap > 0 ? with_room(first) : first;
        const std::uint32_t node = node_[at];
        ++load_[node];
        if (node_[first] != node) ++displaced_;
        steps_ += at >= first ? at - first : at + s_.points - first;
        if (s_.cap > 0 && load_[node] == s_.cap) ++full_;
    }

    /// The first point from here on whose node has room. Points of full nodes point onwards, and paths are halved on
    /// the way, so that long rows of full nodes cost next to nothing.
    std::uint32_t with_room(std::uint32_t i) {
        while (load_[node_[i]] >= s_.cap) {
            std::uint32_t& next = next_[i];
            if (next == i) next = i + 1 < s_.points ? i + 1 : 0;
            const std::uint32_t further = next_[next];
            if (further != next && load_[node_[next]] >= s_.cap) next = further;
            i = next;
        }
        return i;
    }

    RingSettings s_;
    Stream hashes_, points_;
    std::vector<std::uint32_t> load_;
    std::vector<double> share_;
    std::vector<std::uint32_t> next_, node_;
    std::vector<std::uint64_t> place_;
    bool built_ = false;
    std::uint64_t placed_ = 0, displaced_ = 0, steps_ = 0, full_ = 0;
};

}  // namespace

RingSettings::RingSettings(const Json& config) : seed(config.at("seed").get<std::uint64_t>()) {
    const Json& scheme = config.at("scheme");
    nodes = scheme.at("nodes").get<std::uint32_t>();
    points = nodes * scheme.at("virtualNodes").get<std::uint32_t>();
    keys = static_cast<std::uint64_t>(scheme.at("keysPerNode").get<double>() * nodes + 0.5);
    const bool bounded = scheme.at("id") == "bounded";
    cap = bounded ? cap_of(scheme.at("slack").get<double>(), static_cast<double>(keys), nodes) : 0;
    equal_arcs = bounded && scheme.at("arcs") == "equal";
}

std::uint64_t cap_of(double slack, double keys, double nodes) {
    const double x = (1 + slack) * keys / nodes;
    const double nearest = std::floor(x + 0.5);
    return static_cast<std::uint64_t>(x - nearest < 1e-9 * x && nearest - x < 1e-9 * x ? nearest : std::ceil(x));
}

std::unique_ptr<Simulation> make_ring(const Json& config) {
    return std::make_unique<Ring>(RingSettings(config));
}

}  // namespace p2c::hashing
