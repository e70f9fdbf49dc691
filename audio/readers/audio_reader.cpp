#include "audio/readers/audio_reader.h"

#include <fmt/core.h>

#include <algorithm>

#include "audio/decoders/interface/decoder.h"
#include "audio/file_tags/read_tags.h"
#include "audio/readers/mono_mix.h"
#include "audio/readers/mpeg_start.h"
#include "audio/resampler.h"

namespace tactus {
struct AudioReader::Impl {
  SharedSource source;
  std::unique_ptr<Decoder> decoder;
  AudioInfo info;
  int rate = 0;       // Hz, of the output
  int part_rate = 0;  // Hz, input of `resampler`; changes between links of a chained stream
  std::optional<Resampler> resampler;
  MonoMixer mixer;
  std::vector<float> mono;
  std::vector<float> ready;  // samples [taken, end) wait for read()
  std::size_t taken = 0;
  bool ended = false;
  bool sounds = false;  // the file has samples

  void decode_more();
  std::size_t waiting() const { return ready.size() - taken; }
};

void AudioReader::Impl::decode_more() {
  ready.clear();
  taken = 0;
  const DecodedBlock block = decoder->next();
  if (block.samples.empty() || block.sample_rate != part_rate) {
    if (resampler) resampler->finish(ready);
    resampler.reset();
  }
  if (block.samples.empty()) {
    ended = true;
    return;
  }
  sounds = true;
  if (!resampler) resampler.emplace(block.sample_rate, rate);
  part_rate = block.sample_rate;
  mixer.mix(block.samples, static_cast<std::size_t>(block.channels), mono);
  resampler->process(mono, ready);
}

AudioReader::AudioReader(const std::filesystem::path& path, int sample_rate)
    : AudioReader((check_wanted_rate(sample_rate), std::make_shared<ByteSource>(path)),
                  sample_rate) {}

AudioReader::AudioReader(std::shared_ptr<ByteSource> source, int sample_rate)
    : impl_(std::make_unique<Impl>()) {
  check_wanted_rate(sample_rate);
  impl_->source = std::move(source);
  impl_->decoder = open_decoder(impl_->source);
  impl_->info = impl_->decoder->info();
  impl_->rate = sample_rate > 0 ? sample_rate : impl_->info.sample_rate;
  while (impl_->waiting() == 0 && !impl_->ended) impl_->decode_more();
  if (impl_->waiting() == 0 && impl_->decoder->problem()) {
    throw impl_->source->error("contains no sound that can be decoded: " +
                               problem_text(*impl_->decoder->problem()));
  }
}

AudioReader::~AudioReader() = default;
AudioReader::AudioReader(AudioReader&&) noexcept = default;
AudioReader& AudioReader::operator=(AudioReader&&) noexcept = default;

const AudioInfo& AudioReader::info() const {
  return impl_->info;
}
const std::filesystem::path& AudioReader::path() const {
  return impl_->source->path();
}
int AudioReader::sample_rate() const {
  return impl_->rate;
}

std::size_t AudioReader::read(std::span<float> block) {
  std::size_t done = 0;
  while (done < block.size()) {
    if (impl_->waiting() == 0) {
      if (impl_->ended) break;
      impl_->decode_more();
    }
    const std::size_t count = std::min(block.size() - done, impl_->waiting());
    std::copy_n(impl_->ready.data() + impl_->taken, count, block.data() + done);
    impl_->taken += count;
    done += count;
  }
  return done;
}

SongTags AudioReader::tags() const {
  constexpr int kMp3 = 3;
  SongTags tags = read_tags(impl_->source->descriptor());
  const auto start = mpeg_start(*impl_->decoder);
  const double shift = start && start->layer == kMp3 ? serato_shift(*start) : 0.0;
  for (SongCue& cue : tags.cues) {
    cue.end = std::max(cue.end - shift, 0.0);
    cue.start = std::max(cue.start - shift, 0.0);
  }
  return tags;
}

std::optional<std::string> AudioReader::warning() const {
  if (!impl_->ended) return std::nullopt;
  if (const std::optional<Problem>& problem = impl_->decoder->problem()) {
    return problem_text(*problem);
  }
  if (!impl_->sounds) return problem_text({"damaged", 0.0, "the file contains no sound"});
  return std::nullopt;
}

std::string AudioReader::note() const {
  return joined_notes(impl_->decoder->note(), impl_->mixer.cancels() ? kCancels : "");
}

Audio read_audio(AudioSource& source, double max_seconds) {
  Audio audio;
  audio.sample_rate = source.sample_rate();
  audio.info = source.info();
  std::vector<float> block(std::size_t{1} << 16);
  while (const std::size_t count = source.read(block)) {
    audio.samples.insert(audio.samples.end(), block.begin(),
                         block.begin() + static_cast<std::ptrdiff_t>(count));
    const double seconds = static_cast<double>(audio.samples.size()) / audio.sample_rate;
    if (max_seconds > 0 && seconds > max_seconds) {
      throw AudioError(
          fmt::format("{}: is longer than the limit of {} s", source.path().string(), max_seconds));
    }
  }
  audio.warning = source.warning();
  return audio;
}

Audio read_audio(const std::filesystem::path& path, int sample_rate, double max_seconds) {
  AudioReader reader(path, sample_rate);
  return read_audio(reader, max_seconds);
}

}  // namespace tactus
