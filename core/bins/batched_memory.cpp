#include "batched_memory.h"

#include <algorithm>
#include <cmath>  // sqrt only

#include "base/samplers.h"

namespace p2c::bins {

void MemoryBatches::start() {
    levels_.start(bins_);
    remembers_ = false;
    memory_ = 0;
    reads_ = 0;
}

void MemoryBatches::first_ball(Generator& random) {
    const int level = levels_.at_rank(random.below(bins_));
    levels_.lift(level, 1);
    memory_ = level + 1;
    remembers_ = true;
    reads_ += 1;
}

/// Looks before the first one that falls on a touched bin; the remembered bin is touched from the start.
Count MemoryBatches::fresh_looks(Generator& random, Count balls, bool& hit) {
    pattern_.set(bins_, balls);
    Count looks = balls;
    hit = false;
    pattern_.each_candidate(random, [&](Count position, Count z) {
        if (z > position) return true;
        looks = position;
        hit = true;
        return false;
    });
    return looks;
}

/// Takes the bins of the batch out of the profile.
void MemoryBatches::reveal(Generator& random, Count looks) {
    levels_.add(memory_, -1);
    const auto size = static_cast<std::size_t>(levels_.top()) + 4;
    looked_.assign(size, 0);
    Count pool = bins_ - 1;
    for (int k = levels_.top(); k >= levels_.bottom() && looks > 0; --k) {
        const Count here = levels_[k];
        const Count x = hypergeometric(random, here, pool - here, looks);
        looked_[static_cast<std::size_t>(k)] = x;
        levels_.add(k, -x);
        looks -= x;
        pool -= here;
    }
    touched_ = looked_;
    ++touched_[static_cast<std::size_t>(memory_)];
}

void MemoryBatches::move(int level, Count bins) {
    const auto k = static_cast<std::size_t>(level);
    if (touched_.size() < k + 3) {
        touched_.resize(k + 8, 0);
        looked_.resize(k + 8, 0);
    }
    touched_[k] -= bins;
    touched_[k + 1] += bins;
}

void MemoryBatches::work_off(Generator& random, Count looks) {
    const int initial = memory_;
    Count setters = 0;
    Count live = looks;                    // looks at this level or above that have not lifted a remembered bin
    Count at_least = looks;                // looks at this level or above
    bool up = initial > levels_.bottom();  // the stage starts with M above its level
    bool settled = false;                  // M after the batch is known
    for (int j = levels_.bottom();; ++j) {
        if (live == 0 && setters == 0) {
            if (!settled) memory_ = up ? initial : j;
            return;
        }
        const Count beyond = at_least - looked_[static_cast<std::size_t>(j)];
        const Count above = hypergeometric(random, beyond, at_least - beyond, live);
        const Count equal = live - above;
        const bool ends_up = setters + above == 0 ? up : random.below(setters + above) < above;
        if (!settled && !ends_up) {
            memory_ = j;
            settled = true;
        }
        // Looks above that come right after a setter: cells of a random word that are not empty.
        Count lifting = 0;
        if (above > 0 && !up) {
            if (setters == 0)
                lifting = 1;
            else
                lifting = ends_up ? 1 + hypergeometric(random, setters, above - 1, above - 1)
                                  : hypergeometric(random, setters, above - 1, above);
        } else if (above > 0 && setters > 0) {
            lifting = ends_up ? 1 + hypergeometric(random, setters - 1, above, above - 1)
                              : hypergeometric(random, setters - 1, above, above);
        }
        // Looks at this level that come while M is above it.
        const Count gaps_up = above + up;
        const Count gaps_down = setters + !up;
        Count setting = 0;
        if (gaps_down == 0)
            setting = equal;
        else if (gaps_up > 0)
            setting = items_before(random, equal, gaps_up + gaps_down - 1, gaps_up);
        move(j, equal + lifting);
        if (!up && lifting == 0) {
            if (!settled) memory_ = j;
            return;
        }
        setters = setting + lifting - !up;
        up = up && initial > j + 1;
        at_least = beyond;
        live = above - lifting;
    }
}

/// The look that ended the batch: at any touched bin alike, among them the remembered one.
void MemoryBatches::touched_again(Generator& random, Count looks) {
    if (random.below(looks + 1) == 0) {
        move(memory_++, 1);
        return;
    }
    --touched_[static_cast<std::size_t>(memory_)];
    Count r = random.below(looks);
    int x = 0;
    while (r >= touched_[static_cast<std::size_t>(x)]) r -= touched_[static_cast<std::size_t>(x++)];
    ++touched_[static_cast<std::size_t>(memory_)];
    if (x > memory_) {
        move(memory_++, 1);
        return;
    }
    move(x, 1);
    if (x < memory_) memory_ = x + 1;
}

Count MemoryBatches::batch(Generator& random, Count most) {
    if (!remembers_) {
        first_ball(random);
        return 1;
    }
    bool hit = false;
    const Count looks = fresh_looks(random, batch_size(2 * std::sqrt(static_cast<double>(bins_)), most), hit);
    reveal(random, looks);
    work_off(random, looks);
    if (hit) touched_again(random, looks);
    for (std::size_t k = 0; k < touched_.size(); ++k)
        if (touched_[k] != 0) levels_.add(static_cast<int>(k), touched_[k]);
    const Count remembered = levels_.balls(memory_);
    levels_.tidy();
    memory_ = levels_.level_of(remembered);
    const Count balls = looks + hit;
    reads_ += 2 * static_cast<std::uint64_t>(balls);
    return balls;
}

}  // namespace p2c::bins
