#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "datasets/formats/jams/jams_namespaces.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/datasets/support/jams_check.h"
#include "tests/model/support/full_annotation.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using test::ScratchFolder;

Annotation jams_song() {
  Annotation song;
  song.title = "Caf\xC3\xA9 \"quoted\"";
  song.artist = "A\tB";
  song.tags = {3, "2001-05-14", 99.5, "8A"};
  song.duration = 12.1;
  song.annotator = "tactus 1.0.0 beats.safetensors";
  song.beats = {{0.1, 3, 0.5}, {0.7000000000000001, 4}, {1.3, 1, 1.0}, {1.9, 2}, {2.5, 3}, {3.1, 1},
                {3.7, 0}};
  song.chords = {{0, 1.3, "N"},
                 {1.3, 3.1, "Fm", 0.25},
                 {3.1, 9.7, "C:maj9(11)/3"},
                 {9.7, 12.1, "not a chord"}};
  song.keys = {{0, 5, "C:major"}, {5, 12.1, "D:modal"}};
  song.sections = {{0.1, 5, "verse, \"1\""}, {5, 12.1, "chorus"}};
  song.tempi = {{100.25, 0.7}, {50.125, 0.3}};
  song.readings = {{100.25, 4, 1.3, false, 0.7123}, {66.8333, 0, 0.1, true, 0.2877}};
  song.notes = {{1.5, 1.5, "a moment"}, {2, 9, "a passage"}, {3, 4.25, "over it", 0.5}};
  return song;
}

Annotation read_jams(const std::string& text, Notes* notes = nullptr) {
  return parse_annotation(text, Format::kJams, "x.jams", notes);
}

std::string jams_error(const std::string& text) {
  try {
    read_jams(text);
  } catch (const FormatError& error) {
    return error.what();
  }
  return "no error";
}

TEST(JamsFormat, ComesBackExactly) {
  Notes notes;
  EXPECT_EQ(read_jams(serialise_annotation(jams_song(), Format::kJams), &notes), jams_song());
  EXPECT_TRUE(notes.empty()) << notes.front();
  EXPECT_EQ(read_jams(serialise_annotation(Annotation(), Format::kJams)), Annotation());
}

// tag_open of another program, in two annotations.
// full.jams is also read by the tests of the Python module.
TEST(JamsFormat, KeepsEveryMember) {
  const std::string text = serialise_annotation(test::full_annotation(), Format::kJams);
  EXPECT_EQ(parse_annotation(text, Format::kJams, "x.jams"), test::full_annotation());
  EXPECT_EQ(text, test::golden("full.jams"));
}

TEST(JamsFormat, NotesOfAnotherProgramSurvive) {
  const std::string text = R"({"file_metadata": {}, "annotations": [
    {"namespace": "tag_open", "data": [{"time": 4, "duration": 2, "value": "noise"}]},
    {"namespace": "tag_open", "data": [{"time": 0, "duration": null, "value": "rock"}]}]})";
  Notes said;
  const Annotation found = read_jams(text, &said);
  EXPECT_EQ(found.notes, (std::vector<LabelledSegment>{{0, 0, "rock"}, {4, 6, "noise"}}));
  EXPECT_TRUE(said.empty());
  EXPECT_EQ(read_jams(serialise_annotation(found, Format::kJams)).notes, found.notes);
}

TEST(JamsFormat, TagsWithoutWordsAreSaidAndNotUsed) {
  Notes said;
  const Annotation found = read_jams(R"({"file_metadata": {}, "annotations": [
    {"namespace": "tag_open", "data": [{"time": 4, "duration": 2, "value": 3}]}]})",
                                     &said);
  EXPECT_TRUE(found.notes.empty());
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("tag_open"), std::string::npos);
}

TEST(JamsFormat, ANoteWithoutWordsCostsNoOther) {
  Notes said;
  const Annotation found = read_jams(R"({"file_metadata": {}, "annotations": [
    {"namespace": "tag_open", "data": [{"time": 3, "duration": 0, "value": "good"},
      {"time": 4, "duration": 0, "value": ""}, {"time": 5e7, "duration": 0, "value": "late"}]}]})",
                                     &said);
  EXPECT_EQ(found.notes, (std::vector<LabelledSegment>{{3, 3, "good"}}));
  ASSERT_EQ(said.size(), 1u);
  EXPECT_NE(said[0].find("2 notes without words"), std::string::npos) << said[0];
}

TEST(JamsFormat, KeepsTheTempoGridWhereTheBeatsLieOnIt) {
  Annotation song;
  song.duration = 10.0;
  song.beats = {{0.5, 1}, {1.0, 2}, {1.5, 1}, {2.0, 2}, {2.6, 1}, {3.2, 2}};
  song.grid = {GridKind::kPiecewise, {{0.5, 120.0, 2, 0.5, 0.001}, {2.0, 100.0, 2, 2.6, 0.002}}};
  song.tempi = {{120.0, 1.0}};
  const std::string text = serialise_annotation(song, Format::kJams);
  Notes notes;
  EXPECT_EQ(parse_annotation(text, Format::kJams, "song.jams", &notes), song);
  EXPECT_TRUE(notes.empty());
  song.beats[3].time += 0.01;  // another program has moved a beat
  const Annotation moved = parse_annotation(serialise_annotation(song, Format::kJams),
                                            Format::kJams, "song.jams", &notes);
  EXPECT_EQ(moved.grid, TempoGrid());
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("sandbox.tactus_grid"), std::string::npos) << notes[0];
}

TEST(JamsFormat, KeepsWhatAPersonHasDone) {
  for (const Review review : {Review::kEdited, Review::kChecked}) {
    Annotation reviewed = jams_song();
    reviewed.review = review;
    EXPECT_EQ(read_jams(serialise_annotation(reviewed, Format::kJams)), reviewed);
  }
}

TEST(JamsFormat, LeavesOutReadingsThatAreNone) {
  for (const char* wrong : {R"("bpm": 0)", R"("meter": 2.5)", R"("score": 1.5)",
                            R"("first_downbeat": -1)", R"("bpm": "fast")"}) {
    std::string text = serialise_annotation(jams_song(), Format::kJams);
    const std::string name = std::string(wrong).substr(0, std::string(wrong).find(':') + 1);
    const std::size_t place = text.find(name, text.find("\"tactus_readings\""));
    text.replace(place, text.find_first_of(",\n", place) - place, wrong);
    Notes notes;
    EXPECT_TRUE(read_jams(text, &notes).readings.empty()) << wrong;
    ASSERT_EQ(notes.size(), 1u) << wrong;
    EXPECT_NE(notes[0].find("sandbox.tactus_readings"), std::string::npos) << notes[0];
  }
}

TEST(JamsFormat, KeepsWhereTheSoundIsDamaged) {
  Annotation cut = jams_song();
  cut.damage = "truncated at 12.345 s: the last Ogg page is incomplete";
  EXPECT_EQ(read_jams(serialise_annotation(cut, Format::kJams)), cut);
}

TEST(JamsFormat, FindsAFileAgainWhoseNameIsNoUtf8) {
  Annotation strange = jams_song();
  strange.audio = "/music/caf\xE9 %41.wav";
  const std::string text = serialise_annotation(strange, Format::kJams);
  EXPECT_NE(text.find("\"/music/caf\xEF\xBF\xBD %41.wav\""), std::string::npos) << "valid JSON";
  EXPECT_EQ(read_jams(text).audio, strange.audio);
  strange.audio = "/music/caf\xC3\xA9 %41.wav";
  EXPECT_EQ(serialise_annotation(strange, Format::kJams).find("file://"), std::string::npos);
}

TEST(JamsFormat, WritesWhatTheNamespacesSay) {
  const nlohmann::json file =
      nlohmann::json::parse(serialise_annotation(jams_song(), Format::kJams));
  std::map<std::string, nlohmann::json> data;
  for (const auto& annotation : file["annotations"])
    data[annotation["namespace"]] = annotation["data"];
  EXPECT_EQ(data.size(), 7u);
  EXPECT_EQ(data["tag_open"][1]["value"], "a passage");
  EXPECT_EQ(data["beat"][0]["value"], 3);
  EXPECT_TRUE(data["beat"][6]["value"].is_null());
  EXPECT_TRUE(data["beat"][1]["confidence"].is_null());
  const nlohmann::json second_bar = {
      {"position", 2}, {"measure", 1}, {"num_beats", 3}, {"beat_units", 4}};
  EXPECT_EQ(data["beat_position"].size(), 6u);
  EXPECT_EQ(data["beat_position"][3]["value"], second_bar);
  for (const auto& chord : data["chord"])
    EXPECT_TRUE(fits_jams_chord(chord["value"].get<std::string>()));
  EXPECT_EQ(data["chord"][1]["value"], "F:min");
  EXPECT_EQ(data["chord"][3]["value"], "X");
  EXPECT_EQ(data["key_mode"][1]["value"], "D");
  EXPECT_EQ(data["tempo"][0]["confidence"], 0.7);
}

TEST(JamsFormat, NeverWritesNonNumbers) {
  Annotation bad = jams_song();
  bad.beats[0].confidence = std::nan("");
  EXPECT_EQ(serialise_annotation(bad, Format::kJams).find("NaN"), std::string::npos);
  bad.beats[0].time = std::nan("");
  EXPECT_THROW(serialise_annotation(bad, Format::kJams), std::invalid_argument);
}

TEST(JamsFormat, ReadsBareNaNAsNull) {
  const Annotation smc = read_jams(R"({"annotations": [{"namespace": "beat", "data": [
    {"time": 0.5, "duration": 0.0, "value": NaN, "confidence": NaN}, {"time": 1, "duration": 0, "value": 2, "confidence": -Infinity}]}],
    "file_metadata": {"title": "a NaN in text", "duration": NaN}})");
  EXPECT_EQ(smc.beats, (std::vector<Beat>{{0.5, 0}, {1.0, 2}}));
  EXPECT_EQ(smc.title, "a NaN in text");
  EXPECT_EQ(smc.duration, 0.0);
}

TEST(JamsFormat, ReadsTheLayoutBeforeVersion02) {
  const Annotation old =
      read_jams(R"({"file_metadata": {"title": "T", "duration": 8.5}, "chord": [{"data": [
    {"start": {"value": 0.0}, "end": {"value": 2.5, "confidence": 1}, "label": {"value": "B:min", "confidence": 0.5}}]}],
    "beat": [{"data": [{"time": {"value": 1.5}, "label": {"value": 1.0, "secondary_value": 3}}]}]})");
  EXPECT_EQ(old.chords, (std::vector<LabelledSegment>{{0.0, 2.5, "B:min", 0.5}}));
  EXPECT_EQ(old.beats, (std::vector<Beat>{{1.5, 1}}));
  EXPECT_EQ(old.duration, 8.5);
}

TEST(JamsFormat, ReadsLabelInPlaceOfValueAndColumnsInPlaceOfRows) {
  const Annotation labels = read_jams(R"({"annotations": [{"namespace": "chord", "data": [
    {"time": 0, "duration": 1, "label": "C:maj", "confidence": null}]}]})");
  EXPECT_EQ(labels.chords, (std::vector<LabelledSegment>{{0, 1, "C:maj"}}));
  const Annotation dense = read_jams(R"({"annotations": [{"namespace": "chord_harte", "data":
    {"time": [0, 1], "duration": [1, 2], "value": ["C", "N"], "confidence": [0.5, null]}}]})");
  EXPECT_EQ(dense.chords, (std::vector<LabelledSegment>{{0, 1, "C", 0.5}, {1, 3, "N"}}));
}

TEST(JamsFormat, TakesTheFirstOfSeveralAndNotesTheRest) {
  Notes notes;
  const Annotation read_back = read_jams(R"({"annotations": [
    {"namespace": "beat", "data": [{"time": 1, "duration": 0, "value": 1, "confidence": null}]},
    {"namespace": "beat", "data": [{"time": 2, "duration": 0, "value": 1, "confidence": null}]},
    {"namespace": "onset", "data": []}]})",
                                         &notes);
  EXPECT_EQ(read_back.beats, (std::vector<Beat>{{1, 1}}));
  EXPECT_EQ(notes, (Notes{"x.jams: 1 annotation of namespace 'beat' not used",
                          "x.jams: 1 annotation of namespace 'onset' not used"}));
}

TEST(JamsFormat, PositionsMayStandInBeatPositionAlone) {
  const std::string position =
      R"({"namespace": "beat_position", "data": [{"time": 1, "duration": 0, "confidence": null,
    "value": {"position": 2, "measure": 1, "num_beats": 4, "beat_units": 4}}]})";
  const std::string beats =
      R"({"namespace": "beat", "data": [{"time": 1, "duration": 0, "value": null, "confidence": 0.5},
    {"time": 2, "duration": 0, "value": null, "confidence": 0.25}]})";
  EXPECT_EQ(read_jams("{\"annotations\": [" + position + "]}").beats, (std::vector<Beat>{{1, 2}}));
  const std::vector<Beat> both = {{1, 2, 0.5}, {2, 0, 0.25}};
  EXPECT_EQ(read_jams("{\"annotations\": [" + position + "," + beats + "]}").beats, both);
  EXPECT_EQ(read_jams("{\"annotations\": [" + beats + "," + position + "]}").beats, both);
}

TEST(JamsFormat, KeepsAndNotesLabelsThatAreNoChords) {
  Notes notes;
  const Annotation song = read_jams(
      "{\"annotations\": [{\"namespace\": \"chord\", \"data\": ["
      "{\"time\": 0, \"duration\": 1, \"value\": \"C\"}, {\"time\": 1, \"duration\": 1, \"value\": "
      "\"I\"}, {\"time\": 2, \"duration\": 1, \"value\": \"foo\"}]}]}",
      &notes);
  EXPECT_EQ(song.chords.at(2).label, "foo");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_TRUE(notes[0].starts_with("x.jams: 2 labels that are not chords, the first: "))
      << notes[0];
}

TEST(JamsFormat, SeveralChordsInALabelShareItsTime) {
  Notes notes;
  const Annotation song = read_jams(
      "{\"annotations\": [{\"namespace\": \"chord\", \"data\": ["
      "{\"time\": 0, \"duration\": 2, \"value\": \"C G\"}, {\"time\": 2, \"duration\": 1, "
      "\"value\": "
      "\"Am\"}]}]}",
      &notes);
  EXPECT_EQ(song.chords, (std::vector<LabelledSegment>{{0, 1, "C"}, {1, 2, "G"}, {2, 3, "Am"}}));
  EXPECT_EQ(notes.size(), 1u);
}

TEST(JamsFormat, ChordsThatAreNoneStayChords) {
  Annotation song;
  song.chords = {{0, 2, "I"}, {2, 4, "foo"}, {4, 6, "bar"}};
  EXPECT_EQ(losses_in(song, Format::kJams), std::vector<std::string>());
  EXPECT_EQ(read_jams(serialise_annotation(song, Format::kJams)).chords, song.chords);
}

TEST(JamsFormat, ScoresHaveNoSeconds) {
  Notes notes;
  const Annotation score =
      read_jams(R"({"sandbox": {"type": "score"}, "annotations": [{"namespace": "chord", "data": [
    {"time": 1.4, "duration": 3, "value": "G", "confidence": 1}]}]})",
                &notes);
  EXPECT_TRUE(score.chords.empty());
  EXPECT_EQ(notes.size(), 1u);
}

TEST(JamsFormat, ErrorsNameThePlace) {
  EXPECT_EQ(jams_error("{\n \"annotations\": [}\n").substr(0, 12), "x.jams:2:18:");
  EXPECT_EQ(jams_error("[]"), "x.jams:1:1: JSON without an object, expected a JAMS file");
  EXPECT_EQ(jams_error(R"({"annotations": [{"namespace": "beat", "data": [{"time": null}]}]})"),
            "x.jams: annotations[0].data[0].time: not a number, expected a time in seconds");
  EXPECT_EQ(
      jams_error(
          R"({"annotations": [{"namespace": "chord", "data": [{"time": 0, "duration": -1, "value": "C"}]}]})"),
      "x.jams: annotations[0].data[0].duration: -1, expected 0 or more");
}

TEST(JamsFormat, RefusesBombs) {
  EXPECT_NE(jams_error(std::string(1 << 20, '[')).find("nested deeper"), std::string::npos);
  std::string wide = "[0";
  for (int i = 0; i < (9 << 20); ++i) wide += ",0";
  EXPECT_NE(jams_error(wide + "]").find("more than 8000000 values"), std::string::npos);
}

TEST(JamsFormat, MatchesTheNamespacePatterns) {
  for (const char* label : {"N", "X", "C", "Bb:7", "Gb:sus2(1,3,5)", "C:13(*9)/b7", "A#:(*3)",
                            "D/5", "Ebb:maj7(#11)", "G:9(13)"}) {
    EXPECT_TRUE(fits_jams_chord(label)) << label;
  }
  for (const char* label : {"", "H", "Fm", "C:", "C:/5", "C:maj(", "C:maj()", "C:maj/14", "C:foo",
                            "Cb#", "N:maj", "C:maj(1,)", "C/"}) {
    EXPECT_FALSE(fits_jams_chord(label)) << label;
  }
  EXPECT_TRUE(fits_jams_key_mode("F#:minor"));
  EXPECT_FALSE(fits_jams_key_mode("F##:minor"));
  EXPECT_FALSE(fits_jams_key_mode("F:min"));
}

std::string damaged(const std::string& from, const std::string& to) {
  std::string text = serialise_annotation(jams_song(), Format::kJams);
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

TEST(JamsFormat, TheCheckFindsWhatTheSchemaForbids) {
  EXPECT_TRUE(test::jams_faults(serialise_annotation(jams_song(), Format::kJams)).empty());
  const std::vector<std::pair<const char*, const char*>> damages = {
      {"\"sandbox\"", "\"sand box\""},
      {"\"jams_version\"", "\"version\""},
      {"\"corpus\"", "\"model\""},
      {"\"confidence\": 0.5", "\"Confidence\": 0.5"},
      {"\"confidence\": 0.5", "\"confidence\": \"0.5\""},
      {"\"confidence\": 0.5", "\"confidence\": NaN"},
      {"\"time\": 0.1", "\"time\": -0.1"},
      {"\"value\": 3", "\"value\": \"3\""},
      {"\"position\": 3", "\"position\": 0"},
      {"\"F:min\"", "\"Fm\""},
      {"\"C:major\"", "\"C:maj\""},
      {"\"confidence\": 0.7", "\"confidence\": null"},
      {"\"namespace\": \"tempo\"", "\"namespace\": \"tempi\""},
  };
  for (const auto& [from, to] : damages)
    EXPECT_FALSE(test::jams_faults(damaged(from, to)).empty()) << from << " -> " << to;
}

// A file of one observation.
std::string jams_of(const std::string& name, const nlohmann::json& value,
                    const nlohmann::json& confidence) {
  const nlohmann::json row = {
      {"time", 0}, {"duration", 1}, {"value", value}, {"confidence", confidence}};
  const nlohmann::json annotation = {{"namespace", name},
                                     {"annotation_metadata", nlohmann::json::object()},
                                     {"data", nlohmann::json::array({row})}};
  return nlohmann::json{{"annotations", nlohmann::json::array({annotation})}}.dump();
}

// The cases of the jams library's own tests for the namespaces that Tactus writes.
TEST(JamsFormat, TheCheckAgreesWithTheCasesOfJams) {
  TACTUS_SHARED_OR_SKIP(data);
  std::ifstream file(data / "peertests/d_jams/namespace_cases.json");
  const nlohmann::json tests = nlohmann::json::parse(file);
  int compared = 0;
  for (const auto& entry : tests) {
    const std::string test = entry["test"];
    for (const auto& item : entry["cases"]) {
      const nlohmann::json& given = item["value"];
      std::string jams;
      if (test.starts_with("test_ns_key_mode")) jams = jams_of("key_mode", given[0], nullptr);
      if (test == "test_ns_chord_valid") jams = jams_of("chord", given[0], nullptr);
      if (test == "test_ns_tempo_invalid") jams = jams_of("tempo", given[0], given[1]);
      if (test == "test_ns_beat_position_invalid") {
        nlohmann::json place = {
            {"position", 1}, {"measure", 1}, {"num_beats", 3}, {"beat_units", 4}};
        place[given[0].get<std::string>()] = given[1];
        jams = jams_of("beat_position", place, nullptr);
      }
      if (jams.empty()) continue;
      EXPECT_EQ(test::jams_faults(jams).empty(), item["expect"] == "valid") << test << jams;
      ++compared;
    }
  }
  EXPECT_GE(compared, 38);
}

TEST(JamsFormat, ReadsTheExamples) {
  TACTUS_SHARED_OR_SKIP(data);
  std::map<std::string, Annotation> files;
  for (const auto& entry : std::filesystem::directory_iterator(data / "layouts")) {
    if (entry.path().extension() == ".jams")
      files[entry.path().stem()] = read_annotation(entry.path());
  }
  EXPECT_EQ(files.size(), 11u);
  EXPECT_EQ(files["casd_chordify"].chords.size(), 209u);
  EXPECT_EQ(files["jamsdata_billboard"].chords.at(1).label, "B:min");
  EXPECT_EQ(files["jamsdata_rockcorpus"].beats.size(), 62u);
  EXPECT_EQ(files["jamsdata_smc_mirex"].beats.at(0).time, 0.9287000000000001);
  EXPECT_EQ(files["jamsdata_smc_mirex"].beats.at(0).position, 0);
  EXPECT_EQ(files["guitarset"].beats.at(0), (Beat{0.5042016806722689, 2}));
  EXPECT_EQ(files["guitarset"].keys.at(0).label, "G:major");
  EXPECT_EQ(files["harmonix"].sections.at(1).label, "verse");
  EXPECT_DOUBLE_EQ(files["harmonix"].sections.at(1).end, 16.37 + 32.542);
  EXPECT_TRUE(files["choco_score_excerpt"].chords.empty());
}

TEST(JamsFormat, FaultsOfJsonAreSaidWithoutTheWordsOfItsLibrary) {
  for (const std::string text : {"{", "{\"annotations\": [1,}", "{\"a\" 1}"}) {
    try {
      parse_annotation(text, Format::kJams, "x.jams");
      FAIL() << text;
    } catch (const FormatError& error) {
      const std::string what = error.what();
      EXPECT_TRUE(what.starts_with("x.jams:1:")) << what;
      EXPECT_NE(what.find("not JSON: "), std::string::npos) << what;
      EXPECT_EQ(what.find("json.exception"), std::string::npos) << what;
      EXPECT_EQ(what.find("syntax error while"), std::string::npos) << what;
    }
  }
}

}  // namespace
}  // namespace tactus
