#include "memory.h"

namespace p2c {

const Part& Memory::describe() {
    static constexpr Param params[] = {
        integer("fresh", "Fresh looks", 1, 64, 1)
            .slider(1, 4)
            .as("primary")
            .about("How many places are looked at at random. They are drawn independently, so one may be wasted."),
        integer("remembered", "Remembered", 0, 64, 1)
            .slider(0, 4)
            .as("primary")
            .about("How many places are kept in mind for the next ball; their loads are read again then."),
        ties_param(true),
    };
    static constexpr Part part{"memory",
            "Choices with memory",
            "look at fresh, remember remembered",
            "Look at some places at random and at those remembered from the ball before; take the least loaded, then "
            "remember the least loaded of them, the new ball counted. At the start nothing is remembered.", params};
    return part;
}

Memory::Memory(const Json& config)
    : fresh_(config.at("fresh").get<std::uint32_t>()),
      remembered_(config.at("remembered").get<std::uint32_t>()),
      ties_(ties_from(config)),
      memory_(remembered_),
      candidates_(fresh_ + remembered_) {
    tied_.reserve(fresh_ + remembered_);
}

std::vector<std::uint32_t> Memory::looks(const Draws&) const {
    // What was remembered then is known no more once the ball is placed, so the candidates themselves are kept.
    std::vector<std::uint32_t> out;
    for (std::uint32_t k = 0; k < count_; ++k) out.push_back(candidates_[k].place);
    return out;
}

}  // namespace p2c
