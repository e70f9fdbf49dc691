// Engines of libtactus with small untrained models.
#pragma once

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
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {

namespace fs = std::filesystem;

struct Close {
  void operator()(tactus_engine* engine) const { tactus_engine_close(engine); }
  void operator()(tactus_song* song) const { tactus_song_free(song); }
  void operator()(char* text) const { tactus_free(text); }
  void operator()(char** list) const { tactus_free(list); }
};
using EnginePointer = std::unique_ptr<tactus_engine, Close>;
using SongPointer = std::unique_ptr<tactus_song, Close>;

// As a 16-bit file gives them back.
inline std::vector<float> rounded(std::vector<float> samples) {
  for (float& sample : samples)
    sample = static_cast<float>(std::lround(sample * 32767.0f)) / 32768.0f;
  return samples;
}

class Library : public testing::Test {
 protected:
  Library() {
    save_tiny_models(models());
    write_wav(song(), made_up_music(6.0, 22050), 22050);
    tactus_options_init(&options_, sizeof options_);
    options_.models_folder = models_text_.c_str();
    options_.device = "cpu";
    options_.threads = 1;
    options_.decoder = "";
    tactus_tag_options_init(&tag_options_, sizeof tag_options_);
  }

  fs::path models() const { return scratch_ / "models"; }
  fs::path song() const { return scratch_ / "song.wav"; }

  EnginePointer engine() const {
    tactus_engine* opened = nullptr;
    EXPECT_EQ(tactus_engine_open(&options_, &opened), TACTUS_OK) << tactus_last_error();
    return EnginePointer(opened);
  }
  SongPointer tagged(tactus_engine* engine, const fs::path& file) const {
    tactus_song* found = nullptr;
    EXPECT_EQ(tactus_tag_file(engine, file.c_str(), &tag_options_, &found), TACTUS_OK)
        << tactus_last_error();
    return SongPointer(found);
  }
  SongPointer tagged(tactus_engine* engine, const std::vector<float>& samples, int channels,
                     int rate) const {
    tactus_song* found = nullptr;
    EXPECT_EQ(tactus_tag_samples(engine, samples.data(),
                                 samples.size() / static_cast<std::size_t>(channels), channels,
                                 rate, &tag_options_, &found),
              TACTUS_OK)
        << tactus_last_error();
    return SongPointer(found);
  }
  static std::string text_of(const SongPointer& song, const char* format) {
    char* text = nullptr;
    std::size_t length = 0;
    EXPECT_EQ(tactus_song_text(song.get(), format, &text, &length), TACTUS_OK)
        << tactus_last_error();
    const std::unique_ptr<char, Close> owner(text);
    return text ? std::string(text, length) : std::string();
  }
  // Code and message with which the engine does not open.
  void refuses(tactus_code code, const std::string& message) const {
    tactus_engine* opened = reinterpret_cast<tactus_engine*>(1);
    EXPECT_EQ(tactus_engine_open(&options_, &opened), code);
    EXPECT_EQ(opened, nullptr);
    EXPECT_NE(std::string(tactus_last_error()).find(message), std::string::npos)
        << tactus_last_error();
  }

  ScratchFolder scratch_;
  std::string models_text_ = models().string();
  tactus_options options_;
  tactus_tag_options tag_options_;
};

}  // namespace tactus::test
