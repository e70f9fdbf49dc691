// The engine: chunks of a long recording join without a seam.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "app/engine/tagging/song_pool.h"
#include "app/engine/tagging/sound_tagger.h"
#include "datasets/formats/format.h"
#include "model/tempo_grid.h"
#include "tests/app/support/samples_in_memory.h"
#include "tests/app/support/tiny_models.h"
#include "tests/model/support/bounded_backend.h"

namespace tactus::test {
namespace {

std::vector<LoadedModel> tiny_models() {
  return {{"beats", "0", tiny_beat_model()}, {"chords", "0", tiny_chord_model()}};
}

double largest_difference(const FrameMatrix& a, const FrameMatrix& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.data.size(); ++i) {
    largest = std::max(largest, static_cast<double>(std::abs(a.data[i] - b.data[i])));
  }
  return largest;
}

TEST(DecoderSettings, MetersOfAPersonLeaveNoRareOnes) {
  const std::unique_ptr<Task> bars = make_task("bars");
  EXPECT_NE(bars->decoder_json().find("\"rare_beats_per_bar\":[5,7]"), std::string::npos)
      << bars->decoder_json();
  DecoderSettings settings;
  settings.add("beats_per_bar=2,4", "--set");
  settings.apply_to(*bars);
  const std::string json = bars->decoder_json();
  EXPECT_NE(json.find("\"beats_per_bar\":[2,4]"), std::string::npos) << json;
  EXPECT_NE(json.find("\"rare_beats_per_bar\":[]"), std::string::npos) << json;
}

TEST(SoundTagger, JoinsChunksWithoutASeam) {
  const auto models = tiny_models();
  const auto music = made_up_music(47.3, 22050);
  SoundTagger whole(models, make_cpu_backend(1));
  SoundTagger pieces(models, make_cpu_backend(1), {},
                     {.longest_whole = 10, .seconds = 10, .context_seconds = 8});
  SamplesInMemory once(music), again(music);
  const TagResult a = whole.tag(once);
  const TagResult b = pieces.tag(again);
  EXPECT_NEAR(a.seconds, 47.3, 1e-3);
  ASSERT_EQ(a.activations.at("beats").frames, b.activations.at("beats").frames);
  ASSERT_EQ(a.activations.at("chords").frames, b.activations.at("chords").frames);
  EXPECT_GE(a.activations.at("beats").frames, 47u * 50u);
  EXPECT_LT(largest_difference(a.activations.at("beats"), b.activations.at("beats")), 1e-3);
  EXPECT_LT(largest_difference(a.activations.at("chords"), b.activations.at("chords")), 2e-2);
}

// Clicks at one tempo, louder on every fourth.
std::vector<float> clicks(double seconds, double period) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * 22050), 0.0f);
  int count = 0;
  for (double time = 0.25; time < seconds - 0.1; time += period, ++count) {
    const auto at = static_cast<std::size_t>(time * 22050);
    for (std::size_t i = 0; i < 600; ++i)
      samples[at + i] =
          static_cast<float>((count % 4 ? 0.3 : 0.8) * std::exp(-static_cast<double>(i) / 80.0) *
                             std::sin(0.4 * static_cast<double>(i)));
  }
  return samples;
}

TEST(SoundTagger, PassagesJoinWithoutASeam) {
  const auto shipped = load_models({"beats"}, std::string(TACTUS_SOURCE_DIR) + "/datasets/models");
  const auto music = clicks(200.0, 0.5);
  const Chunking chunking = {.longest_whole = 20,
                             .seconds = 20,
                             .context_seconds = 10,
                             .passage_seconds = 50,
                             .border_seconds = 10};
  SoundTagger whole(shipped, make_cpu_backend(1)),
      passages(shipped, make_cpu_backend(1), {}, chunking);
  SamplesInMemory once(music), again(music), third(music);
  const TagResult a = whole.tag(once), b = passages.tag(again);
  EXPECT_NEAR(b.annotation.duration, 200.0, 1e-6);
  ASSERT_EQ(a.annotation.beats.size(), b.annotation.beats.size());
  for (std::size_t i = 0; i < a.annotation.beats.size(); ++i) {
    EXPECT_NEAR(a.annotation.beats[i].time, b.annotation.beats[i].time, 2e-3) << i;
    EXPECT_EQ(a.annotation.beats[i].position, b.annotation.beats[i].position) << i;
  }
  EXPECT_EQ(b.annotation.grid.kind, GridKind::kConstant);
  EXPECT_TRUE(is_true(b.annotation.grid, b.annotation.beats));
  EXPECT_NEAR(b.annotation.tempi.front().bpm, 120.0, 0.01);
  const FrameMatrix &one = a.activations.at("beats"), &other = b.activations.at("beats");
  ASSERT_EQ(one.frames, other.frames);
  EXPECT_EQ(a.attacks.frames, b.attacks.frames);
  EXPECT_LT(largest_difference(a.attacks, b.attacks), 1e-3);
  passages.keep_activations(false);
  const TagResult c = passages.tag(third);
  EXPECT_EQ(c.annotation.beats, b.annotation.beats);
  EXPECT_TRUE(c.activations.empty());
}

TEST(SoundTagger, PassagesOfTwoTasksEndOnCommonRows) {
  const auto models = tiny_models();
  const auto music = made_up_music(150.0, 22050);
  const Chunking chunking = {.longest_whole = 20,
                             .seconds = 20,
                             .context_seconds = 8,
                             .passage_seconds = 40,
                             .border_seconds = 5};
  SoundTagger whole(models, make_cpu_backend(1)),
      passages(models, make_cpu_backend(1), {}, chunking);
  SamplesInMemory once(music), again(music);
  const TagResult a = whole.tag(once), b = passages.tag(again);
  for (const char* task : {"beats", "chords"})
    EXPECT_EQ(a.activations.at(task).frames, b.activations.at(task).frames) << task;
  const auto& chords = b.annotation.chords;
  ASSERT_FALSE(chords.empty());
  EXPECT_EQ(chords.front().start, 0.0);
  EXPECT_NEAR(chords.back().end, 150.0, 1e-6);
  for (std::size_t i = 1; i < chords.size(); ++i)
    EXPECT_EQ(chords[i].start, chords[i - 1].end) << i;
}

TEST(SoundTagger, ModelsOfTwoRatesHearTheSameMusic) {
  const std::vector<LoadedModel> models = {{"beats", "0", tiny_beat_model()},
                                           {"chords", "0", tiny_nnls_model()}};
  const std::vector<LoadedModel> beats_alone = {models[0]};
  SoundTagger both(models, make_cpu_backend(1)), alone(beats_alone, make_cpu_backend(1));
  EXPECT_EQ(both.sample_rate(), 44100);
  EXPECT_EQ(alone.sample_rate(), 22050);
  SamplesInMemory fine(made_up_music(6.0, 44100), 44100), coarse(made_up_music(6.0, 22050));
  const TagResult a = both.tag(fine), b = alone.tag(coarse);
  EXPECT_NEAR(a.seconds, 6.0, 1e-3);
  ASSERT_EQ(a.activations.at("beats").frames, b.activations.at("beats").frames);
  EXPECT_LT(largest_difference(a.activations.at("beats"), b.activations.at("beats")), 5e-2);
  EXPECT_NEAR(a.annotation.chords.back().end, 6.0, 1e-3);
}

TrainedNetwork another_network(const Model& model) {
  TrainedNetwork other;
  other.spec = model.spec;
  other.spec.layers = {LayerSpec{.hidden = 4}, LayerSpec{.hidden = 3}};
  Network network(other.spec, make_cpu_backend(1));
  network.initialise(11);
  other.parameters = network.parameters();
  other.input_mean.assign(static_cast<std::size_t>(model.spec.input), 0.1f);
  other.input_scale.assign(static_cast<std::size_t>(model.spec.input), 2.0f);
  return other;
}

// The first network, the second, and both as an ensemble.
std::array<TagResult, 3> tagged_by_each_and_both(const Model& model, const FrameMatrix& frames) {
  Model second = model, both = model;
  static_cast<TrainedNetwork&>(second) = another_network(model);
  both.others = {another_network(model)};
  std::array<TagResult, 3> results;
  for (std::size_t k = 0; k < 3; ++k) {
    const std::vector<LoadedModel> models = {{"model", "0",
                                              k == 0   ? model
                                              : k == 1 ? second
                                                       : both}};
    results[k] = SoundTagger(models, make_cpu_backend(1)).tag_frames(frames);
  }
  return results;
}

FrameMatrix made_up_frames(int bins) {
  FrameMatrix frames(60, static_cast<std::size_t>(bins), 10.0);
  for (std::size_t i = 0; i < frames.data.size(); ++i)
    frames.data[i] =
        static_cast<float>(std::abs(std::sin(0.37 * static_cast<double>(i * i % 991))));
  return frames;
}

double logit(double p) {
  return std::log(p / (1.0 - p));
}

// Column 1 is the probability of a downbeat; columns 0 and 1 together give that of any beat.
TEST(SoundTagger, AnEnsembleOfBeatsAveragesLogits) {
  const Model model = tiny_beat_model();
  const auto [a, b, both] = tagged_by_each_and_both(model, made_up_frames(model.spec.input));
  ASSERT_GT(largest_difference(a.activations.at("beats"), b.activations.at("beats")), 0.01);
  for (std::size_t t = 0; t < both.activations.at("beats").frames; ++t) {
    const double expected = 0.5 * (logit(a.activations.at("beats").row(t)[1]) +
                                   logit(b.activations.at("beats").row(t)[1]));
    ASSERT_NEAR(logit(both.activations.at("beats").row(t)[1]), expected, 1e-4) << t;
  }
}

// A model whose outputs follow the first two columns, each frame by itself.
Model two_speed_model(const std::string& decoder) {
  Model model = tiny_beat_model();
  model.spec.layers.clear();
  const auto bins = static_cast<std::size_t>(model.spec.input);
  model.parameters.assign(2 * (bins + 1), 0.0f);
  model.parameters[0] = model.parameters[1] = 10.0f;  // a beat: both columns
  model.parameters[bins + 1 + 1] = 10.0f;             // a downbeat: the second
  model.parameters[bins] = model.parameters[2 * bins + 1] = -5.0f;
  model.decoder_json = decoder;
  return model;
}

// Beats at 55.6 BPM, three frames wide, in bars. Off-beats are two frames wide, between silent
// ones; at 1.2 times the speed they have one frame at most.
FrameMatrix off_beats_that_fade(std::size_t bins, std::size_t meter = 4) {
  constexpr std::size_t kBeat = 54;
  FrameMatrix frames(60 * kBeat, bins, 50.0);
  for (std::size_t t = 6; t + kBeat <= frames.frames; t += kBeat) {
    for (std::size_t side : {t - 1, t, t + 1})
      frames.row(side)[t / kBeat % meter == 0] = side == t ? 0.75f : 0.5f;
    const std::size_t middle = t + kBeat / 2;
    frames.row(middle)[0] = frames.row(middle + 1)[0] = 0.5f;
    frames.row(middle - 1)[0] = frames.row(middle + 2)[0] = -0.5f;
  }
  return frames;
}

TEST(SoundTagger, RunsASecondPassWhereTheLevelIsInDoubt) {
  const Model once = two_speed_model(R"({"beats_per_bar": [4]})");
  const Model twice = two_speed_model(R"({"beats_per_bar": [4], "level_margin": 20})");
  const FrameMatrix frames = off_beats_that_fade(static_cast<std::size_t>(once.spec.input));
  const auto tempo = [&](const Model& model, const DecoderSettings& settings) {
    const std::vector<LoadedModel> models = {{"model", "0", model}};
    return SoundTagger(models, make_cpu_backend(1), settings)
        .tag_frames(frames)
        .annotation.tempi.at(0)
        .bpm;
  };
  EXPECT_NEAR(tempo(once, {}), 111.1, 1.0);
  EXPECT_NEAR(tempo(twice, {}), 55.6, 0.5);
  DecoderSettings fast;
  fast.add("beats.min_bpm=60", "--set");
  EXPECT_NEAR(tempo(twice, fast), 111.1, 1.0) << "the person's range comes first";
}

TEST(SoundTagger, WeighsTheLevelsWithoutASecondPass) {
  const auto tempo = [](std::size_t meter, const std::string& decoder) {
    const Model model = two_speed_model(R"({"beats_per_bar": [2, 4], )" + decoder + "}");
    const FrameMatrix frames =
        off_beats_that_fade(static_cast<std::size_t>(model.spec.input), meter);
    const std::vector<LoadedModel> models = {{"model", "0", model}};
    return SoundTagger(models, make_cpu_backend(1)).tag_frames(frames).annotation.tempi.at(0).bpm;
  };
  EXPECT_NEAR(tempo(4, R"("level_margin": 0)"), 111.1, 1.0);
  EXPECT_NEAR(tempo(4, R"("level_bonus": 0.01)"), 55.6, 0.5);
  EXPECT_NEAR(tempo(4, R"("level_bonus": 100)"), 111.1, 1.0);
  EXPECT_NEAR(tempo(2, R"("level_bonus": 0.01)"), 111.1, 1.0) << "bars of four at that tempo, too";
  EXPECT_NEAR(tempo(2, R"("level_margin": 20, "level_bonus": 0.01)"), 55.6, 0.5);
}

TEST(SoundTagger, WhereALoopIsCutThereIsNoBeat) {
  const Model model = two_speed_model(R"({"beats_per_bar": [4]})");
  const std::vector<LoadedModel> models = {{"model", "0", model}};
  for (const std::size_t rest : {1u, 2u, 5u}) {  // frames after the beginning of the last beat
    FrameMatrix frames(40 * 25 + rest, static_cast<std::size_t>(model.spec.input), 50.0);
    for (std::size_t beat = 0; beat <= 40; ++beat) frames.row(beat * 25)[beat % 4 == 0] = 1.0f;
    const auto beats = SoundTagger(models, make_cpu_backend(1)).tag_frames(frames).annotation.beats;
    EXPECT_EQ(beats.size(), rest == 5 ? 41u : 40u) << rest;
  }
}

TEST(SoundTagger, ABeatThatIsAloneThenGoesToo) {
  const Model model = two_speed_model(R"({"beats_per_bar": [4]})");
  const std::vector<LoadedModel> models = {{"model", "0", model}};
  const auto beats = [&](std::size_t rest) {
    FrameMatrix frames(26 + rest, static_cast<std::size_t>(model.spec.input), 50.0);
    frames.row(0)[1] = frames.row(25)[0] = 1.0f;
    return SoundTagger(models, make_cpu_backend(1)).tag_frames(frames).annotation.beats.size();
  };
  EXPECT_EQ(beats(10), 2u);
  EXPECT_EQ(beats(0), 0u);
}

TEST(SoundTagger, AnEnsembleOfChordsAveragesLogits) {
  Model model = tiny_nnls_model();
  model.decoder_json = R"({"transpositions": 2})";
  const auto [a, b, both] = tagged_by_each_and_both(model, made_up_frames(model.spec.input));
  const FrameMatrix &p = a.activations.at("chords"), &q = b.activations.at("chords");
  ASSERT_GT(largest_difference(p, q), 0.001);
  // The mean of logits is a geometric mean of probabilities, up to their normalisation. Between
  // chords of one quality with the same bass, that cancels.
  const auto odds = [](const FrameMatrix& x, std::size_t t) {
    return std::log(x.row(t)[0] / x.row(t)[1]);
  };
  for (std::size_t t = 0; t < p.frames; ++t)
    ASSERT_NEAR(odds(both.activations.at("chords"), t), 0.5 * (odds(p, t) + odds(q, t)), 0.02) << t;
}

// A network on chroma, and one that takes the notes beside it.
Model chroma_and_notes() {
  Model model = tiny_nnls_model();
  model.nnls_chroma->notes = true;
  model.others.push_back(tiny_model(model.spec.heads, model.nnls_chroma->bins()));
  return model;
}

TEST(SoundTagger, ANetworkTakesTheFirstBinsOfTheFeatures) {
  const Model model = chroma_and_notes();
  const auto activations = [](const Model& of, const FrameMatrix& frames) {
    return SoundTagger({{"chords", "0", of}}, make_cpu_backend(1))
        .tag_frames(frames)
        .activations.at("chords");
  };
  const FrameMatrix frames = made_up_frames(model.nnls_chroma->bins());
  const FrameMatrix chroma = first_bins(frames, 24);
  Model first = model, second = model;
  first.others.clear();
  static_cast<TrainedNetwork&>(second) = model.others[0];
  second.others.clear();
  const FrameMatrix both = activations(model, frames);
  EXPECT_EQ(activations(first, frames).data, activations(first, chroma).data);
  EXPECT_EQ(activations(model, chroma).data, activations(first, chroma).data)
      << "chroma alone is for the networks that need no more";
  EXPECT_GT(largest_difference(both, activations(first, frames)), 1e-4);
  EXPECT_GT(largest_difference(both, activations(second, frames)), 1e-4);
  EXPECT_THROW(activations(second, chroma), std::invalid_argument);
}

TEST(SoundTagger, TasksShareChromaWhoseNotesOneOfThemWants) {
  const LoadedModel beats{"beats", "0", tiny_beat_model()};
  LoadedModel bars{"bars", "0", tiny_model({{"bar", 1}}, NnlsChromaParameters::kBins)};
  bars.model.nnls_chroma.emplace();
  const auto bars_beside = [&](const Model& chords) {
    SamplesInMemory source(made_up_music(12.0, 44100), 44100);
    return SoundTagger({beats, bars, {"chords", "0", chords}}, make_cpu_backend(1))
        .tag(source)
        .activations.at("bars");
  };
  EXPECT_EQ(bars_beside(tiny_nnls_model()).data, bars_beside(chroma_and_notes()).data);
}

TEST(SoundTagger, JoinsChunksOfNnlsChromaOnOneGrid) {
  const std::vector<LoadedModel> models = {{"chords", "0", tiny_nnls_model()}};
  const auto music = made_up_music(47.3, 44100);
  SoundTagger whole(models, make_cpu_backend(1));
  SoundTagger pieces(models, make_cpu_backend(1), {}, {.seconds = 10, .context_seconds = 8});
  SamplesInMemory once(music, 44100), again(music, 44100);
  const TagResult a = whole.tag(once);
  const TagResult b = pieces.tag(again);
  ASSERT_EQ(a.activations.at("chords").frames, b.activations.at("chords").frames);
  EXPECT_LT(largest_difference(a.activations.at("chords"), b.activations.at("chords")), 2e-2);
}

// With all twelve keys, the model recognises music in another key as well as in its own.
TEST(SoundTagger, InfersInSeveralKeys) {
  FrameMatrix music(40, NnlsChromaParameters::kBins, 10.0), higher = music;
  for (std::size_t i = 0; i < music.data.size(); ++i)
    music.data[i] = static_cast<float>(std::abs(std::sin(0.37 * static_cast<double>(i * i))));
  for (std::size_t t = 0; t < music.frames; ++t)
    for (std::size_t c = 0; c < 24; ++c)
      higher.row(t)[c / 12 * 12 + (c + 5) % 12] = music.row(t)[c];
  Model model = tiny_nnls_model();
  for (int c = 0; c < 24; ++c) {  // the subtracted mean must not rotate
    model.input_mean.push_back(0.05f * static_cast<float>(c));
    model.input_scale.push_back(1.0f + 0.1f * static_cast<float>(c));
  }
  const auto disagreement = [&](const char* decoder) {
    model.decoder_json = decoder;
    const std::vector<LoadedModel> models = {{"chords", "0", model}};
    SoundTagger tagger(models, make_cpu_backend(1));
    FrameMatrix a = tagger.tag_frames(music).activations.at("chords");
    const FrameMatrix b = tagger.tag_frames(higher).activations.at("chords");
    FrameMatrix turned = a;
    for (std::size_t t = 0; t < a.frames; ++t)
      for (std::size_t v = 0; v < 168; ++v) turned.row(t)[(v + 5 * 14) % 168] = a.row(t)[v];
    return largest_difference(turned, b);
  };
  EXPECT_GT(disagreement("{}"), 1e-3);
  EXPECT_LT(disagreement(R"({"transpositions": 12})"), 1e-5);
}

TEST(SoundTagger, ABinThatIsNoPitchClassIsNotTurned) {
  Model model = tiny_chord_model();
  model.decoder_json = R"({"transpositions": 2})";
  const std::vector<LoadedModel> models = {{"chords", "0", model}};
  EXPECT_THROW(SoundTagger(models, make_cpu_backend(1)), std::invalid_argument);
}

std::vector<double> progress_of(double seconds, bool length_is_known) {
  const auto models = tiny_models();
  SoundTagger tagger(models, make_cpu_backend(1), {}, {.seconds = 10, .context_seconds = 2});
  SamplesInMemory source(made_up_music(seconds, 22050));
  if (length_is_known) source.claim();
  std::vector<double> told;
  tagger.tag(source, {}, [&](double done) { told.push_back(done); });
  return told;
}

TEST(SoundTagger, TellsHowMuchIsDone) {
  const std::vector<double> told = progress_of(35.0, true);
  ASSERT_GE(told.size(), 4u * 4u) << "four chunks of four stages";
  EXPECT_TRUE(std::is_sorted(told.begin(), told.end()));
  EXPECT_LT(told.front(), 0.1);
  EXPECT_EQ(told.back(), 1.0);
  double largest = 0.0;
  for (std::size_t i = 1; i < told.size(); ++i) largest = std::max(largest, told[i] - told[i - 1]);
  EXPECT_LT(largest, 0.25) << "no stage of a chunk is more than a part of it";
  EXPECT_EQ(progress_of(12.0, false), std::vector<double>{1.0});
}

TEST(SoundTagger, StopsBetweenTwoStages) {
  const auto models = tiny_models();
  SoundTagger tagger(models, make_cpu_backend(1));
  SamplesInMemory source(made_up_music(5.0, 22050));
  source.claim();
  std::stop_source stop;
  int after = 0;
  const auto progress = [&](double done) {
    after += stop.stop_requested();
    if (done > 0.3) stop.request_stop();
  };
  EXPECT_THROW(tagger.tag(source, stop.get_token(), progress), InterruptedError);
  EXPECT_EQ(after, 0) << "nothing more was done";
}

TEST(SoundTagger, GivesChordsFromZeroToTheEnd) {
  const auto models = tiny_models();
  SoundTagger tagger(models, make_cpu_backend(1));
  SamplesInMemory source(made_up_music(7.77, 22050));
  const auto chords = tagger.tag(source).annotation.chords;
  ASSERT_FALSE(chords.empty());
  EXPECT_EQ(chords.front().start, 0.0);
  EXPECT_NEAR(chords.back().end, 7.77, 1e-3);
  for (std::size_t i = 0; i + 1 < chords.size(); ++i) EXPECT_EQ(chords[i].end, chords[i + 1].start);
}

TEST(SoundTagger, FindsNothingInSilence) {
  const auto models = tiny_models();
  SoundTagger tagger(models, make_cpu_backend(1));
  SamplesInMemory source(std::vector<float>(22050 * 5, 1e-5f));
  const TagResult result = tagger.tag(source);
  EXPECT_TRUE(result.annotation.beats.empty());
  EXPECT_TRUE(result.annotation.keys.empty());
  ASSERT_EQ(result.annotation.chords.size(), 1u);
  EXPECT_EQ(result.annotation.chords[0].label, "N");
}

// As on a card: the networks of all threads are the same, and their songs become batches.
TEST(SoundTagger, SongsDoNotDependOnTheirCompany) {
  constexpr std::size_t kSongs = 30;
  const auto models = tiny_models();
  std::vector<std::vector<float>> songs;
  for (std::size_t i = 0; i < kSongs; ++i)
    songs.push_back(made_up_music(6.0 + static_cast<double>(i % 7), 22050,
                                  200.0 + 9.0 * static_cast<double>(i)));
  const auto text_of = [](const TagResult& result) {
    return serialise_annotation(result.annotation, Format::kJams);
  };
  std::vector<std::string> alone;
  SoundTagger single(models, make_cpu_backend(1));
  for (const auto& song : songs) {
    SamplesInMemory samples(song);
    alone.push_back(text_of(single.tag(samples)));
  }
  for (const int threads : {3, 8, 20}) {
    const auto card = std::make_shared<BoundedBackend>(make_cpu_backend(1));
    card->is_card = true;
    SoundTagger first(models, card);
    std::atomic<int> batches = 0;
    card->at_layer = [&](const LstmShape&) { ++batches; };
    std::vector<std::string> together(kSongs);
    for_each_song(kSongs, threads, {},
                  [&](int) -> SongWork {
                    const auto tagger = std::make_shared<SoundTagger>(first.another());
                    return [&, tagger](std::size_t i) {
                      const std::size_t song =
                          static_cast<std::size_t>(threads) % 2 ? kSongs - 1 - i : i;
                      SamplesInMemory samples(songs[song]);
                      together[song] = text_of(tagger->tag(samples));
                    };
                  },
                  {});
    EXPECT_EQ(together, alone) << threads << " threads";
    EXPECT_GT(batches, 0);
  }
}

}  // namespace
}  // namespace tactus::test
