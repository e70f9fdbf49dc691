// `tactus tag` where something is wrong with the sound, a name or a place: nothing is forgotten,
// and nothing is decoded in vain.
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <sstream>

#include "datasets/formats/format.h"
#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class TagFaults : public TagCommand {
 protected:
  std::string out() const { return (scratch / "out").string(); }
  // A song whose second half is lost.
  void add_cut_song(const std::string& name) const {
    add_song(name, 8.0);
    fs::resize_file(music() / name, fs::file_size(music() / name) / 2);
  }
  void add_silence(const std::string& name) const {
    write_wav(music() / name, std::vector<float>(22050, 0.0f), 22050);
  }
};

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

TEST_F(TagFaults, AFileBeyondTheLimitOfTheProcessIsTheFaultOfItsSong) {
  add_song("a.wav");
  add_song("b.wav");
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  rlimit small = before;
  small.rlim_cur = 200;  // bytes
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const ProgramResult result = tag({music().string(), "-o", out()});
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(result.exit_code, 1) << result.exit_code << result.out;
}

TEST_F(TagFaults, DamageIsSaidInEveryRun) {
  add_cut_song("cut.wav");
  add_song("whole.wav");
  for (const std::string format : {"jams", "lab", "csv,beats", "jams,lab"}) {
    const std::string place = (scratch / ("out-" + format)).string();
    const std::vector<std::string> words = {
        music().string(),  "-o",     place,       "--format", format,
        "--skip-existing", "--json", "--summary", "--strict", "--save-activations"};
    const ProgramResult first = tag(words), again = tag(words);
    EXPECT_EQ(first.exit_code, 3) << first.err;
    EXPECT_EQ(again.exit_code, 3) << format << again.err;
    const nlohmann::json row = rows(again).at("cut.wav");
    EXPECT_EQ(row["status"], "damaged") << format;
    const std::string said = rows(first).at("cut.wav")["message"];
    EXPECT_TRUE(row["message"].get<std::string>().starts_with(said)) << row << said;
    EXPECT_EQ(rows(again).at("whole.wav")["status"], "skipped");
    const nlohmann::json total = json_lines(again).back()["total"];
    EXPECT_EQ(total["tagged"], 0);
    EXPECT_EQ(total["damaged"], 1);
    EXPECT_EQ(total["skipped"], 2);
  }
  const ProgramResult table = tag({music().string(), "-o", (scratch / "out-lab").string(),
                                   "--format", "lab", "--skip-existing"});
  EXPECT_EQ(table.exit_code, 0);
  EXPECT_NE(table.out.find("-  damaged\n"), std::string::npos) << "no speed: " << table.out;
  EXPECT_NE(table.out.find("0 tagged, 2 skipped, 0 failed, 1 damaged"), std::string::npos)
      << table.out;
}

TEST_F(TagFaults, DamageIsInTheJamsFileUntilAPersonHasCheckedIt) {
  add_cut_song("cut.wav");
  tag({music().string(), "-o", out()});
  Annotation song = read_annotation(scratch / "out/cut.jams");
  EXPECT_TRUE(song.damage.starts_with("truncated at ")) << song.damage;
  for (const auto& [review, status] :
       {std::pair{Review::kEdited, "damaged"}, std::pair{Review::kChecked, "skipped"}}) {
    song.review = review;
    write_text(scratch / "out/cut.jams", serialise_annotation(song, Format::kJams));
    const ProgramResult again = tag({music().string(), "-o", out(), "--skip-existing", "--json"});
    EXPECT_EQ(rows(again).at("cut.wav")["status"], status);
  }
}

TEST_F(TagFaults, TagsAreNotWrittenIntoWhatWasDamaged) {
  add_cut_song("cut.wav");
  for (int run = 0; run < 2; ++run) {
    const ProgramResult result =
        tag({music().string(), "-o", out(), "--skip-existing", "--json", "--write-tags", "bpm"});
    EXPECT_EQ(result.exit_code, 0) << result.err;
    const std::string message = rows(result).at("cut.wav")["message"];
    EXPECT_TRUE(message.ends_with("; tags are not written into a file with damaged sound"))
        << message;
  }
}

TEST_F(TagFaults, ASilentSongIsAWarningInEveryFormat) {
  add_silence("silent.wav");
  for (const std::string& format : format_names()) {
    const std::string place = (scratch / ("out-" + format)).string();
    const ProgramResult result =
        tag({music().string(), "-o", place, "--format", format, "--strict", "-q"});
    EXPECT_EQ(result.exit_code, 3) << format << ": " << result.err;
    EXPECT_NE(result.err.find(" were found; the sound is silent"), std::string::npos)
        << format << result.err;
  }
  const std::string chords = (scratch / "models/chords.safetensors").string();
  EXPECT_EQ(tag({music().string(), "-o", out(), "--model", chords, "--strict", "-q"}).exit_code, 0)
      << "nobody looked for beats";
}

TEST_F(TagFaults, OneLoudSampleIsNoSilence) {
  for (const std::size_t place : {3u, 21u, 220u, 22'049u}) {
    std::vector<float> sound(22'050, 0.0f);
    sound[place] = 0.5f;
    write_wav(music() / "click.wav", sound, 22050);
    const ProgramResult result = tag({music().string(), "-o", out(), "--overwrite", "-q"});
    EXPECT_EQ(result.err.find("silent"), std::string::npos) << place << result.err;
    EXPECT_NE(result.err.find(" were found; "), std::string::npos) << place << result.err;
  }
}

TEST_F(TagFaults, APlaceWhereNothingCanBeWrittenIsSeenBeforeASongIsDecoded) {
  add_song("a.wav");
  write_text(scratch / "file", "no folder");
  for (const std::string place : {"file", "file/below/it", "file/song.lab", "/proc/none/of/this"}) {
    const std::string named = place.front() == '/' ? place : (scratch / place).string();
    const ProgramResult result = tag({music().string(), "-o", named, "--json"});
    EXPECT_EQ(result.exit_code, 2) << named;
    EXPECT_EQ(result.out, "") << "no song was decoded";
    EXPECT_NE(result.err.find("tactus: -o "), std::string::npos) << result.err;
    EXPECT_NE(result.err.find(": no file can be written there: "), std::string::npos) << result.err;
  }
  EXPECT_EQ(
      tag({(scratch / "none.wav").string(), "-o", (scratch / "new/place").string()}).exit_code, 1);
  EXPECT_FALSE(fs::exists(scratch / "new")) << "looking leaves nothing behind";
  fs::create_directories(scratch / "readable");
  EXPECT_EQ(tag({music().string(), "-o", (scratch / "readable").string(), "-q"}).exit_code, 0);
  EXPECT_EQ(tree_of(scratch / "readable").size(), 1u);
}

TEST_F(TagFaults, TracksOfACueSheetHaveNoTagsAndOneLineSaysSo) {
  add_song("record.wav", 8.0);
  write_text(music() / "record.cue",
             "FILE \"record.wav\" WAVE\n"
             "  TRACK 01 AUDIO\n    INDEX 01 00:00:00\n  TRACK 02 AUDIO\n    INDEX 01 00:04:00\n");
  const ProgramResult result = tag({(music() / "record.cue").string(), "-o", out(), "--write-tags",
                                    "bpm", "--strict", "--json"});
  EXPECT_EQ(result.exit_code, 3);
  const std::string line =
      "warning: --write-tags: nothing is written for 2 tracks of a cue sheet: a track is a "
      "part of "
      "a file, and tags apply to the whole file\n";
  EXPECT_EQ(count_of(result.err, line), 1u) << result.err;
  EXPECT_EQ(count_of(result.err, "tags"), 2u) << "nothing more: " << result.err;
  for (const nlohmann::json& row : json_lines(result)) {
    if (row.contains("file")) {
      EXPECT_EQ(row["status"], "ok") << row;
    }
  }
}

TEST_F(TagFaults, ANameThatIsNoUtf8IsFoundAgain) {
  const std::string name = "caf\xE9.wav";
  add_song(name);
  const fs::path song = music() / name;
  const ProgramResult result = tag({music().string(), "-o", out(), "--format", "jams", "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  const nlohmann::json row = json_lines(result).front();
  EXPECT_TRUE(row["file"].get<std::string>().ends_with("caf\xEF\xBF\xBD.wav")) << row;
  EXPECT_EQ(row["file_url"], "file://localhost" + music().string() + "/caf%E9.wav");
  ASSERT_EQ(row["output_urls"].size(), 1u);
  EXPECT_EQ(row["output_urls"][0], "file://localhost" + out() + "/caf%E9.jams");
  EXPECT_EQ(read_annotation(scratch / "out/caf\xE9.jams").audio, song.string());
  add_song("plain.wav");
  for (const nlohmann::json& other :
       json_lines(tag({music().string(), "-o", out(), "--skip-existing", "--json"}))) {
    const bool plain = other.value("file", "").ends_with("plain.wav");
    if (plain) {
      EXPECT_FALSE(other.contains("file_url"));
    }
  }
}

TEST_F(TagFaults, SoundOfStandardInputLeavesNoFileHoweverTheProgramEnds) {
  add_song("a.wav", 2.0);
  fs::create_directories(scratch / "temporary");
  // A pipe that stays open: the program waits for more.
  const int code = shell(
      "rm -f code; (cat music/a.wav; sleep 3) | (export TMPDIR=temporary; exec 3<&0;",
      "tag - -o - <&3 >song.jams 2>err & pid=$!; sleep 1; ls -A temporary >seen; kill -INT $pid;",
      "kill -INT $pid; wait $pid; echo $? >code)");
  EXPECT_EQ(code, 0);
  EXPECT_EQ(slurp(scratch / "seen"), "") << "while it reads";
  EXPECT_EQ(slurp(scratch / "code"), "130\n") << slurp(scratch / "err");
  EXPECT_TRUE(fs::is_empty(scratch / "temporary"));
}

}  // namespace
}  // namespace tactus::test
