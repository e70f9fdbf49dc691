// The text formats as mir_eval's own loaders read them, where that is installed (Debian package
// python3-mir-eval).
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

#include "datasets/formats/format.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using json = nlohmann::json;

Annotation labelled_song() {
  Annotation song;
  song.duration = 20.0;
  for (int k = 0; k < 36; ++k) song.beats.push_back({0.25 + 0.5 * k, k % 4 + 1});
  song.chords = {{0.0, 8.25, "C:maj/3"}, {8.25, 20.0, "D:maj(9,11)"}};
  song.keys = {{0, 12, "Cb:major"}, {12, 20, "A:minor"}};
  song.tempi = {{120.25, 0.6}, {240.5, 0.2}};
  return song;
}

TEST(MirEvalLoaders, ReadTheTextFormats) {
  if (std::system("/usr/bin/python3 -c 'import mir_eval' >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "mir_eval (Debian package python3-mir-eval) is not installed";
  const test::ScratchFolder scratch;
  for (const Format format : {Format::kMirexBeats, Format::kMirexDownbeats, Format::kMirexChords,
                              Format::kMirexKey, Format::kLab, Format::kKey, Format::kTempo}) {
    write_annotation(labelled_song(), format,
                     scratch / ("song" + std::string(format_info(format).suffix)));
  }
  const std::string command = "/usr/bin/python3 " TACTUS_SOURCE_DIR
                              "/tests/datasets/mir_eval_reads.py " +
                              (scratch / "song").string() + " " + (scratch / "read.json").string();
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::ifstream file(scratch / "read.json");
  const json read = json::parse(file);
  ASSERT_EQ(read["beats"].size(), 36u);
  EXPECT_EQ(read["beats"][1], 0.75);
  ASSERT_EQ(read["downbeats"].size(), 9u);
  EXPECT_EQ(read["downbeats"][1], 2.25);
  EXPECT_EQ(read["lab"], json::parse(R"j([[0, 8.25, "C:maj/3"], [8.25, 20, "D:maj(9,11)"]])j"));
  EXPECT_EQ(read["chords"], read["lab"]);
  EXPECT_EQ(read["key"], "B major");
  EXPECT_EQ(read["mirex-key"], "B major");
  EXPECT_EQ(read["key-score"], 1.0);
  EXPECT_EQ(read["tempi"], json::parse("[120.25, 240.5]"));
  EXPECT_NEAR(read["weight"].get<double>(), 0.75, 1e-12);
}

}  // namespace
}  // namespace tactus
