// The direct engine: one 32-bit counter per bin, ball after ball.
#pragma once
#include <algorithm>
#include <memory>

#include "model/policies.h"
#include "model/simulation.h"
#include "settings.h"

namespace p2c::bins {

/// What a policy sees: the number of balls in a bin.
class View {
public:
    explicit View(std::uint32_t* load) : load_(load) {}
    std::uint32_t load(std::uint32_t i) {
        ++reads;
        return load_[i];
    }
    std::uint64_t reads = 0;

private:
    std::uint32_t* load_;
};

/// All but the policy.
class DirectBase : public Simulation {
public:
    explicit DirectBase(const Settings& settings);
    Tables tables() const override;
    void begin(std::uint32_t replication) override;
    double work() const override { return static_cast<double>(settings_.balls); }
    double left() const override { return static_cast<double>(settings_.balls - thrown_); }
    void advance(std::uint64_t count) override;
    void finish(Tables& tables) override;
    std::vector<double> snapshot(const std::string& name) override;

protected:
    /// Throws `count` balls.
    virtual void run(std::uint64_t count) = 0;
    virtual std::vector<std::uint32_t> last_looks() = 0;

    Settings settings_;
    std::vector<std::uint32_t> load_;
    Draws draws_;
    std::uint64_t thrown_ = 0;
    std::uint64_t reads_ = 0;
    std::uint32_t last_ = 0;  ///< bin of the last ball

private:
    double gap() const;

    std::vector<double> row_;
    std::size_t next_checkpoint_ = 0;
};

template <class Policy> class Direct final : public DirectBase {
public:
    Direct(const Settings& settings, Policy policy) : DirectBase(settings), policy_(std::move(policy)) {}

protected:
    void run(std::uint64_t count) override {
        // Everything the loop needs in locals: the compiler cannot keep members in registers across a store.
        std::uint32_t* const load = load_.data();
        View view(load);
        Draws draws = draws_;
        Policy policy = std::move(policy_);
        std::uint32_t chosen = last_;
        for (; count > 0; --count) {
            chosen = policy.choose(view, draws);
            ++load[chosen];
            draws.next();
        }
        draws_ = draws;
        policy_ = std::move(policy);
        last_ = chosen;
        reads_ += view.reads;
    }

    std::vector<std::uint32_t> last_looks() override {
        draws_.seek(thrown_ - 1);
        auto looks = policy_.looks(draws_);
        draws_.seek(thrown_);
        return looks;
    }

private:
    Policy policy_;
};

/// The engine for a checked configuration.
std::unique_ptr<Simulation> make_direct(const Json& config);

}  // namespace p2c::bins
