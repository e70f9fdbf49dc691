// A first look at a long recording, before it is read: a few frames from each of many places.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

#include "audio/waveform/peak_pyramid.h"

namespace tactus {

class SndfileDecoder;

// Goes to places of a file where that is cheap: containers with frames of one size (WAV, AIFF, AU,
// CAF), and FLAC. Move-only; one thread at a time.
class SpotReader {
 public:
  static constexpr std::int64_t kSpotFrames = 512;

  // nullopt where going to a place means decoding what lies before it (MPEG, Ogg), where the header
  // does not tell the length, and for whatever cannot be opened.
  static std::optional<SpotReader> open(const std::filesystem::path& path);
  ~SpotReader();
  SpotReader(SpotReader&&) noexcept;
  SpotReader& operator=(SpotReader&&) noexcept;

  double seconds() const;  // as the header says
  // Of kSpotFrames frames from there, of all channels; nullopt where they cannot be read.
  std::optional<Peak> peak_at(double seconds);
  std::int64_t frames_read() const { return frames_read_; }

 private:
  SpotReader();
  std::unique_ptr<SndfileDecoder> decoder_;
  std::int64_t frames_read_ = 0;
};

// What was found at kSpots places, evenly spread over the recording. One thread fills while any
// number read.
class RoughPeaks {
 public:
  static constexpr int kSpots = 2048, kFirstSpots = 64;

  // seconds: what the spots spread over; 0: nothing will be known.
  explicit RoughPeaks(double seconds) : seconds_(seconds) {}

  bool empty() const;
  // Looks at the next spots, twice as many as before: everywhere a few first. False when all are
  // known or the file cannot be read there.
  bool refine(SpotReader& reader);
  // out[i] describes the time from `first` + i * seconds_per_column on, by the spots in it or else
  // by the one before it; {} where nothing is known.
  void summarise(double first, double seconds_per_column, std::span<Peak> out) const;

 private:
  double seconds_;
  mutable std::mutex mutex_;
  std::vector<Peak> spots_;  // guarded by mutex_; their number doubles up to kSpots
};

}  // namespace tactus
