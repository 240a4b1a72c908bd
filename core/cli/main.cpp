// p2c: the command line of the lab.
#include <new>

#include "../lab.h"
#include "commands.h"
#include "failure.h"
#include "interrupt.h"

namespace p2c::cli {
namespace {

/// --help, --version and -h stand for the commands of that name.
std::vector<std::string> with_command(std::vector<std::string> words) {
    if (!words.empty() && (words[0] == "--help" || words[0] == "-h")) words[0] = "help";
    if (!words.empty() && words[0] == "--version") words[0] = "version";
    return words;
}

const Command& find_command(const std::string& name) {
    for (const Command& command : commands())
        if (command.name == name) return command;
    throw UsageError("unknown command " + name + "; p2c --help lists the commands.");
}

int run_command(const std::vector<std::string>& words) {
    if (!words.empty()) find_command(words[0]);
    Options options = parse_options(words);
    if (!options.help) return find_command(options.command).run(options);
    options.words.clear();
    return find_command("help").run(options);
}

int fail(int status, const std::string& sentence) {
    say(sentence);
    return status;
}

int guarded(const std::vector<std::string>& words) {
    try {
        return run_command(with_command(words));
    } catch (const UsageError& error) {
        return fail(kExitBadInput, error.what());
    } catch (const ConfigError& error) {
        return fail(kExitBadInput, error.message);
    } catch (const ClosedPipe&) {
        return kExitFailed;
    } catch (const std::bad_alloc&) {
        return fail(kExitFailed, "there is not enough memory; fewer --threads need less.");
    } catch (const std::exception& error) {
        return fail(kExitFailed, error.what());
    }
}

}  // namespace
}  // namespace p2c::cli

int main(int argc, char** argv) {
    p2c::cli::ignore_closed_pipes();
    return p2c::cli::guarded({argv + (argc > 0 ? 1 : 0), argv + argc});
}
