#include "notes.h"

#include <algorithm>

#include "text.h"

namespace p2c::cli {

void Notes::add(const std::string& note, const std::string& label) {
    if (note.empty()) return;
    auto found = std::find_if(notes_.begin(), notes_.end(), [&](const auto& entry) { return entry.first == note; });
    if (found == notes_.end()) found = notes_.insert(found, {note, {}});
    if (std::find(found->second.begin(), found->second.end(), label) == found->second.end())
        found->second.push_back(label);
}

std::string Notes::text() const {
    std::string out;
    for (const auto& [note, labels] : notes_) {
        std::string all;
        for (const std::string& label : labels) all += (all.empty() ? "" : "; ") + label;
        out += "\n" + wrapped(note + ": " + all + ".", 0);
    }
    return out;
}

}  // namespace p2c::cli
