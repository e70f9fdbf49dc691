#include "app/engine/sound/spectrogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tactus {
namespace {

constexpr int kRate = 32000;

void append_sinusoid(SoundStore& sound, double hz, double amplitude, int frames) {
  std::vector<float> samples(static_cast<std::size_t>(frames));
  for (int n = 0; n < frames; ++n) {
    samples[static_cast<std::size_t>(n)] =
        static_cast<float>(amplitude * std::sin(2.0 * std::numbers::pi * hz * n / kRate));
  }
  sound.append(samples);
}

const std::uint8_t* column(const SpectrogramTile& tile, int c) {
  return tile.levels.data() + c * kSpectrogramRows;
}
int loudest_row(const std::uint8_t* levels) {
  return static_cast<int>(std::max_element(levels, levels + kSpectrogramRows) - levels);
}

class SpectrogramScales : public testing::TestWithParam<FrequencyScale> {};

TEST_P(SpectrogramScales, ASinusoidStandsAtItsRowWithItsLevel) {
  const SpectrogramSettings settings{.scale = GetParam()};
  SpectrogramMaker maker(settings, kRate);
  for (const double hz : {500.0, 1000.0, 4000.0, 9000.0}) {  // centres of bins
    SoundStore sound(kRate, 1);
    append_sinusoid(sound, hz, 0.1, 4 * kRate);
    const auto tile = maker.make(sound, {.level = 3, .index = 0}, true);
    ASSERT_TRUE(tile);
    const std::uint8_t* middle = column(*tile, 128);
    EXPECT_NEAR(loudest_row(middle), spectrogram_hz_row(settings, kRate, hz), 1.01) << hz << " Hz";
    EXPECT_NEAR(SpectrogramTile::db_of(*std::max_element(middle, middle + kSpectrogramRows)), -20.0,
                2.0)  // rows lie between bins
        << hz << " Hz";
  }
}

TEST_P(SpectrogramScales, RowsAndFrequenciesAreInverse) {
  const SpectrogramSettings settings{.scale = GetParam()};
  for (const double row : {0.0, 10.0, 100.5, 255.0}) {
    const double hz = spectrogram_row_hz(settings, kRate, row);
    EXPECT_NEAR(spectrogram_hz_row(settings, kRate, hz), row, 1e-9);
  }
  EXPECT_NEAR(spectrogram_row_hz(settings, kRate, 255), 16000.0, 1e-6);
}

INSTANTIATE_TEST_SUITE_P(All, SpectrogramScales,
                         testing::Values(FrequencyScale::kLinear, FrequencyScale::kLogarithmic,
                                         FrequencyScale::kMel));

TEST(Spectrogram, TheMelScaleIsFinerBelow1000Hz) {
  const SpectrogramSettings mel{.scale = FrequencyScale::kMel};
  const double low = spectrogram_hz_row(mel, kRate, 1000.0);
  const double all = spectrogram_hz_row(mel, kRate, 16000.0);
  EXPECT_NEAR(low / all, 1000.0 / 3564.0, 2e-3) << "in mel";
}

TEST(Spectrogram, ColumnsAreCentredOnTheirTimeAtEveryLevel) {
  // Silence, then a sinusoid from frame 100,000 on: the window centred there has half its power.
  SoundStore sound(kRate, 1);
  sound.append(std::vector<float>(100000, 0.0f));
  append_sinusoid(sound, 2000.0, 0.5, 200000);
  SpectrogramMaker maker({.window = 512}, kRate);
  for (int level = 0; level < 10; ++level) {
    const std::int64_t hop = SpectrogramPlace::column_frames(level);
    const std::int64_t at = 100000 / hop;
    const auto tile =
        maker.make(sound, {.level = level, .index = at / SpectrogramPlace::kColumns}, true);
    const int c = static_cast<int>(at % SpectrogramPlace::kColumns);
    const auto loudest = [&](int where) {
      const std::uint8_t* levels = column(*tile, where);
      return SpectrogramTile::db_of(*std::max_element(levels, levels + kSpectrogramRows));
    };
    const int around = static_cast<int>(512 / hop) + 2;
    if (c - around >= 0) {
      EXPECT_LT(loudest(c - around), -100.0) << "level " << level;
    }
    if (c + around < SpectrogramPlace::kColumns) {
      EXPECT_NEAR(loudest(c + around), -6.0, 2.0) << "level " << level;
    }
  }
}

TEST(Spectrogram, TilesOfALevelContinueEachOther) {
  // The last column of a tile and the first of the next have nearly the same value for a steady
  // sound.
  SoundStore sound(kRate, 2);
  std::vector<float> stereo(2 * 3 * kRate);
  for (std::size_t n = 0; n < stereo.size(); ++n) {
    stereo[n] = static_cast<float>(0.3 * std::sin(static_cast<double>(n / 2) * 0.2));
  }
  sound.append(stereo);
  SpectrogramMaker maker({}, kRate);
  const auto first = maker.make(sound, {.level = 2, .index = 0}, true);
  const auto second = maker.make(sound, {.level = 2, .index = 1}, true);
  EXPECT_EQ(loudest_row(column(*first, 255)), loudest_row(column(*second, 0)));
  for (int r = 0; r < kSpectrogramRows; ++r) {
    const double before = SpectrogramTile::db_of(column(*first, 255)[r]);
    if (before > -60) {
      EXPECT_NEAR(SpectrogramTile::db_of(column(*second, 0)[r]), before, 1.0);
    }
  }
}

TEST(Spectrogram, KnowsWhenSoundIsStillToCome) {
  SoundStore sound(kRate, 1);
  append_sinusoid(sound, 1000, 0.5, 10000);
  SpectrogramMaker maker({}, kRate);
  EXPECT_TRUE(maker.make(sound, {.level = 0, .index = 0}, false)->complete);   // up to 8192 + 1024
  EXPECT_FALSE(maker.make(sound, {.level = 0, .index = 1}, false)->complete);  // up to 16384
  EXPECT_TRUE(maker.make(sound, {.level = 0, .index = 1}, true)->complete);
  const auto beyond = maker.make(sound, {.level = 0, .index = 9}, true);
  EXPECT_EQ(*std::max_element(beyond->levels.begin(), beyond->levels.end()), 0);
}

TEST(Spectrogram, StopsWhenAsked) {
  SoundStore sound(kRate, 1);
  append_sinusoid(sound, 1000, 0.5, 10000);
  SpectrogramMaker maker({}, kRate);
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(maker.make(sound, {}, true, source.get_token()));
}

TEST(Spectrogram, TheLevelOfAZoomIsTheNextFinerOne) {
  EXPECT_EQ(SpectrogramPlace::zoom_for(1.0), 0);
  EXPECT_EQ(SpectrogramPlace::zoom_for(32.0), 0);
  EXPECT_EQ(SpectrogramPlace::zoom_for(63.9), 0);
  EXPECT_EQ(SpectrogramPlace::zoom_for(64.0), 1);
  EXPECT_EQ(SpectrogramPlace::zoom_for(1e12), SpectrogramPlace::kZooms - 1);
}

TEST(Spectrogram, WrongSettingsAreRefused) {
  EXPECT_THROW(SpectrogramMaker({.window = 1000}, kRate), std::invalid_argument);
  EXPECT_THROW(SpectrogramMaker({.window = 32}, kRate), std::invalid_argument);
  EXPECT_THROW(SpectrogramMaker({.lowest_hz = 0}, kRate), std::invalid_argument);
  EXPECT_THROW(SpectrogramMaker({.lowest_hz = 5000}, 8000), std::invalid_argument);
}

}  // namespace
}  // namespace tactus
