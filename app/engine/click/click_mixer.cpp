#include "app/engine/click/click_mixer.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "audio/error.h"
#include "audio/readers/channel_reader.h"
#include "datasets/outputs/audio_writer.h"

namespace tactus {
namespace {

constexpr float kCeiling = 0.98f;       // of full scale: stays below 1 after Vorbis
constexpr double kVorbisQuality = 0.6;  // about 192 kbit/s of stereo

// One pass over a song: its blocks with the track mixed in, before any scaling.
class MixPass {
 public:
  MixPass(const std::filesystem::path& song, const ClickMixSettings& settings)
      : reader_(song, settings.decoder),
        gain_(static_cast<float>(amplitude_of_db(settings.music_gain_db))) {}

  const ChannelReader& reader() const { return reader_; }
  std::int64_t frames() const { return frames_; }  // given so far

  // The next mixed samples, interleaved; empty at the end. The caller may change them.
  std::span<float> next(const ClickTrack& track) {
    const std::span<const float> music = reader_.next();
    const auto channels = static_cast<std::size_t>(reader_.channels());
    mix_.assign(music.begin(), music.end());
    sounds_.assign(music.size() / channels, 0.0f);
    track.add_to(frames_, sounds_);
    for (std::size_t n = 0; n < sounds_.size(); ++n) {
      for (std::size_t c = 0; c < channels; ++c) {
        float& sample = mix_[n * channels + c];
        sample = gain_ * sample + sounds_[n];
      }
    }
    frames_ += std::ssize(sounds_);
    return mix_;
  }

 private:
  ChannelReader reader_;
  float gain_;
  std::int64_t frames_ = 0;
  std::vector<float> sounds_;  // one channel
  std::vector<float> mix_;
};

void check(const std::stop_token& stop) {
  if (stop.stop_requested()) throw InterruptedError();
}

}  // namespace

ClickMixReport mix_clicks(const std::filesystem::path& song, const Annotation& annotation,
                          const std::filesystem::path& out, const ClickMixSettings& settings,
                          OutputFiles& files, bool overwrite, Notes* notes, std::stop_token stop) {
  MixPass listening(song, settings);
  const int rate = listening.reader().sample_rate();
  const ClickTrack track(annotation, rate, settings.sounds, notes);
  float peak = 0.0f;
  for (auto block = listening.next(track); !block.empty(); block = listening.next(track)) {
    for (const float sample : block) peak = std::max(peak, std::abs(sample));
    check(stop);
  }
  ClickMixReport report;
  report.warning = listening.reader().warning();
  report.clicks = track.clicks_before(listening.frames());
  report.beyond_the_end = track.clicks() - report.clicks;
  report.chords = track.chords();
  const float scale = peak > kCeiling ? kCeiling / peak : 1.0f;
  report.lowered_db = peak > kCeiling ? -20.0 * std::log10(static_cast<double>(scale)) : 0.0;

  MixPass writing(song, settings);
  AudioWriter writer(files.stage(out), writing.reader().channels(), rate, kVorbisQuality);
  for (auto block = writing.next(track); !block.empty(); block = writing.next(track)) {
    for (float& sample : block) sample *= scale;
    writer.write(block);
    check(stop);
  }
  StagedFile written = writer.finish();
  const auto copy = files.commit(written, {.overwrite = overwrite, .song = song});
  std::vector<std::string> said = files.take_warnings();
  if (copy) said.push_back(kept_message(out, copy));
  report.kept = fmt::format("{}", fmt::join(said, "; "));
  return report;
}

}  // namespace tactus
