// libtactus from C, as a program sees it that has only the shared library and its header.
#include <gtest/gtest.h>

#include <cstdlib>
#include <sstream>

#include "app/library/tactus.h"
#include "app/models/device.h"
#include "app/models/places.h"
#include "app/tagging/song_outputs.h"
#include "app/tagging/tagger.h"
#include "audio/readers/audio_reader.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class Library : public testing::Test {
 protected:
  Library() {
    save_tiny_models(scratch_ / "models");
    write_wav(song(), made_up_music(6.0, 22050), 22050);
  }

  fs::path song() const { return scratch_ / "song.wav"; }

  ProgramResult from_c(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), (scratch_ / "models").string());
    return Program(TACTUS_TAG_SONG, scratch_.path(), std::move(arguments)).wait();
  }

  std::string from_cpp(Format format) const {
    const std::vector<LoadedModel> models = load_models({}, scratch_ / "models");
    Tagger tagger(models, make_backend("cpu", 1, {}));
    AudioReader source(song(), tagger.sample_rate());
    Annotation annotation = tagger.tag(source).annotation;
    name_song(annotation, song(), source.tags());
    return serialise_annotation(annotation, format);
  }

  ScratchFolder scratch_;
};

TEST_F(Library, GivesACProgramTheTextThatTheEngineMakes) {
  for (const Format format : {Format::kBeats, Format::kLab, Format::kCsv, Format::kMidi}) {
    const std::string name(format_info(format).name);
    const ProgramResult run = from_c({song().string(), name});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.out, from_cpp(format)) << name;
    EXPECT_FALSE(run.out.empty()) << name;
    EXPECT_EQ(run.err.rfind("log: computing on cpu, 1 thread", 0), 0u) << run.err;
  }
  const ProgramResult jams = from_c({song().string(), "jams"});
  EXPECT_NE(jams.out.find(song().string()), std::string::npos) << jams.err;
}

TEST_F(Library, DecodesInAChildWhereTheCallerNamesOne) {
  const std::string program = (fs::path(TACTUS_BINARY_DIR) / "tactus-decode").string();
  const ProgramResult run = from_c({song().string(), "beats", program});
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_EQ(run.out, from_cpp(Format::kBeats));
  const ProgramResult none = from_c({song().string(), "beats", "/no/such/program", "x"});
  EXPECT_NE(none.err.find("6: " + song().string()), std::string::npos) << none.err;
}

TEST_F(Library, SaysWhatIsWrongWithACodeAndASentence) {
  const fs::path text = scratch_ / "text.wav";
  write_text(text, "no sound");
  const auto fails = [&](std::vector<std::string> arguments, const std::string& expected) {
    const ProgramResult run = from_c(std::move(arguments));
    EXPECT_EQ(run.exit_code, 1);
    EXPECT_EQ(run.out, "");
    EXPECT_NE(run.err.find(expected), std::string::npos) << run.err;
  };
  fails({text.string(), "beats"}, "6: " + text.string());
  fails({song().string(), "score"}, "1: score: no such format");
  fails({song().string(), "mirex"}, "1: mirex: is more than one file");
  fails({song().string(), "beats", "0.3"}, "5: interrupted");
  write_text(scratch_ / "models/beats.safetensors", "no model");
  fails({song().string(), "beats"}, "10: " + (scratch_ / "models/beats.safetensors").string());
}

TEST_F(Library, RefusesWhatIsMissing) {
  tactus_engine* engine = nullptr;
  EXPECT_EQ(tactus_engine_open(nullptr, &engine), TACTUS_ARGUMENT);
  tactus_options options;
  tactus_options_init(&options);
  EXPECT_EQ(tactus_engine_open(&options, nullptr), TACTUS_ARGUMENT);
  EXPECT_EQ(tactus_engine_open(&options, &engine), TACTUS_ARGUMENT);
  EXPECT_STREQ(tactus_last_error(), "options: models_folder is missing");
  options.models_folder = "/no/such/folder";
  EXPECT_EQ(tactus_engine_open(&options, &engine), TACTUS_INPUT);
  EXPECT_EQ(engine, nullptr);
  options.size = 0;
  EXPECT_EQ(tactus_engine_open(&options, &engine), TACTUS_ARGUMENT);
  char* text = nullptr;
  EXPECT_EQ(tactus_tag_file(nullptr, "x", "beats", &text, nullptr), TACTUS_ARGUMENT);
  tactus_text_free(nullptr);
  tactus_engine_close(nullptr);
}

// A later version may add a field at the end; an earlier caller does not pass it.
TEST_F(Library, ReadsNoMoreOfTheOptionsThanTheCallerHas) {
  const std::string models = (scratch_ / "models").string();
  tactus_options options;
  tactus_options_init(&options);
  options.models_folder = models.c_str();
  options.device = "no such device";
  tactus_engine* engine = nullptr;
  EXPECT_EQ(tactus_engine_open(&options, &engine), TACTUS_DEVICE);
  options.size = offsetof(tactus_options, device);
  EXPECT_EQ(tactus_engine_open(&options, &engine), TACTUS_OK) << tactus_last_error();
  tactus_engine_close(engine);
}

TEST_F(Library, CodesAreThoseOfTheExceptions) {
  EXPECT_EQ(TACTUS_ARGUMENT, static_cast<int>(ErrorCode::kArgument));
  EXPECT_EQ(TACTUS_INTERRUPTED, static_cast<int>(ErrorCode::kInterrupted));
  EXPECT_EQ(TACTUS_AUDIO, static_cast<int>(ErrorCode::kAudio));
  EXPECT_EQ(TACTUS_MODEL, static_cast<int>(ErrorCode::kModel));
  EXPECT_EQ(TACTUS_RENDERING, static_cast<int>(ErrorCode::kRendering));
}

TEST_F(Library, ExportsNothingButItsOwnFunctions) {
  const fs::path list = scratch_ / "symbols.txt";
  const std::string command =
      "nm -D --defined-only '" TACTUS_SHARED_LIBRARY "' > '" + list.string() + "'";
  ASSERT_EQ(std::system(command.c_str()), 0) << command;
  std::istringstream lines(slurp(list));
  int functions = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string name = line.substr(line.rfind(' ') + 1);
    EXPECT_EQ(name.rfind("tactus_", 0), 0u) << line;
    ++functions;
  }
  EXPECT_EQ(functions, 7);
}

}  // namespace
}  // namespace tactus::test
