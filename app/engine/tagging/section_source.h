// A part of an audio file as sound of its own: a track of a cue sheet.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>

#include "app/engine/songs/tag_inputs.h"
#include "audio/audio_source.h"

namespace tactus {

// Sample 0 is the first one at or after the start of the section. What lies before it is decoded
// and dropped, so a late track costs the decoding of all earlier ones.
class SectionSource : public AudioSource {
 public:
  SectionSource(std::unique_ptr<AudioSource> whole, const SongSection& section,
                std::stop_token stop = {});

  const std::filesystem::path& path() const override { return whole_->path(); }
  // The claimed length is that of the section, as far as it is known.
  const AudioInfo& info() const override { return info_; }
  int sample_rate() const override { return whole_->sample_rate(); }
  // Throws AudioError if the file ends before the section begins, InterruptedError if stopped
  // before that.
  std::size_t read(std::span<float> block) override;
  // Also names an end of the file before the end of the section. Damage is known as far as the file
  // was read; its times count from the start of the file.
  std::optional<std::string> warning() const override;
  std::string note() const override { return whole_->note(); }
  SongTags tags() const override { return section_.tags; }

 private:
  void skip_to_start();
  std::int64_t samples_at(double seconds) const;

  std::unique_ptr<AudioSource> whole_;
  SongSection section_;
  std::stop_token stop_;
  AudioInfo info_;
  std::int64_t position_ = 0;  // in the file, samples
  bool too_short_ = false;
};

}  // namespace tactus
