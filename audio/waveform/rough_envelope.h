// A rough envelope of a long recording before it is decoded: a few frames from each of many places.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "audio/audio_source.h"
#include "audio/waveform/envelope_pyramid.h"

namespace tactus {

class ByteSource;
class DecodingChild;
class SndfileDecoder;

// Jumps to places in a file if that is cheap: containers with frames of one size (WAV, AIFF, AU,
// CAF), and FLAC. Move-only; one thread at a time.
class SpotReader {
 public:
  static constexpr std::int64_t kSpotFrames = 512;

  // nullopt if a jump means decoding everything before it (MPEG, Ogg), if the header does not give
  // the length, or if the file cannot be opened.
  static std::optional<SpotReader> open(const std::shared_ptr<ByteSource>& source);
  ~SpotReader();
  SpotReader(SpotReader&&) noexcept;
  SpotReader& operator=(SpotReader&&) noexcept;

  const AudioInfo& info() const;
  double seconds() const;  // from the header
  // Envelope of kSpotFrames frames from `seconds` on, of all channels; nullopt if they cannot be
  // read.
  std::optional<Envelope> envelope_at(double seconds);
  std::int64_t frames_read() const { return frames_read_; }

 private:
  SpotReader();
  std::unique_ptr<SndfileDecoder> decoder_;
  std::int64_t frames_read_ = 0;
};

// Envelope at kSpots places, evenly spread over the recording. One thread fills it while any number
// of threads read.
class RoughEnvelope {
 public:
  static constexpr int kSpots = 2048, kFirstSpots = 64;

  // seconds: the time that the spots cover; 0: the envelope stays unknown.
  explicit RoughEnvelope(double seconds) : seconds_(seconds) {}

  bool empty() const;
  // Reads the next spots, evenly spread, and doubles their number. False if all are known or the
  // file cannot be read there.
  bool refine(SpotReader& reader);
  // Of the thread that fills it.
  std::span<const Envelope> spots() const { return spots_; }
  void take(std::vector<Envelope> spots);
  // out[i] describes the time from `first` + i * seconds_per_column on, by the spots in that column
  // or else by the spot before it; {} if nothing is known.
  void summarise(double first, double seconds_per_column, std::span<Envelope> out) const;

 private:
  double seconds_;
  mutable std::mutex mutex_;
  std::vector<Envelope> spots_;  // guarded by mutex_; their number doubles up to kSpots
};

// The levels of a rough envelope, read in a child process with the command `decoder`, or in this
// process if it is empty (see open_audio.h). Where SpotReader cannot jump, and after a fault, there
// are no more levels: the reader of the whole file reports faults. Move-only; one thread at a time.
class SpotLevels {
 public:
  SpotLevels(const std::filesystem::path& path, const std::vector<std::string>& decoder);
  ~SpotLevels();
  SpotLevels(SpotLevels&&) noexcept;
  SpotLevels& operator=(SpotLevels&&) noexcept;

  // Twice as many spots as before; nullopt at the end.
  std::optional<std::vector<Envelope>> next();

 private:
  std::unique_ptr<DecodingChild> child_;
  std::optional<SpotReader> reader_;
  std::unique_ptr<RoughEnvelope> rough_;
};

}  // namespace tactus
