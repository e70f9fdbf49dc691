// The words of a column decide its layer, in every text format.
#include "datasets/formats/labels/label_kinds.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "datasets/formats/format.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/labels/key_names.h"
#include "tests/datasets/support/format_helpers.h"

namespace tactus {
namespace {

std::string lab_of(const std::vector<std::string>& labels, double seconds, const char* separator) {
  std::string text;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const double start = seconds * static_cast<double>(i);
    text += fmt::format("{1}{0}{2}{0}{3}\n", separator, start, start + seconds, labels[i]);
  }
  return text;
}

// "chords 5", "sections 3 with a note", "chords 2 with a warning".
std::string layer_of(const std::vector<std::string>& labels, double seconds,
                     const std::string& name = "x.lab", Format format = Format::kLab) {
  Notes notes;
  const char* separator = format == Format::kCsv ? "," : "\t";
  const Annotation read =
      parse_annotation(lab_of(labels, seconds, separator), format, name, &notes);
  std::string said;
  for (const SegmentLayerInfo& row : segment_layers())
    if (!(read.*row.member).empty())
      said += fmt::format("{} {}", row.name, (read.*row.member).size());
  for (const std::string& note : notes) {
    if (note.starts_with("warning:")) return said + " with a warning";
    if (is_reading(note)) return said + " with a note";
  }
  return said;
}

TEST(LabelKinds, ChordSpellingsOfPopAreChordsInEveryTextFormat) {
  const std::vector<std::string> jazz = {"C-7",  "F7",      "B♭^7",  "E♭Δ7",  "A°7",
                                         "Dø7",  "am",      "C7M",   "C min", "Dm7(5-)",
                                         "N.C.", "Cmaj7/E", "G7alt", "F#m7b5"};
  for (const Format format : {Format::kLab, Format::kCsv, Format::kAudacityBeats})
    EXPECT_EQ(layer_of(jazz, 2.0, "x", format), "chords 14") << format_info(format).name;
}

TEST(LabelKinds, WordsAndLettersOfTheFormAreSections) {
  for (const Format format : {Format::kLab, Format::kCsv, Format::kAudacityBeats}) {
    EXPECT_EQ(layer_of({"Intro", "Verse 1", "Chorus", "Estribillo"}, 15.0, "x", format),
              "sections 4");
    EXPECT_EQ(layer_of({"Silence", "A", "B", "A", "C", "End"}, 15.0, "x", format),
              "sections 6 with a note");
  }
  EXPECT_EQ(layer_of({"A", "A'", "B", "A''", "B'"}, 12.0), "sections 5 with a note");
  EXPECT_EQ(layer_of({"A1", "A2", "B1", "A2", "B2"}, 12.0), "sections 5 with a note");
  EXPECT_EQ(layer_of({"Aa", "Ac", "B", "Aa"}, 12.0), "sections 4 with a note");
  EXPECT_EQ(layer_of({"a", "b", "a", "c"}, 6.0), "sections 4 with a note");
  EXPECT_EQ(layer_of({"I", "V", "C", "V", "C", "B", "C", "O"}, 16.0), "sections 8 with a note");
}

TEST(LabelKinds, TheReasonIsSaid) {
  Notes notes;
  parse_annotation(lab_of({"A", "B", "A", "C"}, 15.0, " "), Format::kLab, "x", &notes);
  EXPECT_EQ(notes,
            (Notes{"x: read as sections: 4 labels in alphabetical order, no chord quality"}));
  EXPECT_TRUE(is_reading(notes.at(0)));
  notes.clear();
  parse_annotation(lab_of({"C", "G", "C", "G"}, 12.0, " "), Format::kLab, "x", &notes);
  EXPECT_EQ(notes,
            (Notes{"warning: x: read as chords: 4 labels not in alphabetical order, no chord "
                   "quality, each about 12.0 s; if they are sections, say --layer sections"}));
  EXPECT_FALSE(is_reading(notes.at(0)));
}

TEST(LabelKinds, LettersThatCouldBeBothAreToldApartOrDoubted) {
  for (const auto& chords : std::vector<std::vector<std::string>>{
           {"C", "F", "G", "C"}, {"A", "D", "E", "A"}, {"E", "A", "B", "E"}, {"N", "G", "C", "N"}})
    EXPECT_EQ(layer_of(chords, 2.0), "chords 4") << chords[0];
  EXPECT_EQ(layer_of({"A", "B", "C", "G"}, 2.0), "chords 4 with a warning");
  EXPECT_EQ(layer_of({"A", "B", "A", "B"}, 2.0), "chords 4 with a warning");
  EXPECT_EQ(layer_of({"N", "A", "B", "C"}, 2.0), "chords 4 with a warning");
  EXPECT_EQ(layer_of({"A", "B", "A", "C"}, 2.0), "sections 4 with a warning");
  EXPECT_EQ(layer_of({"A", "C", "B", "C"}, 20.0), "sections 4 with a warning");
  EXPECT_EQ(layer_of({"A", "B"}, 30.0), "sections 2 with a warning");
}

TEST(LabelKinds, NamesOfFilesAndHeadersCountWhereWordsAllowThem) {
  EXPECT_EQ(layer_of({"A", "B", "A", "C"}, 15.0, "song.chords.txt"), "chords 4");
  EXPECT_EQ(layer_of({"C", "G", "C", "G"}, 12.0, "song_segments.lab"), "sections 4");
  EXPECT_EQ(layer_of({"Intro", "Verse"}, 12.0, "song.chords.txt"), "sections 2");
  EXPECT_EQ(layer_of({"Am", "G7"}, 2.0, "Love Section.lab"), "chords 2");
  const auto table = [](const char* header) {
    return parse_annotation(fmt::format("start,end,{}\n0,15,A\n15,30,B\n30,45,A\n", header),
                            Format::kCsv, "x");
  };
  EXPECT_EQ(table("label").sections.size(), 3u);
  EXPECT_EQ(table("section").sections.size(), 3u);
  EXPECT_EQ(table("chord").chords.size(), 3u);
}

TEST(LabelKinds, TheUnitOfTheTimesIsFoundBeforeLengthsDecideBetweenChordsAndForm) {
  std::vector<std::string> chords, form;
  for (int i = 0; i < 64; ++i) chords.emplace_back(1, "ADEA"[i % 4]);
  for (int i = 0; i < 8; ++i) form.emplace_back(1, "ABAC"[i % 4]);
  for (const double second : {1000.0, 100.0, 44100.0}) {
    const Annotation read =
        parse_annotation(lab_of(chords, 2.0 * second, "\t"), Format::kLab, "x.lab");
    ASSERT_EQ(read.chords.size(), 64u) << second << " in a second";
    EXPECT_DOUBLE_EQ(read.chords[1].start, 2.0);
  }
  EXPECT_EQ(layer_of(form, 100.0), "sections 8 with a note") << "long parts in seconds";
  const Annotation parts = parse_annotation(lab_of(form, 15000.0, "\t"), Format::kLab, "x.lab");
  ASSERT_EQ(parts.sections.size(), 8u);
  EXPECT_DOUBLE_EQ(parts.sections[1].start, 15.0);
}

TEST(LabelKinds, MovementsLastLongInSeconds) {
  Notes notes;
  const Annotation read = parse_annotation(
      "0 600 movement1\n600 1800 movement2\n1800 3000 movement3\n", Format::kLab, "x", &notes);
  EXPECT_EQ(read.sections.at(1), (LabelledSegment{600, 1800, "movement2"}));
  EXPECT_TRUE(notes.empty());
  const Annotation parts = parse_annotation(
      "0 30000 verse\n30000 60000 chorus\n60000 90000 verse\n", Format::kLab, "x", &notes);
  EXPECT_EQ(parts.sections.at(1), (LabelledSegment{30, 60, "chorus"}));
  EXPECT_EQ(notes.size(), 1u);
}

TEST(LabelKinds, KeysHaveTheirNumbersBesideThem) {
  for (const char* name : {"Am (8A)", "8A (Am)", "8A - Am", "Am / 8A", "Am | 8A", "A minor, 8A",
                           "Am (Open Key 1m)", "A minor (Camelot 8A)", "A harmonic minor",
                           "a-Moll / 8A", "Lá menor", "la mineur", "A melodic minor"}) {
    EXPECT_EQ(key_label(name), "A:minor") << name;
    EXPECT_EQ(label_kind(name), LabelKind::kKey) << name;
  }
  EXPECT_EQ(key_label("Dó maior"), "C:major");
  EXPECT_EQ(key_label("Lá♭ maior"), "Ab:major");
  EXPECT_EQ(key_label("A♭ minor / G♯ minor"), "Ab:minor");
  EXPECT_EQ(key_label("Ebm (Open Key 7m)"), "Eb:minor");
  for (const char* none : {"Am (5A)", "Am (x)", "Am/E", "A/A", "8A / foo", "((((((", "A harmonic"})
    EXPECT_EQ(key_of_two_names(none), std::nullopt) << none;
  EXPECT_EQ(layer_of({"Am (8A)", "C (8B)", "G / 9B"}, 20.0), "keys 3 with a note");
}

TEST(LabelKinds, SolfegeIsRefusedByName) {
  for (const auto& labels : std::vector<std::vector<std::string>>{
           {"Do", "Rem", "Sol7", "Lam"}, {"Do", "Fa", "Sol", "Do"}, {"Dó", "Fá", "Sol", "Lá m"}})
    for (const Format format : {Format::kLab, Format::kCsv, Format::kAudacityBeats}) {
      const char* separator = format == Format::kCsv ? "," : "\t";
      EXPECT_NE(test::error_of(lab_of(labels, 2.0, separator), format)
                    .find("x:1:5: solfege names of chords ('D"),
                std::string::npos);
    }
  EXPECT_NE(test::error_of("start,end,chord\n0,1,Do\n1,2,Fa\n2,3,Sol\n", Format::kCsv)
                .find("expected letters"),
            std::string::npos);
  EXPECT_EQ(layer_of({"Solo", "Refrain", "Re1", "Fade"}, 15.0), "sections 4");
}

TEST(LabelKinds, LabelsOfHarteHaveNoGermanNames) {
  Notes notes;
  const Annotation song =
      parse_annotation("0 1 C:maj\n1 2 H:maj\n2 3 G:min\n", Format::kLab, "x", &notes);
  ASSERT_EQ(song.chords.size(), 3u);
  EXPECT_EQ(song.chords[1].label, "H:maj");
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("that is not a chord"), std::string::npos) << notes[0];
}

TEST(LabelKinds, GermanNamesOfChordsAreTranslated) {
  const auto chords_of = [](const std::vector<std::string>& labels, Notes* notes) {
    std::vector<std::string> read;
    const std::string text = lab_of(labels, 2.0, "\t");
    for (const LabelledSegment& chord : parse_annotation(text, Format::kLab, "x", notes).chords)
      read.push_back(chord.label);
    return read;
  };
  Notes notes;
  EXPECT_EQ(chords_of({"Cis", "Dm", "Es", "As", "N"}, &notes),
            (std::vector<std::string>{"C#", "Dm", "Eb", "Ab", "N"}));
  EXPECT_EQ(notes, Notes{"x: German note names: -is is read as sharp, -es or -s as flat"});
  notes.clear();
  EXPECT_EQ(chords_of({"Cis", "B", "Es"}, &notes), (std::vector<std::string>{"C#", "B", "Eb"}));
  EXPECT_EQ(notes, Notes{"x: German note names: B is read as B, as there is no H"});
  notes.clear();
  EXPECT_EQ(chords_of({"G", "Hm", "B", "F#7"}, &notes),
            (std::vector<std::string>{"G", "Bm", "Bb", "F#7"}));
  EXPECT_EQ(notes, Notes{"x: German note names: H is read as B, B as B flat"});
  EXPECT_EQ(layer_of({"A", "B", "H", "A"}, 12.0), "sections 4 with a note") << "the form";
  EXPECT_EQ(layer_of({"Intro", "Es", "Hook", "Am"}, 12.0), "sections 4") << "mostly words";
}

TEST(LabelKinds, KeysAreKeys) {
  EXPECT_EQ(layer_of({"C major", "G major", "A minor"}, 30.0), "keys 3 with a note");
  EXPECT_EQ(layer_of({"C major", "G major", "A minor"}, 2.0), "chords 3");
  EXPECT_EQ(layer_of({"8A", "8B", "9A"}, 30.0), "keys 3 with a note");
  EXPECT_EQ(layer_of({"a-Moll", "C-Dur"}, 5.0), "keys 2 with a note") << "no chord is called so";
  Notes notes;
  parse_annotation("0 9 C major\n9 20 Silence\n", Format::kLab, "x.keys.lab", &notes);
  EXPECT_EQ(notes, Notes{"x.keys.lab: 1 label that is not a key left out"});
}

TEST(LabelKinds, KeysAreReadAsPeopleAndProgramsSpellThem) {
  for (const char* minor : {"A minor", "a minor", "A:minor", "Am", "A:min", "a-Moll", "a moll",
                            "la mineur", "La menor", "8A", "08A", "1m", "Key Am", "A-minor"})
    EXPECT_EQ(key_label(minor), "A:minor") << minor;
  for (const char* flat : {"B♭ major", "B flat major", "B-flat major", "Bb", "B-Dur", "b-dur",
                           "si bémol majeur", "Si bemol mayor", "6B", "11d"})
    EXPECT_EQ(key_label(flat), "Bb:major") << flat;
  EXPECT_EQ(key_label("h-Moll"), "B:minor");
  EXPECT_EQ(key_label("fis-Moll"), "F#:minor");
  EXPECT_EQ(key_label("As-Dur"), "Ab:major");
  EXPECT_EQ(key_label("C-sharp minor"), "C#:minor");
  EXPECT_EQ(key_label("D dorian"), "D:dorian");
  EXPECT_EQ(key_label("C:odd"), "C:odd");
  for (const char* none : {"A section", "13A", "0A", "8C", "Solo major", "I major", "a", "Silence"})
    EXPECT_EQ(key_label(none), std::nullopt) << none;
}

TEST(LabelKinds, RomanNumeralsAreChordsInDoubtUnlessTheyCountUp) {
  EXPECT_EQ(layer_of({"I", "IV", "V7", "vi", "bVII", "V/V"}, 2.0), "chords 6 with a warning");
  EXPECT_EQ(layer_of({"I", "V", "I"}, 2.0), "chords 3 with a warning");
  EXPECT_EQ(layer_of({"I", "II", "III", "IV"}, 200.0), "sections 4 with a note");
  EXPECT_EQ(layer_of({"I", "V", "I", "V", "V"}, 20.0).substr(0, 10), "sections 5");
}

TEST(LabelKinds, NamesOfPartsThatLookLikeKeysOrNumeralsAreSections) {
  EXPECT_EQ(layer_of({"1a", "1b", "2a", "2b"}, 10.0), "sections 4 with a warning");
  EXPECT_EQ(layer_of({"8A", "9A", "8A"}, 10.0), "keys 3 with a note");
  EXPECT_EQ(layer_of({"V1", "V2", "V3"}, 20.0).substr(0, 10), "sections 3");
  EXPECT_EQ(layer_of({"I", "V1", "V2", "O"}, 20.0).substr(0, 10), "sections 4");
  EXPECT_EQ(layer_of({"Am, G", "C, d", "F, a"}, 10.0).find("SALAMI"), std::string::npos);
}

TEST(LabelKinds, LongLabelsCostNoSquareOfTheirLength) {
  std::string signs;
  for (int i = 0; i < 300'000; ++i) signs += "♭";
  EXPECT_EQ(with_plain_signs(signs), std::string(300'000, 'b'));
  EXPECT_NE(label_kind(signs), LabelKind::kKey);
}

TEST(LabelKinds, LabelsOfSalamiAreTheirLargeSections) {
  Notes notes;
  const std::string text =
      "0\tSilence\n0.5\tA, a, Intro, (guitar\n12\tb\n20\tB, c, Verse, (vocal\n30\td, vocal)\n"
      "40\tA', a\n60\tEnd\n";
  const Annotation read = parse_annotation(text, Format::kLab, "x", &notes);
  EXPECT_EQ(read.sections,
            (std::vector<LabelledSegment>{
                {0, 0.5, "Silence"}, {0.5, 20, "Intro"}, {20, 40, "Verse"}, {40, 60, "A'"}}));
  EXPECT_EQ(notes, Notes{"x: read as sections: labels of SALAMI; sections have the names of their "
                         "functions, or else letters; small parts and instruments are left out (5 "
                         "lines)"});
}

TEST(LabelKinds, AColumnHasTheKindsOfItsLabels) {
  const std::vector<std::string> words = {"Verse", "am", "A", "N", "C:maj", "Ch", "Verse"};
  std::vector<LabelledSegment> segments;
  std::vector<LabelKind> one_by_one;
  for (int i = 0; i < 50; ++i) {
    segments.push_back({i * 1.0, i + 1.0, words[static_cast<std::size_t>(i) % words.size()]});
    one_by_one.push_back(label_kind(segments.back().label));
  }
  EXPECT_EQ(label_kinds(segments), one_by_one);
}

TEST(LabelKinds, TheCallerOverrulesTheWords) {
  const std::string form = lab_of({"A", "B", "A", "C"}, 15.0, "\t");
  const std::string words = lab_of({"Intro", "Verse"}, 15.0, "\t");
  Notes notes;
  EXPECT_EQ(parse_annotation(form, Format::kMirexChords, "x", &notes).chords.size(), 4u);
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(parse_annotation(form, Format::kLab, "x", &notes, Layer::kChords).chords.size(), 4u);
  EXPECT_EQ(
      parse_annotation(form, Format::kMirexSections, "x", &notes, Layer::kChords).chords.size(),
      4u);
  EXPECT_TRUE(notes.empty());
  EXPECT_EQ(parse_annotation(words, Format::kMirexChords, "x", &notes).chords.size(), 2u);
  EXPECT_EQ(notes.size(), 1u) << "labels that are not chords";
  const std::string chords = lab_of({"Am", "G7"}, 2.0, "\t");
  EXPECT_EQ(parse_annotation(chords, Format::kMirexSections, "x").sections.size(), 2u);
  EXPECT_EQ(
      parse_annotation("0.5 one\n1 two\n", Format::kLab, "x", nullptr, Layer::kBeats).beats.size(),
      2u);
}

TEST(LabelKinds, TheCallerHearsWhereTheLayerHasNoEffect) {
  const auto notes_of = [](const char* text, Format format, Layer layer) {
    Notes notes;
    parse_annotation(text, format, "x", &notes, layer);
    return notes;
  };
  const Notes none = {"x: --layer has no effect on this format"};
  EXPECT_EQ(notes_of("time,end,label\n0,2,Am\n", Format::kCsv, Layer::kBeats), none);
  EXPECT_EQ(notes_of("time,label\n0,1\n1,2\n", Format::kCsv, Layer::kSections), none);
  EXPECT_EQ(notes_of("time,end,label\n0,2,Am\n", Format::kCsv, Layer::kSections), Notes{});
  EXPECT_EQ(notes_of("{title: Song}\n[C]la\n", Format::kChordpro, Layer::kSections).back(),
            none[0]);
}

}  // namespace
}  // namespace tactus
