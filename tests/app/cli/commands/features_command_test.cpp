// `tactus features`: its options, and inputs without songs. Its output is tested in
// billboard_test.cpp.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

TEST(FeaturesCommand, NamesAFolderWithoutAudio) {
  const test::ScratchFolder scratch;
  test::write_text(scratch / "music/cover.png", "png");
  const std::string folder = (scratch / "music").string();
  const test::ProgramResult result = test::Program(scratch.path(), {"features", folder}).wait();
  EXPECT_EQ(result.exit_code, 2) << "as of `tactus tag`";
  EXPECT_NE(result.err.find("features: " + folder + ": contains no audio files"), std::string::npos)
      << result.err;
}

TEST(FeaturesCommand, AreOfAKindOrOfAModel) {
  const test::ScratchFolder scratch;
  test::save_tiny_models(scratch / "models");
  test::write_wav(scratch / "music/a.wav", test::made_up_music(1, 22050), 22050);
  const auto features = [&](std::vector<std::string> more) {
    more.insert(more.begin(),
                {"features", (scratch / "music").string(), "-o", (scratch / "out").string()});
    return test::Program(scratch.path(), more).wait();
  };
  const std::string model = (scratch / "models/chords.safetensors").string();
  const test::ProgramResult both = features({"--model", model, "--kind", "chroma"});
  EXPECT_EQ(both.exit_code, 2);
  for (const char* option : {"--model", "--kind", "excludes"})
    EXPECT_NE(both.err.find(option), std::string::npos) << both.err;
  EXPECT_FALSE(std::filesystem::exists(scratch / "out"));
  EXPECT_EQ(features({"--model", model}).exit_code, 0);
  EXPECT_TRUE(std::filesystem::exists(scratch / "out/a.chords.npy"));
}

TEST(FeaturesCommand, EachKindHasAFileOfItsOwn) {
  const test::ScratchFolder scratch;
  test::write_wav(scratch / "a.wav", test::made_up_music(2, 22050), 22050);
  const std::string song = (scratch / "a.wav").string();
  for (const std::string kind : {"bars", "nnls_chroma", "sections"}) {
    const test::ProgramResult result =
        test::Program(scratch.path(), {"features", song, "--kind", kind}).wait();
    ASSERT_EQ(result.exit_code, 0) << result.err;
    EXPECT_TRUE(std::filesystem::exists(scratch / ("a." + kind + ".npy"))) << result.out;
  }
}

}  // namespace
}  // namespace tactus
