// Parts of a recording that a listener mutes or hears alone: frequency bands, the middle and the
// side, the left and the right channel.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "audio/waveform/sound_store.h"

namespace tactus {

// Three groups: low, mid and high; middle ((left + right) / 2) and side ((left - right) / 2); left
// and right.
enum class SoundPart : std::uint8_t { kLow, kMid, kHigh, kMiddle, kSide, kLeft, kRight };
inline constexpr std::size_t kSoundParts = 7;
constexpr bool is_band(SoundPart part) {
  return part <= SoundPart::kHigh;
}

enum class PartState : std::uint8_t { kHeard, kMuted, kAlone };

// Parts that are alone silence all others of their group that are not.
class Listening {
 public:
  static constexpr double kLowEdge = 250.0, kHighEdge = 2500.0;  // Hz, between the bands

  PartState state(SoundPart part) const { return states_[static_cast<std::size_t>(part)]; }
  void set(SoundPart part, PartState state) { states_[static_cast<std::size_t>(part)] = state; }
  bool hears(SoundPart part) const;
  bool hears_everything() const { return *this == Listening(); }
  bool operator==(const Listening&) const = default;

 private:
  std::array<PartState, kSoundParts> states_{};
};

// What is heard of a stored sound, as stereo. The bands are cut by linear-phase filters (windowed
// sinc, Blackman's window; half of the amplitude at an edge, 74 dB less from half an octave beyond
// on) whose sum is the sound itself, and read around each place: a frame depends on its place in
// the song alone, and nothing is late. A channel, the middle or the side alone sounds in both ears.
//
// The sound must outlive it. One thread at a time.
class HeardSound {
 public:
  explicit HeardSound(const SoundStore& store) : store_(store) {}

  const Listening& listening() const { return listening_; }
  // A mono sound has bands alone; the other parts are ignored. Hearing everything is exact.
  void set_listening(const Listening& listening);
  // The frames from `first` on, interleaved stereo; silence outside the sound. Throws as
  // SoundStore::read.
  void read(std::int64_t first, std::span<float> stereo);

 private:
  void read_all(std::int64_t first, std::span<float> stereo);
  void filter(std::span<float> stereo) const;

  const SoundStore& store_;
  Listening listening_;
  std::vector<float> response_;  // odd length, symmetric; empty = no band is cut
  std::array<float, 4> ears_{1.0f, 0.0f, 0.0f, 1.0f};  // left of left, of right; right of ...
  std::vector<float> mono_, around_;
};

}  // namespace tactus
