#include "parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "interrupt.h"
#include "json.h"

namespace p2c::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr unsigned kChunksPerThread = 8;       // enough to keep every thread busy to the end
constexpr std::uint64_t kLargestChunk = 4096;  // keeps the text of one chunk's result short
constexpr auto kReportEvery = std::chrono::milliseconds(100);

/// Chooses the budget of the next step so that a step takes a few milliseconds, whatever a ball or request costs.
class Pace {
public:
    double budget() const { return budget_; }
    void step_took(Clock::duration time) {
        if (time < std::chrono::milliseconds(1)) budget_ = std::min(budget_ * 4, 1e9);
        if (time > std::chrono::milliseconds(8)) budget_ = std::max(budget_ / 4, 1.0);
    }

private:
    double budget_ = 1;
};

struct Chunk {
    Range range;
    std::string result;
    std::uint32_t finished = 0;
    std::atomic<double> share{0};
};

std::uint32_t size_of(const Range& range) {
    return range.to - range.from;
}

class Pool {
public:
    explicit Pool(const Job& job) : job_(job), chunks_(chunk_count()) {
        for (std::size_t i = 0; i < chunks_.size(); ++i) {
            const auto from = static_cast<std::uint32_t>(job_.range.from + i * chunk_size());
            chunks_[i].range = {from, from + std::min(chunk_size(), job_.range.to - from)};
            chunks_[i].finished = from;
        }
    }

    void run() {
        std::vector<std::jthread> workers;
        std::unique_lock lock(mutex_);
        start(workers);
        while (!idle_.wait_for(lock, kReportEvery, [this] { return working_ == 0; })) report();
        if (failure_) std::rethrow_exception(failure_);
    }

    Outcome outcome() const {
        std::vector<std::string> results;
        std::uint32_t finished = job_.range.from;
        for (const Chunk& chunk : chunks_) {
            if (chunk.finished == chunk.range.from) break;
            results.push_back(chunk.result);
            finished = chunk.finished;
            if (finished != chunk.range.to) break;
        }
        if (results.size() > 1) return {p2c::merge(results), finished};
        return {results.empty() ? "" : results.front(), finished};
    }

private:
    /// As many threads as there is work for and the system gives.
    void start(std::vector<std::jthread>& workers) {
        const std::size_t wanted = std::min<std::size_t>(job_.threads, chunks_.size());
        try {
            while (workers.size() < wanted) workers.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            if (workers.empty()) throw;
        }
        working_ = workers.size();
    }

    std::uint32_t chunk_size() const {
        const std::uint64_t chunks = std::uint64_t{job_.threads} * kChunksPerThread;
        return static_cast<std::uint32_t>(std::clamp<std::uint64_t>(size_of(job_.range) / chunks, 1, kLargestChunk));
    }

    std::size_t chunk_count() const { return (std::size_t{size_of(job_.range)} + chunk_size() - 1) / chunk_size(); }

    void work() {
        try {
            for (std::size_t i = next_++; i < chunks_.size() && !stopping(); i = next_++) simulate(chunks_[i]);
        } catch (...) {
            const std::lock_guard lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            failed_ = true;
        }
        const std::lock_guard lock(mutex_);
        --working_;
        idle_.notify_all();
    }

    void simulate(Chunk& chunk) {
        const std::unique_ptr<Run> run = create_run(job_.config, chunk.range);
        Pace pace;
        bool more = true;
        while (more && !stopping()) {
            const auto start = Clock::now();
            more = run->step(pace.budget());
            pace.step_took(Clock::now() - start);
            chunk.share = run->progress();
        }
        chunk.result = run->result();
        chunk.finished =
            more ? Json::parse(chunk.result).at("replications").at("to").get<std::uint32_t>() : chunk.range.to;
    }

    void report() const {
        double done = 0;
        std::uint32_t finished = 0;
        for (const Chunk& chunk : chunks_) {
            const double replications = chunk.share * size_of(chunk.range);
            done += replications;
            finished += static_cast<std::uint32_t>(replications);
        }
        if (job_.report) job_.report(done / size_of(job_.range), finished);
    }

    bool stopping() const { return interrupted() || failed_; }

    const Job& job_;
    std::vector<Chunk> chunks_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::condition_variable idle_;
    std::size_t working_ = 0;
    std::exception_ptr failure_;
};

}  // namespace

std::uint32_t replications_of(const std::string& config) {
    const std::unique_ptr<Run> run = create_run(config);
    return Json::parse(run->result()).at("replications").at("of").get<std::uint32_t>();
}

Outcome run_parallel(const Job& job) {
    Pool pool(job);
    pool.run();
    return pool.outcome();
}

}  // namespace p2c::cli
