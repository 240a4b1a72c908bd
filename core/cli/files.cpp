#include "files.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "failure.h"

namespace p2c::cli {
namespace {

// More than any sensible configuration or shard; keeps a mistyped device from filling the memory.
constexpr std::size_t kLargestInput = std::size_t{1} << 30;

class Descriptor {
public:
    explicit Descriptor(int number, bool owned) : number_(number), owned_(owned) {}
    ~Descriptor() { close_now(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int number() const { return number_; }
    int close_now() {
        const bool open = owned_ && number_ >= 0;
        owned_ = false;
        return open ? ::close(number_) : 0;
    }

private:
    int number_;
    bool owned_;
};

std::string reason() {
    return std::strerror(errno);
}

std::string shown(const std::string& name) {
    return name == "-" ? "standard input" : name;
}

}  // namespace

std::string read_text(const std::string& name) {
    const bool standard = name == "-";
    const Descriptor file(standard ? STDIN_FILENO : ::open(name.c_str(), O_RDONLY | O_CLOEXEC), !standard);
    if (file.number() < 0) throw UsageError("cannot open " + name + ": " + reason() + ".");
    std::string text;
    char buffer[1 << 16];
    for (;;) {
        const ssize_t got = ::read(file.number(), buffer, sizeof buffer);
        if (got == 0) return text;
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) throw UsageError("cannot read " + shown(name) + ": " + reason() + ".");
        text.append(buffer, static_cast<std::size_t>(got));
        if (text.size() > kLargestInput)
            throw UsageError(shown(name) + " is larger than 1 GiB and is no input of p2c.");
    }
}

void check_writable(const std::string& name) {
    if (name.empty()) return;
    const std::filesystem::path path(name);
    if (std::filesystem::is_directory(path)) throw UsageError("cannot write " + name + ": it is a directory.");
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    const std::string probed = std::filesystem::exists(path) ? name : folder;
    if (::access(probed.c_str(), W_OK) != 0) throw UsageError("cannot write " + name + ": " + reason() + ".");
}

bool write_text(const std::string& name, const std::string& text) {
    const bool standard = name.empty();
    Descriptor file(standard ? STDOUT_FILENO : ::open(name.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666),
                    !standard);
    const std::string target = standard ? "standard output" : name;
    if (file.number() < 0) throw Failure("cannot write " + target + ": " + reason() + ".");
    for (std::size_t done = 0; done < text.size();) {
        const ssize_t put = ::write(file.number(), text.data() + done, text.size() - done);
        if (put < 0 && errno == EPIPE) return false;
        if (put < 0 && errno != EINTR) throw Failure("cannot write " + target + ": " + reason() + ".");
        if (put > 0) done += static_cast<std::size_t>(put);
    }
    if (file.close_now() != 0) throw Failure("cannot write " + target + ": " + reason() + ".");
    return true;
}

}  // namespace p2c::cli
