// A corpus of chroma instead of audio, in McGill Billboard's layout, from training to scores.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/workshop/training/train_job.h"
#include "features/files/npy_file.h"
#include "model/feature_tables.h"
#include "model/files/model_file.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kRowsPerChord = 40;  // 1.86 s
constexpr double kHop = 2048.0 / 44100;

// Songs of four chords in turn. A row holds the root in the bass and the triad in the treble, as
// bytes. As in the real files, the labels overlap a little and one row has no length.
class Billboard : public testing::Test {
 protected:
  Billboard() {
    make_corpus(corpus_, 1, 10);
    std::ofstream(folder_ / "recipe.yaml") << R"(task: chords
data: [{folder: billboard}]
cache: cache
threads: 1
features: {kind: nnls_chroma, first_frame_time: 0}
network: {layers: 1, hidden: 16, dropout: 0}
loss: {bass: 0.5}
augmentation: {lowest_semitones: -5, highest_semitones: 6, bin_gain_db: 1, tempo: 0.1, noise: 0.05}
optimiser: {learning_rate: 0.03}
schedule: {epochs: 6, warm_up: 0.1}
batches: {crop_seconds: 6, size: 8, passes: 4}
validation: {batches: 1}
)";
  }

  static void make_corpus(const fs::path& folder, int first, int songs) {
    fs::create_directories(folder / "chroma");
    fs::create_directories(folder / "lab");
    std::ofstream index(folder / "index.csv");
    index << "id,title,artist,chart_date\n";
    for (int song = first; song < first + songs; ++song) {
      const std::string id = "000" + std::to_string(song);
      index << id << ",Title " << song << ",Artist " << song << ",1971-01-01\n";
      write_song(folder, id, song);
    }
  }

  static void write_song(const fs::path& folder, const std::string& id, int key) {
    const char* const roots[] = {"C", "C#", "D", "Eb", "E", "F", "F#", "G", "Ab", "A", "Bb", "B"};
    constexpr std::array<std::array<int, 2>, 4> kChords = {{{0, 4}, {9, 3}, {5, 4}, {7, 4}}};
    std::string bytes;
    std::ofstream lab(folder / "lab" / (id + ".lab"));
    for (std::size_t i = 0; i < 12; ++i) {
      const auto [degree, third] = kChords[i % 4];
      const int root = (key + degree) % 12;
      std::string row(24, '\x08');
      row[static_cast<std::size_t>((root + 3) % 12)] = '\x90';
      for (const int note : {0, third, 7}) {
        row[static_cast<std::size_t>(12 + (root + note + 3) % 12)] = '\xa0';
      }
      for (std::size_t k = 0; k < kRowsPerChord; ++k) bytes += row;
      const double start = static_cast<double>(i * kRowsPerChord) * kHop;
      const double end = start + kRowsPerChord * kHop;
      lab << start << "\t" << end + 0.01 << "\t" << roots[root] << (third == 4 ? ":maj" : ":min")
          << "\n";
      if (i == 5) lab << end << "\t" << end << "\tN\n";
    }
    write_bytes(folder / "chroma" / (id + ".npy"), "|u1", 24, bytes);
  }

  static void write_bytes(const fs::path& path, const std::string& type, std::size_t columns,
                          const std::string& bytes) {
    const std::string header = "{'descr': '" + type + "', 'fortran_order': False, 'shape': (" +
                               std::to_string(bytes.size() / columns) + ", " +
                               std::to_string(columns) + "), }\n";
    std::ofstream(path, std::ios::binary)
        << "\x93NUMPY" << '\x01' << '\0' << static_cast<char>(header.size()) << '\0' << header
        << bytes;
  }

  test::ProgramResult run(std::vector<std::string> arguments) const {
    return test::Program(folder_.path(), std::move(arguments)).wait();
  }
  // Trains with the recipe; returns the output of the program.
  test::ProgramResult train(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"train", (folder_ / "recipe.yaml").string(), "--data",
                               corpus_.string(), "-o", model_.string()});
    return run(std::move(more));
  }
  void save_untrained() const { save_model(test::tiny_nnls_model(), model_); }

  test::ScratchFolder folder_;
  fs::path corpus_ = folder_ / "billboard";
  fs::path model_ = folder_ / "model.safetensors";
};

TEST_F(Billboard, TrainsAndScoresAnotherPartInOneGo) {
  const test::ProgramResult trained = train();
  ASSERT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_NE(trained.err.find("billboard: "), std::string::npos) << trained.err;  // the repairs
  EXPECT_NE(trained.err.find("overlapping"), std::string::npos) << trained.err;
  make_corpus(folder_ / "part two", 40, 3);  // other ids and keys than in training
  const test::ProgramResult scored = run({"eval", "--model", model_.string(), "--dataset",
                                          (folder_ / "part two").string(), "--json", "-q"});
  ASSERT_EQ(scored.exit_code, 0) << scored.err;
  const json report = json::parse(scored.out);
  EXPECT_EQ(report["files"].size(), 3u);
  EXPECT_GT(report["mean"]["chords"]["root"].get<double>(), 0.9);
  EXPECT_GT(report["mean"]["chords"]["majmin"].get<double>(), 0.9);
}

TEST_F(Billboard, SplitsOfTheCorpusAreScoredApart) {
  save_untrained();
  std::size_t songs = 0;
  for (const char* split : {"train", "validation", "test"}) {
    const auto scored = run({"eval", "--model", model_.string(), "--dataset", corpus_.string(),
                             "--split", split, "--json", "-q"});
    if (scored.exit_code == 0) songs += json::parse(scored.out)["files"].size();
  }
  EXPECT_EQ(songs, 10u);
}

TEST_F(Billboard, TheModelSaysWhatItHears) {
  save_untrained();
  const test::ProgramResult info = run({"info", model_.string()});
  EXPECT_NE(info.out.find(feature_key(NnlsChromaParameters{})), std::string::npos) << info.out;
}

TEST_F(Billboard, WrongShapesAndTypesCostTheirSongAndSayWhy) {
  save_untrained();
  write_bytes(corpus_ / "chroma/0003.npy", "|u1", 12, std::string(120, '\x05'));
  write_bytes(corpus_ / "chroma/0004.npy", "<i4", 24, std::string(96, '\x05'));
  const auto scored =
      run({"eval", "--model", model_.string(), "--dataset", corpus_.string(), "--json", "-q"});
  EXPECT_EQ(scored.exit_code, 1);
  EXPECT_EQ(json::parse(scored.out)["files"].size(), 8u);
  EXPECT_NE(scored.err.find("0003.npy: npy shape [10, 12]: expected [T, 24]"), std::string::npos);
  EXPECT_NE(scored.err.find("0004.npy: npy type '<i4'"), std::string::npos) << scored.err;
  const auto trained =
      train({"--set", "schedule.epochs=1", "--set", "batches.passes=0.2", "--overwrite"});
  EXPECT_EQ(trained.exit_code, 0) << trained.err;
  EXPECT_NE(trained.err.find("0003 left out"), std::string::npos) << trained.err;
  EXPECT_NE(trained.err.find("0004 left out"), std::string::npos) << trained.err;
}

TEST_F(Billboard, AudioIsTaggedBesideAModelOfAnotherRate) {
  save_untrained();
  save_model(test::tiny_beat_model(), folder_ / "beats.safetensors");
  test::write_wav(folder_ / "song.wav", test::made_up_music(6.0, 32000), 32000);
  const auto tagged = run({"tag", (folder_ / "song.wav").string(), "--model", model_.string(),
                           "--model", (folder_ / "beats.safetensors").string(), "--format",
                           "lab,beats", "-o", (folder_ / "out").string(), "--quiet"});
  ASSERT_EQ(tagged.exit_code, 0) << tagged.err;
  EXPECT_FALSE(test::slurp(folder_ / "out/song.lab").empty());
  const auto rows = run({"features", (folder_ / "song.wav").string(), "--kind", "nnls_chroma", "-o",
                         (folder_ / "out").string()});
  ASSERT_EQ(rows.exit_code, 0) << rows.err;
  const FrameMatrix raw = read_npy(folder_ / "out/song.nnls_chroma.npy", 1.0);
  EXPECT_EQ(raw.bins, 24u);
  EXPECT_EQ(raw.frames, (6u * 44100 + 2047) / 2048);
}

TEST_F(Billboard, AModelOfAnotherFeatureIsRefusedForEverySong) {
  save_model(test::tiny_chord_model(), model_);
  const auto scored =
      run({"eval", "--model", model_.string(), "--dataset", corpus_.string(), "-q"});
  EXPECT_EQ(scored.exit_code, 1);
  EXPECT_NE(scored.err.find("features of 24 bins"), std::string::npos) << scored.err;
}

TEST_F(Billboard, ARecipeWithAnUnknownKindOrKeyIsRefused) {
  for (const char* wrong : {"features.kind=cqt", "features.tuning=sharp", "features.fps=10",
                            "decoder.transpositions=5"}) {
    const auto trained = train({"--set", wrong});
    EXPECT_EQ(trained.exit_code, 2) << wrong << trained.err;
  }
}

}  // namespace
}  // namespace tactus
