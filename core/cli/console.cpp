#include "console.h"

#include <algorithm>
#include <thread>

#include "catalogue_view.h"
#include "failure.h"
#include "files.h"
#include "progress.h"
#include "text.h"

namespace p2c::cli {

const std::string& one_file(const Options& options) {
    if (options.words.size() == 1) return options.words.front();
    throw UsageError("p2c " + options.command +
                     " must be followed by one configuration file, or - for standard input.");
}

unsigned threads_for(const Options& options) {
    return options.threads ? options.threads : std::max(1U, std::thread::hardware_concurrency());
}

bool shows_progress(const Options& options) {
    return options.progress == Progress::automatic ? stderr_is_terminal() : options.progress == Progress::shown;
}

void print(const Options& options, const std::string& text) {
    if (!write_text(options.output, text)) throw ClosedPipe{};
}

void check_metrics(const Options& options, const std::string& experiment) {
    const CatalogueView catalogue;
    std::vector<std::string> names;
    for (const Json& metric : catalogue.experiment(experiment)->at("metrics")) names.push_back(text_of(metric, "name"));
    for (const std::string& name : options.metrics)
        if (std::find(names.begin(), names.end(), name) == names.end())
            throw UsageError("--metric must be " + listed(names, "or") + ", not \"" + name + "\".");
}

}  // namespace p2c::cli
