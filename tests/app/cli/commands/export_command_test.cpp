// A model as an ONNX file.
#include <gtest/gtest.h>

#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

class ExportCommand : public ::testing::Test {
 protected:
  ExportCommand() { save_model(tiny_beat_model(), model_); }
  ProgramResult run(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "export");
    return Program(folder_.path(), arguments).wait();
  }

  ScratchFolder folder_;
  std::string model_ = folder_ / "m.safetensors";
  std::string output_ = folder_ / "m.onnx";
};

TEST_F(ExportCommand, WritesAFileOnce) {
  const ProgramResult first = run({model_, "-o", output_});
  ASSERT_EQ(first.exit_code, 0) << first.err;
  EXPECT_NE(first.err.find("1 network of"), std::string::npos) << first.err;
  EXPECT_GT(std::filesystem::file_size(output_), parameter_count(tiny_beat_model().spec) * 4);
  const ProgramResult again = run({model_, "-o", output_});
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_NE(again.err.find("already exists"), std::string::npos) << again.err;
  EXPECT_EQ(run({model_, "-o", output_, "--overwrite"}).exit_code, 0);
}

TEST_F(ExportCommand, RefusesWhatIsNoModelAndTheModelItself) {
  std::ofstream(folder_ / "text.safetensors") << "a text";
  const ProgramResult text = run({folder_ / "text.safetensors", "-o", output_});
  EXPECT_NE(text.exit_code, 0);
  EXPECT_NE(text.err.find("text.safetensors"), std::string::npos) << text.err;
  EXPECT_EQ(run({model_, "-o", model_, "--overwrite"}).exit_code, 2);
  EXPECT_FALSE(std::filesystem::exists(output_));
}

}  // namespace
}  // namespace tactus::test
