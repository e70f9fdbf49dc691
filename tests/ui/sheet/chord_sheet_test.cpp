#include "ui/sheet/chord_sheet.h"

#include <gtest/gtest.h>

#include "model/chords/chord_vocabulary.h"
#include "ui/document/segment_labels.h"
#include "ui/sheet/sheet_layout.h"

namespace tactus::ui {
namespace {

// Bars of these meters from `start` on, half a second per beat; the first begins on `position`.
Annotation song_of(const std::vector<int>& meters, double start = 1.0, int position = 1) {
  Annotation song;
  double time = start;
  for (const int meter : meters) {
    for (; position <= meter; ++position, time += 0.5) song.beats.push_back({time, position});
    position = 1;
  }
  song.chords = {{0.0, time, "C:maj"}};
  song.duration = time;
  return song;
}

void write_chord(Annotation& song, double begin, double end, const char* label) {
  std::erase_if(song.chords, [&](const auto& c) { return c.start >= begin && c.end <= end; });
  for (LabelledSegment& chord : song.chords)
    if (chord.start < begin && chord.end > begin) chord.end = begin;
  song.chords.push_back({begin, end, label});
}

QStringList texts(const SheetMeasure& bar) {
  QStringList list;
  for (const SheetChord& chord : bar.symbols)
    list += QString::number(chord.beat + 1) + ':' + chord.symbol.text();
  return list;
}

TEST(ChordSheet, SymbolsAreWrittenAsInLeadSheets) {
  EXPECT_EQ(symbol_of("C#:min7").text(), QStringLiteral("C#m7"));
  EXPECT_EQ(symbol_of("Bb:maj7").text(), QStringLiteral("Bbmaj7"));
  EXPECT_EQ(symbol_of("F:maj/3").text(), QStringLiteral("F/A"));
  EXPECT_EQ(symbol_of("D:hdim7").text(), QStringLiteral("Dm7b5"));
  EXPECT_EQ(symbol_of("N").text(), QStringLiteral("N.C."));
  EXPECT_EQ(symbol_of("bass solo").text(), QStringLiteral("bass solo"));
  EXPECT_EQ(symbol_of("Eb:maj/b7").bass, QStringLiteral("Db"));
  EXPECT_EQ(key_text("Bb:minor"), QStringLiteral("Bb minor"));
}

TEST(ChordSheet, HasTheNamesOfTheOtherPages) {
  for (const char* quality : chord_qualities()) {
    const bool none = std::string_view(quality) == "N";
    const std::string label = none ? "N" : std::string("Bb:") + quality;
    EXPECT_EQ(symbol_of(label).text(), segment_text(SegmentLayer::kChords, label)) << label;
  }
  for (const char* key : {"Bb:major", "F#:minor", "D:dorian", "N"})
    EXPECT_EQ(key_text(key), segment_text(SegmentLayer::kKeys, key));
}

TEST(ChordSheet, ShowsCompoundMetersAndSwing) {
  Annotation song = song_of({2, 2, 2, 4, 4});
  for (std::size_t i = 0; i < 6; ++i) song.beats[i].division = kCompound;
  const ChordSheet sheet = make_sheet(song);
  ASSERT_EQ(sheet.bars.size(), 5u);
  EXPECT_EQ(sheet.bars[0].signature().text(), "6/8");
  EXPECT_EQ(sheet.bars[3].signature().text(), "4/4");
  EXPECT_TRUE(sheet.bars[3].new_meter);
  EXPECT_FALSE(sheet.bars[2].new_meter);
  song.swing = 0.66;
  EXPECT_TRUE(make_sheet(song).facts.contains(QStringLiteral("Swing 66 %")));
}

TEST(ChordSheet, BarsFollowTheMeter) {
  const ChordSheet sheet = make_sheet(song_of({4, 4, 3, 3, 4, 2}));
  ASSERT_EQ(sheet.bars.size(), 6u);
  const bool shown[] = {true, false, true, false, true, false};
  const int meters[] = {4, 4, 3, 3, 4, 4};  // the last bar is cut off
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(sheet.bars[i].meter, meters[i]) << i;
    EXPECT_EQ(sheet.bars[i].new_meter, shown[i]) << i;
    EXPECT_EQ(sheet.bars[i].number, static_cast<int>(i) + 1);
  }
  EXPECT_EQ(sheet.bars[2].times.size(), 3u);
  EXPECT_EQ(sheet.bars[2].start, 5.0);
  EXPECT_EQ(sheet.bars[2].end, 6.5);
}

TEST(ChordSheet, APickupHasNoNumberAndLeadsIntoTheFirstLine) {
  const ChordSheet sheet = make_sheet(song_of({4, 4, 4, 4, 4, 4}, 1.0, 3));
  EXPECT_TRUE(sheet.bars[0].pickup);
  EXPECT_EQ(sheet.bars[0].beats, 2);
  EXPECT_EQ(sheet.bars[0].meter, 4);
  EXPECT_EQ(sheet.bars[1].number, 1);
  EXPECT_FALSE(sheet.bars[1].repeats) << "a pickup is no bar to repeat";
  const SheetLayout layout(sheet, 900, 30);
  ASSERT_EQ(layout.lines().size(), 2u);
  EXPECT_EQ(layout.lines()[1].first, 5u) << "four bars and the pickup";
  EXPECT_NEAR(layout.barRect(0).width() * 2, layout.barRect(1).width(), 1e-6);
  EXPECT_NEAR(layout.barRect(4).right(), 900, 1e-6);
}

TEST(ChordSheet, AChordInsideABarSitsOnItsBeat) {
  Annotation song = song_of({4, 4, 4});
  write_chord(song, 4.02, 5.0, "G:7");  // bar 2 begins at 3.0
  write_chord(song, 5.0, 7.0, "C:maj");
  const ChordSheet sheet = make_sheet(song);
  EXPECT_EQ(texts(sheet.bars[0]), QStringList{"1:C"});
  EXPECT_EQ(texts(sheet.bars[1]), (QStringList{"1:C", "3:G7"}));
  EXPECT_FALSE(sheet.bars[1].symbols[0].changes);
  EXPECT_TRUE(sheet.bars[1].symbols[1].changes);
  EXPECT_EQ(sheet.bars[1].symbols[1].start, 4.0);
  EXPECT_EQ(sheet.bars[1].symbols[1].end, 5.0);
  const SheetLayout layout(sheet, 1000, 30);
  const QRectF beat = layout.beatRect({1, 2});
  EXPECT_NEAR(layout.chordRect(1, 1).left(), beat.left(), 1e-9);
  EXPECT_NEAR(layout.chordRect(1, 1).right(), layout.barRect(1).right(), 1e-9);
}

TEST(ChordSheet, EqualBarsRepeatExceptAtTheStartOfALineOrSection) {
  Annotation song = song_of({4, 4, 4, 4, 4, 4, 4});
  song.sections = {{1.0, 11.0, "verse"}, {11.1, 15.0, "chorus"}};  // bar 6 begins at 11.0
  const ChordSheet sheet = make_sheet(song);
  const SheetLayout layout(sheet, 1000, 30);
  const bool repeats[] = {false, true, true, true, false, false, true};
  for (std::size_t i = 0; i < 7; ++i) EXPECT_EQ(layout.isRepeat(i), repeats[i]) << i;
  ASSERT_EQ(layout.lines().size(), 3u);
  EXPECT_EQ(layout.lines()[2].first, 5u);
  EXPECT_TRUE(layout.lines()[0].heading);
  EXPECT_FALSE(layout.lines()[1].heading);
  EXPECT_EQ(sheet.bars[5].section, QStringLiteral("chorus"));
  EXPECT_GT(layout.lines()[0].height, layout.lines()[1].height);
}

TEST(ChordSheet, NarrowWindowsGetFewerBarsPerLine) {
  const ChordSheet sheet = make_sheet(song_of({4, 4, 4, 4}));
  EXPECT_EQ(SheetLayout(sheet, 700, 30).barsPerLine(), 4u);
  EXPECT_EQ(SheetLayout(sheet, 600, 30).barsPerLine(), 2u);
  EXPECT_EQ(SheetLayout(sheet, 300, 30).barsPerLine(), 1u);
  EXPECT_EQ(SheetLayout(sheet, 1, 30).lines().size(), 4u);
}

TEST(ChordSheet, PlacesAreFoundByPointAndByTime) {
  const ChordSheet sheet = make_sheet(song_of({4, 3, 4, 4, 4}, 1.0, 4));
  const SheetLayout layout(sheet, 1000, 30);
  for (std::size_t bar = 0; bar < sheet.bars.size(); ++bar) {
    for (int beat = 0; beat < sheet.bars[bar].beats; ++beat) {
      const SheetPlace place{bar, beat};
      EXPECT_EQ(layout.placeAt(layout.beatRect(place).center()), place);
      EXPECT_EQ(layout.placeAt(sheet.bars[bar].times[static_cast<std::size_t>(beat)] + 0.25),
                place);
    }
  }
  EXPECT_FALSE(layout.placeAt(0.9));
  EXPECT_FALSE(layout.placeAt(sheet.bars.back().end));
  EXPECT_FALSE(layout.placeAt(QPointF(-5, 30)));
  EXPECT_FALSE(layout.placeAt(QPointF(30, layout.height() + 1)));
}

TEST(ChordSheet, KeysAndTranspositionAreInTheHead) {
  Annotation song = song_of({4, 4, 4});
  song.title = "Piece";
  song.keys = {{0, 5, "Bb:major"}, {5, 9, "C:major"}};
  song.chords = {{0, 5, "Eb:maj"}, {5, 9, "F:maj"}};
  const ChordSheet plain = make_sheet(song);
  EXPECT_EQ(plain.facts, (QStringList{QStringLiteral("Key: Bb major"), "120 BPM"}));
  EXPECT_EQ(plain.bars[2].key, "C major");
  const ChordSheet moved = make_sheet(song, {2, 3});
  EXPECT_EQ(moved.bars[0].symbols[0].symbol.text(), "D");
  EXPECT_EQ(moved.bars[2].key, "B major");
  EXPECT_EQ(moved.facts,
            (QStringList{"Key: C major", "120 BPM", "Transposed +2", "Capo 3, shapes in A major"}));
}

TEST(ChordSheet, GermanNamesAndNumbers) {
  const auto german = [](const char* label) {
    return symbol_of(label, ChordNames::kGerman).text();
  };
  EXPECT_EQ(german("B:min7"), "Hm7");
  EXPECT_EQ(german("Bb:maj"), "B");
  EXPECT_EQ(german("E:maj/5"), "E/H");
  EXPECT_EQ(german("Ab:maj"), QStringLiteral("Ab"));
  EXPECT_EQ(key_text("Bb:major", ChordNames::kGerman), "B major");
  EXPECT_EQ(key_text("B:minor", ChordNames::kGerman), "H minor");
  const auto number = [](const char* label, const char* key) {
    return symbol_of(label, ChordNames::kNumbers, key).text();
  };
  EXPECT_EQ(number("G:maj", "G:major"), "1");
  EXPECT_EQ(number("E:min7", "G:major"), "6-7");
  EXPECT_EQ(number("D:7", "G:major"), "57");
  EXPECT_EQ(number("F:maj", "G:major"), QStringLiteral("b7"));
  EXPECT_EQ(number("C#:dim", "G:major"), QStringLiteral("#4dim"));
  EXPECT_EQ(number("G:maj/3", "G:major"), "1/3");
  EXPECT_EQ(number("C:maj7", "G:major"), "4maj7");
  EXPECT_EQ(number("A:min", "A:minor"), "6-") << "degrees of the relative major";
  EXPECT_EQ(number("D:min", "D:dorian"), "2-");
  EXPECT_EQ(number("N", "G:major"), "N.C.");
  EXPECT_EQ(number("G:maj", ""), "G") << "no key";
}

TEST(ChordSheet, NumbersFollowTheKeysOfTheSong) {
  Annotation song = song_of({4, 4, 4, 4});
  song.keys = {{0, 5, "C:major"}, {5, 20, "D:major"}};
  song.chords = {{0, 5, "C:maj"}, {5, 7, "D:maj"}, {7, 20, "C:maj"}};
  const SheetStyle numbers{.names = ChordNames::kNumbers};
  const ChordSheet sheet = make_sheet(song, {}, numbers);
  EXPECT_EQ(sheet.bars[0].symbols[0].symbol.text(), "1");
  EXPECT_EQ(sheet.bars[2].symbols[0].symbol.text(), "1");
  EXPECT_EQ(sheet.bars[3].symbols[0].symbol.text(), QStringLiteral("b7"));
  EXPECT_EQ(make_sheet(song, {3, 0}, numbers).bars[3].symbols[0].symbol.text(),
            QStringLiteral("b7"));
  song.keys.clear();
  EXPECT_TRUE(make_sheet(song, {}, numbers).facts[0].contains("numbers need one"));
}

TEST(ChordSheet, SimpleChordsAreTriads) {
  Annotation song = song_of({4, 4});
  song.chords = {{0, 2, "C:maj7/3"}, {2, 3, "C:6"}, {3, 9, "A:min9"}};
  const ChordSheet sheet = make_sheet(song, {}, {.simple = true});
  EXPECT_EQ(texts(sheet.bars[0]), QStringList{"1:C"}) << "C and C6 become one";
  EXPECT_EQ(texts(sheet.bars[1]), QStringList{"1:Am"});
  EXPECT_TRUE(sheet.facts.contains("Simple chords"));
}

TEST(ChordSheet, HasADiagramForEachChordOnce) {
  Annotation song = song_of({4, 4, 4, 4});
  song.chords = {{0, 2, "N"}, {2, 3, "G:7"}, {3, 4, "C:maj"}, {4, 6, "G:7"}, {6, 9, "odd"}};
  const ChordSheet guitars = make_sheet(song, {}, {.diagrams = ChordDiagrams::kGuitar});
  ASSERT_EQ(guitars.diagrams.size(), 2u);
  EXPECT_EQ(guitars.diagrams[0].symbol.text(), "G7");
  EXPECT_EQ(guitars.diagrams[0].fingering->text(), "320001");
  const ChordSheet pianos =
      make_sheet(song, {2, 0}, {ChordNames::kNumbers, false, ChordDiagrams::kPiano});
  EXPECT_EQ(pianos.diagrams[1].symbol.text(), "D") << "letters, and the moved chord";
  EXPECT_EQ(pianos.diagrams[1].keys, (std::vector{2, 6, 9}));
  EXPECT_TRUE(make_sheet(song).diagrams.empty());
}

TEST(ChordSheet, LyricsStandBelowTheBarsInWhichTheyBegin) {
  ChordSheet sheet = make_sheet(song_of({4, 4, 4, 4}));  // bars at 1, 3, 5, 7 s
  Lyrics lyrics;
  lyrics.lines = {{0.5, 4.0, {{0.5, 4.0, "long line"}}},
                  {4.0, 7.0, {{4.0, 4.4, "one "}, {4.5, 5.0, "two "}, {5.5, 7.0, "three"}}},
                  {9.5, 11.0, {{9.5, 11.0, "behind"}}}};
  add_lyrics(sheet, lyrics);
  ASSERT_EQ(sheet.bars[0].words.size(), 1u);
  EXPECT_EQ(sheet.bars[0].words[0].text, "long line");
  ASSERT_EQ(sheet.bars[1].words.size(), 1u);
  EXPECT_EQ(sheet.bars[1].words[0].text, "one two");
  EXPECT_NEAR(sheet.bars[1].words[0].beat, 2.0, 1e-9);
  EXPECT_EQ(sheet.bars[2].words[0].text, "three");
  EXPECT_NEAR(sheet.bars[2].words[0].beat, 1.0, 1e-9);
  EXPECT_TRUE(sheet.bars[3].words.empty());
  const SheetLayout with(sheet, 800, 30), without(make_sheet(song_of({4, 4, 4, 4})), 800, 30);
  EXPECT_GT(with.height(), without.height());
  EXPECT_NEAR(with.wordsRect(1, 0).right(), with.wordsRect(2, 0).left(), 1e-6);
}

TEST(ChordSheet, WhatIsMissingIsSaid) {
  Annotation song = song_of({4, 4});
  song.beats.clear();
  EXPECT_TRUE(make_sheet(song).hint.contains("no beats"));
  EXPECT_TRUE(make_sheet(song).bars.empty());
  EXPECT_TRUE(SheetLayout(make_sheet(song), 500, 30).lines().empty());
  song = song_of({4, 4});
  song.chords.clear();
  EXPECT_TRUE(make_sheet(song).hint.contains("no chords"));
  EXPECT_FALSE(make_sheet({}).hint.isEmpty());
  song = song_of({4, 4});
  EXPECT_TRUE(make_sheet(song).note.isEmpty());
  song.chords = {{0.0, 0.9, "A:min"}, {1.0, 2.6, "C:maj"}, {2.6, 2.7, "D:min"}, {2.7, 9.0, "N"}};
  EXPECT_TRUE(make_sheet(song).note.startsWith("2 chords")) << "before the beats, and in a beat";
}

// Two hours: the work per bar must not grow with the song.
TEST(ChordSheet, ALongSongHasAllItsBars) {
  const std::vector<int> meters(3600, 4);
  Annotation song = song_of(meters);
  song.chords.clear();
  for (int bar = 0; bar < 3600; ++bar)
    song.chords.push_back({1.0 + 2 * bar, 3.0 + 2 * bar, bar % 2 ? "A:min7" : "D:7/3"});
  const ChordSheet sheet = make_sheet(song, {5, 0});
  const SheetLayout layout(sheet, 1000, 30);
  EXPECT_EQ(layout.lines().size(), 900u);
  EXPECT_EQ(sheet.bars[3599].symbols[0].symbol.text(), "Dm7");
  EXPECT_EQ(layout.placeAt(7200.1), (SheetPlace{3599, 2}));
}

// ---- which seconds a correction names

class SpanToName : public testing::Test {
 protected:
  TimeSpan span(std::size_t bar, int beat) const {
    const ChordSheet sheet = make_sheet(song);
    const SheetLayout layout(sheet, 1000, 30);
    return span_to_name(song.chords, sheet, layout, {bar, beat});
  }
  Annotation song = song_of({4, 4, 4, 4, 4, 4});  // bars at 1, 3, 5, 7, 9, 11
};

TEST_F(SpanToName, AWrittenSymbolStandsUpToTheNextOne) {
  song.chords = {{0.0, 4.97, "C:maj"}, {4.97, 6.03, "F:maj"}, {6.03, 13.4, "G:maj"}};
  EXPECT_EQ(span(0, 0), (TimeSpan{0.0, 4.97}))
      << "a bar and its repetition, with the annotated ends";
  EXPECT_EQ(span(2, 0), (TimeSpan{4.97, 6.03}));
  EXPECT_EQ(span(2, 2), (TimeSpan{6.03, 7.0})) << "written again in the next bar";
  EXPECT_EQ(span(4, 0), (TimeSpan{9.0, 13.4})) << "a line begins and writes it again";
}

TEST_F(SpanToName, ARepetitionOrABeatIsNamedInItsBarAlone) {
  EXPECT_EQ(span(2, 0), (TimeSpan{5.0, 7.0}));
  EXPECT_EQ(span(2, 3), (TimeSpan{5.0, 7.0})) << "the sign stands for the bar";
  EXPECT_EQ(span(0, 2), (TimeSpan{2.0, 3.0}));
  EXPECT_EQ(span(5, 3).end, song.chords[0].end);
}

TEST_F(SpanToName, ARepeatedBarOfTwoChordsIsNamedByHalves) {
  song.chords.clear();
  for (int half = 0; half < 12; ++half)
    song.chords.push_back({1.0 + half, 2.0 + half, half % 2 ? "G:maj" : "C:maj"});
  EXPECT_EQ(span(0, 2), (TimeSpan{2.0, 3.0})) << "not the C of the next bar";
  EXPECT_EQ(span(1, 3), (TimeSpan{4.0, 5.0}));
}

TEST_F(SpanToName, AGapHasTheTimesOfItsBeats) {
  song.chords = {{1.0, 3.0, "C:maj"}, {7.0, 13.0, "G:maj"}};
  EXPECT_EQ(span(1, 0), (TimeSpan{3.0, 7.0}));
}

}  // namespace
}  // namespace tactus::ui
