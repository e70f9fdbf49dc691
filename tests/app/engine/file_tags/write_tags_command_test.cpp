// `tactus tag --write-tags` and `tactus write-tags` as processes.
#include <gtest/gtest.h>

#include "audio/file_tags/read_tags.h"
#include "datasets/formats/format.h"
#include "tests/app/engine/file_tags/tagged_sound.h"
#include "tests/app/support/tag_command.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class WriteTags : public TagCommand {
 protected:
  // A WAV file with names, made of a tag in an `ID3 ` chunk.
  fs::path named_song() const {
    add_song("named.wav");
    const fs::path path = music() / "named.wav";
    std::string id3 = id3v2_tag(id3_frame("TIT2", utf16(u"Zo\u00EB")) +
                                id3_frame("TPE1", std::string(1, '\0') + "B\xE4nd") +
                                id3_frame("TRCK", std::string(1, '\0') + "3/12") +
                                id3_frame("TBPM", std::string(1, '\0') + "99"));
    if (id3.size() % 2) id3 += '\0';
    std::string bytes = slurp(path) + "ID3 " + little_endian(id3.size(), 4) + id3;
    bytes.replace(4, 4, little_endian(bytes.size() - 8, 4));
    write_bytes(path, bytes);
    return path;
  }

  // The JAMS file of a song that was tagged before.
  void tagged_before(const fs::path& audio) const {
    Annotation annotation;
    annotation.audio = audio.string();
    annotation.duration = 4.0;
    annotation.tempi = {{127.956, 1.0}};
    annotation.keys = {{0, 4, "A:minor"}};
    write_annotation(annotation, Format::kJams, fs::path(audio).replace_extension(".jams"));
  }

  ProgramResult write(std::vector<std::string> arguments) const {
    arguments.insert(arguments.begin(), "write-tags");
    return Program(scratch.path(), std::move(arguments)).wait();
  }
};

TEST_F(WriteTags, NamesOfTheFileReachTheOutputsAndItsTempoStays) {
  const fs::path song = named_song();
  add_song("plain.wav");
  const ProgramResult result = tag({music().string(), "--format", "jams,rekordbox", "--write-tags",
                                    "bpm,key", "--key-notation", "camelot", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const Annotation jams = read_annotation(music() / "named.jams");
  EXPECT_EQ(jams.title, "Zoë");
  EXPECT_EQ(jams.artist, "Bänd");
  EXPECT_EQ(jams.tags.track, 3);
  EXPECT_EQ(jams.tags.bpm, 99.0);
  EXPECT_NE(slurp(music() / "named.rekordbox.xml").find("Name=\"Zoë\" Artist=\"Bänd\""),
            std::string::npos);
  const nlohmann::json row = rows(result).at("named.wav");
  EXPECT_EQ(row["title"], "Zoë");
  EXPECT_EQ(row["file_tags"]["track"], 3);
  for (const auto& change : row["tags"])
    if (change["tag"] == "BPM") {
      EXPECT_EQ(change["outcome"], "stays");
    }
  EXPECT_EQ(read_tags(song).bpm, 99.0);
  EXPECT_EQ(read_annotation(music() / "plain.jams").title, "plain");
}

TEST_F(WriteTags, WithoutTheOptionNoSoundFileIsTouched) {
  const fs::path song = named_song();
  const std::string bytes = slurp(song);
  ASSERT_EQ(tag({music().string()}).exit_code, 0);
  EXPECT_EQ(slurp(song), bytes);
  EXPECT_EQ(tag({music().string(), "--overwrite", "--overwrite-tags"}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--overwrite", "--write-tags", "title"}).exit_code, 2);
  EXPECT_EQ(tag({music().string(), "--write-tags", "key", "--key-notation", "german"}).exit_code,
            2);
  const ProgramResult notation = tag({music().string(), "--key-notation", "camelot"});
  EXPECT_EQ(notation.exit_code, 2);
  EXPECT_NE(notation.err.find("need --write-tags"), std::string::npos) << notation.err;
}

TEST_F(WriteTags, ADryRunWritesNothing) {
  named_song();
  const auto before = tree_of(music());
  const ProgramResult result =
      tag({music().string(), "--write-tags", "bpm,key", "--overwrite-tags", "--dry-run"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(tree_of(music()), before);
  EXPECT_NE(result.out.find("dry run"), std::string::npos) << result.out;
  ASSERT_EQ(tag({music().string()}).exit_code, 0);
  EXPECT_EQ(tag({music().string(), "--write-tags", "bpm", "--dry-run"}).exit_code, 0)
      << "outputs that exist are not in its way";
}

TEST_F(WriteTags, ADryRunRefusesWhatDamageWouldRefuse) {
  const fs::path song = music() / "cut.wav";
  add_song("cut.wav");
  fs::resize_file(song, fs::file_size(song) / 2);
  tagged_before(song);
  const ProgramResult dry = write({song.string(), "--dry-run"});
  EXPECT_EQ(dry.exit_code, 1) << dry.out;
  EXPECT_NE(dry.err.find("the sound is damaged"), std::string::npos) << dry.err;
  EXPECT_EQ(write({song.string()}).exit_code, 1);
}

TEST_F(WriteTags, FindsTheJamsFileOfEitherName) {
  add_song("a.wav");
  add_song("b.wav");
  tagged_before(music() / "a.wav");
  fs::rename(music() / "a.jams", music() / "a.wav.jams");
  tagged_before(music() / "b.wav");
  write_text(music() / "b.mp3", "makes the usual name b.wav.jams");
  const ProgramResult result = write({music().string()});
  EXPECT_EQ(result.exit_code, 1) << "b.mp3";
  EXPECT_EQ(read_tags(music() / "a.wav").key, "Am") << result.err;
  EXPECT_EQ(read_tags(music() / "b.wav").key, "Am") << result.err;
  EXPECT_EQ(write({music().string(), "--annotations", "nosuch"}).exit_code, 2);
}

TEST_F(WriteTags, ASongWhoseTagsCannotBeWrittenShowsWhatWasFound) {
  add_song("a.wav");
  const fs::path song = music() / "a.wav";
  fs::create_hard_link(song, scratch / "other.wav");
  const ProgramResult result = tag({music().string(), "--write-tags", "bpm,key", "--json"});
  EXPECT_EQ(result.exit_code, 1);
  const nlohmann::json row = rows(result).at("a.wav");
  EXPECT_EQ(row["status"], "failed");
  EXPECT_GT(row["duration"].get<double>(), 0.0);
  EXPECT_TRUE(fs::exists(music() / "a.jams"));
  const ProgramResult table = tag({music().string(), "--write-tags", "bpm,key", "--overwrite"});
  EXPECT_NE(table.out.find("0:0"), std::string::npos) << table.out;
}

TEST_F(WriteTags, SongsTaggedBeforeGetThemFromTheirJams) {
  const fs::path song = named_song();
  tagged_before(song);
  add_song("alone.wav");
  const ProgramResult dry = write({music().string(), "--overwrite-tags", "--dry-run"});
  EXPECT_EQ(dry.exit_code, 1) << "alone.wav has no JAMS file";
  EXPECT_NE(dry.err.find("tag the song first"), std::string::npos) << dry.err;
  EXPECT_NE(dry.out.find("99 -> 127.96"), std::string::npos) << dry.out;
  EXPECT_NE(dry.out.find("- -> Am"), std::string::npos) << dry.out;
  EXPECT_EQ(read_tags(song).key, "");
  const ProgramResult result = write({(music() / "named.jams").string(), "--json"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(read_tags(song).bpm, 99.0);
  EXPECT_EQ(read_tags(song).key, "Am");
  EXPECT_EQ(read_tags(song).title, "Zoë");
  EXPECT_EQ(json_lines(result).at(0)["status"], "written");
}

TEST_F(WriteTags, AGridGoesWhereSeratoAndMixxxReadIt) {
  add_song("a.wav");
  write_sound(music() / "b.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS, 44100, 2, tone());
  for (const char* name : {"a.wav", "b.ogg"}) {
    Annotation annotation;
    annotation.audio = (music() / name).string();
    annotation.beats = {{1.0, 1}, {1.5, 2}, {2.0, 3}};
    write_annotation(annotation, Format::kJams,
                     fs::path(music() / name).replace_extension(".jams"));
  }
  const ProgramResult dry = write({music().string(), "--tags", "grid", "--dry-run"});
  EXPECT_NE(dry.out.find("- -> 120 BPM from 1.000 s, 2 markers  would be written"),
            std::string::npos)
      << dry.out;
  EXPECT_EQ(slurp(music() / "a.wav").find("Serato BeatGrid"), std::string::npos);
  const ProgramResult result = write({music().string(), "--tags", "grid"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(result.out.find("not in Ogg Vorbis                     unchanged"), std::string::npos)
      << result.out;
  EXPECT_NE(slurp(music() / "a.wav").find("Serato BeatGrid"), std::string::npos);
  const ProgramResult again = write({music().string(), "--tags", "grid", "--json"});
  std::vector<nlohmann::json> files = json_lines(again);
  std::ranges::sort(files, {},
                    [](const auto& file) { return file["file"].template get<std::string>(); });
  EXPECT_EQ(files[0]["tags"][0]["outcome"], "same");
  EXPECT_EQ(files[1]["tags"][0]["outcome"], "refused");
  EXPECT_EQ(files[1]["tags"][0]["message"], "not in Ogg Vorbis");
}

TEST_F(WriteTags, OneBadFileStopsNoOther) {
  add_song("a.wav");
  add_song("c.wav");
  tagged_before(music() / "a.wav");
  tagged_before(music() / "c.wav");
  write_text(music() / "b.mp3", "no sound");
  tagged_before(music() / "b.mp3");
  const ProgramResult result = write({music().string()});
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_NE(result.err.find("b.mp3: not a kind of file with tags"), std::string::npos)
      << result.err;
  EXPECT_EQ(read_tags(music() / "a.wav").key, "Am");
  EXPECT_EQ(read_tags(music() / "c.wav").key, "Am");
}

}  // namespace
}  // namespace tactus::test
