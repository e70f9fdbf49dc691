#include "app/engine/click/click_track.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <stdexcept>

#include "model/chords/chord_label.h"

namespace tactus {
namespace {

constexpr double kDownbeatHz = 1760.0, kBeatHz = 880.0;
constexpr double kDownbeatAmplitude = 0.5, kBeatAmplitude = 0.35;
constexpr double kClickSeconds = 0.035, kClickDecay = 0.007;
constexpr double kToneAmplitude = 0.045;  // of a note's first partial
constexpr double kPartials[] = {1.0, 0.4, 0.2};
constexpr double kFadeSeconds = 0.010;

double hz_of(int midi_note) {
  return 440.0 * std::exp2((midi_note - 69) / 12.0);
}

// The bass from E2 (40) up, the notes from C4 (60) up.
std::vector<double> tones_of(const Chord& chord, int semitones) {
  const int bass = (chord.root + chord.bass) % 12;
  std::vector<double> tones = {hz_of(40 + (bass + 12 - 4) % 12 + semitones)};
  for (int note = 0; note < 12; ++note) {
    if (chord.notes[static_cast<std::size_t>(note)]) {
      tones.push_back(hz_of(60 + (chord.root + note) % 12 + semitones));
    }
  }
  return tones;
}

}  // namespace

double amplitude_of_db(double db) {
  return db > kSilentDb ? std::pow(10.0, db / 20.0) : 0.0;
}

ClickTrack::ClickTrack(const Annotation& annotation, int sample_rate, const ClickSettings& settings,
                       Notes* notes)
    : sample_rate_(sample_rate),
      chord_amplitude_(kToneAmplitude * amplitude_of_db(settings.chord_gain_db)) {
  if (sample_rate < 1) {
    throw std::invalid_argument(
        fmt::format("ClickTrack: {} Hz, expected a positive rate", sample_rate));
  }
  const double gain = amplitude_of_db(settings.click_gain_db);
  downbeat_sound_ = click_sound(kDownbeatHz, kDownbeatAmplitude * gain);
  beat_sound_ = click_sound(kBeatHz, kBeatAmplitude * gain);
  const auto sample_of = [sample_rate](double time) {
    return static_cast<std::int64_t>(std::llround(time * sample_rate));
  };
  for (const Beat& beat : annotation.beats) {
    if (settings.clicks) clicks_.push_back({sample_of(beat.time), beat.position == 1});
  }
  for (const LabelledSegment& segment : annotation.chords) {
    if (!settings.chords) break;
    try {
      const Chord chord = parse_chord(segment.label, ChordSyntax::kLenient);
      if (chord.unknown || chord.is_no_chord()) continue;
      chords_.push_back({sample_of(segment.start), sample_of(segment.end),
                         tones_of(chord, settings.chord_semitones)});
    } catch (const ChordLabelError& error) {
      if (notes) notes->push_back(fmt::format("chord left out: {}", error.what()));
    }
  }
  const auto earlier = [](const auto& a, const auto& b) { return a.start < b.start; };
  std::stable_sort(clicks_.begin(), clicks_.end(), earlier);
  std::stable_sort(chords_.begin(), chords_.end(), earlier);
}

std::vector<float> ClickTrack::click_sound(double hz, double amplitude) const {
  std::vector<float> sound(
      std::max<std::size_t>(1, static_cast<std::size_t>(kClickSeconds * sample_rate_)));
  for (std::size_t n = 0; n < sound.size(); ++n) {
    const double t = static_cast<double>(n) / sample_rate_;
    const double to_zero = 1.0 - t / kClickSeconds;
    sound[n] = static_cast<float>(amplitude * std::exp(-t / kClickDecay) * to_zero *
                                  std::cos(2.0 * std::numbers::pi * hz * t));
  }
  return sound;
}

void ClickTrack::add_to(std::int64_t first, std::span<float> out) const {
  const std::int64_t end = first + std::ssize(out);
  const auto longest = std::ssize(downbeat_sound_);
  auto click = std::lower_bound(clicks_.begin(), clicks_.end(), first - longest,
                                [](const Click& c, std::int64_t at) { return c.start < at; });
  for (; click != clicks_.end() && click->start < end; ++click) {
    const std::vector<float>& sound = click->downbeat ? downbeat_sound_ : beat_sound_;
    const std::int64_t from = std::max(first, click->start);
    const std::int64_t to = std::min(end, click->start + std::ssize(sound));
    for (std::int64_t n = from; n < to; ++n) {
      out[static_cast<std::size_t>(n - first)] += sound[static_cast<std::size_t>(n - click->start)];
    }
  }
  for (const SoundingChord& chord : chords_) {
    if (chord.start >= end) break;
    if (chord.end > first) add_chord(chord, first, out);
  }
}

// Each partial is a rotating phasor, set again at the first requested sample.
void ClickTrack::add_chord(const SoundingChord& chord, std::int64_t first,
                           std::span<float> out) const {
  const std::int64_t from = std::max(first, chord.start);
  const std::int64_t to = std::min(first + std::ssize(out), chord.end);
  const double fade = std::max(1.0, kFadeSeconds * sample_rate_);
  for (const double tone : chord.tones) {
    for (std::size_t k = 0; k < std::size(kPartials); ++k) {
      const double hz = tone * static_cast<double>(k + 1);
      if (hz > 0.45 * sample_rate_) break;
      const double step = 2.0 * std::numbers::pi * hz / sample_rate_;
      std::complex<double> phasor = std::polar(chord_amplitude_ * kPartials[k],
                                               step * static_cast<double>(from - chord.start));
      const std::complex<double> turn = std::polar(1.0, step);
      for (std::int64_t n = from; n < to; ++n, phasor *= turn) {
        const auto edge = static_cast<double>(std::min(n - chord.start, chord.end - 1 - n));
        out[static_cast<std::size_t>(n - first)] +=
            static_cast<float>(phasor.imag() * std::min(1.0, edge / fade));
      }
    }
  }
}

std::size_t ClickTrack::clicks_before(std::int64_t samples) const {
  return static_cast<std::size_t>(
      std::count_if(clicks_.begin(), clicks_.end(),
                    [samples](const Click& click) { return click.start < samples; }));
}

}  // namespace tactus
