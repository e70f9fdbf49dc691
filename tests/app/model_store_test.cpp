#include "app/model_store.h"

#include <gtest/gtest.h>

#include "app/commands.h"
#include "tests/app/tiny_models.h"
#include "tests/test_support.h"

namespace tactus {
namespace {

std::string refusal(const std::filesystem::path& model) {
  try {
    load_models({model.string()});
  } catch (const ModelError& error) {
    return error.what();
  }
  return "";
}

TEST(ModelStore, LoadsAModelWithItsDecodersSettings) {
  const test::ScratchFolder folder;
  Model model = test::tiny_chord_model();
  model.decoder_json = R"({"snap_to_beats": true})";
  save_model(model, folder / "chords.safetensors");
  const auto loaded = load_models({(folder / "chords.safetensors").string()});
  ASSERT_EQ(loaded.size(), 1u);
  EXPECT_EQ(loaded[0].path, folder / "chords.safetensors");
}

TEST(ModelStore, NamesTheModelThatANewerProgramWrote) {
  const test::ScratchFolder folder;
  Model beats = test::tiny_beat_model(), chords = test::tiny_chord_model();
  beats.decoder_json = chords.decoder_json = R"({"from_the_future": 1})";
  save_model(beats, folder / "beats.safetensors");
  save_model(chords, folder / "chords.safetensors");
  for (const char* name : {"beats.safetensors", "chords.safetensors"}) {
    const std::string message = refusal(folder / name);
    EXPECT_NE(message.find((folder / name).string() + ": "), std::string::npos) << message;
    EXPECT_NE(message.find("from_the_future"), std::string::npos) << message;
    EXPECT_NE(message.find("update this one"), std::string::npos) << message;
  }
}

}  // namespace
}  // namespace tactus
