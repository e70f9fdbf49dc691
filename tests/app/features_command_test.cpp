// `tactus features` where there is nothing to read; what it writes is in billboard_test.cpp.
#include <gtest/gtest.h>

#include "tests/app/program.h"
#include "tests/test_support.h"

namespace tactus {
namespace {

TEST(FeaturesCommand, NamesAFolderWithoutAudio) {
  const test::ScratchFolder scratch;
  test::write_text(scratch / "music/cover.png", "png");
  const std::string folder = (scratch / "music").string();
  const test::ProgramResult result = test::Program(scratch.path(), {"features", folder}).wait();
  EXPECT_EQ(result.exit_code, 2) << "as of `tactus tag`";
  EXPECT_NE(result.err.find("features: " + folder + ": no audio files in it"), std::string::npos)
      << result.err;
}

}  // namespace
}  // namespace tactus
