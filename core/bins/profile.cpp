#include "profile.h"

#include <algorithm>

#include "base/refuse.h"
#include "distribution.h"
#include "settings.h"

namespace p2c::bins {

namespace {

class ProfileRun final : public Simulation {
public:
    ProfileRun(const Settings& settings, std::unique_ptr<Process> process)
        : settings_(settings), process_(std::move(process)), random_(settings.seed, 0) {
        process_->start();
    }

    Tables tables() const override {
        Tables t;
        t.columns = first_checkpoint + settings_.checkpoints.size();
        t.tallies.emplace_back(settings_.bins);
        return t;
    }

    void begin(std::uint32_t replication) override {
        random_ = Generator(settings_.seed, replication);
        process_->start();
        thrown_ = 0;
        next_checkpoint_ = 0;
        row_.assign(first_checkpoint, 0);
    }

    double work() const override { return static_cast<double>(settings_.balls); }
    double left() const override { return static_cast<double>(settings_.balls - thrown_); }

    /// Batches end at checkpoints only, so the budget decides when to stop but never how a batch is cut; it may do more
    /// than `count` by a part of a batch.
    void advance(std::uint64_t count) override {
        std::uint64_t done = 0;
        while (done < count && thrown_ < settings_.balls) {
            const std::uint64_t goal = settings_.checkpoints[next_checkpoint_];
            const Count balls =
                process_->run(random_, static_cast<Count>(count - done), static_cast<Count>(goal - thrown_));
            thrown_ += static_cast<std::uint64_t>(balls);
            done += static_cast<std::uint64_t>(balls);
            if (thrown_ != goal) continue;
            row_.push_back(gap(process_->levels()));
            ++next_checkpoint_;
        }
    }

    void finish(Tables& tables) override {
        const Levels levels = process_->levels();
        row_[Column::gap] = row_.back();
        row_[Column::max] = static_cast<double>(levels.balls(levels.top()));
        row_[Column::min] = static_cast<double>(levels.first());
        row_[Column::probes] = process_->reads() / static_cast<double>(settings_.balls);
        tables.rows.push_back(row_);
        if (levels.top() - levels.bottom() >= max_levels) return;  // the report shows no profile then
        std::vector<std::uint64_t> at_least;
        for (const Count bins : levels.counts()) at_least.push_back(static_cast<std::uint64_t>(bins));
        for (std::size_t k = at_least.size() - 1; k > 0; --k) at_least[k - 1] += at_least[k];
        tables.tallies[0].add(levels.first(), at_least);
    }

    std::vector<double> snapshot(const std::string& name) override {
        if (name == "profile") return profile_snapshot(process_->levels());
        if (name == "counts") return {static_cast<double>(thrown_), process_->reads()};
        if (name == "load" || name == "looks")
            refuse("snapshot", {"snapshot ", name, " needs the direct engine: this one does not tell bins apart."});
        unknown_snapshot(name, {"profile", "counts"});
    }

private:
    double gap(const Levels& levels) const {
        return static_cast<double>(levels.balls(levels.top())) -
               static_cast<double>(thrown_) / static_cast<double>(settings_.bins);
    }

    Settings settings_;
    std::unique_ptr<Process> process_;
    Generator random_;
    std::uint64_t thrown_ = 0;
    std::vector<double> row_;
    std::size_t next_checkpoint_ = 0;
};

}  // namespace

std::vector<double> profile_snapshot(const Levels& levels) {
    std::vector<double> out{static_cast<double>(levels.first())};
    for (const Count bins : levels.counts()) out.push_back(static_cast<double>(bins));
    return out;
}

std::unique_ptr<Simulation> make_profile(const Json& config, std::unique_ptr<Process> process) {
    return std::make_unique<ProfileRun>(Settings(config), std::move(process));
}

}  // namespace p2c::bins
