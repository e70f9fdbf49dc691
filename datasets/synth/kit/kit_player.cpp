#include "datasets/synth/kit/kit_player.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "audio/readers/audio_reader.h"
#include "audio/resampler.h"
#include "datasets/midi/performance.h"

namespace tactus {
namespace {

constexpr double kLongestFile = 120.0;    // seconds; a longer file is no drum
constexpr double kLongestSample = 12.0;   // seconds; what follows is cut
constexpr double kAttackLevel = 0.15;     // of the maximum, where a sample begins to be heard
constexpr double kBeforeAttack = 0.0005;  // seconds that are kept before it
constexpr double kChokeSeconds = 0.015;   // fading of an open hi-hat
constexpr int kClosedHat = 42, kPedalHat = 44, kOpenHat = 46;

bool starts_drum(const TimedMessage& m) {
  return m.status == (0x90 | kDrumChannel) && m.data2 > 0;
}

// A sample at the rate of the song from just before its attack.
std::vector<float> load(const KitLayer& layer, int rate) {
  const double factor = std::exp2(layer.semitones / 12.0);
  const Audio audio = read_audio(layer.sample, 0, kLongestFile);
  const int from = static_cast<int>(std::lround(audio.sample_rate * factor));
  std::vector<float> samples = resample(audio.samples, from, rate);
  float highest = 0.0f;
  for (const float x : samples) highest = std::max(highest, std::abs(x));
  const auto attack = std::find_if(samples.begin(), samples.end(),
                                   [&](float x) { return std::abs(x) >= kAttackLevel * highest; });
  const auto keep = static_cast<std::ptrdiff_t>(kBeforeAttack * rate);
  samples.erase(samples.begin(), attack - std::min(keep, attack - samples.begin()));
  const auto most = static_cast<std::size_t>(kLongestSample * rate);
  if (samples.size() > most) samples.resize(most);
  return samples;
}

class KitPlayer {
 public:
  KitPlayer(const DrumKit& kit, std::size_t frames, int rate, int channels, SongRandom random)
      : kit_(kit),
        rate_(rate),
        width_(static_cast<std::size_t>(channels)),
        random_(random),
        out_(frames * width_, 0.0f) {}

  std::vector<float> play(std::span<const TimedMessage> strokes) {
    for (std::size_t i = 0; i < strokes.size(); ++i)
      if (const KitPiece* piece = kit_.piece_for(strokes[i].data1))
        add(*piece, strokes[i], end_of(strokes, i));
    return std::move(out_);
  }

 private:
  // Seconds when a hi-hat closes; else never.
  static double end_of(std::span<const TimedMessage> strokes, std::size_t i) {
    if (strokes[i].data1 != kOpenHat) return 1e9;
    for (std::size_t next = i + 1; next < strokes.size(); ++next)
      if (strokes[next].data1 == kClosedHat || strokes[next].data1 == kPedalHat)
        return strokes[next].time;
    return 1e9;
  }

  const KitLayer& choose_layer(const KitPiece& piece, double velocity) {
    std::vector<const KitLayer*> fitting;
    const auto distance = [&](const KitLayer& layer) {
      return std::max({0.0, layer.least - velocity, velocity - layer.most});
    };
    double nearest = 1e9;
    for (const KitLayer& layer : piece.layers) nearest = std::min(nearest, distance(layer));
    for (const KitLayer& layer : piece.layers)
      if (distance(layer) <= nearest) fitting.push_back(&layer);
    return *random_.pick(std::span<const KitLayer* const>(fitting));
  }

  const std::vector<float>& sample_of(const KitLayer& layer) {
    const auto found = samples_.find(&layer);
    return found != samples_.end() ? found->second : samples_[&layer] = load(layer, rate_);
  }

  void add(const KitPiece& piece, const TimedMessage& stroke, double end) {
    const double spread = 0.03 * random_.normal();
    const double velocity = std::clamp(stroke.data2 / 127.0 + spread, 0.01, 1.0);
    const KitLayer& layer = choose_layer(piece, velocity);
    const std::vector<float>& sample = sample_of(layer);
    const double gain = piece.gain * layer.gain * velocity;
    const double first = stroke.time - kBeforeAttack;
    const auto begin = static_cast<std::ptrdiff_t>(std::lround(first * rate_));
    const double fade = kChokeSeconds * rate_, choke = end * rate_ - static_cast<double>(begin);
    const auto frames = static_cast<std::ptrdiff_t>(out_.size() / width_);
    for (std::size_t i = 0; i < sample.size(); ++i) {
      const auto frame = begin + static_cast<std::ptrdiff_t>(i);
      const double left = 1.0 - (static_cast<double>(i) - choke) / fade;
      if (frame >= frames || left <= 0) break;
      if (frame < 0) continue;
      const auto value = static_cast<float>(gain * std::min(1.0, left) * sample[i]);
      for (std::size_t c = 0; c < width_; ++c)
        out_[static_cast<std::size_t>(frame) * width_ + c] += value;
    }
  }

  const DrumKit& kit_;
  int rate_;
  std::size_t width_;
  SongRandom random_;
  std::vector<float> out_;
  std::map<const KitLayer*, std::vector<float>> samples_;
};

}  // namespace

KitParts split_for_kit(const std::vector<TimedMessage>& messages, const DrumKit& kit) {
  KitParts parts;
  for (const TimedMessage& m : messages)
    (starts_drum(m) && kit.piece_for(m.data1) ? parts.strokes : parts.others).push_back(m);
  return parts;
}

std::vector<float> play_kit(const DrumKit& kit, std::span<const TimedMessage> strokes,
                            double seconds, int sample_rate, int channels, SongRandom random) {
  const auto frames = static_cast<std::size_t>(std::lround(std::ceil(seconds * sample_rate)));
  return KitPlayer(kit, frames, sample_rate, channels, random).play(strokes);
}

}  // namespace tactus
