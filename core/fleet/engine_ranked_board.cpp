// The engine of dispatchers that see something else than the present, with the replicas in order of what they see.
#include "informed_engine.h"

namespace p2c::fleet {

namespace {

/// That nobody has to look does not make what is seen known for less.
class OrderedView : public InformedView {
public:
    using InformedView::InformedView;
    static constexpr bool ordered = true;
    std::uint32_t least_sharing() {
        reads += settings_.replicas;
        return state_.observer.order(dispatcher).sharing();
    }
    std::uint32_t least(std::uint32_t r) const { return state_.observer.order(dispatcher).nth(r); }
};

}  // namespace

bool can_rank_board(const Settings& settings) { return BoardOrder::can(settings); }

std::unique_ptr<Simulation> make_ranked_board(const Json& config) {
    return std::make_unique<InformedEngine<Least, OrderedView>>(Settings(config), make_source(config), Least(config.at("policy")));
}

}  // namespace p2c::fleet
