#include "features/nnls/nnls_chroma.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

#include "audio/readers/audio_reader.h"
#include "features/files/npy_file.h"
#include "features/frames/loudness.h"
#include "features/nnls/nnls_notes.h"
#include "features/nnls/nnls_solver.h"
#include "features/nnls/nnls_spectra.h"
#include "features/nnls/nnls_spectrum.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

constexpr int kRate = 44100;

// Tones with ten partials at MIDI notes, A4 at `tuning`.
std::vector<float> tones(double seconds, const std::vector<int>& notes, double tuning = 440.0) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * kRate));
  for (const int note : notes) {
    const double hz = tuning * std::exp2((note - 69) / 12.0);
    for (int partial = 1; partial <= 10; ++partial) {
      const double step = 2.0 * std::numbers::pi * hz * partial / kRate;
      const double amplitude = 0.05 * std::pow(0.7, partial - 1);
      for (std::size_t n = 0; n < samples.size(); ++n) {
        samples[n] += static_cast<float>(amplitude * std::sin(step * static_cast<double>(n)));
      }
    }
  }
  return samples;
}

std::vector<float> middle_row(const std::vector<float>& samples, NnlsChromaParameters p = {}) {
  const FrameMatrix rows = nnls_chroma(samples, p);
  const auto row = rows.row(rows.frames / 2);
  return {row.begin(), row.end()};
}

std::vector<std::size_t> largest(std::span<const float> values, std::size_t count) {
  std::vector<std::size_t> order(values.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](auto a, auto b) { return values[a] > values[b]; });
  order.resize(count);
  std::sort(order.begin(), order.end());
  return order;
}

double correlation(std::span<const float> a, std::span<const float> b) {
  double ma = 0, mb = 0, ab = 0, aa = 0, bb = 0;
  const auto n = static_cast<double>(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) ma += a[i] / n, mb += b[i] / n;
  for (std::size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - ma) * (b[i] - mb);
    aa += (a[i] - ma) * (a[i] - ma);
    bb += (b[i] - mb) * (b[i] - mb);
  }
  if (aa == 0.0 && bb == 0.0) return 1.0;
  return aa > 0.0 && bb > 0.0 ? ab / std::sqrt(aa * bb) : 0.0;
}

// x is the solution exactly when the gradient A^T (b - A x) is 0 where x > 0 and <= 0 where x = 0
// (Karush, Kuhn, Tucker).
void expect_optimal(const std::vector<double>& columns, std::size_t variables,
                    const std::vector<double>& b, const std::vector<bool>& allowed,
                    const std::vector<double>& x) {
  std::vector<double> rest = b;
  for (std::size_t j = 0; j < variables; ++j) {
    for (std::size_t i = 0; i < b.size(); ++i) rest[i] -= x[j] * columns[j * b.size() + i];
  }
  for (std::size_t j = 0; j < variables; ++j) {
    double slope = 0.0;
    for (std::size_t i = 0; i < b.size(); ++i) slope += columns[j * b.size() + i] * rest[i];
    EXPECT_GE(x[j], 0.0);
    EXPECT_TRUE(allowed[j] || x[j] == 0.0) << j;
    EXPECT_TRUE(!allowed[j] || slope < 1e-7) << j << " " << slope;
    EXPECT_TRUE(x[j] == 0.0 || std::abs(slope) < 1e-7) << j << " " << slope;
  }
}

TEST(NonNegativeLeastSquares, SolutionsMeetTheOptimalityConditions) {
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> even(0.0, 1.0);
  for (std::size_t variables : {1u, 2u, 7u, 40u}) {
    const std::size_t rows = variables + 20;
    std::vector<double> columns(variables * rows);
    for (double& value : columns) value = std::abs(normal(random));  // much alike: hard
    NonNegativeLeastSquares solver(columns, variables);
    for (int repeat = 0; repeat < 30; ++repeat) {
      std::vector<double> b(rows), x(variables);
      for (double& value : b) value = normal(random);
      std::vector<bool> allowed(variables, true);
      for (std::size_t j = 0; j < variables && repeat % 2; ++j) allowed[j] = even(random) < 0.7;
      solver.solve(b, allowed, x);
      expect_optimal(columns, variables, b, allowed, x);
    }
  }
}

TEST(NonNegativeLeastSquares, FindsWhatWasMixedAndNothingInNothing) {
  const std::vector<double> profiles = nnls_note_profiles(0.7);
  NonNegativeLeastSquares solver(profiles, kNnlsNotes);
  std::vector<double> b(kNnlsLogBins), x(kNnlsNotes);
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = 2.0 * profiles[27 * kNnlsLogBins + i] + 0.5 * profiles[39 * kNnlsLogBins + i];
  }
  solver.solve(b, std::vector<bool>(kNnlsNotes, true), x);
  for (std::size_t n = 0; n < kNnlsNotes; ++n) {
    EXPECT_NEAR(x[n], n == 27 ? 2.0 : n == 39 ? 0.5 : 0.0, 1e-9) << n;
  }
  solver.solve(std::vector<double>(kNnlsLogBins, 0.0), std::vector<bool>(kNnlsNotes, true), x);
  EXPECT_EQ(x, std::vector<double>(kNnlsNotes, 0.0));
  EXPECT_THROW(solver.solve(std::vector<double>(3), std::vector<bool>(kNnlsNotes), x),
               std::invalid_argument);
  EXPECT_THROW(NonNegativeLeastSquares({1.0, 2.0, 3.0}, 2), std::invalid_argument);
}

TEST(NonNegativeLeastSquares, ATwinOfAFreeColumnIsLeftAlone) {
  NonNegativeLeastSquares solver({1, 0, 0, 1, 0, 0, 0, 1, 0}, 3);
  std::vector<double> x(3);
  solver.solve(std::vector<double>{2, 3, 0}, {true, true, true}, x);
  EXPECT_NEAR(x[0] + x[1], 2.0, 1e-12);
  EXPECT_NEAR(x[2], 3.0, 1e-12);
}

TEST(NnlsChroma, NamesTheNotesOfAChordAndItsBass) {
  // F minor over its third: Ab2 C4 F4 Ab4; pitch classes from A: C = 3, F = 8, Ab = 11.
  const std::vector<float> row = middle_row(tones(2.0, {44, 60, 65, 68}));
  EXPECT_EQ(largest(std::span(row).subspan(12), 3), (std::vector<std::size_t>{3, 8, 11}));
  EXPECT_EQ(largest(std::span(row).first(12), 1), (std::vector<std::size_t>{11}));
}

TEST(NnlsChroma, FindsTheTuningAndIsMovedByIt) {
  for (const double tuning : {430.0, 437.0, 440.0, 446.0}) {
    NnlsChromaExtractor extractor({});
    FrameMatrix rows;
    extractor.push(tones(2.0, {45, 57, 61, 64}, tuning), rows);
    EXPECT_EQ(rows.frames, 0u) << "global tuning waits for the end";
    extractor.finish(rows);
    EXPECT_NEAR(extractor.tuning_hz(), tuning, 1.0);
    const auto row = rows.row(rows.frames / 2);
    EXPECT_EQ(largest(row.subspan(12), 3), (std::vector<std::size_t>{0, 4, 7})) << tuning;
  }
}

TEST(NnlsChroma, BlocksDoNotMatter) {
  std::vector<float> music = tones(1.0, {48, 64, 67});
  const std::vector<float> second = tones(1.3, {50, 66, 69});
  music.insert(music.end(), second.begin(), second.end());
  for (const NnlsTuning tuning : {NnlsTuning::kGlobal, NnlsTuning::kLocal}) {
    NnlsChromaParameters p;
    p.tuning = tuning;
    const FrameMatrix whole = nnls_chroma(music, p);
    EXPECT_EQ(whole.frames, (music.size() + 2047) / 2048);
    NnlsChromaExtractor extractor(p);
    FrameMatrix pieces;
    std::size_t early = 0;
    for (std::size_t at = 0; at < music.size(); at += 777) {
      extractor.push(std::span(music).subspan(at, std::min<std::size_t>(777, music.size() - at)),
                     pieces);
      early = pieces.frames;
    }
    extractor.finish(pieces);
    EXPECT_EQ(pieces.data, whole.data);
    EXPECT_EQ(early > 0, tuning == NnlsTuning::kLocal);
  }
}

TEST(NnlsChroma, NotesStandBesideTheSameChroma) {
  const std::vector<float> samples = tones(3.0, {45, 60, 64, 67}, 452.0);
  NnlsChromaParameters with_notes;
  with_notes.notes = true;
  const FrameMatrix alone = nnls_chroma(samples, {}), both = nnls_chroma(samples, with_notes);
  ASSERT_EQ(both.bins, 192u);
  EXPECT_EQ(first_bins(both, 24).data, alone.data);
  const auto row = both.row(both.frames / 2);
  std::vector<float> folded(24);
  nnls_fold(row.subspan(24, 84), folded);
  for (std::size_t c = 0; c < 24; ++c) EXPECT_FLOAT_EQ(folded[c], row[c]);
  EXPECT_EQ(largest(row.subspan(24, 84), 4), (std::vector<std::size_t>{24, 39, 43, 46}));
}

TEST(NnlsLevels, ASinusoidFortyDecibelsBelowFullScaleHasTheLevelOne) {
  const NnlsChromaParameters p;
  NnlsSpectrum spectrum(p);
  const NnlsLevels meter(p);
  std::vector<float> block(static_cast<std::size_t>(p.block_size)), bins(kNnlsLogBins), levels(84);
  for (const int note : {33, 50, 69, 93}) {
    const double step = 2.0 * std::numbers::pi * 440.0 * std::exp2((note - 69) / 12.0) / kRate;
    for (std::size_t n = 0; n < block.size(); ++n)
      block[n] = static_cast<float>(0.01 * std::sin(step * static_cast<double>(n)));
    spectrum.compute(block.data(), bins);
    meter.measure(bins, levels);
    EXPECT_NEAR(levels[static_cast<std::size_t>(note - 21)], 1.0, 0.05) << note;
    EXPECT_LT(levels[static_cast<std::size_t>(note - 21 + 5)], 0.02) << note;
  }
}

TEST(NnlsChroma, FramesOfAudioChangeWhenTheMusicDoes) {
  const auto struck = [](const std::vector<int>& notes) {
    std::vector<float> samples = tones(2.0, notes);
    for (std::size_t n = 0; n < samples.size(); ++n) {
      samples[n] *= static_cast<float>(std::exp(-static_cast<double>(n) / kRate / 3.0));
    }
    return samples;
  };
  std::vector<float> music = struck({48, 64, 67, 72});
  const std::vector<float> second = struck({54, 66, 70, 73});
  music.insert(music.end(), second.begin(), second.end());
  NnlsChromaParameters p;
  p.frames_averaged = 1;
  const FrameMatrix frames = nnls_frames_of_audio(nnls_chroma(music, p), p);
  const auto before = frames.row(static_cast<std::size_t>(1.4 * frames.fps));
  const auto after = frames.row(static_cast<std::size_t>(2.6 * frames.fps));
  auto k = static_cast<std::size_t>(1.4 * frames.fps);
  while (correlation(frames.row(k), before) > correlation(frames.row(k), after)) ++k;
  EXPECT_NEAR((static_cast<double>(k) - 0.5) / frames.fps, 2.0, 0.06);
}

TEST(NnlsChroma, SilenceNothingAndNaNGiveZeros) {
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{50000}}) {
    const FrameMatrix rows = nnls_chroma(std::vector<float>(length, 0.0f), {});
    EXPECT_EQ(rows.frames, (length + 2047) / 2048);
    EXPECT_EQ(rows.bins, 24u);
    for (const float value : rows.data) EXPECT_EQ(value, 0.0f);
  }
  std::vector<float> broken(50000, std::nanf(""));
  for (const float value : nnls_chroma(broken, {}).data) EXPECT_EQ(value, 0.0f);
}

TEST(NnlsChroma, ADamagedSampleHarmsItsBlocksOnly) {
  std::vector<float> music = tones(3.0, {44, 60, 65, 68});
  NnlsChromaParameters parameters;
  parameters.loudness = -20.0;
  const FrameMatrix expected = nnls_chroma(music, parameters);
  music[music.size() / 6] = 1e30f;
  const FrameMatrix rows = nnls_chroma(music, parameters);
  ASSERT_EQ(rows.frames, expected.frames);
  for (std::size_t t = rows.frames / 2; t < rows.frames * 5 / 6; ++t)
    EXPECT_GT(correlation(rows.row(t), expected.row(t)), 0.999) << t;
}

// At -66 dB the plug-in treats all as silence; after a gain to -20 dB, a chord has its notes.
TEST(NnlsChroma, QuietMusicIsBroughtToALoudness) {
  std::vector<float> quiet = tones(2.0, {44, 60, 65, 68});
  for (float& sample : quiet) sample *= 5e-3f;
  NnlsChromaParameters parameters;
  const FrameMatrix silent = nnls_chroma(quiet, parameters);
  EXPECT_EQ(*std::max_element(silent.data.begin(), silent.data.end()), 0.0f);
  parameters.loudness = -20.0;
  const FrameMatrix heard = nnls_chroma(quiet, parameters);
  const auto row = heard.row(heard.frames / 2);
  EXPECT_EQ(largest(row.subspan(12), 3), (std::vector<std::size_t>{3, 8, 11}));
}

TEST(NnlsChroma, ParametersDoWhatTheySay) {
  const std::vector<float> music = tones(1.0, {33, 60, 64, 67});
  const std::vector<float> plain = middle_row(music);
  NnlsChromaParameters p;
  p.whitening = 0.0;  // the scale of the spectrum is kept
  std::vector<float> quiet = music;
  for (float& x : quiet) x *= 0.5f;
  const std::vector<float> loud_row = middle_row(music, p), quiet_row = middle_row(quiet, p);
  for (std::size_t c = 0; c < 24; ++c) {
    EXPECT_NEAR(quiet_row[c], 0.5f * loud_row[c], 1e-3f * (1.0f + loud_row[c]));
  }
  const std::vector<float> white_quiet = middle_row(quiet);
  for (std::size_t c = 0; c < 24; ++c) EXPECT_NEAR(white_quiet[c], plain[c], 1e-3f);
  p = {};
  p.roll_on = 5.0;  // removes a rumble of 27 Hz
  std::vector<float> rumble = music;
  for (std::size_t n = 0; n < rumble.size(); ++n) {
    rumble[n] += 0.02f * static_cast<float>(std::sin(2 * std::numbers::pi * 27.5 * n / kRate));
  }
  EXPECT_GT(correlation(middle_row(rumble, p), middle_row(music, p)), 0.99);
  p = {};
  p.partial_decay = 0.5;
  EXPECT_NE(middle_row(music, p), plain);
}

TEST(NnlsChroma, EqualsTheOriginalPlugin) {
  TACTUS_SHARED_OR_SKIP(data);
  const std::filesystem::path folder = data / "peertests/nnls_chroma";
  const NnlsChromaParameters p;
  int songs = 0;
  for (const auto& [song, hz] : {std::pair{"MusicDelta_Hendrix_MIX", 440.205},
                                 {"coulton-Furry_Old_Lobster", 441.23},
                                 {"sectoid-Feelings", 440.713}}) {
    const std::filesystem::path stem = folder / song;
    if (!std::filesystem::exists(stem.string() + ".flac")) continue;
    ++songs;
    const Audio audio = read_audio(stem.string() + ".flac", kRate);
    NnlsChromaExtractor extractor(p);
    FrameMatrix rows;
    extractor.push(audio.samples, rows);
    extractor.finish(rows);
    EXPECT_NEAR(extractor.tuning_hz(), hz, 0.5) << song;
    const FrameMatrix theirs = read_npy(stem.string() + ".bothchroma.npy", rows.fps);
    ASSERT_LE(theirs.frames, rows.frames);
    ASSERT_GE(theirs.frames + 1, rows.frames);  // they have no row for the last, broken hop
    std::vector<double> correlations;
    for (std::size_t i = 0; i < theirs.frames; ++i) {
      correlations.push_back(correlation(rows.row(i), theirs.row(i)));
    }
    std::sort(correlations.begin(), correlations.end());
    EXPECT_GT(correlations[correlations.size() / 2], 0.999999) << song;
    EXPECT_GT(correlations.front(), 0.99) << song;
  }
  if (songs == 0) GTEST_SKIP() << "no vectors of the plug-in";
}

TEST(NnlsChroma, TheTunedSpectrumEqualsTheOriginalPlugins) {
  TACTUS_SHARED_OR_SKIP(data);
  const std::string stem = (data / "peertests/nnls_chroma/sectoid-Feelings").string();
  if (!std::filesystem::exists(stem + ".flac")) GTEST_SKIP() << "no vectors of the plug-in";
  const NnlsChromaParameters p;
  const Audio audio = read_audio(stem + ".flac", kRate);
  const FrameMatrix theirs = read_npy(stem + ".tunedlogfreqspec.npy", 21.5);
  const FrameMatrix their_notes = read_npy(stem + ".semitonespectrum.npy", 21.5);
  NnlsSpectrum spectrum(p);
  NnlsTuningEstimator tuning;
  std::vector<std::vector<float>> blocks;
  for (std::size_t start = 0; start + 16384 <= audio.samples.size(); start += 2048) {
    std::vector<float> row(kNnlsLogBins);
    spectrum.compute(audio.samples.data() + start, row);
    tuning.process(row);
    blocks.push_back(row);
  }
  NnlsNotes transcriber(p.partial_decay);
  std::vector<float> ours(kNnlsLogBins), notes(kNnlsNotes);
  for (std::size_t i = 0; i < blocks.size(); i += 20) {
    nnls_tune_and_whiten(blocks[i], tuning.overall(), p.whitening, ours);
    EXPECT_GT(correlation(ours, theirs.row(i)), 0.99999) << i;
    transcriber.transcribe(theirs.row(i), notes);  // from the very same spectrum
    EXPECT_GT(correlation(notes, their_notes.row(i)), 0.999) << i;
  }
}

struct Spectrum {
  std::vector<float> bins;
  float strongest;
};

// Block by block, each alone; zeros follow the samples.
std::vector<Spectrum> slow_spectra(std::vector<float> samples, const NnlsChromaParameters& p) {
  const std::size_t hop = static_cast<std::size_t>(p.hop_size),
                    count = (samples.size() + hop - 1) / hop;
  samples.resize(samples.size() + static_cast<std::size_t>(p.block_size));
  NnlsSpectrum spectrum(p);
  std::vector<Spectrum> spectra(count, {std::vector<float>(kNnlsLogBins), 0.0f});
  for (std::size_t i = 0; i < count; ++i)
    spectra[i].strongest = spectrum.compute(samples.data() + i * hop, spectra[i].bins);
  return spectra;
}

std::vector<Spectrum> fast_spectra(std::span<const float> samples, const NnlsChromaParameters& p,
                                   float loudest_silence, std::size_t piece) {
  std::vector<Spectrum> spectra;
  const auto take = [&](std::span<const float> bins, float strongest) {
    spectra.push_back({{bins.begin(), bins.end()}, strongest});
  };
  NnlsSpectra stream(p, loudest_silence);
  for (; !samples.empty(); samples = samples.subspan(std::min(piece, samples.size())))
    stream.push(samples.first(std::min(piece, samples.size())), take);
  stream.finish(take);
  return spectra;
}

// At the reduced rate as at the whole one, also beside loud treble and after silence.
TEST(NnlsSpectra, EqualThoseOfSingleBlocks) {
  std::vector<float> samples = tones(1.0, {30, 48, 64, 67, 88, 103});
  samples.resize(samples.size() + 30000, 0.0f);
  for (std::size_t n = 0; n < 60000; ++n)
    samples[n] += 0.2f * static_cast<float>(std::sin(0.9 * static_cast<double>(n)));
  NnlsChromaParameters half, odd_hop, rolled;
  half.sample_rate = 22050;
  half.block_size = 8192;
  odd_hop.hop_size = 1023;
  rolled.roll_on = 1.0;
  for (const NnlsChromaParameters& p : {NnlsChromaParameters{}, half, odd_hop, rolled}) {
    for (const std::size_t length : {std::size_t{1}, std::size_t{2049}, samples.size()}) {
      const std::vector<float> part(samples.begin(),
                                    samples.begin() + static_cast<std::ptrdiff_t>(length));
      const auto expected = slow_spectra(part, p);
      const auto got = fast_spectra(part, p, nnls_silence(p.block_size), 777);
      ASSERT_EQ(got.size(), expected.size());
      for (std::size_t i = 0; i < got.size(); ++i) {
        const auto& bins = expected[i].bins;
        const float most = 1e-5f * std::max(*std::max_element(bins.begin(), bins.end()), 1.0f) +
                           1e-6f * expected[i].strongest;
        for (std::size_t b = 0; b < kNnlsLogBins; ++b)
          ASSERT_NEAR(got[i].bins[b], expected[i].bins[b], most) << i << " " << b;
        const bool silent = expected[i].strongest < nnls_silence(p.block_size);
        EXPECT_EQ(got[i].strongest < nnls_silence(p.block_size), silent) << i;
      }
    }
  }
}

// Treble alone is no silence, though the notes end far below it.
TEST(NnlsSpectra, TrebleIsNoSilence) {
  std::vector<float> samples(40000);
  for (std::size_t n = 0; n < samples.size(); ++n)
    samples[n] = 0.01f * static_cast<float>(std::sin(2.0 * static_cast<double>(n)));
  const NnlsChromaParameters p;
  const auto spectra = fast_spectra(samples, p, nnls_silence(p.block_size), 5000);
  EXPECT_GT(spectra.at(5).strongest, nnls_silence(p.block_size));
}

TEST(NnlsChroma, ALoudnessIsAGainBeforeAllElse) {
  std::vector<float> music = tones(2.0, {44, 60, 65, 68});
  music.resize(music.size() + 50000);
  NnlsChromaParameters p;
  p.loudness = -26.0;
  const FrameMatrix by_stream = nnls_chroma(music, p);
  const float gain = gain_to_loudness(music, kRate, p.loudness);
  for (float& sample : music) sample *= gain;
  p.loudness = 0.0;
  const FrameMatrix by_hand = nnls_chroma(music, p);
  ASSERT_EQ(by_stream.data.size(), by_hand.data.size());
  for (std::size_t i = 0; i < by_hand.data.size(); ++i)
    EXPECT_NEAR(by_stream.data[i], by_hand.data[i], 1e-3f) << i;
}

// A soft note that only the treble above it keeps from being silence, between music and silence.
TEST(NnlsChroma, TrebleIsNoSilenceAfterTheGain) {
  std::vector<float> music = tones(2.0, {44, 60, 65, 68});
  for (std::size_t n = 0; n < 60000; ++n) {
    const auto time = static_cast<double>(n);
    music.push_back(3e-4f * static_cast<float>(std::sin(0.06 * time)) +
                    0.01f * static_cast<float>(std::sin(2.0 * time)));
  }
  music.resize(music.size() + 60000);
  NnlsChromaParameters p;
  p.loudness = -26.0;
  const FrameMatrix chroma = nnls_chroma(music, p);
  const auto loudest_in = [&](std::size_t sample) {
    return std::ranges::max(chroma.row(sample / static_cast<std::size_t>(p.hop_size)));
  };
  EXPECT_GT(loudest_in(2 * kRate + 20000), 0.0f);
  EXPECT_EQ(loudest_in(2 * kRate + 60000 + 20000), 0.0f);
}

// Each bin by itself, as the header says.
TEST(NnlsSpectrum, WhitensAsTheFormulaSays) {
  constexpr int kReach = 9, kLast = static_cast<int>(kNnlsLogBins) - 1;
  std::vector<float> spectrum(kNnlsLogBins), found(kNnlsLogBins);
  std::mt19937 generator(5);
  for (float& value : spectrum)
    value = std::uniform_real_distribution<float>(0.0f, 1.0f)(generator);
  std::fill_n(spectrum.begin(), 2, 0.0f);  // the outermost bins have no neighbours to move from
  std::fill_n(spectrum.end() - 3, 3, 0.0f);
  nnls_tune_and_whiten(spectrum, 0.0, 1.0, found);
  std::vector<double> weights;
  for (int i = -kReach; i <= kReach; ++i)
    weights.push_back(0.54 + 0.46 * std::cos(std::numbers::pi * i / kReach));
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  const auto mean = [&](const auto& values, int bin) {
    const int centre = std::clamp(bin, kReach, kLast - kReach);
    double total = 0.0;
    for (int i = -kReach; i <= kReach; ++i) total += weights[i + kReach] * values[centre + i];
    return total / sum;
  };
  std::vector<double> squares;
  for (int b = 0; b <= kLast; ++b) squares.push_back(std::pow(spectrum[b] - mean(spectrum, b), 2));
  for (int b = 0; b <= kLast; ++b) {
    const double above = std::max(spectrum[b] - mean(spectrum, b), 0.0);
    EXPECT_NEAR(found[b], above / std::sqrt(mean(squares, b)), 1e-5) << b;
  }
}

TEST(NnlsFold, RegistersAreThoseOfThePlugin) {
  // From the plug-in's tables: bass 0.270509, 0.999803, 0.004909, 0; treble 0.057942, 0.999650.
  const auto weights = [](std::size_t note) {
    std::vector<float> notes(kNnlsNotes, 0.0f), row(24);
    notes[note] = 1.0f;
    nnls_fold(notes, row);
    return std::pair{row[note % 12], row[12 + note % 12]};
  };
  EXPECT_NEAR(weights(6).first, 0.270509, 1e-6);
  EXPECT_NEAR(weights(18).first, 0.999803, 1e-6);
  EXPECT_NEAR(weights(36).first, 0.004909, 1e-6);
  EXPECT_EQ(weights(37).first, 0.0f);
  EXPECT_NEAR(weights(6).second, 0.057942, 1e-6);
  EXPECT_NEAR(weights(42).second, 0.999650, 1e-6);
}

}  // namespace
}  // namespace tactus
