// The event queue with clients who send more than once, give up, and replicas that fail: the same loop as where dispatchers see
// something else than the present, with calls in place of requests, and timers between the arrivals.
#include "../engine.h"
#include "../policy_set.h"
#include "call_view.h"
#include "model/services.h"

namespace p2c::fleet {

namespace {

class ResilientEngine final : public FleetBase {
public:
    ResilientEngine(const Settings& settings, Source source, std::unique_ptr<Law> service, const Keys& keys, const FleetPolicy& policy)
        : FleetBase(settings, std::move(source)),
          dispatchers_(settings.information, static_cast<std::uint32_t>(settings.replicas)),
          clients_(settings, std::move(service), keys),
          policies_(settings_, dispatchers_, policy),
          further_draws_(policies_.draws),
          view_(clients_, dispatchers_, settings_) {}

    void begin(std::uint32_t replication) override {
        FleetBase::begin(replication);
        dispatchers_.begin(settings_.seed, replication, settings_.changes.before);
        clients_.watch.meet(dispatchers_, 0);
        policies_.deal();
        further_call_ = 0;
        inspecting_ = settings_.health.ejection != Ejection::none;
        for (std::uint64_t& present : present_) present = 0;
    }

    std::vector<double> snapshot(const std::string& name) override {
        if (name == "ejected") return ejected();
        if (name != "books") return FleetBase::snapshot(name);
        settle(now_);
        const Books& b = clients_.books();
        std::vector<double> out;
        for (const std::uint64_t x : {b.requests, b.answered, b.failed, b.abandoned, b.dropped, clients_.open_requests(), b.calls, b.completed, b.cancelled, b.lost, clients_.state.present()})
            out.push_back(static_cast<double>(x));
        return out;
    }

protected:
    void run(std::uint64_t count) override {
        double now = next_arrival_;
        std::uint64_t index = index_;
        const std::uint64_t middle = settings_.warm + settings_.kept() / 2;
        for (; count > 0; --count) {
            const double size = source_.size(index);
            become(now, true);
            if (index == settings_.changes.at) [[unlikely]] change(now);
            if (index == settings_.warm) [[unlikely]] present_[0] = clients_.state.present();
            if (index == middle) [[unlikely]] present_[1] = clients_.state.present();
            clients_.state.faults.at_request(index + 1);
            arrive(index, now, size);
            last_arrival_ = now;
            now += source_.gap(++index) * gap_scale_;
        }
        present_[2] = clients_.state.present();
        next_arrival_ = now;
        index_ = index;
        reads_ += view_.reads;
        view_.reads = 0;
    }

    void begin_state() override {
        clients_.begin(settings_.seed, replication_);
        policies_.begin(replication_);
    }
    void drain() override {
        inspecting_ = false;  // nothing is dispatched any more but what is due already
        become(Agenda::never, false);
    }
    void settle(double now) override { become(now, false); }
    std::uint32_t count(std::uint32_t i) override { return clients_.state.count(i); }
    std::uint32_t in_service(std::uint32_t i) override { return clients_.state.in_service(i); }
    std::uint64_t busy(std::uint32_t i, double now) override { return clients_.state.busy(i, now); }
    Levels& levels() override { return clients_.state.levels(); }

    std::vector<std::uint32_t> last_looks() override {
        return policies_.looks(last_dispatcher_, index_ * settings_.resilience.leaves - 1, last_);
    }

    void fill_more(std::vector<double>& row) override {
        const KeptBooks& k = clients_.kept();
        const auto kept = static_cast<double>(settings_.kept());
        const auto share = [&](std::uint64_t n) { return static_cast<double>(n) / kept; };
        row[dropped] = share(k.dropped);
        row[failed] = share(k.failed);
        row[abandoned] = share(k.abandoned);
        row[hedged] = share(k.hedged) / settings_.resilience.leaves;
        row[extra_calls] = share(k.extra) / settings_.resilience.leaves;
        fill_leaves(row, kept * settings_.resilience.leaves);
        row[wasted] = k.served > 0 ? static_cast<double>(k.served - k.useful) / static_cast<double>(k.served) : 0;
        row[hit_rate] = clients_.state.lookups() > 0 ? static_cast<double>(clients_.state.hits()) / static_cast<double>(clients_.state.lookups()) : settings_.health.entries > 0 ? -1 : 0;
        row[goodput] = row[realised_rate] < 0 ? -1 : row[realised_rate] * share(k.answered);
        for (std::size_t half = 0; half < 2; ++half) row[growth + half] = (static_cast<double>(present_[half + 1]) - static_cast<double>(present_[half])) / kept;
    }

private:
    /// 1 for replicas that are ejected, else 0.
    std::vector<double> ejected() {
        settle(now_);
        std::vector<double> out(settings_.replicas, 0);
        for (std::size_t i = 0; i < clients_.watch.out().size(); ++i) out[i] = clients_.watch.out()[i];
        return out;
    }

    void fill_leaves(std::vector<double>& row, double leaves) const {
        const Histogram& h = settings_.resilience.leaves > 1 ? clients_.leaf_latencies() : recorder_.latencies;
        row[leaf_p50] = h.total() > 0 ? h.at_rank(settings_.rank(quantiles[0], h.total())) : -1;
        row[leaf_p99] = h.total() > 0 ? h.at_rank(settings_.rank(quantiles[2], h.total())) : -1;
        std::uint64_t in_time = 0;
        const std::size_t last = h.bucket(row[latency + 3]);  // where the p99 of the requests lies
        for (std::size_t i = h.first(); i < h.last() && i <= last; ++i) in_time += h.counts()[i];
        row[leaf_achieved] = static_cast<double>(in_time) / leaves;
    }

    /// Dispatches among the replicas that are not ejected.
    void renumber() {
        dispatchers_.leave_out(clients_.watch.out());
        policies_.renumber(dispatchers_);
    }

    /// Replicas join or leave.
    void change(double now) {
        const Changes& changes = settings_.changes;
        if (!changes.any()) return;
        dispatchers_.change(changes.after);
        clients_.watch.meet(dispatchers_, now);
        renumber();
        for (std::uint32_t i = changes.before; i < changes.after; ++i) clients_.watch.joined(i, now);
        for (std::uint32_t i = changes.after; changes.fails && i < changes.before; ++i) clients_.fail(i, now, recorder_);
    }

    /// A request comes, with all its leaves.
    void arrive(std::uint64_t index, double now, double size) {
        const std::uint32_t leaves = settings_.resilience.leaves;
        const std::uint32_t user = clients_.open(index, now, dispatchers_.of(index));
        for (std::uint32_t j = 0; j < leaves; ++j) {
            if (leaves > 1) size = clients_.first_size(index * leaves + j);
            offered_ += size;
            if (clients_.waits(user, index)) send(clients_.open_leaf(user, j, size), now);
        }
    }

    /// Chooses a replica for the next call of a request, among those that have none of it, and sends it there.
    void send(std::uint32_t slot, double now) {
        Leaf& request = clients_.leaf(slot);
        view_.now = now;
        view_.dispatcher = request.dispatcher;
        view_.leave_out(request);
        if (view_.taken >= policies_.known(request.dispatcher)) return;
        FleetPolicy& policy = policies_.of(request.dispatcher);
        const bool first = request.sent == 0, anew = request.open == 0;
        const std::uint32_t known_as = first ? view_.known_as(first_choice(policy, request)) : further_choice(policy, request);
        const std::uint32_t replica = dispatchers_.replica(request.dispatcher, known_as);
        if (first) {
            last_ = replica;
            last_dispatcher_ = request.dispatcher;
        }
        ++share_[replica];
        clients_.send(slot, replica, known_as, now, recorder_);
        if (anew) policy.placed(view_);
        dispatchers_.next_turn(view_.dispatcher);
    }

    std::uint32_t first_choice(FleetPolicy& policy, const Leaf& request) {
        Draws& draws = policies_.draws_of(request.dispatcher);
        draws.seek(request.index);
        return choose(policy, draws);
    }
    /// What the dispatcher calls the replica of a further call.
    std::uint32_t further_choice(FleetPolicy& policy, const Leaf& request) {
        const bool whole = request.open > 0 && policy.chooses_others();
        const std::uint32_t among = policies_.known(request.dispatcher) - (whole ? 0 : view_.taken);
        if (request.sent != further_call_ || among != further_draws_.size()) {
            further_draws_ = Draws(settings_.seed, replication_, among, request.sent);
            further_call_ = request.sent;
        }
        further_draws_.seek(request.index);
        if (whole) {
            WholeView all{view_};
            Draws& draws = policies_.draws_of(request.dispatcher);
            draws.seek(request.index);
            return policy.choose_other(all, draws, further_draws_);
        }
        return view_.known_as(choose(policy, further_draws_));
    }
    /// In one place, for it is all policies' code.
    [[gnu::noinline]] std::uint32_t choose(FleetPolicy& policy, const Draws& draws) { return policy.choose(view_, draws); }

    /// Lets pass all that happens up to and including this time; an arrival comes after it.
    void become(double now, bool arrival) {
        CallState& state = clients_.state;
        const bool looks_back = settings_.information.age == Age::periodic;
        for (;;) {
            const double ends = state.time(), alarm = clients_.next_timer();
            const double inspection = inspecting_ ? clients_.watch.next_inspection() : Agenda::never;
            const double next = std::min(std::min(ends, alarm), inspection);
            if (next > now || next == Agenda::never) break;
            if (looks_back) look_back(next, false);
            if (ends <= next) {
                clients_.happen(recorder_);
            } else if (inspection <= next) {
                if (clients_.watch.inspect(dispatchers_, next)) renumber();
            } else {
                ring(next);
            }
        }
        if (looks_back) look_back(now, arrival || !settings_.information.on_arrivals);
        state.observer.advance(now);
    }

    /// A timer goes off.
    void ring(double now) {
        const std::uint32_t slot = clients_.ring(recorder_);
        if (slot == Clients::nobody) return;
        look_back(now, true);
        clients_.state.observer.advance(now);
        send(slot, now);
    }

    /// Takes the last snapshot that was due before this time, or, if somebody looks now, at it.
    void look_back(double now, bool somebody_looks) {
        if (settings_.information.age != Age::periodic || now == Agenda::never) return;
        Board& board = clients_.state.observer;
        const double due = board.snapshot_due(now);
        if (due >= 0 && (due < now || somebody_looks)) board.take_snapshot(due, clients_.state);
    }

    Dispatchers dispatchers_;
    Clients clients_;
    PolicySet<FleetPolicy> policies_;
    Draws further_draws_;             ///< of the calls of this number,
    std::uint32_t further_call_ = 0;  ///< 0: of none
    CallView view_;
    bool inspecting_ = false;
    std::uint32_t last_dispatcher_ = 0;
    std::uint64_t present_[3] = {0, 0, 0};  ///< calls at the first kept request, in the middle, at the end
};

}  // namespace

std::unique_ptr<Simulation> make_resilient(const Json& config) {
    const Settings settings(config);
    return std::make_unique<ResilientEngine>(settings, make_source(config), make_service(config.at("service")), Keys(config), make_fleet_policy(config));
}

}  // namespace p2c::fleet
