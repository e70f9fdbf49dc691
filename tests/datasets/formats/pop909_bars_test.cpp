#include "datasets/formats/bars/pop909_bars.h"

#include <gtest/gtest.h>

#include <fstream>
#include <vector>

#include "datasets/formats/format.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

std::vector<Beat> pop909_grid(double start, double period, int count, int first, int meter) {
  std::vector<Beat> beats;
  for (int i = 0; i < count; ++i)
    beats.push_back({start + i * period, meter == 0 ? 0 : (first - 1 + i) % meter + 1});
  return beats;
}

TEST(Pop909Bars, TheRecordingGivesTheBars) {
  const auto beats =
      with_bars_of_recording(pop909_grid(0.05, 0.5, 40, 0, 0), pop909_grid(0.0, 0.5, 40, 3, 4));
  ASSERT_EQ(beats.size(), 40u);
  EXPECT_EQ(beats[0].position, 3);
  EXPECT_EQ(beats[2].position, 1);
  EXPECT_EQ(beats[39].position, 2);
  EXPECT_DOUBLE_EQ(beats[0].time, 0.05);
}

TEST(Pop909Bars, AVoteDecidesWhereTheRecordingSlips) {
  std::vector<Beat> recording = pop909_grid(0.0, 0.5, 40, 1, 4);
  recording[20].position = 3;
  recording.erase(recording.begin() + 7);
  const auto beats = with_bars_of_recording(pop909_grid(0.0, 0.5, 44, 0, 0), recording);
  for (std::size_t i = 0; i < beats.size(); ++i)
    EXPECT_EQ(beats[i].position, static_cast<int>(i % 4) + 1) << i;
}

TEST(Pop909Bars, TheLevelIsThatOfTheRecording) {
  const auto twice =
      with_bars_of_recording(pop909_grid(0.0, 1.0, 20, 0, 0), pop909_grid(0.02, 0.5, 39, 2, 3));
  ASSERT_EQ(twice.size(), 39u);
  EXPECT_DOUBLE_EQ(twice[1].time, 0.5);
  EXPECT_EQ(twice[0].position, 2);
  const auto half =
      with_bars_of_recording(pop909_grid(0.0, 0.25, 60, 0, 0), pop909_grid(0.25, 0.5, 30, 1, 4));
  ASSERT_EQ(half.size(), 30u);
  EXPECT_DOUBLE_EQ(half[0].time, 0.25);
  EXPECT_EQ(half[0].position, 1);
}

TEST(Pop909Bars, WhatDoesNotFitStaysWithoutBars) {
  const auto midi = pop909_grid(0.0, 0.5, 40, 0, 0);
  EXPECT_EQ(with_bars_of_recording(midi, {}), midi);
  EXPECT_EQ(with_bars_of_recording(midi, pop909_grid(0.0, 0.5, 40, 0, 0)), midi);
  EXPECT_EQ(with_bars_of_recording(midi, pop909_grid(90.0, 0.5, 40, 1, 4)), midi);
}

TEST(Pop909Bars, AFileHasThemFromTheFileBesideIt) {
  const test::ScratchFolder folder;
  std::ofstream midi(folder / "beat_midi.txt"), audio(folder / "beat_audio.txt");
  for (int i = 0; i < 16; ++i) {
    midi << 0.5 * i + 0.05 << (i % 2 == 0 ? " 1.0 0.0\n" : " 0.0 0.0\n");
    audio << 0.5 * i << "\t" << (i + 1) % 4 + 1 << ".0\n";
  }
  midi.close();
  audio.close();
  const Annotation annotation = read_annotation(folder / "beat_midi.txt");
  ASSERT_EQ(annotation.beats.size(), 16u);
  EXPECT_EQ(annotation.beats[0].position, 2);
  EXPECT_EQ(annotation.beats[3].position, 1);
}

}  // namespace
}  // namespace tactus
