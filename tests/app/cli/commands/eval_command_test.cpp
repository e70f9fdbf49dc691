// `tactus eval` from its arguments to its output and exit code.
#include "tests/app/support/eval_command.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "app/cli/commands/command_line.h"
#include "app/cli/commands/evaluation_report.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/terminal.h"
#include "app/engine/songs/annotation_files.h"
#include "app/engine/songs/evaluation.h"
#include "app/engine/tagging/sound_tagger.h"
#include "datasets/formats/format.h"
#include "features/files/npy_file.h"
#include "model/evaluation/evaluate_beats.h"
#include "model/evaluation/evaluate_chords.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/support/test_support.h"
#include "tests/support/unreadable_folder.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using test::beats_text;
using test::eval;
using test::Outcome;

void write_text(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

constexpr const char* kChords = "0\t10\tC:maj\n10\t20\tA:min\n20\t30\tG:7/3\n30\t32\tN\n";
constexpr const char* kOtherChords = "0\t10\tC:maj\n10\t20\tA:maj\n20\t32\tG:7/3\n";

class EvalCommand : public testing::Test {
 protected:
  // A reference of two songs as text, and estimates as JAMS: one is right, one is shifted and has
  // other chords.
  void SetUp() override {
    write_text(reference / "a.beats", beats_text(0.5, 60));
    write_text(reference / "a.lab", kChords);
    write_text(reference / "album/b.beats", beats_text(0.5, 40));
    write_text(reference / "album/b.lab", kOtherChords);
    Annotation same = read_annotation(reference / "a.beats");
    same.chords = read_annotation(reference / "a.lab").chords;
    same.duration = 32.0;
    fs::create_directories(estimate / "album");
    write_annotation(same, Format::kJams, estimate / "a.jams");
    write_text(scratch / "shifted.beats", beats_text(0.5, 40, 0.05));
    Annotation other = read_annotation(scratch / "shifted.beats");
    other.chords = read_annotation(reference / "a.lab").chords;
    other.duration = 32.0;
    write_annotation(other, Format::kJams, estimate / "album/b.jams");
  }
  Outcome eval_folders(std::vector<std::string> more = {}) const {
    more.insert(more.begin(), {"--ref", reference.string(), "--est", estimate.string()});
    return eval(more);
  }

  test::ScratchFolder scratch;
  fs::path reference = scratch / "reference";
  fs::path estimate = scratch / "estimate";
};

TEST_F(EvalCommand, JsonHasMirEvalsNamesAndFullPrecision) {
  const Outcome run = eval_folders({"--json"});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  const json report = run.parsed();
  ASSERT_EQ(report["files"].size(), 2U);
  EXPECT_EQ(report["files"][0]["name"], "a");
  EXPECT_EQ(report["files"][1]["name"], "album/b");
  const auto reference_beats = beat_times(read_annotation(reference / "album/b.beats").beats);
  const auto estimated_beats = beat_times(read_annotation(estimate / "album/b.jams").beats);
  const json& beats = report["files"][1]["beats"];
  const NamedScores expected = named_scores(evaluate_beats(reference_beats, estimated_beats));
  EXPECT_EQ(beats.size(), expected.size());
  for (const NamedScore& score : expected) {
    EXPECT_EQ(beats[score.name].get<double>(), score.value) << score.name;
  }
  const json& chords = report["files"][1]["chords"];
  const NamedScores chord_scores =
      named_scores(evaluate_chords(read_annotation(reference / "album/b.lab").chords,
                                   read_annotation(estimate / "album/b.jams").chords));
  EXPECT_EQ(chords.size(), chord_scores.size());
  for (const NamedScore& score : chord_scores) {
    EXPECT_EQ(chords[score.name].get<double>(), score.value) << score.name;
  }
  EXPECT_LT(chords["majmin"].get<double>(), 1.0);
}

TEST_F(EvalCommand, AFolderAgainstItselfScoresOne) {
  const Outcome run = eval({"--ref", reference.string(), "--est", reference.string(), "--json"});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  const json report = run.parsed();
  for (const char* task : {"beats", "downbeats", "chords"}) {
    for (const auto& [name, value] : report["mean"][task].items()) {
      EXPECT_DOUBLE_EQ(value.get<double>(), 1.0) << task << " " << name;
    }
  }
}

// All beats of album/b are 50 ms late.
TEST_F(EvalCommand, FineTimingOnlyWhenAskedFor) {
  EXPECT_FALSE(eval_folders({"--json"}).parsed()["mean"].contains("fine"));
  const Outcome run = eval_folders({"--fine", "--json"});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  const json report = run.parsed();
  EXPECT_FALSE(report["mean"].contains("beats"));
  const json& fine = report["files"][1]["fine"];
  EXPECT_NEAR(fine["Median offset"].get<double>(), 50.0, 1e-3);
  EXPECT_NEAR(fine["Scatter"].get<double>(), 0.0, 1e-3);
  EXPECT_EQ(fine["Within 20 ms"], 0.0);
  EXPECT_EQ(fine["Tempo regions"], 1.0);
  EXPECT_NEAR(fine["Tempo error"].get<double>(), 0.0, 1e-3);
  EXPECT_NEAR(report["median"]["fine"]["Median offset"].get<double>(), 25.0, 1e-3);
}

TEST_F(EvalCommand, FineTimingStandsBesideNamedTasks) {
  const Outcome run = eval_folders({"--fine", "--task", "beats"});
  EXPECT_EQ(run.code, kSuccess) << run.err;
  EXPECT_NE(run.out.find("scatter"), std::string::npos);
  EXPECT_NE(run.out.find("CMLt"), std::string::npos);
}

// The tempo of a grid counts, not that of the beats: 120 BPM and 120.5 BPM from 10 s on.
TEST_F(EvalCommand, FineTimingTakesTheTempoOfTheGrid) {
  Annotation gridded = read_annotation(reference / "a.beats");
  gridded.grid = {GridKind::kPiecewise, {{0.5, 120.0, 4, 0.5, 0.0}, {10.0, 120.5, 4, 10.0, 0.0}}};
  const TaskScores scores = score_song("a", read_annotation(reference / "a.beats"), gridded,
                                       std::vector{EvaluationTask::kFine})
                                .tasks.at(0);
  EXPECT_EQ(*find_score(scores.scores, "Tempo regions"), 2.0);
  EXPECT_NEAR(*find_score(scores.scores, "Tempo error"), 0.5, 1e-6);
}

TEST_F(EvalCommand, ABarOfAnotherLengthEndsNoTempo) {
  const Annotation song = read_annotation(reference / "a.beats");
  Annotation short_bar = song;
  for (std::size_t i = 0; i < song.beats.size(); ++i)
    short_bar.beats[i].position = static_cast<int>(i < 11 ? i : i - 11) % 4 + 1;
  const TaskScores scores =
      score_song("a", song, short_bar, std::vector{EvaluationTask::kFine}).tasks.at(0);
  EXPECT_EQ(*find_score(scores.scores, "Tempo regions"), 1.0);
}

TEST_F(EvalCommand, MeansArePlainAndWeightedByDuration) {
  write_text(reference / "a.lab", "0\t10\tC:maj\n");
  write_text(estimate / "a.jams", "");
  fs::remove(estimate / "a.jams");
  write_text(estimate / "a.lab", "0\t10\tC:maj\n");
  const json report = eval_folders({"--json", "--task", "chords"}).parsed();
  const double a = report["files"][0]["chords"]["root"];
  const double b = report["files"][1]["chords"]["root"];
  EXPECT_EQ(a, 1.0);
  EXPECT_DOUBLE_EQ(b, 30.0 / 32.0);
  EXPECT_DOUBLE_EQ(report["mean"]["chords"]["root"].get<double>(), (a + b) / 2);
  // The weight of song a is the last beat of its reference, 30 s.
  EXPECT_DOUBLE_EQ(report["weighted"]["chords"]["root"].get<double>(), (30 * a + 32 * b) / 62);
  EXPECT_DOUBLE_EQ(report["median"]["chords"]["root"].get<double>(), (a + b) / 2);
  EXPECT_EQ(report["worst"]["chords"][0], "album/b");
}

TEST_F(EvalCommand, TablesNameSongsScoresAndTheWorst) {
  const Outcome run = eval_folders({"--confusion"});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  for (const char* text :
       {"beats", "downbeats", "chords", "album/b", "CMLt", "majmin", "mean of 2",
        "weighted by duration", "median", "worst by majmin: album/b, a", "root off"}) {
    EXPECT_NE(run.out.find(text), std::string::npos) << text << " is missing in\n" << run.out;
  }
}

TEST_F(EvalCommand, CsvHasARowPerSongAndThreeSummaries) {
  std::istringstream lines(eval_folders({"--csv"}).out);
  std::vector<std::string> rows;
  for (std::string line; std::getline(lines, line);) rows.push_back(line);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_TRUE(rows[0].starts_with("name,duration,beats F-measure,beats Cemgil,"));
  EXPECT_TRUE(rows[1].starts_with("a,"));
  EXPECT_TRUE(rows[3].starts_with("mean,,"));
  for (const std::string& row : rows) {
    EXPECT_EQ(std::count(row.begin(), row.end(), ','),
              std::count(rows[0].begin(), rows[0].end(), ','));
  }
}

TEST_F(EvalCommand, ASongInAnotherKeyThroughoutIsNamedAndLeftOutOnce) {
  fs::remove(estimate / "album/b.jams");
  write_text(estimate / "album/b.lab", "0\t10\tB:maj\n10\t20\tAb:maj\n20\t32\tF#:7/3\n");
  const json report = eval_folders({"--json", "--task", "chords"}).parsed();
  EXPECT_EQ(report["transposed"], json({{"album/b", -1}}));
  EXPECT_EQ(report["weighted_without_transposed"]["chords"]["root"], 1.0);
  EXPECT_LT(report["weighted"]["chords"]["root"].get<double>(), 0.6);
  const std::string table = eval_folders({"--task", "chords"}).out;
  EXPECT_NE(table.find("weighted, without transposed      1.0000"), std::string::npos) << table;
  EXPECT_NE(table.find("semitones: album/b -1\n"), std::string::npos) << table;
  const std::string csv = eval_folders({"--csv", "--task", "chords"}).out;
  EXPECT_NE(csv.find(",chords transposed\na,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",-1\nmean,"), std::string::npos) << csv;
}

TEST_F(EvalCommand, NothingIsSaidOfTranspositionWhereThereIsNone) {
  EXPECT_FALSE(eval_folders({"--json"}).parsed().contains("transposed"));
  EXPECT_EQ(eval_folders().out.find("transposed"), std::string::npos);
}

TEST(EvaluationTables, FitANarrowTerminal) {
  SongScores song;
  song.name = std::string(50, 'x');
  song.tasks = {{EvaluationTask::kBeats, {{"F-measure", 1.0}}}};
  const std::vector<SongScores> songs = {song};
  const EvaluationReport report{songs, summarise(songs), {}};
  std::istringstream narrow(report_tables(report, 80));
  for (std::string line; std::getline(narrow, line);) EXPECT_LE(display_width(line), 80u) << line;
  for (const char* score : {" F ", "InfGain"}) {
    EXPECT_NE(report_tables(report, 80).find(score), std::string::npos) << score;
    EXPECT_NE(report_tables(report).find(score), std::string::npos) << score;
  }
}

TEST_F(EvalCommand, ASongWithoutAnEstimateIsAFailureUnlessAllowed) {
  write_text(reference / "lonely.beats", beats_text(0.5, 10));
  EXPECT_EQ(eval_folders().code, kSomeInputsFailed);
  EXPECT_NE(eval_folders().err.find("lonely.beats: no estimate of this song"), std::string::npos);
  EXPECT_EQ(eval_folders({"--allow-missing"}).code, kSuccess);
  EXPECT_EQ(eval_folders({"--allow-missing", "--strict"}).code, kDamaged);
}

TEST_F(EvalCommand, UnmatchedFilesAreListed) {
  write_text(reference / "lonely.beats", beats_text(0.5, 10));
  write_text(estimate / "stray.lab", kChords);
  const Outcome run = eval_folders({"--json", "--allow-missing"});
  EXPECT_EQ(run.code, kSuccess);
  EXPECT_NE(run.err.find("lonely.beats"), std::string::npos);
  EXPECT_NE(run.err.find("stray.lab"), std::string::npos);
  EXPECT_EQ(run.parsed()["files"].size(), 2U);
}

TEST_F(EvalCommand, ABrokenFileCostsOnlyItself) {
  write_text(estimate / "a.jams", "{ this is no JAMS");
  const Outcome run = eval_folders({"--json"});
  EXPECT_EQ(run.code, kSomeInputsFailed);
  EXPECT_NE(run.err.find("a.jams"), std::string::npos);
  ASSERT_EQ(run.parsed()["files"].size(), 1U);
  EXPECT_EQ(run.parsed()["files"][0]["name"], "album/b");
}

TEST_F(EvalCommand, AnUnreadableChordLabelFailsTheChordsOfThatSongOnly) {
  write_text(reference / "a.lab", "0\t10\tC:maj\n10\t20\tC:nonsense\n20\t30\tG\n");
  const Outcome run = eval_folders({"--json"});
  EXPECT_EQ(run.code, kSomeInputsFailed);
  EXPECT_NE(run.err.find("C:nonsense"), std::string::npos);
  const json file = run.parsed()["files"][0];
  EXPECT_TRUE(file.contains("beats"));
  EXPECT_FALSE(file.contains("chords"));
}

TEST_F(EvalCommand, AnEstimateWithoutBeatsScoresZero) {
  fs::remove(estimate / "album/b.jams");
  write_text(estimate / "album/b.beats", "");
  const json report = eval_folders({"--json", "--task", "beats"}).parsed();
  EXPECT_EQ(report["files"][1]["beats"]["F-measure"], 0.0);
}

TEST_F(EvalCommand, WrongUseIsCodeTwo) {
  EXPECT_EQ(eval({}).code, kUsageError);
  EXPECT_EQ(eval({"--ref", reference.string()}).code, kUsageError);
  EXPECT_EQ(eval({"--ref", "/nowhere/at/all", "--est", estimate.string()}).code, kUsageError);
  EXPECT_EQ(eval_folders({"--task", "melody"}).code, kUsageError);
  EXPECT_EQ(eval_folders({"--json", "--csv"}).code, kUsageError);
}

TEST_F(EvalCommand, ConfusionsAreInJsonAndHaveNoPlaceInCsv) {
  const json confusion = eval_folders({"--json", "--confusion"}).parsed()["confusion"];
  EXPECT_EQ(confusion["roots"]["labels"].size(), confusion["roots"]["seconds"].size());
  EXPECT_FALSE(confusion["qualities"]["seconds"].empty());
  const Outcome csv = eval_folders({"--csv", "--confusion"});
  EXPECT_EQ(csv.code, kUsageError);
  EXPECT_EQ(csv.out, "");
  for (const char* option : {"--csv", "--confusion", "excludes"}) {
    EXPECT_NE(csv.err.find(option), std::string::npos) << option << " is missing in\n" << csv.err;
  }
}

TEST_F(EvalCommand, NothingInCommonIsAFailure) {
  const test::ScratchFolder empty;
  const Outcome run = eval({"--ref", reference.string(), "--est", empty.path().string()});
  EXPECT_EQ(run.code, kSomeInputsFailed);
  EXPECT_NE(run.err.find("no song in common"), std::string::npos);
}

TEST_F(EvalCommand, AnEmptyFileIsAnEstimateOfNothing) {
  const test::ScratchFolder folder;
  write_text(folder / "empty.beats", "");
  const Outcome run = eval({"--ref", (reference / "a.beats").string(), "--est",
                            (folder / "empty.beats").string(), "--json"});
  EXPECT_EQ(run.code, kSuccess) << run.err;
  EXPECT_TRUE(run.err.starts_with("warning: ")) << run.err;
  EXPECT_NE(run.err.find("is empty: scored as no beats"), std::string::npos) << run.err;
  EXPECT_EQ(json::parse(run.out)["files"][0]["beats"]["F-measure"], 0.0) << run.out;
}

TEST_F(EvalCommand, ATaskAskedForMustBeInTheReference) {
  const Outcome run = eval_folders({"--task", "key"});
  EXPECT_EQ(run.code, kSomeInputsFailed);
  EXPECT_NE(run.err.find(", expected key"), std::string::npos) << run.err;
}

TEST_F(EvalCommand, TheTempoOfBeatsStandsInForOne) {
  write_text(scratch / "x/song.beats", "1\n1.5\n2\n2.5\n3\n3.5\n4\n4.5\n");
  write_text(scratch / "y/song.beats", "1\n2\n3\n4\n");
  const Outcome run = eval({"--ref", (scratch / "x/song.beats").string(), "--est",
                            (scratch / "y/song.beats").string(), "--task", "tempo", "--json"});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  const auto scores = run.parsed()["files"][0]["tempo"];
  EXPECT_EQ(scores["Both-correct"], 0.0);
  EXPECT_EQ(scores["Accuracy 2"], 1.0);
}

TEST_F(EvalCommand, ScoresTextFilesOfKeysTempiAndSections) {
  const auto score = [&](const std::string& task, const std::string& ref, const std::string& est,
                         const char* name) {
    write_text(scratch / "x/one.txt", ref);
    write_text(scratch / "y/two.txt", est);
    const Outcome run = eval({"--ref", (scratch / "x/one.txt").string(), "--est",
                              (scratch / "y/two.txt").string(), "--task", task, "--json"});
    EXPECT_EQ(run.code, kSuccess) << run.err;
    return run.parsed()["files"][0][task][name].get<double>();
  };
  EXPECT_EQ(score("key", "C\tmajor\n", "A\tminor\n", "Weighted Score"), 0.3);
  EXPECT_EQ(score("key", "C\tmajor\n", "A\tminor\n", "Over Time"), 0.3);
  EXPECT_EQ(score("tempo", "60 120 0.25\n", "120 180 0.5\n", "P-score"), 0.75);
  EXPECT_EQ(score("tempo", "60 120 0.25\n", "120 180 0.5\n", "Accuracy 1"), 1.0);
  EXPECT_EQ(score("tempo", "60 120 0.75\n", "120 180 0.5\n", "Accuracy 1"), 0.0);
  EXPECT_EQ(score("tempo", "60 120 0.25\n", "120 180 0.5\n", "Accuracy 2"), 1.0);
  EXPECT_EQ(score("segments", "0 10 A\n10 20 B\n", "0 10 A\n10 20 B\n", "F-measure@0.5"), 1.0);
  EXPECT_EQ(score("segments", "0 10 A\n10 20 B\n", "0 20 C\n", "Recall@0.5"), 2.0 / 3.0);
}

TEST_F(EvalCommand, GoesRoundLinksToThemselvesAndHiddenFiles) {
  for (const fs::path& folder : {reference, estimate}) {
    fs::create_symlink("self.beats", folder / "self.beats");
    write_text(folder / "._a.lab", "AppleDouble");
    write_text(folder / ".hidden/c.beats", beats_text(0.5, 60));
  }
  const Outcome run = eval_folders({"--json"});
  ASSERT_EQ(run.code, kSuccess) << run.err;
  EXPECT_EQ(run.err, "");
  EXPECT_EQ(run.parsed()["files"].size(), 2U);
  fs::create_symlink("a.lab.txt", reference / "a.lab.txt");
  EXPECT_EQ(annotations_in(reference, "a").size(), 2U);
}

TEST_F(EvalCommand, NamesTheFoldersThatCannotBeRead) {
  const test::UnreadableFolder shut(estimate / "album");
  const EvaluationPairs pairs = pair_annotations(reference, estimate);
  EXPECT_EQ(pairs.pairs.size(), 1U);
  ASSERT_EQ(pairs.faults.size(), 1U);
  EXPECT_NE(pairs.faults[0].find("estimate/album: folder cannot be read: "), std::string::npos);
}

TEST_F(EvalCommand, FoldersOfOtherShapesPairByUniqueStems) {
  fs::rename(estimate / "album/b.jams", estimate / "b.jams");
  const json report = eval_folders({"--json"}).parsed();
  ASSERT_EQ(report["files"].size(), 2U);
  EXPECT_EQ(report["files"][1]["name"], "album/b");
}

TEST_F(EvalCommand, EveryFormatOfASongBelongsToIt) {
  const Annotation same = read_annotation(estimate / "a.jams");
  for (const FormatInfo& info : all_formats())
    write_annotation(same, info.format, fs::path(estimate / "a") += info.suffix);
  const Outcome run = eval_folders({"--json"});
  EXPECT_EQ(run.code, kSuccess) << run.err;
  EXPECT_EQ(run.err.find("no reference for"), std::string::npos) << run.err;
  EXPECT_EQ(run.parsed()["files"].size(), 2U);
  fs::remove(estimate / "a.jams");
  for (const FormatInfo& info : all_formats())
    if (info.format != Format::kMidi) fs::remove(fs::path(estimate / "a") += info.suffix);
  EXPECT_NEAR(eval_folders({"--json"}).parsed()["files"][0]["beats"]["F-measure"], 1.0, 1e-9);
}

TEST(AnnotationFiles, AScoreBesideAudioIsNotItsAnnotation) {
  const test::ScratchFolder scratch;
  for (const char* name : {"song.mid", "song.musicxml", "song.cho"}) write_text(scratch / name, "");
  write_text(scratch / "song.beats", beats_text(0.5, 4));
  EXPECT_EQ(annotations_in(scratch.path(), "song"), std::vector<fs::path>{scratch / "song.beats"});
}

TEST(AnnotationStem, TakesOffWhatIsNotTheSongsName) {
  for (const char* name :
       {"song.lab", "song.chords.lab", "song.jams", "song.mirex.beats.txt", "song.wav.txt",
        "song.beats.csv", "song.BEATS", "/x/y/song.key", "song.mid", "song.chords.mid",
        "song.musicxml", "song.cho", "song.rekordbox.xml", "song.beats.svl",
        "song.chords.audacity.txt", "song.bpm"}) {
    EXPECT_EQ(annotation_stem(name), "song") << name;
  }
  EXPECT_EQ(annotation_stem("01. Title feat. X.jams"), "01. Title feat. X");
  EXPECT_EQ(annotation_stem(".lab"), ".lab");
}

// The outputs of `tactus tag --format mirex`: the file of each task scores that task.
TEST_F(EvalCommand, AFolderOfAllTasksOfMirexScoresEachByItsOwnFile) {
  const fs::path truth = scratch / "truth", run = scratch / "run";
  Annotation song = read_annotation(reference / "a.beats");
  song.chords = read_annotation(reference / "a.lab").chords;
  song.sections = {{0.0, 16.0, "A"}, {16.0, 32.0, "B"}};
  song.keys = {{0.0, 32.0, "C:major"}};
  song.duration = 32.0;
  fs::create_directories(truth);
  fs::create_directories(run);
  write_annotation(song, Format::kJams, truth / "a.jams");
  for (const Format format : formats_by_name("mirex"))
    write_annotation(song, format, run / ("a" + std::string(format_info(format).suffix)));
  const auto score = [&](const std::string& task, const char* name, bool alone) {
    std::vector<std::string> words = {truth.string(), run.string(), "--json"};
    if (alone) words.insert(words.end(), {"--task", task});
    const Outcome said = eval(words);
    EXPECT_EQ(said.code, kSuccess) << task << said.err;
    return said.parsed()["mean"][task].value(name, 0.0);
  };
  for (const bool alone : {true, false}) {
    EXPECT_DOUBLE_EQ(score("beats", "F-measure", alone), 1.0) << alone;
    EXPECT_DOUBLE_EQ(score("downbeats", "F-measure", alone), 1.0) << alone;
    EXPECT_DOUBLE_EQ(score("chords", "majmin", alone), 1.0) << alone;
    EXPECT_DOUBLE_EQ(score("key", "Weighted Score", alone), 1.0) << alone;
    EXPECT_DOUBLE_EQ(score("segments", "F-measure@0.5", alone), 1.0) << alone;
  }
}

}  // namespace
}  // namespace tactus
