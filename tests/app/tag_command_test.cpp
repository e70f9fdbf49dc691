// `tactus tag` as its user meets it: mixed folders, interrupted runs, outputs that must not be
// lost.
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <thread>

#include "datasets/format.h"
#include "model/cpu_kernels.h"
#include "tests/app/program.h"
#include "tests/app/tiny_models.h"
#include "tests/datasets/jams_check.h"
#include "tests/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class TagCommand : public testing::Test {
 protected:
  void SetUp() override {
    save_tiny_models(scratch / "models");
    fs::create_directories(music());
  }

  fs::path music() const { return scratch / "music"; }

  void add_song(const std::string& name, double seconds = 4.0, double base_hz = 220.0) const {
    write_wav(music() / name, made_up_music(seconds, 22050, base_hz), 22050);
  }

  Program start(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "tag");
    return Program(scratch.path(), std::move(arguments),
                   {"TACTUS_MODELS=" + (scratch / "models").string()});
  }

  ProgramResult tag(std::vector<std::string> arguments) const {
    return start(std::move(arguments)).wait();
  }

  // The summary's rows by file name.
  static std::map<std::string, nlohmann::json> rows(const ProgramResult& result) {
    std::map<std::string, nlohmann::json> by_name;
    const nlohmann::json summary = nlohmann::json::parse(result.out);
    for (const auto& row : summary.at("files")) {
      by_name[fs::path(row.at("file").get<std::string>()).filename().string()] = row;
    }
    return by_name;
  }

  ScratchFolder scratch;
};

TEST_F(TagCommand, GivesEachFileOfAMixedFolderItsOwnStatus) {
  add_song("good.wav");
  add_song("inner/deep.wav");
  write_wav(music() / "silent.wav", std::vector<float>(22050, 0.0f), 22050);
  write_wav(music() / "empty.wav", {}, 22050);
  std::ofstream(music() / "broken.mp3") << "this is no music";
  std::ofstream(music() / "notes.txt") << "neither is this";
  const ProgramResult result =
      tag({music().string(), (scratch / "missing.wav").string(), "-o", (scratch / "out").string(),
           "--format", "jams,lab,beats", "--json"});
  EXPECT_EQ(result.exit_code, 1) << result.err;
  const auto row = rows(result);
  ASSERT_EQ(row.size(), 6u) << result.out;
  EXPECT_EQ(row.at("good.wav")["status"], "ok");
  EXPECT_EQ(row.at("deep.wav")["status"], "ok");
  EXPECT_EQ(row.at("silent.wav")["status"], "ok");
  EXPECT_EQ(row.at("silent.wav")["beats"], 0);
  EXPECT_EQ(row.at("empty.wav")["status"], "ok");
  EXPECT_EQ(row.at("broken.mp3")["status"], "failed");
  EXPECT_NE(row.at("broken.mp3")["message"].get<std::string>().find("broken.mp3"),
            std::string::npos);
  EXPECT_EQ(row.at("missing.wav")["status"], "failed");
  EXPECT_TRUE(fs::exists(scratch / "out/inner/deep.jams"));
  for (const auto& [name, bytes] : test::tree_of(scratch / "out")) {
    if (name.ends_with(".jams")) {
      EXPECT_EQ(test::jams_faults(bytes), std::vector<std::string>()) << name;
    }
  }
  EXPECT_EQ(slurp(scratch / "out/silent.beats"), "");
  const std::string silent_chords = slurp(scratch / "out/silent.lab");
  EXPECT_NE(silent_chords.find("\tN\n"), std::string::npos) << silent_chords;
  EXPECT_EQ(std::count(silent_chords.begin(), silent_chords.end(), '\n'), 1);
  for (const auto& [name, bytes] : tree_of(scratch / "out")) {
    EXPECT_EQ(bytes.find("nan"), std::string::npos) << name;
    EXPECT_EQ(bytes.find("NaN"), std::string::npos) << name;
  }
}

TEST_F(TagCommand, WritesTheSameBytesForAnyNumberOfJobs) {
  for (int i = 0; i < 5; ++i)
    add_song("song" + std::to_string(i) + ".wav", 3.0 + i, 200.0 + 15 * i);
  for (const char* jobs : {"1", "2", "4"}) {
    ASSERT_EQ(tag({music().string(), "-o", (scratch / "out").string() + jobs, "--jobs", jobs,
                   "--format", "jams,csv,mirex", "--save-activations", "-q"})
                  .exit_code,
              0);
  }
  const auto one = tree_of(scratch / "out1");
  EXPECT_EQ(one.size(), 5u * 6u);
  EXPECT_EQ(one, tree_of(scratch / "out2"));
  EXPECT_EQ(one, tree_of(scratch / "out4"));
}

TEST_F(TagCommand, GoesOnAfterBeingKilledAsIfItHadNotBeen) {
  for (int i = 0; i < 12; ++i) add_song("song" + std::to_string(i) + ".wav", 6.0, 200.0 + 15 * i);
  const std::vector<std::string> options = {music().string(), "--format", "jams,lab", "-q", "-o"};
  auto unbroken = options, broken = options;
  unbroken.push_back((scratch / "unbroken").string());
  broken.insert(broken.end(), {(scratch / "broken").string(), "--skip-existing"});
  ASSERT_EQ(tag(unbroken).exit_code, 0);

  Program victim = start(broken);
  while (!fs::exists(scratch / "broken/song1.jams"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  victim.send(SIGKILL);
  EXPECT_EQ(victim.wait().exit_code, -SIGKILL);
  EXPECT_NE(tree_of(scratch / "broken"), tree_of(scratch / "unbroken"));

  ASSERT_EQ(tag(broken).exit_code, 0);
  EXPECT_EQ(tree_of(scratch / "broken"), tree_of(scratch / "unbroken"));
}

TEST_F(TagCommand, EndsWithCode130WhenInterruptedAndKeepsWhatIsDone) {
  for (int i = 0; i < 30; ++i) add_song("song" + std::to_string(i) + ".wav", 8.0);
  Program run = start({music().string(), "-o", (scratch / "out").string(), "--json"});
  while (!fs::exists(scratch / "out/song0.jams"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  run.send(SIGINT);
  const ProgramResult result = run.wait();
  EXPECT_EQ(result.exit_code, 130);
  const auto row = rows(result);
  EXPECT_EQ(row.at("song0.wav")["status"], "ok");
  for (std::size_t at = 0; (at = result.err.find("interrupted: ", at)) != std::string::npos; ++at)
    EXPECT_EQ(result.err.compare(at + 13, music().string().size(), music().string()), 0);
  EXPECT_GT(std::count_if(row.begin(), row.end(),
                          [](const auto& r) { return r.second["status"] == "interrupted"; }),
            0);
}

TEST_F(TagCommand, SkipsOnlyCompleteOutputs) {
  add_song("a.wav");
  add_song("b.wav");
  const std::string out = (scratch / "out").string();
  ASSERT_EQ(tag({music().string(), "-o", out, "-q"}).exit_code, 0);
  auto expected = tree_of(out);
  fs::resize_file(scratch / "out/b.jams", fs::file_size(scratch / "out/b.jams") / 2);
  expected["b.jams.orig"] = slurp(scratch / "out/b.jams");
  const ProgramResult again = tag({music().string(), "-o", out, "--skip-existing", "--json"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(rows(again).at("a.wav")["status"], "skipped");
  EXPECT_EQ(rows(again).at("b.wav")["status"], "ok");
  EXPECT_EQ(tree_of(out), expected);
}

// A slip of the hand in a JSON file makes no difference to whose work it is.
TEST_F(TagCommand, KeepsAMalformedJamsFileBeforeItIsReplaced) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  ASSERT_EQ(tag({music().string(), "-o", out.string()}).exit_code, 0);
  Annotation annotation = read_annotation(out / "a.jams");
  annotation.review = Review::kChecked;
  write_annotation(annotation, Format::kJams, out / "a.jams");
  std::string typo = slurp(out / "a.jams");
  typo[typo.rfind('}')] = ']';
  std::string kept = (out / "a.jams.orig").string();
  for (const char* option : {"--skip-existing", "--overwrite"}) {
    write_text(out / "a.jams", typo + option);
    const ProgramResult result = tag({music().string(), "-o", out.string(), option, "--json"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(slurp(kept), typo + option);
    const nlohmann::json row = rows(result).at("a.wav");
    EXPECT_EQ(row["status"], "ok");
    const std::string message = row.value("message", "");
    EXPECT_TRUE(message.starts_with((out / "a.jams").string())) << message;
    EXPECT_TRUE(message.ends_with("; kept as " + kept)) << message;
    EXPECT_NE(result.err.find(message), std::string::npos) << result.err;
    EXPECT_EQ(read_annotation(out / "a.jams").review, Review::kNone);
    kept += "2";
  }
  EXPECT_EQ(tree_of(out).size(), 3u);
}

TEST_F(TagCommand, DoesNotReplaceWhatItCannotRead) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  const fs::path jams = out / "a.jams", lab = out / "a.lab";
  fs::create_directories(jams);
  for (const char* option : {"--skip-existing", "--overwrite"}) {
    const ProgramResult result =
        tag({music().string(), "-o", out.string(), option, "--format", "lab", "--json"});
    EXPECT_EQ(result.exit_code, 1);
    EXPECT_EQ(rows(result).at("a.wav")["status"], "failed");
    EXPECT_EQ(rows(result).at("a.wav")["message"],
              jams.string() + ": cannot be read: a folder, expected a file");
  }
  EXPECT_FALSE(fs::exists(lab)) << "the song may be checked";
  fs::remove(jams);
  ASSERT_EQ(mkfifo(lab.c_str(), 0600), 0);
  const ProgramResult result =
      tag({music().string(), "-o", out.string(), "--skip-existing", "--format", "lab", "--json"});
  EXPECT_EQ(rows(result).at("a.wav")["status"], "failed");
  EXPECT_EQ(rows(result).at("a.wav")["message"],
            lab.string() + ": cannot be read: a device or pipe, expected a file");
  EXPECT_TRUE(fs::is_fifo(lab));
}

TEST_F(TagCommand, WritesTheOtherFormatsWhereSomeCannotBeWritten) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  fs::create_directories(out / "a.lab");
  fs::create_directories(out / "a.beat_activations.npy");
  write_text(out / "a.jams", "{");
  const ProgramResult result = tag({music().string(), "-o", out.string(), "--overwrite",
                                    "--save-activations", "--format", "jams,lab,beats", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  const nlohmann::json row = rows(result).at("a.wav");
  EXPECT_EQ(row["status"], "failed");
  const std::string message = row.value("message", "");
  EXPECT_TRUE(message.starts_with((out / "a.lab").string() + ": cannot be written: ")) << message;
  EXPECT_NE(message.find("; " + (out / "a.beat_activations.npy").string() + ": "),
            std::string::npos)
      << message;
  EXPECT_TRUE(message.ends_with("; kept as " + (out / "a.jams.orig").string())) << message;
  EXPECT_EQ(slurp(out / "a.jams.orig"), "{");
  for (const char* name : {"a.jams", "a.beats", "a.chord_activations.npy"})
    EXPECT_TRUE(fs::is_regular_file(out / name)) << name;
}

// Of one name, and in one folder of outputs: but not the same song.
TEST_F(TagCommand, DoesNotTakeAnotherSongsOutputsForItsOwn) {
  add_song("one/x.wav");
  add_song("two/x.wav", 4.0, 330.0);
  const fs::path out = scratch / "out";
  const fs::path one = music() / "one/x.wav", two = music() / "two/x.wav";
  const auto status = [&](const fs::path& song, std::vector<std::string> more) {
    more.insert(more.begin(), {song.string(), "-o", out.string(), "--json"});
    const nlohmann::json row = rows(tag(more)).at(song.filename().string());
    return std::pair(row["status"].get<std::string>(), row.value("message", ""));
  };
  ASSERT_EQ(status(one, {}).first, "ok");
  const auto before = tree_of(out);
  const auto refusal = std::pair<std::string, std::string>(
      "failed", (out / "x.jams").string() + ": is of " + one.string() + ", not of " + two.string() +
                    "; give another --output or --suffix");
  EXPECT_EQ(status(two, {"--skip-existing"}), refusal);
  EXPECT_EQ(status(two, {"--skip-existing", "--format", "lab"}), refusal);
  EXPECT_EQ(tree_of(out), before);
  EXPECT_EQ(status(one, {"--skip-existing"}).first, "skipped");
  fs::create_directories(music() / "copy");
  fs::copy_file(one, music() / "copy/x.wav");
  EXPECT_EQ(status(music() / "copy/x.wav", {"--skip-existing"}).first, "skipped")
      << "the same bytes are the same song";

  Annotation checked = read_annotation(out / "x.jams");
  checked.review = Review::kChecked;
  write_annotation(checked, Format::kJams, out / "x.jams");
  const std::string bytes = slurp(out / "x.jams");
  EXPECT_EQ(status(two, {"--overwrite"}), refusal) << "not skipped as if it had been checked";
  EXPECT_EQ(slurp(out / "x.jams"), bytes);

  fs::rename(music() / "one", music() / "moved");
  EXPECT_EQ(status(music() / "moved/x.wav", {"--skip-existing"}).first, "skipped");
}

TEST_F(TagCommand, ACopiedFolderOfAudioAndAnnotationsIsComplete) {
  add_song("album/a.wav");
  ASSERT_EQ(tag({(music() / "album").string()}).exit_code, 0);
  fs::copy(music() / "album", music() / "copy");
  add_song("copy/a.wav", 5.0);  // cut anew
  const ProgramResult result = tag({(music() / "copy").string(), "--skip-existing", "--json"});
  EXPECT_EQ(rows(result).at("a.wav")["status"], "skipped") << result.out;
}

TEST_F(TagCommand, ActivationsAreOutputsLikeTheOthers) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  const fs::path beats = out / "a.beat_activations.npy", chords = out / "a.chord_activations.npy";
  const auto tagged = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {music().string(), "-o", out.string(), "--json"});
    return rows(tag(more)).at("a.wav");
  };
  nlohmann::json row = tagged({"--save-activations"});
  ASSERT_EQ(row["status"], "ok");
  EXPECT_EQ(row["outputs"],
            (std::vector<std::string>{(out / "a.jams").string(), beats.string(), chords.string()}));
  const auto complete = tree_of(out);
  fs::remove(out / "a.jams");
  row = tagged({"--save-activations"});
  EXPECT_EQ(row["status"], "exists");
  EXPECT_EQ(row["message"], beats.string() + ", " + chords.string() +
                                ": are there already; use --skip-existing or --overwrite");
  EXPECT_FALSE(fs::exists(out / "a.jams"));
  EXPECT_EQ(tagged({})["status"], "ok") << "not asked for, not in the way";

  // One is left alone, one is malformed.
  const std::string others = complete.at("a.chord_activations.npy");
  fs::rename(chords, beats);
  write_text(chords, others.substr(0, others.size() / 2));
  EXPECT_EQ(tagged({"--save-activations", "--skip-existing"})["status"], "ok");
  EXPECT_EQ(slurp(beats), others);
  EXPECT_EQ(slurp(chords), others);
  EXPECT_EQ(tagged({"--save-activations", "--skip-existing"})["status"], "skipped");
  fs::remove(beats);
  EXPECT_EQ(tagged({"--save-activations", "--skip-existing"})["status"], "ok");
  EXPECT_EQ(tagged({"--save-activations", "--overwrite"})["status"], "ok");
  EXPECT_EQ(tree_of(out), complete);
}

// A row's message stands alone on stderr.
TEST_F(TagCommand, NamesTheSongThatIsDamaged) {
  add_song("a.wav", 8.0);
  const fs::path song = music() / "a.wav";
  fs::resize_file(song, fs::file_size(song) / 2);
  const ProgramResult result = tag({song.string(), "-o", (scratch / "out").string(), "--json"});
  const nlohmann::json row = rows(result).at("a.wav");
  ASSERT_EQ(row["status"], "damaged") << result.out;
  EXPECT_TRUE(row.value("message", "").starts_with(song.string() + ": ")) << row;
}

TEST_F(TagCommand, TheTableShowsNothingThatASkippedSongsFilesDoNotSay) {
  add_song("a.wav");
  write_wav(music() / "silent.wav", std::vector<float>(22050, 0.0f), 22050);
  std::vector<std::string> arguments = {music().string(), "-o", (scratch / "out").string(),
                                        "--format", "lab,beats"};
  const auto line = [&](const std::string& name) {
    const std::string table = tag(arguments).out;
    const std::size_t begin = table.find(name + " ");
    EXPECT_NE(begin, std::string::npos) << table;
    return begin == std::string::npos ? "" : table.substr(begin, table.find('\n', begin) - begin);
  };
  EXPECT_NE(line("a.wav").find(" 0:04 "), std::string::npos);
  arguments.push_back("--overwrite");
  const std::string silent = line("silent.wav");
  EXPECT_NE(silent.find(" 0:01 "), std::string::npos) << silent;
  EXPECT_NE(silent.find(" 0.00 "), std::string::npos) << silent;
  arguments.back() = "--skip-existing";
  const std::string skipped = line("a.wav");
  ASSERT_NE(skipped.find(" skipped"), std::string::npos) << skipped;
  EXPECT_EQ(skipped.find("0:00"), std::string::npos) << skipped;
  EXPECT_EQ(skipped.find("0.00"), std::string::npos) << skipped;
}

TEST_F(TagCommand, RefusesAFolderForOutputsWithoutAName) {
  add_song("a.wav");
  const ProgramResult result = tag({music().string(), "-o", ""});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_NE(result.err.find("--output: an empty name"), std::string::npos) << result.err;
  EXPECT_FALSE(fs::exists(music() / "a.jams"));
}

TEST_F(TagCommand, NeverReplacesAnOutputUnasked) {
  add_song("a.wav");
  fs::create_directories(scratch / "out");
  std::ofstream(scratch / "out/a.jams") << "made by a person";
  const std::string out = (scratch / "out").string();
  const ProgramResult refused = tag({music().string(), "-o", out, "--json"});
  EXPECT_EQ(refused.exit_code, 1);
  EXPECT_EQ(rows(refused).at("a.wav")["status"], "exists");
  EXPECT_EQ(slurp(scratch / "out/a.jams"), "made by a person");
  EXPECT_EQ(tag({music().string(), "-o", out, "--overwrite", "-q"}).exit_code, 0);
  EXPECT_NE(slurp(scratch / "out/a.jams"), "made by a person");
  EXPECT_EQ(slurp(scratch / "out/a.jams.orig"), "made by a person");
}

TEST_F(TagCommand, NamesAllOutputsThatAreThere) {
  add_song("a.wav");
  const fs::path out = scratch / "out";
  const std::vector<std::string> arguments = {music().string(), "-o",    out.string(), "--format",
                                              "jams,lab,beats", "--json"};
  const auto message = [&] {
    const auto row = rows(tag(arguments));
    EXPECT_EQ(row.at("a.wav")["status"], "exists");
    return row.at("a.wav")["message"].get<std::string>();
  };
  const std::string hint = " there already; use --skip-existing or --overwrite";
  write_text(out / "a.lab", "0 1 C:maj\n");
  EXPECT_EQ(message(), (out / "a.lab").string() + ": is" + hint);
  write_text(out / "a.beats", "0.5\t1\n");
  EXPECT_EQ(message(),
            (out / "a.lab").string() + ", " + (out / "a.beats").string() + ": are" + hint);
  EXPECT_FALSE(fs::exists(out / "a.jams"));
}

TEST_F(TagCommand, LeavesAloneWhatAPersonHasChecked) {
  add_song("checked.wav");
  add_song("edited.wav");
  const fs::path out = scratch / "out";
  ASSERT_EQ(tag({music().string(), "-o", out.string()}).exit_code, 0);
  for (const auto& [name, review] :
       {std::pair{"checked.jams", Review::kChecked}, std::pair{"edited.jams", Review::kEdited}}) {
    Annotation annotation = read_annotation(out / name);
    annotation.annotator = "a person";
    annotation.review = review;
    write_annotation(annotation, Format::kJams, out / name);
  }
  const ProgramResult again =
      tag({music().string(), "-o", out.string(), "--overwrite", "--format", "jams,lab", "--json"});
  EXPECT_EQ(again.exit_code, 0);
  EXPECT_EQ(rows(again).at("checked.wav")["status"], "skipped");
  EXPECT_EQ(rows(again).at("edited.wav")["status"], "ok");
  EXPECT_EQ(read_annotation(out / "checked.jams").annotator, "a person");
  EXPECT_FALSE(fs::exists(out / "checked.lab"));
  EXPECT_NE(read_annotation(out / "edited.jams").annotator, "a person");
}

// Files that are missing beside a JAMS file which a person has edited are written from that; a file
// made by hand stays.
TEST_F(TagCommand, SkipExistingReplacesNothingThatCanBeRead) {
  for (const char* name : {"checked.wav", "edited.wav", "by-hand.wav"}) add_song(name);
  const fs::path out = scratch / "out";
  ASSERT_EQ(tag({music().string(), "-o", out.string()}).exit_code, 0);
  for (const auto& [name, review] :
       {std::pair{"checked.jams", Review::kChecked}, std::pair{"edited.jams", Review::kEdited}}) {
    Annotation annotation = read_annotation(out / name);
    annotation.chords = {{0.0, 4.0, "Eb:maj7"}};
    annotation.review = review;
    write_annotation(annotation, Format::kJams, out / name);
  }
  fs::remove(out / "by-hand.jams");
  std::ofstream(out / "by-hand.lab") << "0.0 4.0 Ab:min\n";
  const auto before = tree_of(out);
  std::vector<std::string> again = {music().string(), "-o",       out.string(), "--skip-existing",
                                    "--format",       "jams,lab", "--json"};
  const ProgramResult first = tag(again);
  EXPECT_EQ(first.exit_code, 0) << first.err;
  auto row = rows(first);
  for (const std::string name : {"checked", "edited"}) {
    EXPECT_EQ(row.at(name + ".wav")["status"], "skipped");
    EXPECT_NE(row.at(name + ".wav")["message"].get<std::string>().find(
                  name + " by a person; written from it: " + name + ".lab"),
              std::string::npos)
        << first.out;
    EXPECT_EQ(read_annotation(out / (name + ".lab")).chords,
              (std::vector<LabelledSegment>{{0.0, 4.0, "Eb:maj7"}}));
  }
  EXPECT_EQ(row.at("by-hand.wav")["status"], "ok");
  EXPECT_TRUE(fs::exists(out / "by-hand.jams"));

  again.push_back("--save-activations");
  row = rows(tag(again));
  EXPECT_EQ(row.at("checked.wav")["status"], "skipped");
  EXPECT_EQ(row.at("edited.wav")["status"], "ok") << "for its activations";
  EXPECT_TRUE(fs::exists(out / "edited.beat_activations.npy"));
  const auto after = tree_of(out);
  for (const auto& [name, bytes] : before) EXPECT_EQ(after.at(name), bytes) << name;
}

TEST_F(TagCommand, SongsOfOneNameInSeveralFoldersGetTheirOwnNames) {
  for (const char* name : {"a/01.wav", "b/01.wav"}) add_song(name);
  fs::copy_file(music() / "b/01.wav", music() / "b/02.wav");
  fs::copy_file(music() / "b/01.wav", music() / "b/02.wave");
  const std::vector<std::string> songs = {
      (music() / "a/01.wav").string(), (music() / "b/01.wav").string(),
      (music() / "b/02.wav").string(), (music() / "a/../b/02.wave").string()};
  std::vector<std::string> arguments = songs;
  arguments.push_back("-q");
  ASSERT_EQ(tag(arguments).exit_code, 0);
  arguments = songs;
  arguments.insert(arguments.begin(), "features");
  ASSERT_EQ(Program(scratch.path(), arguments).wait().exit_code, 0);
  std::vector<std::string> made;
  for (const auto& [name, bytes] : tree_of(music())) {
    if (name.ends_with(".jams") || name.ends_with(".npy")) made.push_back(name);
  }
  EXPECT_EQ(made, (std::vector<std::string>{"a/01.beats.npy", "a/01.jams", "b/01.beats.npy",
                                            "b/01.jams", "b/02.wav.beats.npy", "b/02.wav.jams",
                                            "b/02.wave.beats.npy", "b/02.wave.jams"}));
}

TEST_F(TagCommand, KeepsSongsApartThatShareAStem) {
  add_song("same.wav");
  fs::copy_file(music() / "same.wav", music() / "same.wave");
  ASSERT_EQ(tag({music().string(), "-o", (scratch / "out").string(), "-q"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(scratch / "out/same.wav.jams"));
  EXPECT_TRUE(fs::exists(scratch / "out/same.wave.jams"));
}

TEST_F(TagCommand, SaysWhichOutputCannotBeWritten) {
  add_song("a.wav");
  std::ofstream(scratch / "no-folder") << "a file";
  const std::string out = (scratch / "no-folder/out").string();
  const ProgramResult result = tag({music().string(), "-o", out, "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(rows(result).at("a.wav")["status"], "failed");
  EXPECT_NE(rows(result).at("a.wav")["message"].get<std::string>().find(
                "no-folder/out: cannot be written"),
            std::string::npos)
      << result.out;
}

TEST_F(TagCommand, RefusesAPipeInsteadOfWaitingForIt) {
  add_song("good.wav");
  const fs::path pipe = music() / "endless.wav";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const ProgramResult result = tag({music().string(), "-o", (scratch / "out").string(), "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(rows(result).at("good.wav")["status"], "ok");
  EXPECT_EQ(rows(result).at("endless.wav")["status"], "failed");
}

// The products' order of summing differs between instruction sets, the tags do not; in bf16 they
// stay close.
TEST_F(TagCommand, EveryInstructionSetWritesTheSameTags) {
  add_song("a.wav", 12.0);
  const auto tags = [&](const std::string& device) {
    const fs::path out = scratch / device;
    const ProgramResult result =
        tag({music().string(), "-o", out.string(), "--format", "beats,lab", "--device", device});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return slurp(out / "a.beats") + slurp(out / "a.lab");
  };
  const std::string expected = tags("cpu");
  EXPECT_NE(expected.find('\t'), std::string::npos);
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    const std::string device = std::string("cpu:") + kernels->name;
    EXPECT_EQ(tags(device), expected) << device;
  }
  if (supported_bf16_kernels()) {
    EXPECT_NE(tags("cpu:bf16").find('\t'), std::string::npos);
  }
  EXPECT_EQ(tag({music().string(), "--device", "cpu:mmx"}).exit_code, 2);
}

TEST_F(TagCommand, RefusesARangeOfTempiThatIsEmptyBeforeItReadsASong) {
  add_song("a.wav");
  const std::string out = (scratch / "out").string();
  const ProgramResult slow = tag({music().string(), "-o", out, "--min-bpm", "230"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_NE(slow.err.find("--min-bpm 230 is above --max-bpm 215 (the model's)"), std::string::npos)
      << slow.err;
  EXPECT_EQ(tag({music().string(), "-o", out, "--max-bpm", "40"}).exit_code, 2);
  const ProgramResult both =
      tag({music().string(), "-o", out, "--min-bpm", "230", "--max-bpm", "300"});
  EXPECT_EQ(both.exit_code, 0) << both.err;
}

TEST_F(TagCommand, RefusesAStallLimitThatNoDecoderMeets) {
  add_song("a.wav");
  for (const char* seconds : {"0", "-1", "1e6", "nan", "inf", "five"}) {
    const ProgramResult result =
        tag({music().string(), "-o", (scratch / "out").string(), "--stall", seconds});
    EXPECT_EQ(result.exit_code, 2) << seconds;
    EXPECT_NE(result.err.find("--stall: "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find("expected a number from 0.1 to 86400"), std::string::npos)
        << result.err;
  }
  EXPECT_FALSE(fs::exists(scratch / "out"));
}

TEST_F(TagCommand, ReadsAListAsProgramsWriteIt) {
  add_song("a.wav");
  add_song("#1 hit.wav");
  const fs::path here = fs::current_path();
  fs::current_path(music());  // the program's, too
  const fs::path list = scratch / "list.txt", out = scratch / "out";
  write_text(list, "\xEF\xBB\xBF" + (music() / "a.wav").string() + "\n#1 hit.wav\n# a comment\n");
  const ProgramResult result = tag({"--list", list.string(), "-o", out.string(), "--json"});
  fs::current_path(here);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(rows(result).size(), 2u) << result.out;
  EXPECT_TRUE(fs::exists(out / "a.jams"));
  EXPECT_TRUE(fs::exists(out / "#1 hit.jams"));
}

TEST_F(TagCommand, RefusesAListThatSaysNothing) {
  add_song("a.wav");
  write_text(scratch / "empty.txt", "\n# nothing here\n");
  for (const auto& [name, fault] :
       {std::pair{"empty.txt", "an empty list, expected one path per line"},
        std::pair{"music", "a folder, expected a file"},
        std::pair{"no-such.txt", "the file cannot be opened"}}) {
    const std::string list = (scratch / name).string();
    const ProgramResult result = tag({"--list", list, "-o", (scratch / "out").string()});
    EXPECT_EQ(result.exit_code, 2) << name;
    EXPECT_NE(result.err.find("--list " + list + ": " + fault), std::string::npos) << result.err;
  }
  EXPECT_FALSE(fs::exists(scratch / "out"));
  const std::string empty = (scratch / "empty.txt").string();
  EXPECT_EQ(tag({"--list", empty, music().string(), "-o", (scratch / "out").string()}).exit_code, 0)
      << "there is something else to do";
}

TEST_F(TagCommand, ReadsAListAndRefusesWrongUse) {
  add_song("a.wav");
  std::ofstream(scratch / "list.txt") << "# songs\n\n" << (music() / "a.wav").string() << "\r\n";
  const std::string out = (scratch / "out").string();
  EXPECT_EQ(tag({"--list", (scratch / "list.txt").string(), "-o", out, "-q"}).exit_code, 0);
  EXPECT_TRUE(fs::exists(scratch / "out/a.jams"));
  EXPECT_EQ(tag({}).exit_code, 2);
  fs::create_directories(scratch / "nothing");
  EXPECT_EQ(tag({(scratch / "nothing").string()}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--format", "mp4"}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--device", "cuda:99"}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--no-such-option"}).exit_code, 2);
}

}  // namespace
}  // namespace tactus::test
