// Lists, playlists and cue sheets as inputs.
#include "app/engine/songs/tag_inputs.h"

#include <gtest/gtest.h>

#include "app/engine/songs/playlist.h"
#include "audio/error.h"
#include "audio/natural_order.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

namespace fs = std::filesystem;

class TagInputs : public testing::Test {
 protected:
  fs::path file(const std::string& name, const std::string& text = "sound") const {
    write_text(scratch_ / name, text);
    return scratch_ / name;
  }
  ScratchFolder scratch_;
};

TEST_F(TagInputs, AListWithZeroBytesIsNeverReadAsLines) {
  const fs::path list = file("list", std::string("a\nb.wav\0# c.wav\0", 16));
  EXPECT_EQ(read_list(list.string()), (std::vector<std::string>{"a\nb.wav", "# c.wav"}));
  EXPECT_EQ(read_list(file("lines", "a.wav\r\n\n# no\nb.wav").string()),
            (std::vector<std::string>{"a.wav", "b.wav"}));
  EXPECT_EQ(read_list(file("one", "a\nb.wav").string(), ListKind::kNull),
            (std::vector<std::string>{"a\nb.wav"}));
  try {
    read_list(file("lines", "a.wav\nb.wav\n").string(), ListKind::kNull);
    ADD_FAILURE() << "lines without a zero byte";
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("leave out -0"), std::string::npos) << error.what();
  }
  const std::string sheet = file("record.cue", "TRACK 01 AUDIO").string();
  EXPECT_EQ(read_list(sheet), std::vector<std::string>{sheet}) << "its lines are no paths";
  EXPECT_THROW(read_list("/dev/zero"), InputError) << "it has no end";
}

TEST_F(TagInputs, APlaylistGivesItsSongsInItsPlaces) {
  file("music/disc/a.wav");
  file("music/Caf\xC3\xA9 1.wav");
  file("other/b.wav");
  const fs::path list = file("music/list.M3U",
                             "#EXTM3U\n#EXTINF:1,x\ndisc\\a.wav\nCaf\xE9 1.wav\n../other/b.wav\n"
                             "http://radio/stream.mp3\nfile://" +
                                 (scratch_ / "other").string() + "/b%2Ewav\ngone.wav \n");
  const std::vector<TagInput> inputs = collect_inputs({list.string()});
  ASSERT_EQ(inputs.size(), 5u) << "b.wav is there twice";
  EXPECT_EQ(inputs[0].relative, "disc/a.wav");
  EXPECT_EQ(inputs[0].fault, "");
  EXPECT_EQ(inputs[1].relative, "Caf\xC3\xA9 1.wav") << "a list of Windows-1252";
  EXPECT_EQ(inputs[2].relative, "b.wav");
  EXPECT_NE(inputs[3].fault.find(":6: http://radio/stream.mp3: a stream"), std::string::npos);
  EXPECT_NE(inputs[4].fault.find(":8: gone.wav: no such file"), std::string::npos)
      << inputs[4].fault;
}

TEST_F(TagInputs, ACueSheetGivesItsTracks) {
  file("record.flac");
  const fs::path sheet =
      file("record.cue",
           "TITLE \"R\"\nFILE \"record.wav\" WAVE\nTRACK 01 AUDIO\nTITLE \"A/B\"\n"
           "INDEX 01 00:00:00\nTRACK 02 AUDIO\nINDEX 01 01:00:00\n");
  const std::vector<TagInput> inputs = collect_inputs({sheet.string()}, CueSheets::kSplit);
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].audio, scratch_ / "record.flac") << "the sheet is older than the FLAC file";
  EXPECT_EQ(inputs[0].relative, "01 - A_B.flac");
  EXPECT_EQ(inputs[0].section->end, 60.0);
  EXPECT_EQ(inputs[0].section->tags.title, "A/B");
  EXPECT_EQ(inputs[0].section->tags.album, "R");
  EXPECT_EQ(inputs[1].relative, "02.flac");
  EXPECT_EQ(inputs[1].section->start, 60.0);
  EXPECT_NE(inputs[1].label.find("record.cue: track 02"), std::string::npos);
  const fs::path before = fs::current_path();
  fs::current_path(scratch_.path());
  EXPECT_EQ(collect_inputs({"record.cue"}, CueSheets::kSplit).at(1).fault, "") << "a name alone";
  fs::current_path(before);
  const std::vector<TagInput> refused = collect_inputs({sheet.string()});
  ASSERT_EQ(refused.size(), 1u);
  EXPECT_NE(refused[0].fault.find("a cue sheet"), std::string::npos);
}

TEST_F(TagInputs, AMalformedSheetCostsOnlyItself) {
  file("a.wav");
  const fs::path sheet = file("bad.cue", "nothing\n");
  const std::vector<TagInput> inputs =
      collect_inputs({sheet.string(), (scratch_ / "a.wav").string()}, CueSheets::kSplit);
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_NE(inputs[0].fault.find("bad.cue: no track"), std::string::npos);
  EXPECT_EQ(inputs[1].fault, "");
}

TEST_F(TagInputs, AFolderIsSearchedForSoundAlone) {
  file("music/a.wav");
  file("music/list.m3u", "b.wav\n");
  file("music/a.cue", "nothing\n");
  file("music/a.click.flac");  // the click version of a.wav
  file("music/b.click.wav");   // somebody's song
  const std::vector<TagInput> inputs =
      collect_inputs({(scratch_ / "music").string()}, CueSheets::kSplit);
  ASSERT_EQ(inputs.size(), 2u);
  EXPECT_EQ(inputs[0].relative, "a.wav");
  EXPECT_EQ(inputs[1].relative, "b.click.wav");
}

TEST_F(TagInputs, AFolderCountsAsPeopleDo) {
  for (const char* name : {"10.wav", "9.wav", "1.wav", "2.wav", "a 10/b.wav", "a 9/b.wav", "B.wav"})
    file(std::string("music/") + name);
  std::string names;
  for (const TagInput& input : collect_inputs({(scratch_ / "music").string()}))
    names += input.relative.string() + ", ";
  EXPECT_EQ(names, "1.wav, 2.wav, 9.wav, 10.wav, a 9/b.wav, a 10/b.wav, B.wav, ");
}

TEST_F(TagInputs, NamesHaveOneOrder) {
  EXPECT_TRUE(natural_less("1", "2") && natural_less("2", "10") && natural_less("09", "10"));
  EXPECT_TRUE(natural_less("a2b10", "a2b11") && natural_less("a", "B") && natural_less("B", "c"));
  EXPECT_TRUE(natural_less("01", "1") && !natural_less("1", "01")) << "their bytes decide";
  EXPECT_TRUE(natural_less("a", "a1") && !natural_less("a1", "a1") && natural_less("", "0"));
  EXPECT_TRUE(natural_less("x 123456789012345678901", "x 123456789012345678902")) << "any length";
}

TEST_F(TagInputs, OtherPlaylistsAreRead) {
  file("my songs/a.wav");
  file("my songs/b.wav");
  const fs::path pls = file("list.pls",
                            "[playlist]\r\nNumberOfEntries=2\r\nFile1=my songs/a.wav\r\n"
                            "Title1=A\r\nFile2=my songs\\b.wav\r\nLength2=3\r\n");
  const fs::path xspf =
      file("list.xspf",
           "<?xml version=\"1.0\"?>\n<playlist version=\"1\"><location>no.wav</location>"
           "<trackList>\n<track><location>my%20songs/a.wav</location></track>\n<track><location>" +
               ("file://" + (scratch_ / "my%20songs/b.wav").string()) +
               "</location></track></trackList></playlist>");
  for (const fs::path& list : {pls, xspf}) {
    const std::vector<TagInput> inputs = collect_inputs({list.string()});
    ASSERT_EQ(inputs.size(), 2u) << list;
    EXPECT_EQ(inputs[0].audio, scratch_ / "my songs/a.wav") << inputs[0].fault;
    EXPECT_EQ(inputs[1].audio, scratch_ / "my songs/b.wav") << inputs[1].fault;
  }
  EXPECT_TRUE(is_playlist("A.PLS"));
  EXPECT_EQ(read_list(pls.string()), (std::vector<std::string>{pls.string()}));
}

TEST_F(TagInputs, NamesThatDifferInUnicodeFormOrCaseFindTheirFiles) {
  const std::string composed = "caf\u00e9.wav", decomposed = "cafe\u0301.wav";
  const fs::path there = file("disk/" + decomposed);
  const fs::path other = file("Disk2/" + composed);
  const fs::path list = file("list.m3u8", "disk/" + composed + "\ndisk2/CAF\u00c9.WAV\nnone.wav\n");
  const std::vector<TagInput> inputs = collect_inputs({list.string()});
  ASSERT_EQ(inputs.size(), 3u);
  EXPECT_EQ(inputs[0].audio, there);
  EXPECT_NE(inputs[0].note.find("which differs in its Unicode form"), std::string::npos);
  EXPECT_EQ(inputs[1].audio, other);
  EXPECT_NE(inputs[1].note.find("which differs in upper and lower case"), std::string::npos);
  EXPECT_NE(inputs[2].fault.find("no such file"), std::string::npos);
  EXPECT_EQ(inputs[2].note, "");
}

TEST_F(TagInputs, AListInUtf16IsNoListOfPathsOfOneLetter) {
  const std::string paths = "songs/a.wav\r\nb.wav\r\n";
  std::string wide;
  for (const char c : paths) wide += std::string{c, '\0'};
  for (const std::string& mark : {std::string("\xFF\xFE"), std::string()})
    EXPECT_EQ(read_list(file("list.txt", mark + wide).string()),
              (std::vector<std::string>{"songs/a.wav", "b.wav"}));
}

TEST_F(TagInputs, ALinkThatLeadsNowhereIsNoFile) {
  fs::create_symlink("gone.wav", scratch_ / "link.wav");
  const std::vector<TagInput> inputs = collect_inputs({(scratch_ / "link.wav").string()});
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_NE(inputs[0].fault.find("no such file"), std::string::npos) << inputs[0].fault;
}

TEST_F(TagInputs, NamesThatSeveralFilesCouldBeAreNamed) {
  file("Song.wav");
  file("SONG.wav");
  const std::vector<TagInput> inputs = collect_inputs({(scratch_ / "song.wav").string()});
  ASSERT_EQ(inputs.size(), 1u);
  EXPECT_NE(inputs[0].fault.find("several files differ in upper and lower case: "),
            std::string::npos)
      << inputs[0].fault;
  EXPECT_EQ(collect_inputs({(scratch_ / "Song.wav").string()}).at(0).note, "") << "it is there";
}

}  // namespace
}  // namespace tactus::test
