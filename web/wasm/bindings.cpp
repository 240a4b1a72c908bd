// The edge of WebAssembly: what core/lab.h offers, callable from JavaScript, and nothing else.
// No call throws. What goes wrong comes back as a plain object
//     { error: { kind: "config" | "memory" | "internal", field, message } }
// because a C++ exception that leaves the module reaches JavaScript as a bare number.
// Numbers cross as doubles, texts as strings; there are no 64-bit integers.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <cstdint>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "lab.h"

namespace {

using emscripten::val;
using p2c::Run;

val failure(const char* kind, const std::string& field, const std::string& message) {
    val error = val::object();
    error.set("kind", std::string(kind));
    error.set("field", field);
    error.set("message", message);
    val outcome = val::object();
    outcome.set("error", error);
    return outcome;
}

/// Calls `work` and turns whatever it throws into an error object.
template <class Work>
val guarded(Work work) {
    try {
        return work();
    } catch (const p2c::ConfigError& error) {
        return failure("config", error.field, error.message);
    } catch (const std::bad_alloc&) {
        return failure("memory", "", "There is not enough memory for this run.");
    } catch (const std::exception& error) {
        return failure("internal", "", std::string("The core failed: ") + error.what() + ".");
    } catch (...) {
        return failure("internal", "", "The core failed for an unknown reason.");
    }
}

/// JavaScript has one kind of number: what is not a replication's index is refused, not rounded.
std::uint32_t replication(double value, const char* field) {
    if (!(value >= 0 && value <= 4294967295.0) || value != static_cast<double>(static_cast<std::uint32_t>(value)))
        throw p2c::ConfigError(field, std::string(field) + " must be a whole number from 0 to 4294967295.");
    return static_cast<std::uint32_t>(value);
}

val version() {
    return guarded([] { return val(p2c::version()); });
}

#ifndef P2C_SMALL
val catalogue() {
    return guarded([] { return val(p2c::catalogue()); });
}

val schema() {
    return guarded([] { return val(p2c::schema()); });
}

val judge(const std::string& text) {
    return guarded([&] { return val(p2c::judge(text)); });
}
#endif

val check(const std::string& text) {
    return guarded([&] {
        p2c::check(text);
        return val::undefined();
    });
}

val create_run(const std::string& text, double from, double to) {
    return guarded([&] {
        const p2c::Range range{replication(from, "from"), replication(to, "to")};
        return val(std::shared_ptr<Run>(p2c::create_run(text, range)));
    });
}

val next_stage(const std::string& text, const std::string& previous) {
    return guarded([&] {
        const p2c::Stage stage = p2c::next_stage(text, previous);
        val out = val::object();
        out.set("config", stage.config);
        out.set("result", stage.result);
        out.set("from", stage.from);
        out.set("to", stage.to);
        return out;
    });
}

val merge(const val& texts) {
    return guarded([&] { return val(p2c::merge(emscripten::vecFromJSArray<std::string>(texts))); });
}

val step(Run& run, double budget) {
    return guarded([&] { return val(run.step(budget)); });
}

val advance_to(Run& run, double time) {
    return guarded([&] { return val(run.advance_to(time)); });
}

val progress(Run& run) {
    return guarded([&] { return val(run.progress()); });
}

/// A copy: a view would be detached as soon as the memory of the module grows.
val snapshot(Run& run, const std::string& name) {
    return guarded([&] {
        const std::vector<double> column = run.snapshot(name);
        return val::global("Float64Array").new_(emscripten::typed_memory_view(column.size(), column.data()));
    });
}

val set(Run& run, const std::string& name, double value) {
    return guarded([&] {
        run.set(name, value);
        return val::undefined();
    });
}

val result(Run& run) {
    return guarded([&] { return val(run.result()); });
}

val part(Run& run) {
    return guarded([&] { return val(run.part()); });
}

}  // namespace

EMSCRIPTEN_BINDINGS(p2c) {
    emscripten::function("version", &version);
    emscripten::function("check", &check);
    emscripten::function("createRun", &create_run);
    emscripten::function("merge", &merge);
    emscripten::function("nextStage", &next_stage);
#ifndef P2C_SMALL
    emscripten::function("catalogue", &catalogue);
    emscripten::function("schema", &schema);
    emscripten::function("judge", &judge);
#endif

    emscripten::class_<Run>("Run")
        .smart_ptr<std::shared_ptr<Run>>("RunPointer")
        .function("step", &step)
        .function("advanceTo", &advance_to)
        .function("progress", &progress)
        .function("snapshot", &snapshot)
        .function("set", &set)
        .function("result", &result)
        .function("part", &part);
}
