#include "ui/sheet/sheet_files.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QPdfWriter>
#include <fstream>

#include "datasets/formats/format.h"
#include "tests/support/test_support.h"

namespace tactus::ui {
namespace {

Annotation song_of_bars(int bars) {
  Annotation song;
  song.title = "Piece";
  for (int i = 0; i < 4 * bars; ++i) song.beats.push_back({1.0 + 0.5 * i, i % 4 + 1});
  for (int i = 0; i < bars; ++i)
    song.chords.push_back({1.0 + 2.0 * i, 3.0 + 2.0 * i, i % 2 ? "G:7" : "C:maj/3"});
  song.keys = {{0.0, 1.0 + 2.0 * bars, "C:major"}};
  song.duration = 1.0 + 2.0 * bars;
  return song;
}

std::string bytes_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

int painted_pages(const Annotation& song, int from, int to) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  {
    QPdfWriter writer(&buffer);
    paint_pages(writer, make_sheet(song), from, to);
  }
  return static_cast<int>(bytes.count("/Type /Page\n"));
}

TEST(SheetFiles, LongSongsHaveSeveralPages) {
  EXPECT_EQ(painted_pages(song_of_bars(8), 0, 0), 1);
  const int all = painted_pages(song_of_bars(200), 0, 0);
  EXPECT_GE(all, 3);
  EXPECT_LE(all, 6);
  EXPECT_EQ(painted_pages(song_of_bars(200), 2, 3), 2);
  EXPECT_EQ(painted_pages(song_of_bars(200), 2, 99), all - 1);
}

TEST(SheetFiles, FitsOnAsManyPagesAsWanted) {
  const auto pages = [](int bars, int wanted) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter writer(&buffer);
    return paint_pages(writer, make_sheet(song_of_bars(bars), {}, {.pages = wanted}));
  };
  ASSERT_GE(pages(100, 0), 2);
  EXPECT_EQ(pages(100, 1), 1);
  EXPECT_EQ(pages(200, 2), 2);
  EXPECT_EQ(pages(8, 4), 1) << "not stretched";
  EXPECT_GT(pages(2000, 1), 1) << "nobody could read it";
}

TEST(SheetFiles, ChordProDefinesTheDiagramsAndHasSimpleChords) {
  tactus::test::ScratchFolder scratch;
  const auto written = [&](const SheetStyle& style) {
    write_sheet(scratch / "piece.cho", SheetFormat::kChordPro, song_of_bars(4), {}, style);
    EXPECT_EQ(read_annotation(scratch / "piece.cho").beats.size(), 16u);
    return bytes_of(scratch / "piece.cho");
  };
  const std::string guitars = written({.diagrams = ChordDiagrams::kGuitar});
  EXPECT_NE(guitars.find("{define: G7 base-fret 1 frets 3 2 0 0 0 1}\n"), std::string::npos);
  EXPECT_NE(guitars.find("{define: C/E base-fret 1 frets 0 3 2 0 1 0}\n"), std::string::npos);
  EXPECT_EQ(guitars.find("{define", guitars.find("{define", guitars.find("{define") + 1) + 1),
            std::string::npos)
      << "each once";
  const std::string pianos = written({.simple = true, .diagrams = ChordDiagrams::kPiano});
  EXPECT_NE(pianos.find("{define-keyboard: G keys 0 4 7}\n"), std::string::npos);
  EXPECT_EQ(read_annotation(scratch / "piece.cho").chords[0].label, "C:maj");
  EXPECT_EQ(written({.names = ChordNames::kGerman}).find("define"), std::string::npos);
}

TEST(SheetFiles, APdfHasTheTitle) {
  tactus::test::ScratchFolder scratch;
  const std::filesystem::path path = scratch / "piece.pdf";
  EXPECT_EQ(write_sheet(path, SheetFormat::kPdf, song_of_bars(20), {}), 1);
  const std::string pdf = bytes_of(path);
  EXPECT_TRUE(pdf.starts_with("%PDF-"));
  EXPECT_GT(pdf.size(), 5000u);
}

TEST(SheetFiles, NotationProgramsGetTheShownChords) {
  tactus::test::ScratchFolder scratch;
  const Annotation song = song_of_bars(4);
  for (const SheetFormat format : {SheetFormat::kMusicXml, SheetFormat::kChordPro}) {
    std::filesystem::path path = scratch / "piece";
    path += sheet_suffix(format).toStdString();
    write_sheet(path, format, song, {5, 2});
    const Annotation read = read_annotation(path);
    ASSERT_EQ(read.chords.size(), 4u);
    EXPECT_EQ(read.chords[0].label, "Eb:maj/3");
    EXPECT_EQ(read.chords[1].label, "Bb:7");
    ASSERT_EQ(read.keys.size(), 1u);
    EXPECT_EQ(read.keys[0].label, "Eb:major");
    EXPECT_EQ(read.beats.size(), 16u);
  }
  EXPECT_TRUE(bytes_of(scratch / "piece.cho").find("{capo: 2}") != std::string::npos);
}

// A file of somebody else stays.
TEST(SheetFiles, StrangersAreKept) {
  tactus::test::ScratchFolder scratch;
  std::ofstream(scratch / "piece.pdf") << "a letter";
  write_sheet(scratch / "piece.pdf", SheetFormat::kPdf, song_of_bars(2), {});
  EXPECT_EQ(bytes_of(scratch / "piece.pdf.orig"), "a letter");
}

}  // namespace
}  // namespace tactus::ui
