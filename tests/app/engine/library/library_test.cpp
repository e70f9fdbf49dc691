// libtactus from C: results as the command line's, stopping, and threads.
#include <gtest/gtest.h>
#include <sndfile.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/engine/library/tactus.h"
#include "datasets/formats/format.h"
#include "datasets/formats/labels/key_label.h"
#include "model/chords/chord_vocabulary.h"
#include "model/decoding/beats/beat_summary.h"
#include "tests/app/support/library_fixture.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

TEST_F(Library, GivesTheBytesOfTheCommandLine) {
  const fs::path out = scratch_ / "tags";
  const ProgramResult run =
      Program(scratch_.path(),
              {"tag", song().string(), "-o", out.string(), "--device", "cpu", "--format",
               "jams,lab,beats,csv,midi,musicxml,rekordbox", "--save-activations"},
              {"TACTUS_MODELS=" + models_text_})
          .wait();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const EnginePointer opened = engine();
  const SongPointer found = tagged(opened.get(), song());
  for (const char* format : {"jams", "lab", "beats", "csv", "midi", "musicxml", "rekordbox"}) {
    const std::string expected = slurp(out / (std::string("song") + tactus_format_ending(format)));
    EXPECT_FALSE(expected.empty()) << format;
    EXPECT_EQ(text_of(found, format), expected) << format;
  }
}

TEST_F(Library, TakesTheOptionsOfTheCommandLine) {
  const fs::path out = scratch_ / "tags";
  const ProgramResult run =
      Program(scratch_.path(),
              {"tag", song().string(), "-o", out.string(), "--device", "cpu:generic", "--format",
               "jams", "--min-bpm", "80", "--max-bpm", "110", "--beats-per-bar", "3", "--grid",
               "constant", "--snap-chords"},
              {"TACTUS_MODELS=" + models_text_})
          .wait();
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const std::string defaults = text_of(tagged(engine().get(), song()), "jams");
  const int meters[] = {3};
  options_.device = "cpu:generic";
  options_.min_bpm = 80;
  options_.max_bpm = 110;
  options_.beats_per_bar = meters;
  options_.beats_per_bar_count = 1;
  options_.grid = "constant";
  options_.snap_chords = TACTUS_YES;
  const std::string chosen = text_of(tagged(engine().get(), song()), "jams");
  EXPECT_EQ(chosen, slurp(out / "song.jams"));
  EXPECT_NE(chosen, defaults);
}

// With the shipped models: those of the other tests hear one chord in a song.
TEST_F(Library, MovesChordChangesToBeatsOnWish) {
  const fs::path datasets = fs::path(TACTUS_SOURCE_DIR) / "datasets";
  const std::string shipped = datasets / "models";
  options_.models_folder = shipped.c_str();
  const auto changes_off_beats = [&](tactus_choice choice) {
    options_.snap_chords = choice;
    const SongPointer found = tagged(engine().get(), datasets / "demo/06-hill-dance.ogg");
    std::size_t beat_count = 0, chord_count = 0, off = 0;
    const tactus_beat* beats = tactus_song_beats(found.get(), &beat_count);
    const tactus_chord* chords = tactus_song_chords(found.get(), &chord_count);
    EXPECT_GT(chord_count, 3u);
    for (std::size_t i = 1; i < chord_count; ++i)
      off += std::none_of(beats, beats + beat_count,
                          [&](const tactus_beat& beat) { return beat.time == chords[i].start; });
    return off;
  };
  EXPECT_LT(changes_off_beats(TACTUS_YES), 2u) << "one may lie after the last beat";
  EXPECT_GT(changes_off_beats(TACTUS_NO), 2u);
}

TEST_F(Library, GivesTheSameForSamplesAsForAFile) {
  const EnginePointer opened = engine();
  tag_options_.activations = 1;
  tag_options_.title = "a title";
  for (const int rate : {8000, 22050, 44100, 48000}) {
    const std::vector<float> samples = made_up_music(6.0, rate);
    const fs::path file = scratch_ / (std::to_string(rate) + ".wav");
    write_wav(file, samples, static_cast<std::uint32_t>(rate));
    const SongPointer of_file = tagged(opened.get(), file);
    const SongPointer of_samples = tagged(opened.get(), rounded(samples), 1, rate);
    EXPECT_EQ(text_of(of_samples, "beats"), text_of(of_file, "beats"));
    EXPECT_EQ(text_of(of_samples, "lab"), text_of(of_file, "lab"));
    EXPECT_EQ(tactus_song_duration(of_samples.get()), tactus_song_duration(of_file.get()));
    EXPECT_STREQ(tactus_song_title(of_samples.get()), "a title");
    for (std::size_t i = 0; const tactus_matrix* one = tactus_song_activations(of_file.get(), i);
         ++i) {
      const tactus_matrix* other = tactus_song_activations(of_samples.get(), i);
      ASSERT_EQ(one->rows, other->rows);
      EXPECT_TRUE(std::equal(one->values, one->values + one->rows * one->columns, other->values));
    }
  }
}

TEST_F(Library, MixesInterleavedChannelsToTheirMean) {
  const std::vector<float> mono = made_up_music(6.0, 22050);
  std::vector<float> stereo;
  for (const float sample : mono) {  // halves and doubles are exact
    stereo.push_back(sample * 0.5f);
    stereo.push_back(sample * 1.5f);
  }
  const EnginePointer opened = engine();
  EXPECT_EQ(tactus_engine_sample_rate(opened.get()), 22050);
  EXPECT_EQ(text_of(tagged(opened.get(), stereo, 2, 22050), "jams"),
            text_of(tagged(opened.get(), mono, 1, 22050), "jams"));
}

// The arrays against the text of the same song, which other readers of Tactus understand.
TEST_F(Library, ArraysSayWhatTheTextSays) {
  const EnginePointer opened = engine();
  const SongPointer found = tagged(opened.get(), song());
  const Annotation expected = parse_annotation(text_of(found, "jams"), Format::kJams, "text");
  std::size_t count = 0;
  const tactus_beat* beats = tactus_song_beats(found.get(), &count);
  ASSERT_EQ(count, expected.beats.size());
  ASSERT_GT(count, 0u);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_EQ((Beat{beats[i].time, beats[i].position, beats[i].confidence}), expected.beats[i]);
  const double* curve = tactus_song_tempo_curve(found.get(), &count);
  EXPECT_EQ(std::vector<double>(curve, curve + count), tempo_curve(expected.beats));
  const tactus_tempo* tempi = tactus_song_tempi(found.get(), &count);
  ASSERT_EQ(count, expected.tempi.size());
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_EQ((TempoCandidate{tempi[i].bpm, tempi[i].strength}), expected.tempi[i]);
  EXPECT_EQ(static_cast<int>(tactus_song_grid_kind(found.get())),
            static_cast<int>(expected.grid.kind));
  const tactus_grid_segment* grid = tactus_song_grid(found.get(), &count);
  ASSERT_EQ(count, expected.grid.segments.size());
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_EQ((GridSegment{grid[i].start, grid[i].bpm, grid[i].meter, grid[i].first_downbeat,
                           grid[i].scatter}),
              expected.grid.segments[i]);
  const tactus_chord* chords = tactus_song_chords(found.get(), &count);
  ASSERT_EQ(count, expected.chords.size());
  ASSERT_GT(count, 0u);
  for (std::size_t i = 0; i < count; ++i) {
    EXPECT_EQ(
        (LabelledSegment{chords[i].start, chords[i].end, chords[i].label, chords[i].confidence}),
        expected.chords[i]);
    EXPECT_EQ(chords[i].root, parse_chord(chords[i].label).root);
    EXPECT_EQ(canonical_label(chords[i].symbol, ChordSyntax::kLenient),
              canonical_label(chords[i].label));
  }
  const tactus_segment* keys = tactus_song_keys(found.get(), &count);
  ASSERT_EQ(count, expected.keys.size());
  for (std::size_t i = 0; i < count; ++i) EXPECT_EQ(keys[i].label, expected.keys[i].label);
  EXPECT_EQ(tactus_song_key(found.get()), main_key(expected.keys));
  EXPECT_EQ(tactus_song_duration(found.get()), expected.duration);
  EXPECT_EQ(tactus_song_title(found.get()), expected.title);
  EXPECT_EQ(tactus_song_annotator(found.get()), expected.annotator);
  EXPECT_STREQ(tactus_song_warning(found.get()), "");
  tactus_song_sections(found.get(), &count);
  EXPECT_EQ(count, 0u);
}

TEST_F(Library, GivesActivationsOnlyOnWish) {
  const EnginePointer opened = engine();
  EXPECT_EQ(tactus_song_activations(tagged(opened.get(), song()).get(), 0), nullptr);
  tag_options_.activations = 1;
  const SongPointer found = tagged(opened.get(), song());
  for (std::size_t i = 0; i < 2; ++i) {
    const tactus_matrix* matrix = tactus_song_activations(found.get(), i);
    const tactus_model* model = tactus_engine_model(opened.get(), i);
    ASSERT_TRUE(matrix && model);
    EXPECT_STREQ(matrix->task, i == 0 ? "beats" : "chords");
    EXPECT_STREQ(model->task, matrix->task);
    EXPECT_EQ(fs::path(model->path), models() / (std::string(model->task) + ".safetensors"));
    EXPECT_EQ(std::string(model->fingerprint).size(), 16u);
    EXPECT_EQ(matrix->rate, model->frame_rate);
    EXPECT_NEAR(static_cast<double>(matrix->rows), 6.0 * matrix->rate, 2.0);
    ASSERT_EQ(matrix->columns, model->columns);
    EXPECT_EQ(matrix->columns, i == 0 ? 2u : static_cast<std::size_t>(kChordVocabularySize));
    EXPECT_STREQ(matrix->labels[0], i == 0 ? "beat" : "C:maj");
    EXPECT_STREQ(matrix->labels[matrix->columns - 1], i == 0 ? "downbeat" : "N");
    float largest = 0.0f;
    for (std::size_t j = 0; j < matrix->rows * matrix->columns; ++j) {
      EXPECT_GE(matrix->values[j], 0.0f);
      largest = std::max(largest, matrix->values[j]);
    }
    EXPECT_GT(largest, 0.0f);
    EXPECT_LE(largest, 1.0f);
  }
  EXPECT_EQ(tactus_song_activations(found.get(), 2), nullptr);
  EXPECT_EQ(tactus_engine_model(opened.get(), 2), nullptr);
}

TEST_F(Library, TakesModelsByNamePathAndFromMemory) {
  const EnginePointer plain = engine();
  const std::string expected = text_of(tagged(plain.get(), song()), "jams");
  const std::string chords_path = (models() / "chords.safetensors").string();
  const char* const named[] = {"beats", chords_path.c_str(), nullptr};
  options_.models = named;
  EXPECT_EQ(text_of(tagged(engine().get(), song()), "jams"), expected);

  const std::string bytes = slurp(models() / "beats.safetensors");
  std::vector<char> copy(bytes.begin(), bytes.end());
  const tactus_model_bytes in_memory[] = {{"beats.safetensors", copy.data(), copy.size()}};
  const char* const one[] = {"chords", nullptr};
  options_.models = one;
  options_.model_bytes = in_memory;
  options_.model_bytes_count = 1;
  const EnginePointer opened = engine();
  std::fill(copy.begin(), copy.end(), '\0');  // not needed any more
  const SongPointer found = tagged(opened.get(), song());
  const SongPointer of_files = tagged(plain.get(), song());
  EXPECT_EQ(text_of(found, "beats"), text_of(of_files, "beats"));
  EXPECT_EQ(text_of(found, "lab"), text_of(of_files, "lab"));
  EXPECT_STREQ(tactus_engine_model(opened.get(), 0)->path, "beats.safetensors");
  refuses(TACTUS_MODEL, "beats.safetensors");
}

TEST_F(Library, ListsModelsAndFormats) {
  char** names = nullptr;
  ASSERT_EQ(tactus_model_names(models_text_.c_str(), &names), TACTUS_OK);
  const std::unique_ptr<char*, Close> owner(names);
  EXPECT_STREQ(names[0], "beats");
  EXPECT_STREQ(names[1], "chords");
  EXPECT_EQ(names[2], nullptr);
  EXPECT_EQ(tactus_model_names("/no/such/folder", &names), TACTUS_INPUT);
  EXPECT_EQ(names, nullptr);
  EXPECT_EQ(tactus_model_names(nullptr, nullptr), TACTUS_ARGUMENT);

  std::size_t count = 0;
  for (; const char* name = tactus_format_name(count); ++count) {
    EXPECT_EQ(name, all_formats()[count].name);
    EXPECT_EQ(tactus_format_ending(name), all_formats()[count].suffix);
  }
  EXPECT_EQ(count, all_formats().size());
  EXPECT_EQ(tactus_format_ending("mirex"), nullptr);
  EXPECT_EQ(tactus_format_ending(nullptr), nullptr);
}

TEST_F(Library, NeedsOnlyAModelOfOneTask) {
  const char* const beats[] = {"beats", nullptr};
  options_.models = beats;
  const SongPointer found = tagged(engine().get(), song());
  std::size_t count = 0;
  tactus_song_beats(found.get(), &count);
  EXPECT_GT(count, 0u);
  tactus_song_chords(found.get(), &count);
  EXPECT_EQ(count, 0u);
}

// --- Threads.

struct Stopper {
  double at = 2.0;  // of the work
  int calls = 0;
  static int call(void* user, double done) {
    auto& self = *static_cast<Stopper*>(user);
    ++self.calls;
    return done >= self.at;
  }
};

TEST_F(Library, StopsWhereTheProgressFunctionSaysSo) {
  const EnginePointer opened = engine();
  Stopper stopper{.at = 0.3};
  tag_options_.progress = Stopper::call;
  tag_options_.progress_user = &stopper;
  tactus_song* none = nullptr;
  EXPECT_EQ(tactus_tag_file(opened.get(), song().c_str(), &tag_options_, &none),
            TACTUS_INTERRUPTED);
  EXPECT_EQ(none, nullptr);
  EXPECT_STREQ(tactus_last_error(), "interrupted");
  stopper = {.at = 2.0};
  EXPECT_TRUE(tagged(opened.get(), song())) << "that call alone was stopped";
  EXPECT_GT(stopper.calls, 4);
}

// 16-bit FLAC whose header does not say its length, as a recorder leaves it.
void write_flac_without_length(const fs::path& file, const std::vector<float>& samples) {
  SF_INFO info = {};
  info.samplerate = 22050;
  info.channels = 1;
  info.format = SF_FORMAT_FLAC | SF_FORMAT_PCM_16;
  SNDFILE* out = sf_open(file.c_str(), SFM_WRITE, &info);
  ASSERT_TRUE(out);
  sf_write_float(out, samples.data(), static_cast<sf_count_t>(samples.size()));
  sf_close(out);
  std::string bytes = slurp(file);
  bytes[21] = static_cast<char>(bytes[21] & 0xF0);  // the 36 bits of STREAMINFO
  std::fill_n(bytes.begin() + 22, 4, '\0');
  write_text(file, bytes);
}

TEST_F(Library, AFileOfUnknownLengthCanBeStoppedToo) {
  const fs::path file = scratch_ / "song.flac";
  write_flac_without_length(file, made_up_music(60.0, 22050));
  const EnginePointer opened = engine();
  std::vector<double> heard;
  tag_options_.progress = [](void* user, double done) {
    auto& all = *static_cast<std::vector<double>*>(user);
    all.push_back(done);
    return all.size() == 5 ? 1 : 0;
  };
  tag_options_.progress_user = &heard;
  tactus_song* none = nullptr;
  EXPECT_EQ(tactus_tag_file(opened.get(), file.c_str(), &tag_options_, &none), TACTUS_INTERRUPTED);
  EXPECT_EQ(heard, std::vector<double>(5, 0.0));
}

TEST_F(Library, CancelStopsACallAtWorkAndThoseAfterItUntilTheReset) {
  const EnginePointer opened = engine();
  const std::vector<float> samples = made_up_music(1200.0, 8000);
  std::atomic<bool> begun = false;
  tag_options_.progress = [](void* user, double) {
    *static_cast<std::atomic<bool>*>(user) = true;
    return 0;
  };
  tag_options_.progress_user = &begun;
  tactus_code code = TACTUS_OK;
  std::thread worker([&] {
    tactus_song* found = nullptr;
    code = tactus_tag_samples(opened.get(), samples.data(), samples.size(), 1, 8000, &tag_options_,
                              &found);
    tactus_song_free(found);
  });
  while (!begun) std::this_thread::yield();
  tactus_cancel(opened.get());
  worker.join();
  EXPECT_EQ(code, TACTUS_INTERRUPTED);
  tactus_song* none = nullptr;
  EXPECT_EQ(tactus_tag_file(opened.get(), song().c_str(), nullptr, &none), TACTUS_INTERRUPTED);
  tactus_cancel_reset(opened.get());
  EXPECT_TRUE(tagged(opened.get(), song()));
}

TEST_F(Library, EnginesInSeveralThreadsAndOneEngineInSeveralGiveTheSame) {
  const fs::path other = scratch_ / "other.wav";
  write_wav(other, made_up_music(9.0, 44100, 165.0), 44100);
  const EnginePointer first = engine(), second = engine();
  const std::string of_song = text_of(tagged(first.get(), song()), "jams");
  const std::string of_other = text_of(tagged(first.get(), other), "jams");
  const auto work = [&](tactus_engine* engine, const fs::path& file, const std::string& expected) {
    for (int i = 0; i < 3; ++i) EXPECT_EQ(text_of(tagged(engine, file), "jams"), expected);
    tactus_song* none = nullptr;  // each thread has its own message
    EXPECT_EQ(tactus_tag_file(engine, "", nullptr, &none), TACTUS_AUDIO);
    EXPECT_STRNE(tactus_last_error(), "");
  };
  std::thread a(work, first.get(), song(), of_song), b(work, second.get(), other, of_other),
      c(work, second.get(), song(), of_song);
  a.join();
  b.join();
  c.join();
}

TEST_F(Library, ASongOutlivesItsEngine) {
  EnginePointer opened = engine();
  tag_options_.activations = 1;
  const SongPointer found = tagged(opened.get(), song());
  const std::string before = text_of(found, "jams");
  const std::string label = tactus_song_activations(found.get(), 1)->labels[5];
  opened.reset();
  EXPECT_EQ(text_of(found, "jams"), before);
  EXPECT_EQ(tactus_song_activations(found.get(), 1)->labels[5], label);
}

TEST_F(Library, LogsWhatItUses) {
  using Lines = std::vector<std::pair<tactus_log_level, std::string>>;
  Lines lines;
  options_.log = [](void* user, tactus_log_level level, const char* line) {
    static_cast<Lines*>(user)->emplace_back(level, line);
  };
  options_.log_user = &lines;
  options_.decoder = nullptr;
  const EnginePointer opened = engine();
  const std::string all = [&] {
    std::string text;
    for (const auto& [level, line] : lines) text += std::to_string(level) + " " + line + "\n";
    return text;
  }();
  EXPECT_NE(all.find(std::string("0 computing on ") + tactus_engine_device(opened.get())),
            std::string::npos)
      << all;
  EXPECT_NE(all.find("0 beats: " + (models() / "beats.safetensors").string()), std::string::npos)
      << all;
  EXPECT_NE(all.find("tactus-decode"), std::string::npos) << all;
}

}  // namespace
}  // namespace tactus::test
