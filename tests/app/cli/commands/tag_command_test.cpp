// `tactus tag` as its user runs it: mixed folders, interrupted runs, names, wrong use.
#include "tests/app/support/tag_command.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "app/cli/program/terminal.h"
#include "datasets/formats/format.h"
#include "model/backend/cpu/kernels/cpu_kernels.h"
#include "tests/app/support/program.h"
#include "tests/app/support/tiny_models.h"
#include "tests/datasets/support/jams_check.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

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
  EXPECT_EQ(row.at("empty.wav")["status"], "damaged");
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
  EXPECT_EQ(one.size(), 5u * 9u);
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
  Program run = start({music().string(), "-o", (scratch / "out").string(), "--json", "--summary"});
  while (!fs::exists(scratch / "out/song0.jams"))
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  run.send(SIGINT);
  run.send(SIGTERM);  // `timeout` ends a program and then its group: one wish
  const ProgramResult result = run.wait();
  EXPECT_EQ(result.exit_code, 130);
  const auto row = rows(result);
  EXPECT_EQ(row.at("song0.wav")["status"], "ok");
  const nlohmann::json total = json_lines(result).back()["total"];
  EXPECT_EQ(total["files"], 30);
  const std::size_t not_begun = total["not_begun"];
  EXPECT_GT(not_begun, 0u);
  EXPECT_EQ(row.size(), 30u - not_begun) << "songs that were not begun have no row";
  const std::string line = "tactus: interrupted: " + std::to_string(not_begun) +
                           " of 30 songs were not begun; use --skip-existing to continue\n";
  EXPECT_NE(result.err.find(line), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("not started"), std::string::npos) << result.err;
}

TEST_F(TagCommand, RowsComeAsTheSongsFinish) {
  for (int i = 0; i < 12; ++i) add_song("song" + std::to_string(i) + ".wav", 8.0);
  Program run = start({music().string(), "-o", (scratch / "out").string(), "--json", "-j", "1"});
  while (fs::file_size(scratch / "stdout.txt") == 0)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  EXPECT_FALSE(fs::exists(scratch / "out/song9.jams")) << "the last song by name";
  const ProgramResult result = run.wait();
  EXPECT_EQ(json_lines(result).size(), 12u);
}

// The message of a row stands alone on stderr.
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

TEST_F(TagCommand, RefusesAPipeInsteadOfWaitingForIt) {
  add_song("good.wav");
  const fs::path pipe = music() / "endless.wav";
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  const ProgramResult result = tag({music().string(), "-o", (scratch / "out").string(), "--json"});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(rows(result).at("good.wav")["status"], "ok");
  EXPECT_EQ(rows(result).at("endless.wav")["status"], "failed");
}

// The order of sums differs between instruction sets, but the tags do not; with narrow numbers they
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
  for (const std::string precision : kNarrowPrecisions) {
    if (narrow_kernels_of(precision)) {
      EXPECT_NE(tags("cpu:" + precision).find('\t'), std::string::npos) << precision;
    }
  }
  const ProgramResult unknown = tag({music().string(), "--device", "cpu:mmx"});
  EXPECT_EQ(unknown.exit_code, 2);
  std::string known = "--device cpu:mmx: this processor has cpu";
  for (const CpuKernels* kernels : supported_cpu_kernels()) {
    known += std::string(", cpu:") + kernels->name;
  }
  for (const std::string precision : kNarrowPrecisions) {
    if (narrow_kernels_of(precision)) known += ", cpu:" + precision;
  }
  EXPECT_NE(unknown.err.find(known), std::string::npos) << unknown.err;
}

TEST_F(TagCommand, RefusesARangeOfTempiThatIsEmptyBeforeItReadsASong) {
  add_song("a.wav");
  const std::string out = (scratch / "out").string();
  const ProgramResult slow = tag({music().string(), "-o", out, "--min-bpm", "230"});
  EXPECT_EQ(slow.exit_code, 2);
  EXPECT_NE(slow.err.find("--min-bpm 230: "), std::string::npos) << slow.err;
  EXPECT_NE(slow.err.find("tempi from 230 to 215 BPM"), std::string::npos) << slow.err;
  EXPECT_EQ(tag({music().string(), "-o", out, "--max-bpm", "40"}).exit_code, 2);
  const ProgramResult both =
      tag({music().string(), "-o", out, "--min-bpm", "230", "--max-bpm", "300"});
  EXPECT_EQ(both.exit_code, 0) << both.err;
}

TEST_F(TagCommand, SaysIfASongDoesNotKeepToOneTempo) {
  std::vector<float> clicks(30 * 22050, 0.0f);
  std::vector<float> level(30 * 22050, 0.0f);
  double period = 0.8;
  for (double time = 0.5; time < 29.0; time += period, period *= 0.985) {
    for (int i = 0; i < 400; ++i)
      clicks[static_cast<std::size_t>(time * 22050) + static_cast<std::size_t>(i)] =
          static_cast<float>(0.8 * std::exp(-i / 60.0) * (i % 2 ? 1 : -1));
  }
  for (std::size_t i = 0; i < level.size(); ++i)  // one tempo
    if (i % 11025 < 400)
      level[i] = static_cast<float>(0.8 * std::exp(-(i % 11025) / 60.0) * (i % 2 ? 1 : -1));
  write_wav(music() / "faster.wav", clicks, 22050);
  write_wav(music() / "level.wav", level, 22050);
  const auto models = std::string(TACTUS_SOURCE_DIR) + "/datasets/models/beats.safetensors";
  const auto row = rows(tag({music().string(), "--model", models, "--grid", "constant", "--json"}));
  EXPECT_NE(row.at("faster.wav").value("message", "").find("probably changes its tempo"),
            std::string::npos)
      << row.at("faster.wav");
  EXPECT_EQ(row.at("level.wav").value("message", ""), "");
}

TEST_F(TagCommand, AnOptionWithListsLeavesTheSong) {
  add_song("a.wav");
  const std::string song = (music() / "a.wav").string(), out = (scratch / "out").string();
  const ProgramResult result =
      tag({"-o", out, "--beats-per-bar", "3,4", "--format", "lab,beats", "--format", "jams", song});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  for (const char* name : {"a.lab", "a.beats", "a.jams"})
    EXPECT_TRUE(fs::exists(scratch / "out" / name)) << name;
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

TEST_F(TagCommand, WritesOneFileWhoseNameGivesItsFormat) {
  add_song("a.wav");
  add_song("b.wav");
  const fs::path file = scratch / "new/chords.lab";
  const ProgramResult result = tag({(music() / "a.wav").string(), "-o", file.string()});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(fs::is_regular_file(file));
  EXPECT_FALSE(fs::exists(music() / "a.jams"));
  EXPECT_FALSE(fs::exists(scratch / "new/chords.jams"));
  EXPECT_EQ(tag({(music() / "a.wav").string(), "-o", (scratch / "a.json").string()}).exit_code, 0);
  EXPECT_FALSE(read_annotation(scratch / "a.json", Format::kJams).chords.empty());
  const fs::path text = scratch / "beats.text";
  write_text(text, "");
  EXPECT_EQ(
      tag({(music() / "a.wav").string(), "-o", text.string(), "--format", "beats", "--overwrite"})
          .exit_code,
      0);
  EXPECT_NO_THROW(read_annotation(text, Format::kBeats));
  const ProgramResult again = tag({(music() / "a.wav").string(), "-o", file.string()});
  EXPECT_EQ(again.exit_code, 1);
  EXPECT_NE(again.err.find("already exist"), std::string::npos) << again.err;
  const ProgramResult two = tag({music().string(), "-o", (scratch / "x.jams").string()});
  EXPECT_EQ(two.exit_code, 2);
  EXPECT_NE(two.err.find("2 songs, expected one"), std::string::npos) << two.err;
  const ProgramResult folder = tag({music().string(), "-o", (scratch / "x.jams/").string()});
  EXPECT_EQ(folder.exit_code, 0) << folder.err;
  EXPECT_TRUE(fs::exists(scratch / "x.jams/a.jams"));
}

TEST_F(TagCommand, WritesNoTextOverMusicAndNothingBesideTheFolder) {
  add_song("a.wav");
  const std::string song = (music() / "a.wav").string();
  const auto before = fs::file_size(song);
  EXPECT_EQ(tag({song, "-o", song, "--format", "lab", "--overwrite"}).exit_code, 2);
  EXPECT_EQ(fs::file_size(song), before);
  const fs::path other = scratch / "new.ogg";
  EXPECT_EQ(tag({song, "-o", other.string()}).exit_code, 2);
  EXPECT_FALSE(fs::exists(other));
  const fs::path out = scratch / "deep/out";
  EXPECT_EQ(tag({song, "-o", out.string(), "--suffix", "/../../escaped"}).exit_code, 2);
  EXPECT_FALSE(fs::exists(scratch / "escaped.jams"));
}

TEST_F(TagCommand, PrintsOneFormatToStandardOutput) {
  add_song("a.wav");
  EXPECT_EQ(
      tag({(music() / "a.wav").string(), "-o", (scratch / "out").string(), "--format", "lab,beats"})
          .exit_code,
      0);
  const ProgramResult result =
      tag({(music() / "a.wav").string(), "-o", "-", "--format", " LAB", "--quiet"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, slurp(scratch / "out/a.lab"));
  EXPECT_FALSE(fs::exists("-"));
  EXPECT_EQ(tag({(music() / "a.wav").string(), "-o", "-", "--format", "lab,beats"}).exit_code, 2);
  EXPECT_EQ(tag({(music() / "a.wav").string(), "-o", "-", "--json"}).exit_code, 2);
}

TEST_F(TagCommand, SaysThatChannelsMayCancelEachOther) {
  std::vector<float> two, four;
  for (int n = 0; n < 22050; ++n) {
    const float x = 0.3f * std::sin(0.1f * static_cast<float>(n));
    two.insert(two.end(), {x, -x});
    four.insert(four.end(), {x, -x, x, -x});
  }
  write_wav(music() / "two.wav", two, 22050, 2);
  write_wav(music() / "four.wav", four, 22050, 4);
  const ProgramResult result = tag({music().string(), "-o", (scratch / "out").string()});
  for (const char* said : {"two.wav: the right channel is the left one with inverted polarity",
                           "the mean of the 4 channels is silent"})
    EXPECT_NE(result.err.find(said), std::string::npos) << result.err;
  EXPECT_EQ(result.err.find("ok: "), std::string::npos) << result.err;
  EXPECT_NE(result.err.find("warning: "), std::string::npos) << "of a song that is tagged";
}

TEST_F(TagCommand, SaysWhyAnOutputIsEmpty) {
  write_wav(music() / "silent.wav", std::vector<float>(22050, 0.0f), 22050);
  const std::string out = (scratch / "out").string();
  const ProgramResult result = tag({music().string(), "-o", out, "--format", "beats", "--strict"});
  EXPECT_EQ(result.exit_code, 3) << "a warning under --strict";
  EXPECT_NE(result.err.find("silent.beats: is empty: no beats were found; the sound is silent"),
            std::string::npos)
      << result.err;
}

TEST_F(TagCommand, DamagedSongsHaveAnExitCodeUnderStrict) {
  add_song("a.wav", 8.0);
  fs::resize_file(music() / "a.wav", fs::file_size(music() / "a.wav") / 2);
  EXPECT_EQ(tag({music().string(), "-o", (scratch / "one").string()}).exit_code, 0);
  EXPECT_EQ(tag({music().string(), "-o", (scratch / "two").string(), "--strict"}).exit_code, 3);
}

TEST_F(TagCommand, QualityChoosesASetOfModels) {
  add_song("song.wav", 1.0);
  fs::create_directories(scratch / "models/best");
  std::ofstream(scratch / "models/best/beats.safetensors") << "no model";
  const std::string song = (music() / "song.wav").string(), out = (scratch / "out").string();
  EXPECT_EQ(tag({song, "-o", out, "--quality", "standard"}).exit_code, 0);
  const ProgramResult best = tag({song, "-o", out, "--quality", "best"});
  EXPECT_NE(best.exit_code, 0);
  EXPECT_NE(best.err.find("best/beats.safetensors"), std::string::npos) << best.err;
  const ProgramResult fast = tag({song, "-o", out, "--quality", "fast"});
  EXPECT_NE(fast.exit_code, 0);
  EXPECT_NE(fast.err.find("fast: no such model"), std::string::npos) << fast.err;
  EXPECT_EQ(tag({song, "-o", out, "--quality", "better"}).exit_code, 2);
  const ProgramResult both = tag({song, "-o", out, "--quality", "best", "--model", "beats"});
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_NE(both.err.find("--model"), std::string::npos) << both.err;
}

TEST_F(TagCommand, TheTableFitsTheTerminal) {
  add_song(std::string(60, 'x') + ".wav");
  const std::string script = "script -qec \"stty cols 50; '" +
                             (fs::path(TACTUS_BINARY_DIR) / "tactus").string() +
                             "' tag music -o out\" /dev/null >shown 2>&1 </dev/null";
  if (std::system("command -v script >/dev/null") != 0) GTEST_SKIP() << "needs script(1)";
  const std::string set = "cd '" + scratch.path().string() + "' && TACTUS_CONFIG= TACTUS_MODELS='" +
                          (scratch / "models").string() + "' TERM=xterm ";
  ASSERT_EQ(std::system((set + script).c_str()), 0) << slurp(scratch / "shown");
  const std::string shown = slurp(scratch / "shown");
  const std::size_t header = shown.find("file ");
  ASSERT_NE(header, std::string::npos) << shown;
  std::istringstream table(shown.substr(header));
  for (std::string line; std::getline(table, line) && line != "\r";)
    EXPECT_LE(display_width(line.substr(0, line.find('\r'))), 50u) << line;
  EXPECT_NE(shown.find("[.."), std::string::npos) << "a bar: " << shown;
  EXPECT_NE(shown.find(" left"), std::string::npos) << "the time left: " << shown;
}

}  // namespace
}  // namespace tactus::test
