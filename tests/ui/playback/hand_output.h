// A sound device in the hands of a test.
#pragma once

#include <gtest/gtest.h>

#include <QTest>
#include <vector>

#include "ui/playback/audio_output.h"

namespace tactus::test {

// A device controlled by the test: it has pulled `buffer` frames more than it has played.
class HandOutput : public ui::AudioOutput {
 public:
  explicit HandOutput(int rate) : rate_(rate) {}
  static constexpr int kBuffer = 800;
  bool audible() const override { return true; }
  QString description() const override { return QStringLiteral("by hand"); }
  void start(int rate, Pull pull) override {
    EXPECT_EQ(rate, rate_);
    EXPECT_FALSE(pull_);
    ++starts;
    pull_ = std::move(pull);
    played_ = pulled_ = 0;
    play(0);
  }
  void stop() override { pull_ = nullptr; }
  double playedFrames() const override { return played_; }

  bool running() const { return static_cast<bool>(pull_); }
  void play(int frames) {
    std::vector<float> block(2 * static_cast<std::size_t>(played_ + frames + kBuffer - pulled_));
    const auto got = static_cast<int>(pull_(block));
    pulled_ += got;
    played_ = std::min(played_ + frames, pulled_);
    sound.insert(sound.end(), block.begin(), block.begin() + 2 * got);
  }

  int starts = 0;
  std::vector<float> sound;  // of all starts, stereo

 private:
  int rate_;
  Pull pull_;
  int played_ = 0, pulled_ = 0;
};

}  // namespace tactus::test
