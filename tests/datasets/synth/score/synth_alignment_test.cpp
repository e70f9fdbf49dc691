// Checks that annotations of tactus synth match its audio: onset strength against beats and chroma
// against chords, by the features of the networks.
#include <gtest/gtest.h>

#include "datasets/synth/score/midi_song.h"
#include "datasets/synth/synth_corpus.h"
#include "datasets/synth/synth_song.h"
#include "features/beat_features.h"
#include "features/chord_features.h"
#include "features/chroma.h"
#include "tests/datasets/support/song_fixture.h"
#include "tests/datasets/support/sound_measures.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr double kOnsetFps = 100.0;
constexpr double kChromaFps = 20.0;

// Mean positive difference of all bands, frame by frame.
std::vector<double> onset_strength(const std::vector<float>& samples) {
  BeatFeatureParameters parameters;
  parameters.fps = kOnsetFps;
  parameters.window_sizes = {1024};
  parameters.bands_per_octave = {6};
  const FrameMatrix rows = beat_features(samples, parameters);
  std::vector<double> strength;
  for (std::size_t t = 0; t < rows.frames; ++t) {
    const auto row = rows.row(t);
    double sum = 0;
    for (std::size_t i = row.size() / 2; i < row.size(); ++i) sum += row[i];
    strength.push_back(sum);
  }
  return strength;
}

template <class Value>
double best_lag(double widest, double step, Value value) {
  double best = 0, highest = -1e300;
  for (double lag = -widest; lag <= widest + 1e-9; lag += step)
    if (const double v = value(lag); v > highest) highest = v, best = lag;
  return best;
}

// The lag in seconds of onsets after beats: where the mean strength at beat + lag is highest.
double beat_lag(const RenderedSong& played) {
  const std::vector<double> strength = onset_strength(played.samples);
  return best_lag(0.12, 0.01, [&](double lag) {
    double sum = 0;
    for (const Beat& beat : played.annotation.beats) {
      const double frame = (beat.time + lag) * kOnsetFps;
      if (frame >= 0 && frame < static_cast<double>(strength.size()))
        sum += strength[static_cast<std::size_t>(std::lround(frame))];
    }
    return sum;
  });
}

class ChordFit {
 public:
  explicit ChordFit(const RenderedSong& played) : spans_(chord_spans(played.annotation.chords)) {
    ChordFeatureParameters parameters;
    parameters.fps = kChromaFps;
    rows_ = chroma(chord_features(played.samples, parameters), parameters);
  }
  // Chroma on the notes of the chords, relative to all chroma, with shifted labels.
  double operator()(double lag, int semitones) const {
    double inside = 0, all = 0;
    for (std::size_t t = 0; t < rows_.frames; ++t) {
      const ChordSpan* span = chord_at(spans_, static_cast<double>(t) / kChromaFps - lag);
      if (!span || span->chord.root < 0) continue;
      for (int pitch = 0; pitch < 12; ++pitch) {
        const double value = rows_.row(t)[static_cast<std::size_t>(pitch)];
        all += value;
        if (span->has((pitch - semitones + 12) % 12)) inside += value;
      }
    }
    return all > 0 ? inside / all : 0;
  }

 private:
  std::vector<ChordSpan> spans_;
  FrameMatrix rows_;
};

SynthOptions full_options() {
  SynthOptions options;
  for (const auto& font : installed_soundfonts())  // with another the song is another
    if (font.stem() == "TimGM6mb") options.soundfonts.push_back(font);
  options.sample_rate = 22050;
  return options;
}
#define SOUNDFONTS_OR_SKIP(options) \
  if ((options).soundfonts.empty()) \
  GTEST_SKIP() << "no soundfont is installed (Debian: timgm6mb-soundfont)"

void expect_aligned(const CorpusItem& item, const SynthOptions& options) {
  const PlannedSong planned = plan_song(item, options);
  const std::optional<RenderedSong> played = render_song(planned, options);
  ASSERT_TRUE(played.has_value());
  const std::string what = item.id + ": " + planned.time + "; " + planned.notes + "; " +
                           describe(planned.effects) + "; " + describe(planned.codec);
  EXPECT_TRUE(test::all_finite(played->samples)) << what;
  EXPECT_LE(test::peak(played->samples), 1.3) << what;
  const double lag = beat_lag(*played);
  EXPECT_GE(lag, -0.021) << what;
  EXPECT_LE(lag, 0.041) << what;
  if (played->annotation.chords.empty()) return;
  const ChordFit fit(*played);
  for (int semitones = 1; semitones < 12; ++semitones)
    EXPECT_GT(fit(0, 0), fit(0, semitones)) << semitones << " semitones, " << what;
  const double chord_lag = best_lag(0.8, 0.1, [&](double l) { return fit(l, 0); });
  EXPECT_LE(std::abs(chord_lag), 0.31) << what;
}

class SynthAlignment : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Corpora, SynthAlignment,
                         testing::Values("pop909", "gm-midi", "openewld", "asap"));

// One song of each corpus, with every kind of variation.
TEST_P(SynthAlignment, AnnotationsSitOnTheAudio) {
  TACTUS_SHARED_OR_SKIP(data);
  const SynthOptions options = full_options();
  SOUNDFONTS_OR_SKIP(options);
  const Corpus corpus = read_midi_corpus(data / GetParam());
  expect_aligned(corpus.items[1], options);
}

// A sheet of eight bars with quarter notes on every beat.
TEST(SynthAlignment, LeadSheetInManyRenditions) {
  SynthOptions options = full_options();
  SOUNDFONTS_OR_SKIP(options);
  const test::ScratchFolder scratch;
  std::string text;
  constexpr const char* kLabels[] = {"C:maj", "A:min7", "F:maj", "G:7"};
  constexpr int kTune[] = {72, 69, 77, 79};
  for (int bar = 0; bar < 8; ++bar) text += "bar\t" + std::to_string(4 * bar) + "\t4\t4\n";
  for (int bar = 0; bar < 8; ++bar)
    text += "chord\t" + std::to_string(4 * bar) + "\t4\t" + kLabels[bar % 4] + "\n";
  for (int beat = 0; beat < 32; ++beat)
    text += "note\t" + std::to_string(beat) + "\t1\t" + std::to_string(kTune[beat / 4 % 4]) + "\n";
  test::write_text(scratch / "tune.tsv", text);
  CorpusItem item{.id = "tune",
                  .audio = scratch / "tune.tsv",
                  .beats = scratch / "tune.tsv",
                  .chords = scratch / "tune.tsv"};
  options.arrange = ArrangeMode::kAlways;
  for (int rendition = 1; rendition <= 3; ++rendition) {
    item.id = "tune-r" + std::to_string(rendition);
    expect_aligned(item, options);
  }
  options.sound = SoundStyle::kRecord;
  options.music = MusicStyle::kWide;
  for (int rendition = 4; rendition <= 8; ++rendition) {
    item.id = "tune-r" + std::to_string(rendition);
    expect_aligned(item, options);
  }
}

}  // namespace
}  // namespace tactus
