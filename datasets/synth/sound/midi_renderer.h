// Plays MIDI messages through FluidSynth without an audio driver. Time 0 of the messages is sample
// 0. FluidSynth processes a message at the next multiple of 64 samples, so a note starts up to 2 ms
// late.
#pragma once

#include <array>
#include <filesystem>
#include <span>
#include <stop_token>
#include <vector>

#include "datasets/midi/midi_file.h"
#include "datasets/synth/sound/render_error.h"

namespace tactus {

struct RoomSettings {         // in units of FluidSynth
  double reverb_level = 0.3;  // 0..1, 0 = no reverb
  double reverb_room = 0.4;   // 0..1
  double reverb_damp = 0.2;   // 0..1
  double chorus_level = 0.0;  // 0..10, 0 = no chorus
  bool operator==(const RoomSettings&) const = default;
};

struct RenderSettings {
  std::vector<std::filesystem::path> soundfonts;  // at least one
  std::array<int, 16> channel_fonts{};            // index of the soundfont of each channel
  int sample_rate = 44100;  // Hz, 8000..96000; below 32,000 rendered at 32,000, resampled
  int channels = 1;         // 1 (mean of left and right) or 2 (interleaved)
  RoomSettings room;
};

// Returns `seconds` of audio from time 0, float samples [frames * channels], not clipped. Returns
// an empty vector if stopped. Throws RenderError. Thread-safe.
std::vector<float> render_messages(std::span<const TimedMessage> messages, double seconds,
                                   const RenderSettings& settings, std::stop_token stop = {});

// Returns the soundfont of that file name or path: first as given, else in the folders of Debian.
// An empty name gives the first installed of FluidR3_GM, default-GM, TimGM6mb. Throws RenderError
// with the name of the package to install.
std::filesystem::path find_soundfont(const std::string& name);

// Returns every installed General MIDI soundfont of Debian's packages, each once.
std::vector<std::filesystem::path> installed_soundfonts();

}  // namespace tactus
