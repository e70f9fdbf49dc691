// Round trips of random annotations through every format.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <set>

#include "datasets/formats/format.h"
#include "tests/datasets/support/format_helpers.h"
#include "tests/datasets/support/format_properties.h"

namespace tactus {
namespace {

using test::formats;

// Property tests as GoogleTest tests: 1,000 random songs each, and rapidcheck prints the smallest
// counterexample. RC_PARAMS in the environment says otherwise.
template <class Property>
void hold(const std::string& description, Property property) {
  setenv("RC_PARAMS", "max_success=1000 seed=20261121", 0);  // read by rapidcheck at its first use
  EXPECT_TRUE(rc::check(description, property)) << description;
}

class FormatRoundTrip : public testing::TestWithParam<Format> {};

TEST_P(FormatRoundTrip, KeepsWhatTheFormatHolds) {
  const Format format = GetParam();
  hold(std::string(format_info(format).name) + " round trip", [&] {
    const Annotation song = *test::annotations(format);
    const std::string written = serialise_annotation(song, format);
    Notes notes;
    const Annotation read = parse_annotation(written, format, "written", &notes);
    RC_LOG() << written.substr(0, 2000);
    for (const std::string& note : notes) RC_LOG() << note << "\n";
    test::require_equal(read, test::held_by(format, song), format);
  });
}

// Reading and writing a file again gives the same file. Only in MIDI and rekordbox files and grids,
// regions or lines of a drifting tempo may join once more; their beats stay within the tolerance.
TEST_P(FormatRoundTrip, TwiceRoundChangesNothingMore) {
  const Format format = GetParam();
  hold(std::string(format_info(format).name) + " is stable", [&] {
    const Annotation song = *test::annotations(format);
    const Annotation once = parse_annotation(serialise_annotation(song, format), format, "1");
    const std::string again = serialise_annotation(once, format);
    const Annotation twice = parse_annotation(again, format, "2");
    if (format != Format::kRekordbox && format != Format::kGrid && !test::is_midi(format)) {
      RC_ASSERT(serialise_annotation(twice, format) == again);
      return;
    }
    RC_ASSERT(twice.beats.size() == once.beats.size());
    for (std::size_t i = 0; i < once.beats.size(); ++i) {
      RC_ASSERT(twice.beats[i].position == once.beats[i].position);
      test::require_near(twice.beats[i].time, once.beats[i].time, test::time_tolerance(format));
    }
  });
}

TEST_P(FormatRoundTrip, IsDetectedByContentOrName) {
  const Format format = GetParam();
  hold(std::string(format_info(format).name) + " is detected", [&] {
    const std::string written = serialise_annotation(*test::annotations(format), format);
    RC_ASSERT(detect_format("song" + std::string(format_info(format).suffix), written) == format);
  });
}

TEST_P(FormatRoundTrip, RefusesBeatsThatNoReaderTellsApart) {
  Annotation song;
  song.beats = {{0.5, 1}, {1.0, 2}, {1.000000001, 3}, {1.5, 4}};
  EXPECT_THROW(serialise_annotation(song, GetParam()), std::invalid_argument);
  EXPECT_THROW(serialise_annotations(std::span(&song, 1), GetParam()), std::invalid_argument);
}

TEST_P(FormatRoundTrip, DroppedLayersAreWhatIsMissing) {
  const Format format = GetParam();
  hold(std::string(format_info(format).name) + " reports", [&] {
    const Annotation song = *test::annotations(format);
    RC_ASSERT(dropped_layers(test::held_by(format, song), format).empty());
    RC_ASSERT(dropped_layers(song, format).empty() == (test::held_by(format, song) == song));
  });
}

// Every reader has a file in the corpus of the fuzzer, whose first letter names it.
TEST(FormatFuzzCorpus, HasEveryFormat) {
  std::set<char> letters;
  for (const auto& entry : std::filesystem::directory_iterator(std::string(TACTUS_SOURCE_DIR) +
                                                               "/tests/fuzz/format_corpus")) {
    std::ifstream file(entry.path(), std::ios::binary);
    letters.insert(static_cast<char>(file.get()));
  }
  for (const FormatInfo& info : all_formats())
    EXPECT_TRUE(letters.contains(static_cast<char>('a' + static_cast<int>(info.format))))
        << info.name;
}

INSTANTIATE_TEST_SUITE_P(All, FormatRoundTrip, testing::ValuesIn(formats()),
                         [](const testing::TestParamInfo<Format>& info) {
                           std::string name(format_info(info.param).name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace tactus
