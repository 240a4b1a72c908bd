#include "parallel.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
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

std::uint32_t size_of(const Range& range) {
    return range.to - range.from;
}

/// Replications that one thread simulates, one after the other.
struct Chunk {
    Chunk(const std::string& text, Range replications)
        : config(&text), range(replications), finished(replications.from) {}

    bool complete() const { return finished == range.to; }

    const std::string* config;
    Range range;
    std::string result;
    std::uint32_t finished;
    std::atomic<double> share{0};
};

// A deque, because its elements stay where they are: atomics cannot be moved.
using Chunks = std::deque<Chunk>;

class Pool {
public:
    Pool(Chunks& chunks, unsigned threads, const Report& report)
        : chunks_(chunks), threads_(threads), report_(report) {}

    void run() {
        std::vector<std::jthread> workers;
        std::unique_lock lock(mutex_);
        start(workers);
        while (!idle_.wait_for(lock, kReportEvery, [this] { return working_ == 0; })) report();
        if (failure_) std::rethrow_exception(failure_);
    }

private:
    /// As many threads as there is work for and the system gives.
    void start(std::vector<std::jthread>& workers) {
        const std::size_t wanted = std::min<std::size_t>(threads_, chunks_.size());
        try {
            while (workers.size() < wanted) workers.emplace_back([this] { work(); });
        } catch (const std::system_error&) {
            if (workers.empty()) throw;
        }
        working_ = workers.size();
    }

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
        const std::unique_ptr<Run> run = create_run(*chunk.config, chunk.range);
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
        double done = 0, all = 0;
        std::uint32_t finished = 0;
        for (const Chunk& chunk : chunks_) {
            const double replications = chunk.share * size_of(chunk.range);
            done += replications;
            all += size_of(chunk.range);
            finished += static_cast<std::uint32_t>(replications);
        }
        if (report_) report_(done / all, finished);
    }

    bool stopping() const { return interrupted() || failed_; }

    Chunks& chunks_;
    unsigned threads_;
    const Report& report_;
    std::atomic<std::size_t> next_{0};
    std::atomic<bool> failed_{false};
    std::mutex mutex_;
    std::condition_variable idle_;
    std::size_t working_ = 0;
    std::exception_ptr failure_;
};

Chunks chunks_of(const Job& job) {
    const std::uint64_t wanted = std::uint64_t{job.threads} * kChunksPerThread;
    const auto size =
        static_cast<std::uint32_t>(std::clamp<std::uint64_t>(size_of(job.range) / wanted, 1, kLargestChunk));
    Chunks chunks;
    for (std::uint32_t from = job.range.from; from < job.range.to;) {
        const std::uint32_t to = from + std::min(size, job.range.to - from);
        chunks.emplace_back(job.config, Range{from, to});
        from = to;
    }
    return chunks;
}

}  // namespace

std::uint32_t replications_of(const std::string& config) {
    const std::unique_ptr<Run> run = create_run(config);
    return Json::parse(run->result()).at("replications").at("of").get<std::uint32_t>();
}

std::string joined(const std::vector<std::string>& results) {
    return results.size() > 1 ? p2c::merge(results) : results.front();
}

namespace {

Outcome run_stage(const Job& job) {
    Chunks chunks = chunks_of(job);
    Pool(chunks, job.threads, job.report).run();
    std::vector<std::string> results;
    std::uint32_t finished = job.range.from;
    for (const Chunk& chunk : chunks) {
        if (chunk.finished == chunk.range.from) break;
        results.push_back(chunk.result);
        finished = chunk.finished;
        if (!chunk.complete()) break;
    }
    return {results.empty() ? "" : joined(results), finished};
}

}  // namespace

Outcome run_parallel(const Job& job) {
    if (size_of(job.range) < replications_of(job.config)) return run_stage(job);
    Outcome outcome;
    double shown = 0;  // how long a run will be is known better as it goes on; a bar never goes back
    for (;;) {
        const Stage stage = next_stage(job.config, outcome.result);
        if (stage.config.empty()) return {stage.result, outcome.finished};
        const Report report = [&](double share, std::uint32_t finished) {
            shown = std::max(shown, stage.from + (stage.to - stage.from) * share);
            if (job.report) job.report(shown, finished);
        };
        outcome = run_stage({stage.config, job.range, job.threads, report});
        outcome.staged = stage.to - stage.from < 1;
        if (outcome.finished < job.range.to) return outcome;
    }
}

std::vector<std::vector<std::string>> run_apart(const std::vector<std::string>& configs, Range range, unsigned threads,
                                                const Report& report) {
    Chunks chunks;
    for (std::uint32_t r = range.from; r < range.to; ++r)
        for (const std::string& config : configs) chunks.emplace_back(config, Range{r, r + 1});
    Pool(chunks, threads, report).run();
    std::vector<std::vector<std::string>> out;
    for (auto chunk = chunks.begin(); chunk != chunks.end(); chunk += static_cast<std::ptrdiff_t>(configs.size())) {
        std::vector<std::string> results;
        for (std::size_t i = 0; i < configs.size() && chunk[static_cast<std::ptrdiff_t>(i)].complete(); ++i)
            results.push_back(std::move(chunk[static_cast<std::ptrdiff_t>(i)].result));
        if (results.size() < configs.size()) break;
        out.push_back(std::move(results));
    }
    return out;
}

}  // namespace p2c::cli
