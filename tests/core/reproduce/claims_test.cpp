// The file of claims: none is left out, every run can be run, and what is recorded belongs to it.
#include <map>
#include <set>
#include <string>

#include "../../support/catch.h"
#include "base/json.h"
#include "lab.h"
#include "test_files.h"

using p2c::Json;

namespace {

const Json& file() {
    static const Json all = Json::parse(p2c_test_file("reference/claims.json"));
    return all;
}

const Json& recorded() {
    static const Json all = Json::parse(p2c_test_file("reference/reproduced.json"));
    return all;
}

}  // namespace

TEST_CASE("every claim of the three articles is in the file, once", "[reproduce]") {
    std::map<int, int> of_article;
    std::set<std::string> ids;
    for (const Json& claim : file().at("claims")) {
        const int article = claim.at("article").get<int>();
        const std::string id = claim.at("id").get<std::string>();
        CHECK(id == "S" + std::to_string(article) + "-" + std::to_string(++of_article[article]));
        CHECK(ids.insert(id).second);
    }
    CHECK(of_article == std::map<int, int>{{1, 14}, {2, 21}, {3, 25}});
}

TEST_CASE("every claim has its words, its tolerance with a reason, and a sentence where it is not simply reproduced", "[reproduce]") {
    for (const Json& claim : file().at("claims")) {
        INFO(claim.at("id"));
        for (const char* key : {"claim", "figure", "why", "verdict"}) CHECK_FALSE(claim.at(key).get<std::string>().empty());
        const bool plain = claim.at("verdict") == "reproduced";
        CHECK((plain || claim.contains("sentence")));
        CHECK((claim.value("rule", std::string()) == "cited") == (claim.at("verdict") == "literature"));
        if (claim.at("verdict") == "literature") CHECK(claim.contains("source"));
        if (claim.contains("lab")) CHECK(file().at("runs").contains(claim.at("lab").get<std::string>()));
    }
}

TEST_CASE("every run of the claims passes the check, and each is used", "[reproduce]") {
    std::set<std::string> used;
    const Json asked = Json::parse(p2c::judge(Json{{"claims", file()}}.dump()));
    for (const Json& claim : asked.at("claims"))
        for (const Json& name : claim.at("runs")) used.insert(name.get<std::string>());
    for (const Json& claim : file().at("claims"))
        if (claim.contains("lab")) used.insert(claim.at("lab").get<std::string>());
    for (const auto& [name, config] : file().at("runs").items()) {
        INFO(name);
        CHECK_NOTHROW(p2c::check(config.dump()));
        CHECK(used.count(name) == 1);
    }
}

TEST_CASE("what is recorded is of these claims: verdicts, outcomes, counts", "[reproduce]") {
    std::map<std::string, int> counts;
    const Json claims = file().at("claims");
    REQUIRE(recorded().at("claims").size() == claims.size());
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const Json& found = recorded().at("claims").at(i);
        INFO(found.at("id"));
        CHECK(found.at("id") == claims.at(i).at("id"));
        CHECK(found.at("verdict") == claims.at(i).at("verdict"));
        CHECK(found.at("compare").size() == claims.at(i).at("compare").size());
        ++counts[found.at("verdict").get<std::string>()];
    }
    for (const auto& [verdict, count] : counts) CHECK(recorded().at("counts").at(verdict) == count);
    CHECK(recorded().at("counts").size() == counts.size());
    CHECK(recorded().at("errorRate") == file().at("errorRate"));
}

TEST_CASE("recorded runs have the fingerprints that they have now", "[reproduce]") {
    for (const char* name : {"bins-2-10", "ring-100", "max-2-1e6"}) {
        INFO(name);
        Json config = file().at("runs").at(name);
        const auto run = p2c::create_run(config.dump());
        while (run->step(1e9)) {
        }
        CHECK(Json::parse(run->result()).at("fingerprint") == recorded().at("runs").at(name));
    }
}
