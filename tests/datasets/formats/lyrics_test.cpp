#include "datasets/formats/lyrics/lyrics.h"

#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/test_support.h"

namespace tactus {
namespace {

Lyrics words_of_file(std::string_view content, Notes* notes = nullptr) {
  return parse_lyrics(content, "song.lrc", notes);
}

std::vector<std::string> texts(const Lyrics& lyrics) {
  std::vector<std::string> all;
  for (const LyricLine& line : lyrics.lines) all.push_back(line.text());
  return all;
}

TEST(Lrc, LinesLastToTheNext) {
  Notes notes;
  const Lyrics lyrics = words_of_file(
      "[ti:Train]\n[ar:Someone]\n[by:X]\n\n[00:12.00]Morning train\n[00:15.5]rolls away\n"
      "[00:20.00]\n[01:02.25]again\n",
      &notes);
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(lyrics.title, "Train");
  EXPECT_EQ(lyrics.artist, "Someone");
  ASSERT_EQ(texts(lyrics), (std::vector<std::string>{"Morning train", "rolls away", "again"}));
  EXPECT_EQ(lyrics.lines[0].start, 12.0);
  EXPECT_EQ(lyrics.lines[0].end, 15.5);
  EXPECT_EQ(lyrics.lines[1].end, 20.0) << "an empty line ends it";
  EXPECT_EQ(lyrics.lines[2].start, 62.25);
  EXPECT_EQ(lyrics.lines[0].pieces.size(), 1u);
}

TEST(Lrc, SeveralTimesRepeatALine) {
  const Lyrics lyrics = words_of_file("[00:30.00][00:10.00]chorus <00:31.00>two\n[00:20]verse\n");
  ASSERT_EQ(texts(lyrics), (std::vector<std::string>{"chorus two", "verse", "chorus two"}));
  EXPECT_EQ(lyrics.lines[0].pieces[1].start, 11.0) << "words keep their distance";
  EXPECT_EQ(lyrics.lines[2].pieces[1].start, 31.0);
}

TEST(Lrc, WordsHaveTimes) {
  const Lyrics lyrics = words_of_file(
      "[00:01.00] <00:01.00> Hello <00:01.50> dear <00:02.25> world <00:03.00>\n"
      "[00:05.00]Next[00:05.80] one\n");
  ASSERT_EQ(lyrics.lines.size(), 2u);
  const LyricLine& line = lyrics.lines[0];
  EXPECT_EQ(line.text(), "Hello dear world");
  ASSERT_EQ(line.pieces.size(), 3u);
  EXPECT_EQ(line.pieces[1].start, 1.5);
  EXPECT_EQ(line.pieces[1].end, 2.25);
  EXPECT_EQ(line.end, 3.0);
  EXPECT_EQ(lyrics.lines[1].pieces[1].start, 5.8);
}

TEST(Lrc, APositiveOffsetIsEarlier) {
  const Lyrics lyrics = words_of_file("[offset:+500]\n[00:00.20]a\n[00:02.00]b <00:03.00>c\n");
  EXPECT_EQ(lyrics.lines[0].start, 0.0) << "not before the song";
  EXPECT_EQ(lyrics.lines[1].start, 1.5);
  EXPECT_EQ(lyrics.lines[1].pieces[1].start, 2.5);
}

TEST(Lrc, OtherSpellingsOfTimes) {
  const Lyrics lyrics = words_of_file("[1:02:50]a\n[1:03]b\n[1:00:00.5]c\n[100:00.00]d\n");
  ASSERT_EQ(lyrics.lines.size(), 4u);
  EXPECT_EQ(lyrics.lines[0].start, 62.5) << "hundredths behind a colon";
  EXPECT_EQ(lyrics.lines[1].start, 63.0);
  EXPECT_EQ(lyrics.lines[2].start, 3600.5);
  EXPECT_EQ(lyrics.lines[3].start, 6000.0);
}

TEST(Lrc, DamageIsNotedAndTheRestIsRead) {
  Notes notes;
  const Lyrics lyrics = words_of_file(
      "[offset:soon]\nwords alone\n[00:xx.00]odd\n[00:01.00]good\n[99999:00]late\n"
      "[00:05.00]back <00:04.00>here\n[00:09",
      &notes);
  EXPECT_EQ(texts(lyrics), (std::vector<std::string>{"good", "back here"}));
  ASSERT_EQ(notes.size(), 6u);
  EXPECT_TRUE(notes[0].starts_with("song.lrc:1: an offset"));
  EXPECT_TRUE(notes[1].starts_with("song.lrc:2: words without a time"));
  EXPECT_TRUE(notes[3].starts_with("song.lrc:5: a time beyond a day"));
  EXPECT_LE(lyrics.lines[1].pieces[0].start, lyrics.lines[1].pieces[1].start);
}

TEST(UltraStar, NotesAreQuartersOfABeat) {
  Notes notes;
  const Lyrics lyrics = words_of_file(
      "#TITLE:Train\r\n#ARTIST:Someone\r\n#BPM:300,00\r\n#GAP:1500,5\r\n: 0 4 57 Morn\r\n"
      ": 4 4 59 ing\r\n* 10 6 60  train\r\n: 16 4 60 ~\r\n- 24\r\nF 28 2 0 hey\r\nE\r\njunk\r\n",
      &notes);
  EXPECT_TRUE(notes.empty());
  ASSERT_EQ(texts(lyrics), (std::vector<std::string>{"Morning train", "hey"}));
  const LyricLine& line = lyrics.lines[0];
  EXPECT_NEAR(line.start, 1.5005, 1e-9);
  EXPECT_NEAR(line.pieces[1].start, 1.5005 + 4 * 0.05, 1e-9);
  EXPECT_NEAR(line.pieces[2].end, 1.5005 + 20 * 0.05, 1e-9) << "the tilde prolongs";
  EXPECT_NEAR(lyrics.lines[1].start, 1.5005 + 28 * 0.05, 1e-9);
}

TEST(UltraStar, RelativeTimesCountFromTheLineBefore) {
  const Lyrics lyrics = words_of_file(
      "#BPM:150\n#GAP:0\n#RELATIVE:yes\n: 0 4 0 one\n- 8 10\n: 2 4 0 two\n- 8 12\n: 0 1 0 three\n");
  ASSERT_EQ(lyrics.lines.size(), 3u);
  EXPECT_NEAR(lyrics.lines[1].start, 1.2, 1e-9);
  EXPECT_NEAR(lyrics.lines[2].start, 2.2, 1e-9);
}

TEST(UltraStar, VoicesOfADuetAreSorted) {
  const Lyrics lyrics =
      words_of_file("#BPM:150\nP1\n: 0 4 0 you\n- 8\n: 40 4 0 again\nP2\n: 20 4 0 me\nE\n");
  EXPECT_EQ(texts(lyrics), (std::vector<std::string>{"you", "me", "again"}));
}

TEST(UltraStar, DamageIsNotedAndAMissingTempoRefused) {
  Notes notes;
  words_of_file("#BPM:150\n: 0 4 0 one\n: x 4 0 two\n: 8 4 three\n?\n", &notes);
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_TRUE(notes[0].starts_with("song.lrc:3:"));
  for (const char* text : {"#TITLE:a\n: 0 4 0 one\n", "#BPM:0\n: 0 4 0 one\n"}) {
    try {
      words_of_file(text);
      ADD_FAILURE() << text;
    } catch (const FormatError& error) {
      EXPECT_GT(error.line(), 0u);
      EXPECT_NE(std::string(error.what()).find("#BPM"), std::string::npos) << error.what();
    }
  }
}

TEST(LyricsFile, EncodingsAreText) {
  const std::string utf16 =
      std::string("\xFF\xFE", 2) + std::string("[\0000\0000\0:\0001\0]\0\xE4\0", 14);
  EXPECT_EQ(texts(words_of_file(utf16)), std::vector<std::string>{"ä"});
  EXPECT_EQ(texts(words_of_file("\xEF\xBB\xBF[00:01.00]ä")), std::vector<std::string>{"ä"});
  Notes notes;
  EXPECT_EQ(texts(words_of_file("[00:01.00]\xE4", &notes)), std::vector<std::string>{"ä"});
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("Windows-1252"), std::string::npos);
}

TEST(LyricsFile, OtherTextIsRefused) {
  for (const char* text : {"", "0.5 1\n1.0 2\n", "[Verse]\nwords\n", "[00:01.00]\n"})
    EXPECT_THROW(words_of_file(text), FormatError) << text;
  EXPECT_FALSE(are_lyrics("0.5\t1\n"));
  EXPECT_FALSE(are_lyrics("[Verse 1]\nC G\n"));
  EXPECT_TRUE(are_lyrics("[ti:x]\n[00:10.00]a\n"));
  EXPECT_TRUE(are_lyrics("#TITLE:x\n#BPM:100\n: 0 1 2 a\n"));
}

TEST(LyricsFile, AreFoundBesideTheSong) {
  test::ScratchFolder scratch;
  const auto audio = scratch / "song.ogg";
  EXPECT_TRUE(lyrics_beside(audio).empty());
  std::ofstream(scratch / "song.txt") << "0.5\t1\n";
  EXPECT_TRUE(lyrics_beside(audio).empty()) << "text of beats";
  std::ofstream(scratch / "song.txt") << "#BPM:100\n: 0 1 2 a\n";
  EXPECT_EQ(lyrics_beside(audio), scratch / "song.txt");
  std::ofstream(scratch / "song.lrc") << "[00:01.00]a\n";
  EXPECT_EQ(lyrics_beside(audio), scratch / "song.lrc");
  EXPECT_EQ(read_lyrics(lyrics_beside(audio)).lines.size(), 1u);
  EXPECT_THROW(read_lyrics(scratch / "none.lrc"), FormatError);
}

}  // namespace
}  // namespace tactus
