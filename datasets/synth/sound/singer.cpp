#include "datasets/synth/sound/singer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "datasets/song_random.h"

namespace tactus {
namespace {

constexpr double kFrameRate = 200.0;  // of the moving parameters: pitch, loudness, resonances
constexpr double kPhraseGap = 0.25;   // seconds of silence between two phrases

struct Throat {
  double f1, f2, f3;  // Hz, of a man
};
constexpr Throat kVowels[] = {
    {270, 2290, 3010}, {390, 1990, 2550}, {530, 1840, 2480}, {660, 1720, 2410}, {730, 1090, 2440},
    {570, 840, 2410},  {440, 1020, 2240}, {300, 870, 2240},  {640, 1190, 2390}, {490, 1350, 1690}};
constexpr double kBandwidths[] = {70, 100, 140};  // Hz
// The higher resonances are fixed: a tube of 17 cm has one about every 1,000 Hz.
constexpr double kUpperFormant = 3400, kSpacing = 1000, kUpperBandwidth = 0.08;

struct Consonant {
  double seconds;             // before the vowel
  double voice;               // of the glottis during that time, 0..1
  double noise, hertz, band;  // of a hiss during that time
  double burst;               // at the opening of a closure, with the same noise
  double breath;              // from there to the vowel
  Throat throat;
};
constexpr Consonant kConsonants[] = {
    {0.070, 0.45, 0, 0, 0, 0, 0, {250, 1100, 2100}},           // m
    {0.065, 0.45, 0, 0, 0, 0, 0, {250, 1600, 2500}},           // n
    {0.055, 0.60, 0, 0, 0, 0, 0, {350, 1100, 2600}},           // l
    {0.060, 0.55, 0, 0, 0, 0, 0, {350, 1200, 1500}},           // r
    {0.060, 0.55, 0, 0, 0, 0, 0, {300, 650, 2200}},            // w
    {0.060, 0.60, 0, 0, 0, 0, 0, {270, 2200, 3000}},           // y
    {0.070, 0.35, 0.05, 6500, 5000, 0, 0, {300, 1200, 2300}},  // v
    {0.080, 0.25, 0.20, 6500, 1800, 0, 0, {300, 1600, 2500}},  // z
    {0.055, 0.10, 0, 900, 900, 0.5, 0, {300, 900, 2200}},      // b
    {0.055, 0.10, 0, 3400, 1800, 0.6, 0, {300, 1700, 2600}},   // d
    {0.060, 0.10, 0, 1800, 900, 0.6, 0, {300, 1900, 2300}},    // g
    {0.080, 0, 0, 900, 1200, 0.7, 0.25, {400, 900, 2200}},     // p
    {0.085, 0, 0, 4200, 2400, 0.9, 0.30, {400, 1700, 2600}},   // t
    {0.090, 0, 0, 1900, 900, 0.9, 0.30, {400, 1900, 2300}},    // k
    {0.110, 0, 0.45, 6800, 1800, 0, 0, {400, 1600, 2500}},     // s
    {0.110, 0, 0.40, 3300, 1400, 0, 0, {400, 1800, 2500}},     // sh
    {0.090, 0, 0.12, 6500, 6000, 0, 0, {400, 1100, 2200}},     // f
    {0.070, 0, 0, 0, 0, 0, 0.35, {500, 1500, 2500}},           // h
};
constexpr double kBurstSeconds = 0.012, kOpening = 0.035;  // of a closure; until the vowel

// State of the mouth at one moment.
struct Frame {
  double pitch = 60.0;  // MIDI number
  double voice = 0.0, breath = 0.0, noise = 0.0;
  double hertz = 4000.0, band = 2000.0;  // of the noise
  std::array<double, 3> formants = {500, 1500, 2500};
};

class Score {
 public:
  Score(std::span<const SungNote> notes, double seconds, const Singer& singer)
      : singer_(singer),
        random_(singer.seed, "", "singer"),
        frames_(static_cast<std::size_t>(std::ceil(seconds * kFrameRate)) + 2) {
    for (std::size_t i = 0; i < notes.size(); ++i) {
      const bool starts = i == 0 || notes[i].start - notes[i - 1].end > kPhraseGap;
      add(notes[i], starts ? nullptr : &notes[i - 1], i > 0 ? notes[i - 1].end : 0.0);
    }
    move_smoothly();
  }
  const std::vector<Frame>& frames() const { return frames_; }

 private:
  template <class Change>
  void paint(double from, double to, Change change) {
    const auto at = [&](double t) {
      return static_cast<std::size_t>(
          std::clamp(std::lround(t * kFrameRate), 0L, static_cast<long>(frames_.size()) - 1));
    };
    for (std::size_t i = at(from); i < at(to); ++i) change(frames_[i]);
  }

  void add(const SungNote& note, const SungNote* before, double free_from) {
    const bool keeps_vowel = before && random_.chance(0.12);
    if (!keeps_vowel) vowel_ = random_.pick(std::span<const Throat>(kVowels));
    const double loudness = 0.3 + 0.7 * note.loudness;
    double onset = note.start;
    if (!keeps_vowel && random_.chance(singer_.consonants)) {
      const Consonant& consonant = random_.pick(std::span<const Consonant>(kConsonants));
      const double room = before ? 0.4 * (note.start - before->start) : note.start - free_from;
      onset -= std::clamp(consonant.seconds * random_.uniform(0.8, 1.4), 0.0, room);
      articulate(consonant, onset, note.start, loudness);
    } else if (!before && random_.chance(0.3)) {
      breathe_in(std::max(free_from, note.start - 0.4), note.start - 0.1);
    }
    const double bend = 0.1 * random_.normal();  // no singer is exactly in tune
    const double end = std::max(note.end, note.start + 0.05);
    paint(onset, end, [&](Frame& f) { f.pitch = note.pitch + bend; });
    paint(note.start, end, [&](Frame& f) {
      f.voice = loudness;
      f.breath = loudness * singer_.breath;
      f.noise = 0.0;
      set_throat(f, vowel_);
    });
    starts_.push_back({onset, !before});
  }

  void articulate(const Consonant& consonant, double from, double to, double loudness) {
    const bool closed = consonant.burst > 0;
    const double opens =
        closed ? std::max(from, to - kOpening * (consonant.breath > 0 ? 1 : 0.3)) : from;
    paint(from, to, [&](Frame& f) {
      f.voice = loudness * consonant.voice;
      f.breath = closed ? 0.0 : loudness * consonant.breath;
      f.noise = loudness * consonant.noise;
      if (consonant.hertz > 0) f.hertz = consonant.hertz, f.band = consonant.band;
      set_throat(f, consonant.throat);
    });
    if (!closed) return;
    paint(opens, to, [&](Frame& f) { f.breath = loudness * consonant.breath; });
    paint(opens, opens + kBurstSeconds, [&](Frame& f) { f.noise = loudness * consonant.burst; });
  }

  void breathe_in(double from, double to) {
    paint(from, to, [](Frame& f) { f.breath = 0.03; });
  }

  void set_throat(Frame& frame, const Throat& throat) const {
    frame.formants = {throat.f1 * singer_.throat, throat.f2 * singer_.throat,
                      throat.f3 * singer_.throat};
  }

  // Muscles are slow: every curve passes through a first-order lag.
  void move_smoothly() {
    Frame now;
    double since = 0.0, phase = 0.0, drift = 0.0;
    std::size_t next = 0;
    const auto follow = [](double& value, double target, double seconds) {
      value += (target - value) * (1.0 - std::exp(-1.0 / (kFrameRate * seconds)));
    };
    for (std::size_t i = 0; i < frames_.size(); ++i) {
      const Frame target = frames_[i];
      for (; next < starts_.size() && starts_[next].time * kFrameRate <= static_cast<double>(i);
           ++next) {
        since = 0.0;
        if (starts_[next].phrase) {
          now.pitch = target.pitch - singer_.scoop * random_.uniform();
          now.formants = target.formants;
        }
      }
      const bool sounds = target.voice + target.breath + target.noise > 0.0;
      if (sounds) follow(now.pitch, target.pitch, singer_.glide);
      follow(now.voice, target.voice, target.voice > now.voice ? 0.012 : 0.025);
      follow(now.breath, target.breath, 0.010);
      follow(now.noise, target.noise, 0.004);
      now.hertz = target.hertz;
      now.band = target.band;
      for (std::size_t k = 0; k < 3 && sounds; ++k)
        follow(now.formants[k], target.formants[k], 0.014);
      follow(drift, 0.6 * random_.normal(), 0.15);
      phase += singer_.vibrato_hertz / kFrameRate;
      since += 1.0 / kFrameRate;
      const double depth = std::clamp((since - 0.15) / 0.3, 0.0, 1.0) * singer_.vibrato_cents / 100;
      frames_[i] = now;
      frames_[i].pitch += drift + depth * std::sin(2 * std::numbers::pi * phase);
    }
  }

  struct Start {
    double time;
    bool phrase;
  };
  const Singer& singer_;
  SongRandom random_;
  Throat vowel_ = kVowels[0];
  std::vector<Frame> frames_;
  std::vector<Start> starts_;
};

// A second-order resonance with gain 1 at 0 Hz; its state is kept when the frequency changes.
class Resonance {
 public:
  void tune(double hertz, double bandwidth, int rate) {
    const double r = std::exp(-std::numbers::pi * bandwidth / rate);
    c_ = -r * r;
    b_ = 2.0 * r * std::cos(2.0 * std::numbers::pi * std::min(hertz, 0.45 * rate) / rate);
    a_ = 1.0 - b_ - c_;
  }
  double operator()(double x) {
    const double y = a_ * x + b_ * y1_ + c_ * y2_ + 1e-24;  // avoids denormal numbers
    y2_ = y1_;
    return y1_ = y;
  }

 private:
  double a_ = 1.0, b_ = 0.0, c_ = 0.0, y1_ = 0.0, y2_ = 0.0;
};

// Falls by 6 dB per octave above its corner.
class Tilt {
 public:
  Tilt(double hertz, int rate) : keep_(std::exp(-2.0 * std::numbers::pi * hertz / rate)) {}
  double operator()(double x) { return y_ = (1.0 - keep_) * x + keep_ * y_; }

 private:
  double keep_, y_ = 1e-24;
};

// The resonances of the throat in series.
class Tube {
 public:
  Tube(double scale, int rate) : formants_(3), rate_(rate) {
    for (double hertz = kUpperFormant * scale; hertz < 0.45 * rate; hertz += kSpacing * scale)
      formants_.emplace_back().tune(hertz, kUpperBandwidth * hertz, rate);
  }
  void tune(const Frame& frame) {
    for (std::size_t k = 0; k < 3; ++k) formants_[k].tune(frame.formants[k], kBandwidths[k], rate_);
  }
  double operator()(double x) {
    for (Resonance& formant : formants_) x = formant(x);
    return x;
  }

 private:
  std::vector<Resonance> formants_;
  int rate_;
};

// The derivative of the flow through the glottis, which opens as x^2 - x^3 and then closes at once.
class Glottis {
 public:
  double operator()(double step) {  // step: periods per sample, below 0.5
    phase_ += step;
    if (phase_ >= 1.0) phase_ -= 1.0;
    double y = 0.0;
    if (phase_ < kOpen) {
      const double x = phase_ / kOpen;
      y = 2 * x - 3 * x * x;
    }
    // The jump from -1 to 0, spread over two samples to reduce aliasing.
    const double past = (phase_ - kOpen) / step;
    if (past >= 0 && past < 1) y -= 0.5 * (1 - past) * (1 - past);
    if (past < 0 && past > -1) y += 0.5 * (1 + past) * (1 + past);
    return y;
  }

 private:
  static constexpr double kOpen = 0.6;
  double phase_ = 0.0;
};

}  // namespace

std::vector<float> sing(std::span<const SungNote> notes, double seconds, int sample_rate,
                        const Singer& singer) {
  const auto count = static_cast<std::size_t>(std::ceil(seconds * sample_rate));
  std::vector<float> samples(count, 0.0f);
  if (notes.empty()) return samples;
  const Score score(notes, seconds, singer);
  SongRandom random(singer.seed, "", "breath");
  Tube throat(singer.throat, sample_rate);
  Tilt tilt(800.0 * std::pow(8.0, singer.effort), sample_rate);
  Resonance hiss;
  Glottis glottis;
  const double per_sample = kFrameRate / sample_rate;
  std::size_t frame = 0;
  Frame now, next;
  for (std::size_t i = 0; i < count; ++i) {
    const double place = static_cast<double>(i) * per_sample;
    if (i == 0 || place >= static_cast<double>(frame + 1)) {
      frame = static_cast<std::size_t>(place);
      now = score.frames()[frame];
      next = score.frames()[frame + 1];
      throat.tune(now);
      hiss.tune(now.hertz, now.band, sample_rate);
    }
    if (now.voice + now.breath + now.noise + next.voice + next.breath + next.noise < 1e-4) continue;
    const double way = place - static_cast<double>(frame);
    const auto between = [&](double a, double b) { return a + way * (b - a); };
    const double hertz = 440.0 * std::exp2((between(now.pitch, next.pitch) - 69.0) / 12.0);
    const double white = random.uniform(-1.0, 1.0);
    const double source =
        tilt(glottis(std::min(0.4, hertz / sample_rate))) * between(now.voice, next.voice) +
        0.5 * white * between(now.breath, next.breath);
    // A resonance with gain 1 at 0 Hz is louder by this factor at its centre, the place of the
    // noise.
    const double peak = std::max(1.0, now.hertz / now.band);
    const double consonant = hiss(white) * between(now.noise, next.noise) / peak;
    samples[i] = static_cast<float>(throat(source) + consonant);
  }
  return samples;
}

}  // namespace tactus
