// libtactus from C: every wrong call is a code and a message, and versions get on with each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/engine/library/tactus.h"
#include "datasets/formats/format.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/beats/beat_summary.h"
#include "tests/app/support/library_fixture.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

TEST_F(Library, RefusesWhatIsMissing) {
  EXPECT_EQ(tactus_engine_open(&options_, nullptr), TACTUS_ARGUMENT);
  EXPECT_STREQ(tactus_last_error(), "engine is missing");
  const EnginePointer opened = engine();
  const SongPointer found = tagged(opened.get(), song());
  EXPECT_STREQ(tactus_last_error(), "");
  tactus_song* none = nullptr;
  char* text = nullptr;
  const float sample = 0.0f;
  EXPECT_EQ(tactus_tag_file(nullptr, "x", nullptr, &none), TACTUS_ARGUMENT);
  EXPECT_EQ(tactus_tag_file(opened.get(), nullptr, nullptr, &none), TACTUS_ARGUMENT);
  EXPECT_STREQ(tactus_last_error(), "path is missing");
  EXPECT_EQ(tactus_tag_file(opened.get(), "x", nullptr, nullptr), TACTUS_ARGUMENT);
  EXPECT_EQ(tactus_tag_samples(nullptr, &sample, 1, 1, 8000, nullptr, &none), TACTUS_ARGUMENT);
  EXPECT_EQ(tactus_tag_samples(opened.get(), nullptr, 1, 1, 8000, nullptr, &none), TACTUS_ARGUMENT);
  EXPECT_STREQ(tactus_last_error(), "samples is missing");
  EXPECT_EQ(tactus_song_text(nullptr, "lab", &text, nullptr), TACTUS_ARGUMENT);
  EXPECT_EQ(tactus_song_text(found.get(), nullptr, &text, nullptr), TACTUS_ARGUMENT);
  EXPECT_EQ(tactus_song_text(found.get(), "lab", nullptr, nullptr), TACTUS_ARGUMENT);
  EXPECT_EQ(tactus_song_text(found.get(), "score", &text, nullptr), TACTUS_ARGUMENT);
  EXPECT_EQ(
      std::string(tactus_last_error()).rfind("score: no such format; known formats: jams, ", 0), 0u)
      << tactus_last_error();
  EXPECT_EQ(tactus_song_text(found.get(), "mirex", &text, nullptr), TACTUS_ARGUMENT);
  EXPECT_EQ(std::string(tactus_last_error()).rfind("mirex: stands for several formats", 0), 0u);
}

TEST_F(Library, GivesNothingWithoutASong) {
  std::size_t count = 7;
  EXPECT_EQ(tactus_song_beats(nullptr, &count), nullptr);
  EXPECT_EQ(count, 0u);
  EXPECT_EQ(tactus_song_chords(nullptr, nullptr), nullptr);
  EXPECT_EQ(tactus_song_activations(nullptr, 0), nullptr);
  EXPECT_EQ(tactus_song_duration(nullptr), 0.0);
  EXPECT_EQ(tactus_song_meter(nullptr), 0);
  EXPECT_EQ(tactus_song_grid_kind(nullptr), TACTUS_GRID_NONE);
  EXPECT_STREQ(tactus_song_title(nullptr), "");
  EXPECT_STREQ(tactus_song_key(nullptr), "");
  EXPECT_STREQ(tactus_engine_device(nullptr), "");
  EXPECT_EQ(tactus_engine_model(nullptr, 0), nullptr);
  tactus_cancel(nullptr);
  tactus_cancel_reset(nullptr);
  tactus_song_free(nullptr);
  tactus_engine_close(nullptr);
  tactus_free(nullptr);
}

TEST_F(Library, RefusesWrongOptions) {
  const auto with = [&](const auto& change, tactus_code code, const std::string& message) {
    const tactus_options before = options_;
    change();
    refuses(code, message);
    options_ = before;
  };
  with([&] { options_.device = "abacus"; }, TACTUS_DEVICE, "abacus");
  with([&] { options_.threads = -1; }, TACTUS_ARGUMENT, "-1 threads");
  with([&] { options_.models_folder = "/no/such/folder"; }, TACTUS_INPUT, "/no/such/folder");
  with([&] { options_.decoder = "/no/such/program"; }, TACTUS_INPUT, "/no/such/program");
  with([&] { options_.stall_seconds = -1; }, TACTUS_ARGUMENT, "stall_seconds -1");
  with([&] { options_.min_bpm = 200, options_.max_bpm = 100; }, TACTUS_ARGUMENT,
       "min_bpm 200, max_bpm 100: ");
  with([&] { options_.min_bpm = std::nan(""); }, TACTUS_ARGUMENT, "min_bpm nan");
  with([&] { options_.max_bpm = 5000; }, TACTUS_ARGUMENT, "max_bpm 5000: expected 1 to 1000");
  with([&] { options_.grid = "square"; }, TACTUS_ARGUMENT, "square");
  with([&] { options_.snap_chords = static_cast<tactus_choice>(9); }, TACTUS_ARGUMENT,
       "snap_chords 9");
  with([&] { options_.beats_per_bar_count = 2; }, TACTUS_ARGUMENT, "beats_per_bar is missing");
  const int meters[] = {0, 4};
  with([&] { options_.beats_per_bar = meters, options_.beats_per_bar_count = 2; }, TACTUS_ARGUMENT,
       "beats_per_bar");
  const int twice[] = {4, 4};
  with([&] { options_.beats_per_bar = twice, options_.beats_per_bar_count = 2; }, TACTUS_ARGUMENT,
       "beats_per_bar");
  const char* const absent[] = {"drums", nullptr};
  with([&] { options_.models = absent; }, TACTUS_INPUT, "drums: no such model");
  const char* const same[] = {"beats", "beats", nullptr};
  with([&] { options_.models = same; }, TACTUS_ARGUMENT, "do the same task");
  with([&] { options_.model_bytes_count = 1; }, TACTUS_ARGUMENT, "model_bytes is missing");
  const tactus_model_bytes nameless[] = {{nullptr, "x", 1}};
  with([&] { options_.model_bytes = nameless, options_.model_bytes_count = 1; }, TACTUS_ARGUMENT,
       "model_bytes[0] has no name");
  const tactus_model_bytes damaged[] = {{"my model", "x", 1}};
  with([&] { options_.model_bytes = damaged, options_.model_bytes_count = 1; }, TACTUS_MODEL,
       "my model");
  write_text(models() / "beats.safetensors", "no model");
  refuses(TACTUS_MODEL, (models() / "beats.safetensors").string());
}

TEST_F(Library, RefusesSamplesThatAreNoSound) {
  const EnginePointer opened = engine();
  const auto refuses = [&](const std::vector<float>& samples, std::size_t frames, int channels,
                           int rate, tactus_code code, const std::string& message) {
    tactus_song* found = reinterpret_cast<tactus_song*>(1);
    EXPECT_EQ(
        tactus_tag_samples(opened.get(), samples.data(), frames, channels, rate, nullptr, &found),
        code);
    EXPECT_EQ(found, nullptr);
    EXPECT_STREQ(tactus_last_error(), message.c_str());
  };
  const std::vector<float> good(100, 0.1f);
  refuses(good, 100, 1, 0, TACTUS_ARGUMENT, "samples: a rate of 0, expected 1000 to 768000");
  refuses(good, 100, 1, -44100, TACTUS_ARGUMENT,
          "samples: a rate of -44100, expected 1000 to 768000");
  refuses(good, 100, 0, 8000, TACTUS_ARGUMENT, "samples: 0 channels, expected 1 or more");
  refuses(good, 0, 300, 8000, TACTUS_ARGUMENT,
          "samples: a number of channels of 300, expected 1 to 256");
  refuses(good, 0, 1, 8000, TACTUS_INPUT, "samples: empty, expected at least one frame");
  refuses(good, std::numeric_limits<std::size_t>::max() / 2, 2, 8000, TACTUS_ARGUMENT,
          "samples: 9223372036854775807 frames do not fit into memory");
  std::vector<float> wrong = good;
  wrong[41] = std::numeric_limits<float>::quiet_NaN();
  refuses(wrong, 50, 2, 8000, TACTUS_AUDIO,
          "samples: frame 20 (0.003 s), channel 2: nan, expected a number within +-1e+18");
  wrong[41] = std::numeric_limits<float>::infinity();
  refuses(wrong, 100, 1, 8000, TACTUS_AUDIO,
          "samples: frame 41 (0.005 s), channel 1: inf, expected a number within +-1e+18");
  tactus_song* found = nullptr;
  EXPECT_EQ(tactus_tag_samples(opened.get(), good.data(), 1, 1, 8000, nullptr, &found), TACTUS_OK)
      << "one sample is sound: " << tactus_last_error();
  tactus_song_free(found);
}

TEST_F(Library, RefusesFilesThatAreNoSoundAndWarnsOfDamagedOnes) {
  const EnginePointer opened = engine();
  tactus_song* none = nullptr;
  const fs::path text = scratch_ / "text.wav";
  write_text(text, "no sound");
  for (const std::string& file : {text.string(), std::string("/no/such/file.wav"), std::string()}) {
    EXPECT_EQ(tactus_tag_file(opened.get(), file.c_str(), nullptr, &none), TACTUS_AUDIO) << file;
    EXPECT_EQ(none, nullptr);
    EXPECT_EQ(std::string(tactus_last_error()).rfind(file, 0), 0u) << tactus_last_error();
  }
  const std::string whole = slurp(song());
  const fs::path cut = scratch_ / "cut.wav";
  write_text(cut, whole.substr(0, whole.size() - 3 * 22050 * 2));
  const SongPointer found = tagged(opened.get(), cut);
  EXPECT_EQ(std::string(tactus_song_warning(found.get())).rfind("truncated at 3.0", 0), 0u)
      << tactus_song_warning(found.get());
  EXPECT_NEAR(tactus_song_duration(found.get()), 3.0, 0.01);
  EXPECT_EQ(text_of(tagged(opened.get(), song()), "beats"),
            text_of(tagged(engine().get(), song()), "beats"))
      << "an engine goes on after a failure";
}

TEST_F(Library, CutsLongMessagesBetweenCharacters) {
  const EnginePointer opened = engine();
  std::string path = "/xy";
  for (int i = 0; i < 3000; ++i) path += "é";
  tactus_song* none = nullptr;
  EXPECT_EQ(tactus_tag_file(opened.get(), path.c_str(), nullptr, &none), TACTUS_AUDIO);
  const std::string message = tactus_last_error();
  EXPECT_EQ(message, path.substr(0, 3999)) << "the 4000th byte is half of a character";
}

// A later version may add a field at the end; an earlier caller does not pass it.
TEST_F(Library, ReadsNoMoreOfTheOptionsThanTheCallerHas) {
  options_.device = "no such device";
  refuses(TACTUS_DEVICE, "no such device");
  options_.size = offsetof(tactus_options, device);
  tactus_engine* opened = nullptr;
  EXPECT_EQ(tactus_engine_open(&options_, &opened), TACTUS_OK) << tactus_last_error();
  tactus_engine_close(opened);
  for (const std::size_t size : {std::size_t{0}, sizeof(std::size_t) - 1, std::size_t{1} << 60}) {
    options_.size = size;
    refuses(TACTUS_ARGUMENT, "call tactus_options_init first");
  }
}

TEST_F(Library, RefusesOptionsOfALaterVersionUnlessTheyAreDefaults) {
  struct Later {
    tactus_options known;
    int unknown;
  } later;
  tactus_options_init(&later.known, sizeof later);
  EXPECT_EQ(later.known.size, sizeof later);
  EXPECT_EQ(later.unknown, 0);
  later.known = options_;
  later.known.size = sizeof later;
  tactus_engine* opened = nullptr;
  EXPECT_EQ(tactus_engine_open(&later.known, &opened), TACTUS_OK) << tactus_last_error();
  tactus_engine_close(opened);
  later.unknown = 1;
  EXPECT_EQ(tactus_engine_open(&later.known, &opened), TACTUS_ARGUMENT);
  EXPECT_NE(std::string(tactus_last_error()).find("does not know"), std::string::npos);
}

TEST_F(Library, InitialisesNoMoreThanTheCallerHas) {
  alignas(tactus_options) unsigned char bytes[sizeof(tactus_options)];
  std::fill(std::begin(bytes), std::end(bytes), 0xAB);
  constexpr std::size_t kEarlier = offsetof(tactus_options, grid);
  tactus_options_init(reinterpret_cast<tactus_options*>(bytes), kEarlier);
  EXPECT_EQ(bytes[kEarlier - 1], 0);
  EXPECT_EQ(bytes[kEarlier], 0xAB);
}

TEST_F(Library, CodesAreThoseOfTheExceptions) {
  EXPECT_EQ(TACTUS_ARGUMENT, static_cast<int>(ErrorCode::kArgument));
  EXPECT_EQ(TACTUS_INTERRUPTED, static_cast<int>(ErrorCode::kInterrupted));
  EXPECT_EQ(TACTUS_AUDIO, static_cast<int>(ErrorCode::kAudio));
  EXPECT_EQ(TACTUS_MODEL, static_cast<int>(ErrorCode::kModel));
  EXPECT_EQ(TACTUS_RENDERING, static_cast<int>(ErrorCode::kRendering));
  EXPECT_STREQ(tactus_code_text(TACTUS_OK), "no error");
  EXPECT_STREQ(tactus_code_text(TACTUS_MODEL), "a model cannot be read");
  EXPECT_STREQ(tactus_code_text(static_cast<tactus_code>(55)), "a code from a later version");
}

}  // namespace
}  // namespace tactus::test
