#include "tests/datasets/support/jams_check.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>

#include "model/annotation.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

using nlohmann::json;

const char* const kDegrees = R"(\(\*?((b*|#*)([1-9]|1[0-3]?))(,\*?((b*|#*)([1-9]|1[0-3]?)))*\))";

// The patterns of the namespaces chord and key_mode, anchored.
const std::regex& chord_pattern() {
  static const std::regex pattern(
      std::string("(N|X)|([A-G](b*|#*)((:(maj|min|dim|aug|1|5|sus2|sus4|maj6|min6|7|maj7|min7|"
                  "dim7|hdim7|minmaj7|aug7|9|maj9|min9|11|maj11|min11|13|maj13|min13)(") +
      kDegrees + ")?)|(:" + kDegrees + "))?(/(b*|#*)([1-9]|1[0-3]?))?)");
  return pattern;
}

const std::regex& key_pattern() {
  static const std::regex pattern(
      "N|[A-G][b#]?(:(major|minor|ionian|dorian|phrygian|lydian|mixolydian|aeolian|locrian))?");
  return pattern;
}

class Checker {
 public:
  std::vector<std::string> run(const std::string& text) {
    const json file = json::parse(text, nullptr, false);
    if (file.is_discarded()) return {"no JSON"};
    only(file, "file", {"file_metadata", "annotations", "sandbox"});
    if (!file.is_object()) return faults_;
    check_file_metadata(file.value("file_metadata", json::object()));
    if (file.contains("sandbox")) require(file["sandbox"].is_object(), "sandbox", "no object");
    const json annotations = file.value("annotations", json::array());
    require(annotations.is_array(), "annotations", "no list");
    for (std::size_t i = 0; i < annotations.size(); ++i)
      check_annotation(annotations[i], "annotations[" + std::to_string(i) + "]");
    return faults_;
  }

 private:
  void require(bool condition, const std::string& place, const std::string& fault) {
    if (!condition) faults_.push_back(place + ": " + fault);
  }

  void only(const json& object, const std::string& place, const std::set<std::string>& known) {
    require(object.is_object(), place, "no object");
    if (!object.is_object()) return;
    for (const auto& [key, value] : object.items())
      require(known.contains(key), place + "." + key, "a key that the schema does not name");
  }

  void texts(const json& object, const std::string& place, const std::vector<const char*>& names) {
    for (const char* name : names) {
      if (object.contains(name)) require(object[name].is_string(), place + "." + name, "no text");
    }
  }

  void check_file_metadata(const json& metadata) {
    const std::string place = "file_metadata";
    only(metadata, place,
         {"identifiers", "artist", "title", "release", "duration", "jams_version"});
    texts(metadata, place, {"artist", "title", "release", "jams_version"});
    if (metadata.contains("identifiers"))
      require(metadata["identifiers"].is_object(), place + ".identifiers", "no object");
    if (metadata.contains("duration")) {
      const json& duration = metadata["duration"];
      require(duration.is_number() && duration >= 0.0, place + ".duration", "no number from 0");
    }
  }

  void check_annotation(const json& annotation, const std::string& place) {
    only(annotation, place,
         {"annotation_metadata", "data", "namespace", "sandbox", "time", "duration"});
    for (const char* name : {"annotation_metadata", "data", "namespace"})
      require(annotation.contains(name), place, std::string("no ") + name);
    if (!annotation.is_object() || !annotation.contains("data")) return;
    check_annotation_metadata(annotation.value("annotation_metadata", json::object()),
                              place + ".annotation_metadata");
    if (annotation.contains("sandbox"))
      require(annotation["sandbox"].is_object(), place + ".sandbox", "no object");
    const std::string name = annotation.value("namespace", "");
    require(annotation["data"].is_array(), place + ".data", "no list");
    for (std::size_t i = 0; i < annotation["data"].size(); ++i) {
      check_observation(annotation["data"][i], name, place + ".data[" + std::to_string(i) + "]");
    }
  }

  void check_annotation_metadata(const json& metadata, const std::string& place) {
    only(metadata, place,
         {"corpus", "version", "curator", "annotator", "annotation_tools", "annotation_rules",
          "validation", "data_source"});
    if (metadata.contains("curator")) {
      only(metadata["curator"], place + ".curator", {"name", "email"});
      require(metadata["curator"].size() == 2, place + ".curator", "no name and email");
    }
    if (metadata.contains("annotator"))
      require(metadata["annotator"].is_object(), place + ".annotator", "no object");
  }

  void check_observation(const json& row, const std::string& name, const std::string& place) {
    only(row, place, {"time", "duration", "value", "confidence"});
    require(row.is_object() && row.size() == 4, place, "not four fields");
    if (!row.is_object() || row.size() != 4) return;
    for (const char* field : {"time", "duration"})
      require(row[field].is_number() && row[field] >= 0.0, place + "." + field, "no number from 0");
    const json& confidence = row["confidence"];
    require(confidence.is_number() || confidence.is_null(), place + ".confidence", "no number");
    require(fits(name, row["value"], confidence), place,
            "value or confidence against namespace '" + name + "': " + row.dump());
  }

  static bool fits(const std::string& name, const json& value, const json& confidence) {
    if (name == "beat") return value.is_number() || value.is_null();
    if (name == "beat_position") return is_position(value);
    if (name == "segment_open" || name == "tag_open") return value.is_string();
    if (name == "chord")
      return value.is_string() && std::regex_match(value.get<std::string>(), chord_pattern());
    if (name == "key_mode")
      return value.is_string() && std::regex_match(value.get<std::string>(), key_pattern());
    if (name == "tempo") {
      return value.is_number() && value >= 0.0 && confidence.is_number() && confidence >= 0.0 &&
             confidence <= 1.0;
    }
    return false;  // Tactus writes no other namespace
  }

  static bool is_position(const json& value) {
    if (!value.is_object() || value.size() != 4) return false;
    for (const char* name : {"position", "measure", "num_beats", "beat_units"}) {
      if (!value.contains(name) || !value[name].is_number_integer()) return false;
    }
    const std::set<int> units = {1, 2, 4, 8, 16, 32, 64, 128, 256};
    return value["position"] >= 1 && value["measure"] >= 0 && value["num_beats"] >= 1 &&
           units.contains(value["beat_units"].get<int>());
  }

  std::vector<std::string> faults_;
};

// Keeps some of the written files for the test datasets.jams_schemata: the first ones and some of
// every size.
class Guard : public testing::Environment {
 public:
  static Guard& instance() {
    static auto* const guard =
        static_cast<Guard*>(testing::AddGlobalTestEnvironment(new Guard));  // owned by GoogleTest
    return *guard;
  }

  void check(const std::string& text) {
    const std::lock_guard lock(mutex_);
    for (const std::string& fault : jams_faults(text)) ADD_FAILURE() << "JAMS written: " << fault;
    ++written_;
    const bool power_of_two = (written_ & (written_ - 1)) == 0;
    if (written_ <= 8 || power_of_two) kept_.insert(text);
  }

  void TearDown() override {
    const std::filesystem::path folder = TACTUS_BINARY_DIR "/tests/jams";
    if (kept_.empty() || !shared_data()) return;
    std::filesystem::create_directories(folder);
    for (const std::string& text : kept_) {
      const std::string name = std::to_string(std::hash<std::string>()(text));
      if (std::filesystem::exists(folder / (name + ".jams"))) continue;
      const auto part =
          folder / (name + "." + std::to_string(getpid()));  // other programs end at the same time
      std::ofstream(part, std::ios::binary) << text;
      std::filesystem::rename(part, folder / (name + ".jams"));
    }
  }

 private:
  std::mutex mutex_;
  std::size_t written_ = 0;
  std::set<std::string> kept_;
};

}  // namespace

std::vector<std::string> jams_faults(const std::string& text) {
  return Checker().run(text);
}

// Made before main, so that its TearDown runs after the last test.
[[maybe_unused]] const Guard& kGuard = Guard::instance();

}  // namespace tactus::test

// The linker sends every call of serialise_jams here (--wrap in tests/CMakeLists.txt).
std::string unchecked_jams(const tactus::Annotation& annotation) asm(
    "__real__ZN6tactus14serialise_jamsB5cxx11ERKNS_10AnnotationE");
std::string checked_jams(const tactus::Annotation& annotation) asm(
    "__wrap__ZN6tactus14serialise_jamsB5cxx11ERKNS_10AnnotationE");
std::string checked_jams(const tactus::Annotation& annotation) {
  std::string text = unchecked_jams(annotation);
  tactus::test::Guard::instance().check(text);
  return text;
}
