// Fresh looks and remembered places (Mitzenmacher, Prabhakar, Shah 2002): the ball goes to the least loaded of all of
// them; afterwards the least loaded, the ball counted, are remembered for the next. Fresh looks are independent, so one
// may hit a remembered place. The memory is empty at the start. Equal loads are remembered in the order fresh looks
// first, then older ones.
#pragma once
#include <vector>

#include "compare.h"

namespace p2c {

class Memory {
public:
    bool ignores_load() const { return fresh_ == 1 && remembered_ == 0; }
    static const Part& describe();
    explicit Memory(const Json& config);
    void begin() {
        kept_ = 0;
        count_ = 0;
    }

    template <class View> [[gnu::always_inline]] std::uint32_t choose(View& view, const Draws& draws) {
        BoundedSequence looks = draws.looks();
        for (std::uint32_t k = 0; k < kept_; ++k) candidates_[fresh_ + k] = memory_[k];
        for (std::uint32_t k = 0; k < fresh_; ++k) candidates_[k] = {looks.next(), 0};
        count_ = fresh_ + kept_;
        for (std::uint32_t k = 0; k < count_; ++k) candidates_[k].load = static_cast<double>(view.load(candidates_[k].place));
        chosen_ = candidates_[least(candidates_, count_, draws)].place;
        return chosen_;
    }

    /// Where a further call of a request goes: as choose(), among the replicas that are left, and nothing of it is remembered.
    template <class View> std::uint32_t choose_other(View& view, const Draws&, const Draws& further) {
        BoundedSequence looks = further.looks();
        others_.clear();
        while (others_.size() < fresh_) {
            const std::uint32_t place = looks.next();
            if (view.left(place)) others_.push_back({place, 0});
        }
        for (std::uint32_t k = 0; k < kept_; ++k)
            if (view.left(memory_[k].place)) others_.push_back(memory_[k]);
        for (Candidate& other : others_) other.load = static_cast<double>(view.load(other.place));
        return others_[least(others_, static_cast<std::uint32_t>(others_.size()), further)].place;
    }

    /// Remembers, with the load of the chosen place as the view shows it now.
    template <class View> [[gnu::always_inline]] void placed(View& view) {
        if (remembered_ == 0) return;
        const auto load = static_cast<double>(view.peek(chosen_));
        kept_ = 0;
        for (std::uint32_t k = 0; k < count_; ++k) {
            Candidate candidate = candidates_[k];
            if (candidate.place == chosen_) candidate.load = load;
            if (!repeated(k)) remember(candidate);
        }
    }

    std::vector<std::uint32_t> looks(const Draws&) const;

private:
    struct Candidate {
        std::uint32_t place;
        double load;
    };

    /// Index of the winner, ties as configured.
    std::uint32_t least(const std::vector<Candidate>& of, std::uint32_t count, const Draws& draws) {
        if (count == 2) return second_wins(of, draws);
        tied_.clear();
        for (std::uint32_t k = 0; k < count; ++k) {
            if (!tied_.empty() && of[k].load > of[tied_[0]].load) continue;
            if (!tied_.empty() && of[k].load < of[tied_[0]].load) tied_.clear();
            tied_.push_back(k);
        }
        if (ties_ == Ties::random) return tied_[draws.pick(static_cast<std::uint32_t>(tied_.size()))];
        if (ties_ == Ties::first_look) return tied_[0];
        return *std::min_element(tied_.begin(), tied_.end(), [&of](std::uint32_t a, std::uint32_t b) {
            return of[a].place < of[b].place;
        });
    }

    bool second_wins(const std::vector<Candidate>& of, const Draws& draws) const {
        const Candidate& a = of[0];
        const Candidate& b = of[1];
        const bool on_tie = ties_ == Ties::random ? draws.flip() : ties_ == Ties::first_index && b.place < a.place;
        return (b.load < a.load) | ((b.load == a.load) & on_tie);
    }

    bool repeated(std::uint32_t k) const {
        for (std::uint32_t j = 0; j < k; ++j)
            if (candidates_[j].place == candidates_[k].place) return true;
        return false;
    }

    /// Keeps the memory sorted by load, of equal loads the older entry first.
    void remember(const Candidate& candidate) {
        std::uint32_t k = kept_;
        if (k == remembered_ && memory_[k - 1].load <= candidate.load) return;
        if (k < remembered_) {
            ++kept_;
        } else {
            --k;
        }
        for (; k > 0 && memory_[k - 1].load > candidate.load; --k) memory_[k] = memory_[k - 1];
        memory_[k] = candidate;
    }

    std::uint32_t fresh_, remembered_;
    Ties ties_;
    std::uint32_t kept_ = 0;    ///< places in the memory
    std::uint32_t count_ = 0;   ///< candidates of the present ball
    std::uint32_t chosen_ = 0;
    std::vector<Candidate> memory_, candidates_, others_;
    std::vector<std::uint32_t> tied_;
};

}  // namespace p2c
