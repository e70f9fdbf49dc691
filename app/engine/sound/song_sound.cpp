#include "app/engine/sound/song_sound.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <exception>
#include <utility>
#include <vector>

#include "app/engine/sound/envelope_cache.h"
#include "audio/readers/playback_reader.h"
#include "features/chord_features.h"
#include "features/chroma.h"
#include "features/onset_picker.h"
#include "features/tuning.h"

namespace tactus {
namespace {

// Lets through at most 25 calls a second.
class Pace {
 public:
  bool due() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_) return false;
    next_ = now + std::chrono::milliseconds(40);
    return true;
  }

 private:
  std::chrono::steady_clock::time_point next_;
};

// Estimates the tuning from a few passages. They suffice on average, and the spectra of an hour
// would take too long.
double estimate_tuning(const SoundStore& sound, const std::stop_token& stop) {
  constexpr int kPassages = 8, kPassageSeconds = 10;
  const std::int64_t length = std::int64_t{kPassageSeconds} * sound.sample_rate();
  TuningEstimator estimator(sound.sample_rate());
  std::vector<float> passage(static_cast<std::size_t>(length));
  const std::int64_t last = std::max<std::int64_t>(sound.frames() - length, 0);
  for (int i = 0; i < kPassages; ++i) {
    if (stop.stop_requested() || (i > 0 && last == 0)) break;
    sound.read_mono(last * i / (kPassages - 1), passage);
    estimator.push(passage);
  }
  return estimator.finish();
}

// The windows of the chord features have the same length in seconds at any rate.
ChordFeatureParameters chroma_parameters(int sample_rate) {
  ChordFeatureParameters parameters;
  const auto scaled = [&](int window) {
    const double samples = static_cast<double>(window) * sample_rate / parameters.sample_rate;
    return static_cast<int>(std::bit_ceil(static_cast<unsigned>(samples * 0.75)));
  };
  parameters.bass_window = scaled(parameters.bass_window);
  parameters.treble_window = scaled(parameters.treble_window);
  parameters.fps = SongSound::kChromaFps;
  parameters.sample_rate = sample_rate;
  // The highest kernel must lie below half the sample rate.
  while (parameters.octaves > 1 &&
         parameters.fmin * std::exp2(parameters.octaves + 0.2) > sample_rate / 2.0) {
    --parameters.octaves;
  }
  return parameters;
}

// Computes chroma and onsets in one pass over the store.
void analyse(SongSound& sound, const SoundLoadObserver& observer, const std::stop_token& stop) {
  const SoundStore& store = sound.store();
  if (store.sample_rate() < 4000) return;  // too low for the tuning, and for chords
  const ChordFeatureParameters parameters = chroma_parameters(store.sample_rate());
  ChordFeatureExtractor extractor(parameters, estimate_tuning(store, stop));
  OnsetPicker picker(store.sample_rate());
  std::vector<double> onsets;
  std::vector<float> block(std::size_t{1} << 16);
  FrameMatrix rows;
  Pace pace;
  const auto hand_over = [&] {
    sound.append_chroma(chroma(rows, parameters));
    sound.append_onsets(std::exchange(onsets, {}));
    rows.data.clear();
    rows.frames = 0;
  };
  for (std::int64_t at = 0; at < store.frames() && !stop.stop_requested();) {
    const auto count = std::min<std::int64_t>(std::ssize(block), store.frames() - at);
    const std::span part(block.data(), static_cast<std::size_t>(count));
    store.read_mono(at, part);
    extractor.push(part, rows);
    picker.push(part, onsets);
    at += count;
    hand_over();
    if (pace.due()) observer.chroma_grown();
  }
  if (stop.stop_requested()) return;
  extractor.finish(rows);
  picker.finish(onsets);
  hand_over();
  observer.chroma_grown();
}

// A first rough view of a long recording. The time is limited, in case the disk is slow.
void sketch(SongSound& sound, const SoundLoadObserver& observer, const std::stop_token& stop,
            const std::vector<std::string>& decoder) {
  constexpr double kWorthIt = 120.0;  // seconds: shorter ones are read as fast
  constexpr auto kLongest = std::chrono::milliseconds(400);
  if (sound.seconds() < kWorthIt) return;
  SpotLevels levels(sound.path(), decoder);
  const auto end = std::chrono::steady_clock::now() + kLongest;
  while (!stop.stop_requested() && std::chrono::steady_clock::now() < end) {
    auto spots = levels.next();
    if (!spots) break;
    sound.rough().take(std::move(*spots));
    observer.sketched();
  }
}

void decode(PlaybackReader& reader, SongSound& sound, const SoundLoadObserver& observer,
            const std::stop_token& stop) {
  Pace pace;
  for (auto block = reader.next(); !block.empty() && !stop.stop_requested();
       block = reader.next()) {
    sound.append(block);
    if (pace.due()) observer.grown();
  }
}

// Restores the envelope from an earlier reading, if it belongs to this sound.
bool restore(SongSound& sound, EnvelopeCache& cache) {
  const auto stored = cache.find(sound.path());
  if (!stored || stored->sample_rate != sound.store().sample_rate() ||
      stored->channels != sound.store().channels()) {
    return false;
  }
  sound.restore_envelope(*stored);
  return true;
}

void load(const std::filesystem::path& path, const SoundLoadObserver& observer,
          const std::stop_token& stop, const SoundLoadOptions& options) {
  std::optional<EnvelopeCache> cache;
  if (!options.envelope_cache.empty()) cache.emplace(options.envelope_cache);
  const std::optional<FileStamp> stamp = stamp_of(path);
  PlaybackReader reader(path, options.decoder);
  const AudioInfo& info = reader.info();
  const double expected =
      info.claimed_frames ? static_cast<double>(*info.claimed_frames) / info.sample_rate : 0.0;
  const auto sound =
      std::make_shared<SongSound>(path, info, reader.sample_rate(), reader.channels(), expected);
  if (stop.stop_requested()) return;
  const bool known = cache && restore(*sound, *cache);
  observer.opened(sound);
  if (!known) sketch(*sound, observer, stop, options.decoder);
  decode(reader, *sound, observer, stop);
  if (stop.stop_requested()) return;
  sound->finish_decoding();
  observer.decoded(reader.warning());
  if (cache && stamp && !known) {
    cache->keep(path, *stamp,
                {reader.sample_rate(), reader.channels(), sound->store().frames(),
                 sound->envelope().blocks()});
  }
  analyse(*sound, observer, stop);
}

}  // namespace

SongSound::SongSound(std::filesystem::path path, AudioInfo info, int sample_rate, int channels,
                     double expected_seconds)
    : path_(std::move(path)),
      info_(std::move(info)),
      expected_seconds_(expected_seconds),
      store_(sample_rate, channels),
      envelope_(channels),
      rough_(expected_seconds),
      chroma_(12, kChromaFps) {}

double SongSound::seconds() const {
  return decoded_ ? store_.seconds() : std::max(expected_seconds_, store_.seconds());
}

std::optional<double> SongSound::share_decoded() const {
  if (decoded_) return 1.0;
  if (!(expected_seconds_ > 0.0)) return std::nullopt;
  return std::min(store_.seconds() / expected_seconds_, 1.0);
}

// The blocks also give the length of the recording, which its header may lack.
void SongSound::restore_envelope(const StoredEnvelope& envelope) {
  envelope_.restore(envelope.blocks, envelope.frames);
  expected_seconds_ = static_cast<double>(envelope.frames) / store_.sample_rate();
}

void SongSound::append(std::span<const float> interleaved) {
  store_.append(interleaved);
  envelope_.append(interleaved);
}

void SongSound::finish_decoding() {
  envelope_.finish();
  decoded_ = true;
}

void load_sound(const std::filesystem::path& path, const SoundLoadObserver& observer,
                std::stop_token stop, const SoundLoadOptions& options) {
  try {
    load(path, observer, stop, options);
  } catch (const std::exception& error) {
    if (!stop.stop_requested()) observer.failed(error.what());
  }
}

SoundLoader::SoundLoader(std::filesystem::path path, SoundLoadObserver observer,
                         SoundLoadOptions options)
    : thread_([path = std::move(path), observer = std::move(observer),
               options = std::move(options)](std::stop_token stop) {
        load_sound(path, observer, std::move(stop), options);
      }) {}

}  // namespace tactus
