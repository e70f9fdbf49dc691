#include "audio/file_tags/read_tags.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/audio/support/tag_files.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

using test::id3_frame;

std::string latin1(const std::string& text) {
  return std::string(1, '\0') + text;
}

class ReadTags : public testing::Test {
 protected:
  SongTags of_mp3(const std::string& before, const std::string& after = "") const {
    if (!test::write_mp3(folder_ / "song.mp3", before, after)) return {};
    return read_tags(folder_ / "song.mp3");
  }
  // Comments by libsndfile.
  SongTags of_sound(const std::string& name, int format) const {
    SF_INFO info = {};
    info.samplerate = 48000;
    info.channels = 1;
    info.format = format;
    SNDFILE* file = sf_open((folder_ / name).c_str(), SFM_WRITE, &info);
    sf_set_string(file, SF_STR_TITLE, "Zoë");
    sf_set_string(file, SF_STR_ARTIST, "日本");
    sf_set_string(file, SF_STR_ALBUM, "Eins");
    sf_set_string(file, SF_STR_TRACKNUMBER, "7");
    sf_set_string(file, SF_STR_DATE, "2001-05-14");
    const std::vector<float> silence(4800);
    sf_write_float(file, silence.data(), 4800);
    sf_close(file);
    return read_tags(folder_ / name);
  }
  test::ScratchFolder folder_;
};

TEST_F(ReadTags, Id3v2InLatin1AndUtf16) {
  const SongTags tags = of_mp3(
      test::id3v2_tag(id3_frame("TIT2", test::utf16(u"Zo\u00EB \u65E5\u672C")) +
                      id3_frame("TPE1", latin1("B\xE4nd")) + id3_frame("TALB", latin1("A")) +
                      id3_frame("TRCK", latin1("03/12")) + id3_frame("TYER", latin1("1999")) +
                      id3_frame("TDAT", latin1("1405")) + id3_frame("TBPM", latin1("127.96")) +
                      id3_frame("TKEY", latin1("8A"))));
  EXPECT_EQ(tags, (SongTags{"Zoë 日本", "Bänd", "A", 3, "1999-05-14", 127.96, "8A", {}}));
}

TEST_F(ReadTags, Id3v1IsLatin1AndFillsWhatId3v2Lacks) {
  const std::string old = test::id3v1_tag(
      "Gr\xFC\xDF"
      "e",
      "Alt", 4);
  EXPECT_EQ(of_mp3("", old), (SongTags{"Grüße", "Alt", "", 4, "1999", 0.0, "", {}}));
  const SongTags both = of_mp3(test::id3v2_tag(id3_frame("TIT2", latin1("Neu"))), old);
  EXPECT_EQ(both.title, "Neu");
  EXPECT_EQ(both.artist, "Alt");
}

TEST_F(ReadTags, CommaInATempoAndZeroForNone) {
  EXPECT_EQ(of_mp3(test::id3v2_tag(id3_frame("TBPM", latin1("93,5")))).bpm, 93.5);
  EXPECT_EQ(of_mp3(test::id3v2_tag(id3_frame("TBPM", latin1("0")))).bpm, 0.0);
  EXPECT_EQ(of_mp3(test::id3v2_tag(id3_frame("TBPM", latin1("fast")))).bpm, 0.0);
}

TEST_F(ReadTags, VorbisCommentsAndRiffInfo) {
  const SongTags whole = {"Zoë", "日本", "Eins", 7, "2001-05-14", 0.0, "", {}};
  EXPECT_EQ(of_sound("a.flac", SF_FORMAT_FLAC | SF_FORMAT_PCM_16), whole);
  EXPECT_EQ(of_sound("a.ogg", SF_FORMAT_OGG | SF_FORMAT_VORBIS), whole);
  EXPECT_EQ(of_sound("a.opus", SF_FORMAT_OGG | SF_FORMAT_OPUS), whole);
  const SongTags wav = of_sound("a.wav", SF_FORMAT_WAV | SF_FORMAT_PCM_16);
  EXPECT_EQ(wav.title, "Zoë");
  EXPECT_EQ(wav.artist, "日本");
  EXPECT_EQ(wav.date, "2001-05-14");
}

TEST_F(ReadTags, LinesBreaksAndLengthAreTamed) {
  const std::string title = "a\nb" + std::string(3000, 'x');
  const SongTags tags = of_mp3(test::id3v2_tag(id3_frame("TIT2", latin1(title))));
  EXPECT_EQ(tags.title.size(), 1000u);
  EXPECT_EQ(tags.title.substr(0, 4), "a bx");
}

TEST_F(ReadTags, NothingFromWhatHasNone) {
  test::write_text(folder_ / "text.mp3", "this is no sound");
  EXPECT_EQ(read_tags(folder_ / "text.mp3"), SongTags());
  test::write_text(folder_ / "empty.mp3", "");
  EXPECT_EQ(read_tags(folder_ / "empty.mp3"), SongTags());
  EXPECT_THROW(read_tags(folder_ / "missing.mp3"), std::system_error);
}

TEST(PackedTags, ComeBackFromThePipe) {
  const SongTags tags = {"Zoë", "B", "", 3, "1999", 127.96, "8A", {}};
  EXPECT_EQ(unpacked_tags(packed_tags(tags)), tags);
  EXPECT_EQ(unpacked_tags(""), SongTags());
  EXPECT_EQ(unpacked_tags("only a title").title, "only a title");
}

}  // namespace
}  // namespace tactus
