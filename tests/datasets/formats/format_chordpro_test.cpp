#include <gtest/gtest.h>

#include <map>

#include "datasets/formats/format.h"
#include "datasets/formats/format_losses.h"
#include "model/chords/chord_label.h"
#include "model/chords/chord_symbol.h"

namespace tactus {
namespace {

Annotation read_chordpro(const std::string& text, Notes* notes = nullptr) {
  return parse_annotation(text, Format::kChordpro, "x.cho", notes);
}

// The labels one after the other, equal neighbours once.
std::vector<std::string> chord_labels(const std::string& text) {
  std::vector<std::string> result;
  for (const LabelledSegment& chord : read_chordpro(text).chords) result.push_back(chord.label);
  return result;
}

using ChordLabels = std::vector<std::string>;

Annotation sheet_song() {
  Annotation song;
  song.title = "Caf\xC3\xA9 {1}";
  song.artist = "A";
  song.duration = 10.5;
  song.keys = {{0, 1, "C:major"}, {1, 10.5, "D:minor"}};
  for (int k = 0; k < 18; ++k) song.beats.push_back({1.25 + 0.5 * k, (k + 2) % 4 + 1});
  song.chords = {{0, 1.25, "N"},
                 {1.25, 2.25, "Dm7b5"},
                 {2.25, 5.25, "G:7(b9)"},
                 {5.25, 8.25, "C:min/b3"},
                 {8.25, 10.25, "N"}};
  return song;
}

TEST(ChordproFormat, WritesAGridWithACellPerBeat) {
  EXPECT_EQ(serialise_annotation(sheet_song(), Format::kChordpro),
            "{title: Caf\xC3\xA9 (1)}\n{artist: A}\n{key: Dm}\n{duration: 10.5}\n"
            "{x_tactus_start: 1.250000}\n{tempo: 120}\n{time: 2/4}\n"
            "{start_of_grid: 4x2}\n| Dm7b5 . |\n{end_of_grid}\n{time: 4/4}\n"
            "{start_of_grid: 4x4}\n"
            "| G7(b9) . . . | G7(b9) . Cm/Eb . | Cm/Eb . . . | N.C. . . . |\n{end_of_grid}\n");
  Annotation back = read_chordpro(serialise_annotation(sheet_song(), Format::kChordpro));
  EXPECT_EQ(back.beats, sheet_song().beats);
  EXPECT_EQ(back.chords, (std::vector<LabelledSegment>{{1.25, 2.25, "D:hdim7"},
                                                       {2.25, 5.25, "G:7(b9)"},
                                                       {5.25, 8.25, "C:min/b3"},
                                                       {8.25, 10.25, "N"}}));
  EXPECT_EQ(back.keys, (std::vector<LabelledSegment>{{0, 10.5, "D:minor"}}));
  EXPECT_EQ(losses_in(sheet_song(), Format::kChordpro), ChordLabels{"2 keys become 1"});
}

TEST(ChordproFormat, ReadsTheInnermostBracketOfMany) {
  EXPECT_EQ(chord_labels("[[C] a ] b [ [G] c\n"), (ChordLabels{"C:maj", "G:maj"}));
  const Annotation annotation = read_chordpro(std::string(100'000, '[') + "C]\n");  // was quadratic
  ASSERT_EQ(annotation.chords.size(), 1U);
  EXPECT_EQ(annotation.chords[0].label, "C:maj");
}

TEST(ChordproFormat, ChangesTheTempoWhereTheSongDoes) {
  Annotation steps;
  double time = 0.0;
  for (int k = 0; k < 64; ++k, time += k <= 32 ? 0.5 : 0.6)
    steps.beats.push_back({time, k % 4 + 1});
  const std::string text = serialise_annotation(steps, Format::kChordpro);
  EXPECT_NE(text.find("{tempo: 120}"), std::string::npos);
  EXPECT_NE(text.find("{tempo: 100}"), std::string::npos) << text;
  const std::vector<Beat> back = read_chordpro(text).beats;
  ASSERT_EQ(back.size(), steps.beats.size());
  for (std::size_t i = 0; i < back.size(); ++i)
    EXPECT_NEAR(back[i].time, steps.beats[i].time, 1e-3) << i;
}

TEST(ChordproFormat, ReadsDirectivesInTheirSpellings) {
  const Annotation sheet = read_chordpro(
      "# comment\r\n{t:Title}\r\n{meta: artist The Band}\r\n{key F#m}\r\n{tempo: 60}\r\n"
      "{time:3/4}\r\n{duration: 1:05}\r\n{comment: [Z] not a chord}\r\n{sog}\r\n"
      "Intro | F#m . B7 | E | 2x\r\n{eog}\r\n");
  EXPECT_EQ(sheet.title, "Title");
  EXPECT_EQ(sheet.artist, "The Band");
  EXPECT_EQ(sheet.duration, 65.0);
  EXPECT_EQ(sheet.keys, (std::vector<LabelledSegment>{{0, 65, "F#:minor"}}));
  EXPECT_EQ(sheet.chords,
            (std::vector<LabelledSegment>{{0, 2, "F#:min"}, {2, 3, "B:7"}, {3, 6, "E:maj"}}));
  EXPECT_EQ(sheet.beats.size(), 6u);
}

TEST(ChordproFormat, ReadsDurationsAsNumbersOfOtherFormats) {
  const auto duration = [](const std::string& typed) {
    return read_chordpro("{duration: " + typed + "}").duration;
  };
  EXPECT_EQ(duration("185.5"), 185.5);
  EXPECT_EQ(duration("3:05"), 185.0);
  EXPECT_EQ(duration("100:05,5"), 6005.5);
  EXPECT_EQ(duration("1:02:03"), 3723.0);
  EXPECT_EQ(duration("185s"), 185.0);
  for (const std::string none : {"", "long", "-5", "-0:05", "nan", "inf", "1e7", "3:75", "3:"})
    EXPECT_EQ(duration(none), 0.0) << none;
}

TEST(ChordproFormat, ReadsRepeatsPercentsAndSharedCells) {
  const auto grid = [](const std::string& line) {
    return chord_labels("{tempo: 120}\n{start_of_grid}\n" + line + "\n{end_of_grid}\n");
  };
  EXPECT_EQ(grid("|| C . | G . :| F |."),
            (ChordLabels{"C:maj", "G:maj", "C:maj", "G:maj", "F:maj"}));
  EXPECT_EQ(grid("|: C | G :|: F | A :|"),
            (ChordLabels{"C:maj", "G:maj", "C:maj", "G:maj", "F:maj", "A:maj", "F:maj", "A:maj"}));
  EXPECT_EQ(grid("| C . F . | % | G | D | %% |"),
            (ChordLabels{"C:maj", "F:maj", "C:maj", "F:maj", "G:maj", "D:maj", "G:maj", "D:maj"}));
  EXPECT_EQ(grid("|: A |1 B7 :|2 C | D |"),
            (ChordLabels{"A:maj", "B:7", "A:maj", "C:maj", "D:maj"}));
  EXPECT_EQ(grid("|: A |1 B7 :|2 C :|3 D :| E |"),
            (ChordLabels{"A:maj", "B:7", "A:maj", "C:maj", "A:maj", "D:maj", "E:maj"}));
  EXPECT_EQ(grid("|1 C / / / |2 G~Am . . . | [D] *soft |"),
            (ChordLabels{"C:maj", "G:maj", "A:min", "D:maj"}));
  const Annotation shared = read_chordpro("{tempo:60}\n{sog}\n| C~G F |\n{eog}");
  EXPECT_EQ(shared.chords,
            (std::vector<LabelledSegment>{{0, 1, "C:maj"}, {1, 2, "G:maj"}, {2, 4, "F:maj"}}));
}

TEST(ChordproFormat, ChordsAmongLyricsLastABar) {
  Notes notes;
  const Annotation sheet = read_chordpro(
      "{start_of_verse}\n[C]Hello [*softly] [Gsus4]world\n{end_of_verse}\n{soc: Refrain}\n[Am]La\n"
      "{eoc}\n{start_of_tab}\ne|--[3]--|\n{end_of_tab}\n[Hx]oh\n",
      &notes);
  EXPECT_EQ(sheet.chords, (std::vector<LabelledSegment>{
                              {0, 2, "C:maj"}, {2, 4, "G:sus4"}, {4, 6, "A:min"}, {6, 8, "Hx"}}));
  EXPECT_EQ(sheet.sections, (std::vector<LabelledSegment>{{0, 4, "verse"}, {4, 6, "Refrain"}}));
  ASSERT_EQ(notes.size(), 3u);
  EXPECT_EQ(notes[0], "x.cho: no {tempo}: 120 beats a minute assumed");
  EXPECT_EQ(notes[1], "x.cho: 4 chords among lyrics: one bar assumed for each");
  EXPECT_TRUE(notes[2].starts_with("x.cho: 1 label that is not a chord, the first: ")) << notes[2];
}

Notes notes_of(const std::string& text) {
  Notes notes;
  read_chordpro("{tempo: 120}\n" + text, &notes);
  return notes;
}

TEST(ChordproFormat, ReadsGermanNames) {
  const auto grid = [](const std::string& cells) {
    return chord_labels("{sog}\n| " + cells + " |\n{eog}");
  };
  EXPECT_EQ(grid("e a H7 B"), (ChordLabels{"E:min", "A:min", "B:7", "Bb:maj"}));
  EXPECT_EQ(grid("Hm7/fis Es As7 Asus4 b h7"),
            (ChordLabels{"B:min7/5", "Eb:maj", "Ab:7", "A:sus4", "Bb:min", "B:min7"}));
  EXPECT_EQ(grid("Fis cis Bb C"), (ChordLabels{"F#:maj", "C#:min", "Bb:maj", "C:maj"}));
  EXPECT_EQ(grid("G e D a7"), (ChordLabels{"G:maj", "E:min", "D:maj", "A:min7"}));
  EXPECT_EQ(grid("g em D am"), (ChordLabels{"G:maj", "E:min", "D:maj", "A:min"}));
  EXPECT_EQ(grid("C G B7"), (ChordLabels{"C:maj", "G:maj", "B:7"}));
  EXPECT_EQ(notes_of("{sog}\n| e H B |\n{eog}"),
            (Notes{"x.cho: German note names: H is read as B, B as B flat",
                   "x.cho: chords in small letters are read as minor"}));
  EXPECT_EQ(notes_of("{sog}\n| C G Am B7 |\n{eog}"), Notes());
}

TEST(ChordproFormat, ReadsKeysAsPeopleWriteThem) {
  const auto key = [](const std::string& typed) {
    const auto keys = read_chordpro("{key: " + typed + "}\n{sog}\n| C |\n{eog}").keys;
    return keys.empty() ? "" : keys.front().label;
  };
  EXPECT_EQ(key("e"), "E:minor");
  EXPECT_EQ(key("Em"), "E:minor");
  EXPECT_EQ(key("h"), "B:minor");
  EXPECT_EQ(key("Es-Dur"), "Eb:major");
  EXPECT_EQ(key("fis-Moll"), "F#:minor");
  EXPECT_EQ(key("Bb"), "Bb:major");
  EXPECT_EQ(key("B"), "B:major");
  EXPECT_EQ(notes_of("{key: fast}"), Notes{"x.cho: {key: fast} is not a key; left out"});
  EXPECT_EQ(read_chordpro("{tempo: 120}\n{key: C}\n[C]\n{key: D}\n[D]").keys,
            (std::vector<LabelledSegment>{{0, 2, "C:major"}, {2, 4, "D:major"}}));
}

TEST(ChordproFormat, RefusesSolfege) {
  try {
    read_chordpro("{t: a}\n[Do]la [Rem7]la [Sol/Si]la");
    FAIL();
  } catch (const FormatError& error) {
    EXPECT_EQ(std::string(error.what()),
              "x.cho:2:1: chords in solfege (Do Re Mi), expected letters (C D E); ChordPro writes "
              "them with --transcode=common");
  }
}

TEST(ChordproFormat, TransposesAsChordProDoes) {
  const Annotation song =
      read_chordpro("{key: C}\n{transpose: 2}\n[C] [G7]\n{transpose: 1}\n[C]\n{transpose}\n[C]");
  ChordLabels labels;
  for (const LabelledSegment& chord : song.chords) labels.push_back(chord.label);
  EXPECT_EQ(labels, (ChordLabels{"D:maj", "A:7", "Eb:maj", "D:maj"}));
  EXPECT_EQ(song.keys.front().label, "D:major");
  EXPECT_EQ(notes_of("{capo: 2}"),
            Notes{"x.cho: {capo} is ignored: the chords stay as written on the sheet"});
}

TEST(ChordproFormat, TransposesKeysFromWhereTheChordsAre) {
  const auto keys = [](const std::string& text) {
    return read_chordpro("{tempo: 120}\n" + text).keys;
  };
  using Keys = std::vector<LabelledSegment>;
  EXPECT_EQ(keys("{key: C}\n[C] [G]\n{transpose: 2}\n[C] [G]\n{transpose}\n[C]"),
            (Keys{{0, 4, "C:major"}, {4, 8, "D:major"}, {8, 10, "C:major"}}));
  EXPECT_EQ(keys("{transpose: 2}\n{key: C}\n[C]\n{key: G}\n{transpose: 1}\n[C]"),
            (Keys{{0, 2, "D:major"}, {2, 4, "Bb:major"}}))
      << "the second one moves by three";
  EXPECT_EQ(keys("{key: C}\n{transpose: 2}\n{transpose}\n{transpose}\n[C]"),
            (Keys{{0, 2, "C:major"}}));
  EXPECT_EQ(keys("{transpose: 2}\n[C]"), Keys());
}

TEST(ChordproFormat, PlaysTheChorusAgain) {
  const Annotation song =
      read_chordpro("{tempo: 120}\n{soc}\n[C] [G]\n{eoc}\n{sov}\n[Am]\n{eov}\n{chorus: Last}\n[F]");
  EXPECT_EQ(song.chords.size(), 6u);
  EXPECT_EQ(song.sections,
            (std::vector<LabelledSegment>{{0, 4, "chorus"}, {4, 6, "verse"}, {6, 10, "Last"}}));
}

using Sections = std::vector<LabelledSegment>;

TEST(ChordproFormat, ReadsEveryEnvironmentButOtherNotations) {
  for (const std::string name : {"intro", "pre-chorus", "outro", "solo", "hook", "anything"}) {
    const Annotation song = read_chordpro("{tempo: 120}\n{start_of_" + name +
                                          "}\n[C] [G]\n{end_of_" + name + "}\n{sov}\n[Am]\n{eov}");
    EXPECT_EQ(song.chords.size(), 3u) << name;
    EXPECT_EQ(song.sections, (Sections{{0, 4, name}, {4, 6, "verse"}})) << name;
  }
  for (const std::string name : {"tab", "ly", "abc", "svg", "textblock"})
    EXPECT_EQ(chord_labels("{start_of_" + name + "}\n{ c d }\n[C]\n{end_of_" + name + "}\n[G]"),
              ChordLabels{"G:maj"})
        << name;
  EXPECT_EQ(notes_of("{start_of_ly}\nc4 d\n{end_of_ly}"),
            Notes{"x.cho: {start_of_ly} is skipped: music in another notation"});
  EXPECT_EQ(notes_of("{sot}\n--3--\n{eot}"), Notes());
}

TEST(ChordproFormat, ReadsTheFirstOfSeveralSongs) {
  Notes notes;
  const std::string first = "{t: A}\n{tempo: 60}\n{sog}\n| C |\n{eog}\n";
  const Annotation song = read_chordpro(
      "{new_song}\n" + first + "{new_song}\n{t: B}\n{tempo: 90}\n[D]\n{ns}\n[E]\n{ns}\n", &notes);
  EXPECT_EQ(song.title, "A");
  EXPECT_EQ(song.chords, (Sections{{0, 4, "C:maj"}}));
  EXPECT_EQ(
      notes,
      Notes{"x.cho: the first song of the sheet is read; 2 songs behind {new_song} left out"});
}

TEST(ChordproFormat, ReadsHeadingsAsSections) {
  const auto sections = [](const std::string& text) {
    return read_chordpro("{tempo: 120}\n" + text).sections;
  };
  const Sections both = {{0, 2, "Intro"}, {2, 6, "Verse 1"}};
  EXPECT_EQ(sections("[Intro]\n[C]\n[Verse 1]\n[G] la [Am]\n"), both);
  EXPECT_EQ(sections("[*Intro]\n[C]\nVerse 1\n[G] la [Am]\nVerse after verse\n"), both);
  EXPECT_EQ(sections("Intro: [C]\nVerse 1:\n[G] la [Am]\n"), both);
  EXPECT_EQ(sections("{c: Intro}\n[C]\n{comment: Verse 1}\n[G]\n{ci: softly}\n[Am]\n"), both);
  EXPECT_EQ(sections("{c: Intro}\n{sog}\n| C |\n{eog}\n{c: Verse 1}\n{sov}\n[G][Am]\n{eov}\n"),
            both);
  EXPECT_EQ(sections("[*softly]\n[Fis]\n[Hm]\n[IV]\n[Re]\n[C7alt]\n[A]\nShe said: [C]no"),
            Sections());
  EXPECT_EQ(notes_of("{sog}\n| C |\n{eog}\n[x2]\n[Outro]\n"),
            (Notes{"x.cho: 1 section without chords left out, the first: 'Outro'",
                   "x.cho: 1 repeat as text is not played, the first: [x2]"}));
}

TEST(ChordproFormat, ReadsTheHeadOfOnSong) {
  Notes notes;
  const Annotation song = read_chordpro(
      "Home\nNobody\nKey: [G]\nTempo: 60\nTime: 3/4\nCapo:\n\nVerse:\n[G]Time: it [C]goes\n",
      &notes);
  EXPECT_EQ(song.title, "Home");
  EXPECT_EQ(song.artist, "Nobody");
  EXPECT_EQ(song.keys, (Sections{{0, 6, "G:major"}}));
  EXPECT_EQ(song.chords, (Sections{{0, 3, "G:maj"}, {3, 6, "C:maj"}}));
  EXPECT_EQ(notes, Notes{"x.cho: 2 chords among lyrics: one bar assumed for each"});
  EXPECT_EQ(notes_of("Tempo: slow\n"), Notes{"x.cho: line 2: 'Tempo: slow' is not used"});
}

TEST(ChordproFormat, SaysWhatItLeavesOut) {
  EXPECT_EQ(notes_of("G   C  D/F#\nHello my friend\nAm I\nA\n Hm7  |\n"),
            Notes{"warning: x.cho:2: 2 lines of chords without brackets left out; write them among "
                  "the lyrics: [G]words [C]words"});
  EXPECT_EQ(notes_of("{tempo: }\n{time:}\n"), (Notes{"x.cho: {tempo} has no value; left out",
                                                     "x.cho: {time} has no value; left out"}));
}

TEST(ChordproFormat, ReadsLatin1TemposAndUnknownDirectives) {
  Notes notes;
  EXPECT_EQ(read_chordpro("{title: H\xF6hle}", &notes).title, "H\xC3\xB6hle");
  EXPECT_EQ(notes, Notes{"x.cho: text that is not UTF-8, read as Windows-1252"});
  EXPECT_EQ(read_chordpro("{tempo: 60 bpm}\n[C]").beats.at(1).time, 1.0);
  EXPECT_EQ(notes_of("{define: C frets 0 3 2}\n{x_mine: 1}\n{c: hi}\n{textsize: 12}"), Notes());
  EXPECT_EQ(notes_of("{foo}\n{bar: 1}"),
            Notes{"x.cho: 2 unknown directives skipped, the first: {bar}"});
}

TEST(ChordproFormat, ErrorsNameFileAndLine) {
  const auto error_of = [](const std::string& text) -> std::string {
    try {
      read_chordpro(text);
    } catch (const FormatError& error) {
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(error_of("{t: a}\n{tempo: fast}\n"),
            "x.cho:2:1: {tempo: fast}, expected a number from 1 to 10000");
  EXPECT_EQ(error_of("{time: common}"),
            "x.cho:1:1: {time: common}, expected a signature such as 4/4");
  std::string bomb = "{sog}\n|: C |\n";
  for (int i = 0; i < 40; ++i) bomb += "|: C | C :| C :| C :|\n";
  EXPECT_EQ(error_of(bomb), "no error");
  bomb = "{sog}\n|: C ";
  for (int i = 0; i < 100; ++i) bomb += "| C | %% | %% | %% | %% ";
  for (int i = 0; i < 1000; ++i) bomb += "|: " + std::string(200, 'C') + " :| % | %% ";
  EXPECT_EQ(error_of(bomb + "|"), "no error");
}

TEST(ChordproFormat, IsDetected) {
  for (const char* name : {"a.cho", "a.pro", "a.chopro", "a.ChordPro", "a.crd"})
    EXPECT_EQ(detect_format(name, ""), Format::kChordpro) << name;
  EXPECT_EQ(detect_format("a.txt", "\n{title: A}\n"), Format::kChordpro);
  EXPECT_EQ(detect_format("a.txt", "{sog}\n"), Format::kChordpro);
  EXPECT_EQ(detect_format("a.txt", "{\"annotations\": []}"), Format::kJams);
  EXPECT_EQ(detect_format("a.txt", "{ \"annotations\": []}"), Format::kJams);
  EXPECT_EQ(detect_format("a.txt", "{}"), Format::kJams);
}

TEST(ChordSymbol, IsWhatPeopleWrite) {
  const std::map<std::string, std::string> expected = {{"N", "N.C."},
                                                       {"X", "X"},
                                                       {"C", "C"},
                                                       {"D:hdim7", "Dm7b5"},
                                                       {"Bb:maj/3", "Bb/D"},
                                                       {"F#:min7/b7", "F#m7/E"},
                                                       {"Eb:min/b3", "Ebm/Gb"},
                                                       {"G:sus4(b7)", "G7sus4"},
                                                       {"A:maj(9)", "Aadd9"},
                                                       {"C:minmaj7", "Cm(maj7)"},
                                                       {"C:7(#9)", "C7(#9)"},
                                                       {"Gb:maj/4", "Gb/Cb"},
                                                       {"C#:maj/3", "C#/E#"},
                                                       {"A:(1,4,b7)", "A:(1,4,b7)"},
                                                       {"G:aug(b7)", "G7#5"},
                                                       {"Fm", "Fm"},
                                                       {"Db:dim7/bb7", "Dbdim7/Cbb"}};
  for (const auto& [label, symbol] : expected) EXPECT_EQ(chord_symbol(label), symbol) << label;
  EXPECT_THROW(chord_symbol("hello"), ChordLabelError);
}

TEST(ChordSymbol, KeepsTheChord) {
  for (const char* root : {"C", "Bb", "F#", "Ebb", "G##"}) {
    for (const char* quality :
         {"maj",     "min",      "dim",        "aug",      "maj7",    "min7",     "7",
          "dim7",    "hdim7",    "minmaj7",    "maj6",     "min6",    "9",        "maj9",
          "min9",    "11",       "min11",      "13",       "maj13",   "min13",    "sus2",
          "sus4",    "5",        "1",          "maj9(11)", "aug(b7)", "7(b9)",    "maj(9,11)",
          "maj(*3)", "(1,4,b7)", "sus4(b7,9)", "min7(*5)", "maj6(9)", "hdim7(b9)"}) {
      for (const char* bass : {"", "/3", "/b3", "/5", "/b7", "/2", "/#4", "/bb7"}) {
        const std::string label = std::string(root) + ":" + quality + bass;
        const std::string canonical = canonical_label(label);
        EXPECT_EQ(canonical_label(chord_symbol(label), ChordSyntax::kLenient), canonical) << label;
      }
    }
  }
}

}  // namespace
}  // namespace tactus
