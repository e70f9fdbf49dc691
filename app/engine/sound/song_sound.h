// The sound of one song for display and playback: decoded in the background into a store for random
// access, with the data that the views need.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "app/engine/sound/growing_frames.h"
#include "audio/readers/audio_reader.h"
#include "audio/waveform/envelope_pyramid.h"
#include "audio/waveform/rough_envelope.h"
#include "audio/waveform/sound_store.h"

namespace tactus {

struct StoredEnvelope;

// Grows while it is decoded; any thread may read everything at any time. Memory for three hours:
// envelope 31 MiB, chroma 5 MiB; the samples are on disk (sound_store.h).
class SongSound {
 public:
  static constexpr double kChromaFps = 10.0;

  // expected_seconds: length that the file's header claims, 0 = unknown.
  SongSound(std::filesystem::path path, AudioInfo info, int sample_rate, int channels,
            double expected_seconds);

  const std::filesystem::path& path() const { return path_; }
  const AudioInfo& info() const { return info_; }
  const SoundStore& store() const { return store_; }
  // Covers the whole recording from the start if an earlier reading was kept.
  const EnvelopePyramid& envelope() const { return envelope_; }
  // Shown until the envelope exists; may be empty.
  const RoughEnvelope& rough() const { return rough_; }
  // Pitch classes [T,12], C first, the maximum of each row is 1 (chroma.h); computed after
  // decoding.
  const GrowingFrames& chroma() const { return chroma_; }
  // Onsets of notes (onset_picker.h), seconds; computed with the chroma.
  const GrowingTimes& onsets() const { return onsets_; }
  bool decoded() const { return decoded_; }  // store and envelope are complete
  // The length: after decoding the true one, before that the larger of expected and decoded length.
  double seconds() const;
  // Decoded share of the recording, 0..1; nullopt while the length is unknown.
  std::optional<double> share_decoded() const;

  // For the thread that fills it.
  void restore_envelope(const StoredEnvelope& envelope);
  RoughEnvelope& rough() { return rough_; }
  void append(std::span<const float> interleaved);
  void finish_decoding();
  void append_chroma(const FrameMatrix& rows) { chroma_.append(rows); }
  void append_onsets(std::span<const double> times) { onsets_.append(times); }

 private:
  std::filesystem::path path_;
  AudioInfo info_;
  double expected_seconds_;
  SoundStore store_;
  EnvelopePyramid envelope_;
  RoughEnvelope rough_;
  GrowingFrames chroma_;
  GrowingTimes onsets_;
  std::atomic<bool> decoded_ = false;
};

// Reports while a song is loaded; all calls come from the loader's thread.
struct SoundLoadObserver {
  std::function<void(std::shared_ptr<const SongSound>)> opened;  // once, before any samples
  std::function<void()> sketched;  // the rough envelope became finer: a few times
  // More samples were decoded; at most 25 times a second.
  std::function<void()> grown;
  // Once, when everything is decoded, with the reader's warning about a damaged file.
  std::function<void(std::optional<std::string> warning)> decoded;
  std::function<void()> chroma_grown;  // and onsets; at most 25 times a second and at the end
  std::function<void(std::string error)> failed;  // instead of all later calls
};

struct SoundLoadOptions {
  std::filesystem::path envelope_cache;  // a folder for EnvelopeCache; empty = none
  std::vector<std::string> decoder;      // see open_audio.h
};

// Loads one song in a thread of its own. The destructor stops it, within about a block, and waits;
// no call follows. Memory does not grow with the length, except as SongSound says.
class SoundLoader {
 public:
  SoundLoader(std::filesystem::path path, SoundLoadObserver observer,
              SoundLoadOptions options = {});

 private:
  std::jthread thread_;
};

// The work of the loader, in the caller's thread; returns early after a stop. Never throws: faults
// of the file and of the disk go to observer.failed.
void load_sound(const std::filesystem::path& path, const SoundLoadObserver& observer,
                std::stop_token stop, const SoundLoadOptions& options = {});

}  // namespace tactus
