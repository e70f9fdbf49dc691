#include "model/chords/chord_label.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "model/chords/chord_quality.h"
#include "tests/support/test_support.h"

namespace tactus {
namespace {

std::string bits(const Chord& chord) {
  std::string text;
  for (const bool note : chord.notes) text += note ? '1' : '0';
  return text;
}

std::string bits(const EncodedChord& chord) {
  std::string text;
  for (const std::int8_t note : chord.notes) text += note < 0 ? "x" : note > 0 ? "1" : "0";
  return text;
}

TEST(ChordLabel, ReadsRootNotesAndBass) {
  const Chord chord = parse_chord("Bb:min7(9,*5)/b3");
  EXPECT_EQ(chord.root, 10);
  EXPECT_EQ(chord.root_spelling, "Bb");
  EXPECT_EQ(chord.quality, "min7");
  EXPECT_EQ(bits(chord), "101100000010");
  EXPECT_EQ(chord.bass, 3);
  EXPECT_EQ(chord.degrees, (std::vector<ChordDegree>{{9, 0, false}, {5, 0, true}}));
  EXPECT_EQ(chord.bass_degree, (ChordDegree{3, -1}));
}

TEST(ChordLabel, KnowsNoChordAndUnknownChord) {
  EXPECT_TRUE(parse_chord("N").is_no_chord());
  const Chord unknown = parse_chord("X");
  EXPECT_FALSE(unknown.is_no_chord());
  EXPECT_TRUE(unknown.unknown);
  EXPECT_EQ(bits(encode_chord(unknown)), "xxxxxxxxxxxx");
  EXPECT_EQ(bits(encode_chord(parse_chord("N"))), "000000000000");
  EXPECT_EQ(encode_chord(parse_chord("N")).bass, -1);
}

TEST(ChordLabel, SaysWhetherALabelIsAChordAndWhatIsWrong) {
  for (const char* chord : {"C:maj", "am", "Bb/D", "N", "X", "N.C."}) {
    EXPECT_TRUE(is_chord(chord)) << chord;
    EXPECT_EQ(chord_fault(chord), "") << chord;
  }
  for (const char* word : {"", "Verse", "H", "C:foo"}) EXPECT_FALSE(is_chord(word)) << word;
  EXPECT_FALSE(is_chord("am", ChordSyntax::kStrict));
  EXPECT_NE(chord_fault("Verse").find("Verse"), std::string::npos) << chord_fault("Verse");
}

TEST(ChordLabel, BassOutsideTheChordIsAddedToTheNotes) {
  EXPECT_EQ(bits(parse_chord("C/2")), "101010010000");
  EXPECT_EQ(bits(parse_chord("C/9")), "101010010000");
}

TEST(ChordLabel, ExtensionsCountOnlyWhenReduced) {
  const Chord chord = parse_chord("A:13");
  EXPECT_EQ(bits(encode_chord(chord)), "100010010010");
  EXPECT_EQ(bits(encode_chord(chord, {.reduce_extended = true})), "101011010110");
}

TEST(ChordLabel, RepeatedDegreesCountOnceAndOmissionsCancel) {
  EXPECT_EQ(bits(encode_chord(parse_chord("C:maj(*3,b4)"))), "100010010000");
  EXPECT_EQ(bits(encode_chord(parse_chord("C:maj(*3,*3,b4)"))), "100010010000");
  EXPECT_EQ(bits(encode_chord(parse_chord("C:(b4,*3)"))), "100000000000");
  EXPECT_EQ(bits(encode_chord(parse_chord("C:maj(*1)/3"))), "000010010000");
}

struct Wrong {
  std::string label;
  std::size_t column;
};

TEST(ChordLabel, RefusesWithTheColumn) {
  const std::vector<Wrong> cases = {
      {"", 1},         {"H", 1},         {"c:maj", 1},    {"C:", 3},         {"C:foo", 3},
      {"C:Maj", 3},    {"C:maj(", 7},    {"C:maj()", 7},  {"C:maj(3", 8},    {"C:maj(3,)", 9},
      {"G:9(113)", 5}, {"C:maj(14)", 7}, {"C:maj(0)", 7}, {"C:maj(03)", 7},  {"C/", 3},
      {"C/E", 3},      {"C/3x", 4},      {"C#b", 3},      {"C:maj(#b3)", 8}, {"C:maj/3/5", 8},
      {"Cm", 2},       {"C maj", 2},     {" C", 1},       {"N:maj", 1},      {"X/3", 1},
      {"C:maj ", 3},   {"C::maj", 3},    {"C((4)", 2},    {"C:maj(*3/3", 9}, {"NC", 1}};
  for (const Wrong& wrong : cases) {
    try {
      parse_chord(wrong.label);
      ADD_FAILURE() << "accepted '" << wrong.label << "'";
    } catch (const ChordLabelError& error) {
      EXPECT_EQ(error.column(), wrong.column) << error.what();
      EXPECT_NE(std::string(error.what()).find("column"), std::string::npos);
    }
  }
}

TEST(ChordLabel, LongNonsenseIsQuotedInPart) {
  try {
    parse_chord(std::string(100000, 'q'));
    FAIL();
  } catch (const ChordLabelError& error) {
    EXPECT_LT(std::string(error.what()).size(), 200U);
  }
}

TEST(ChordLabel, CanonicalSpelling) {
  const std::map<std::string, std::string> expected = {
      {"C", "C:maj"},
      {"C/1", "C:maj"},
      {"Bb/5", "Bb:maj/5"},
      {"A#:min/b3", "A#:min/b3"},
      {"C:(1,b3,5,b7)", "C:min7"},
      {"C:(3,5)", "C:maj"},
      {"C:maj(b7)", "C:7"},
      {"C:7(9)", "C:9"},
      {"C:maj(9,2,9)", "C:maj(2,9)"},
      {"C:maj(*5,9)", "C:maj(9,*5)"},
      {"C:(1,4)", "C:(1,4)"},
      {"C:(4)", "C:(1,4)"},
      {"C:aug7", "C:aug(b7)"},
      {"C:maj11", "C:maj9(11)"},
      {"C:maj/9", "C:maj/2"},
      {"C:maj/8", "C:maj"},
      {"D:(*5)", "D:1"},
      {"N", "N"},
      {"X", "X"},
  };
  for (const auto& [label, canonical] : expected) {
    EXPECT_EQ(canonical_label(label), canonical) << label;
  }
}

TEST(ChordLabel, LenientReadsWhatPeopleType) {
  const std::map<std::string, std::string> expected = {
      {"Fm", "F:min"},
      {"Caug", "C:aug"},
      {"C7", "C:7"},
      {"Bb/D", "Bb:maj/3"},
      {"Cmaj7", "C:maj7"},
      {"CM7", "C:maj7"},
      {"Cm7", "C:min7"},
      {"Dm7b5", "D:hdim7"},
      {"Dm7(b5)", "D:hdim7"},
      {"N.C.", "N"},
      {"NC", "N"},
      {"n", "N"},
      {"none", "N"},
      {"No Chord", "N"},
      {"x", "X"},
      {"am", "A:min"},
      {"bb", "Bb:maj"},
      {"bbm7", "Bb:min7"},
      {"F♯m", "F#:min"},
      {"E♭maj7", "Eb:maj7"},
      {"CΔ", "C:maj7"},
      {"Cø7", "C:hdim7"},
      {"C°", "C:dim"},
      {"Co7", "C:dim7"},
      {"C-7", "C:min7"},
      {"C+", "C:aug"},
      {"C+7", "C:aug(b7)"},
      {"C7#5", "C:aug(b7)"},
      {"C7+", "C:aug(b7)"},
      {"Csus", "C:sus4"},
      {"Csus2", "C:sus2"},
      {"C7sus4", "C:sus4(b7)"},
      {"C9sus4", "C:sus4(b7,9)"},
      {"Cadd9", "C:maj(9)"},
      {"Cmadd9", "C:min(9)"},
      {"C(add9)", "C:maj(9)"},
      {"C6", "C:maj6"},
      {"Cm6", "C:min6"},
      {"C69", "C:maj6(9)"},
      {"C6/9", "C:maj6(9)"},
      {"CmM7", "C:minmaj7"},
      {"Cm(maj7)", "C:minmaj7"},
      {"C7b9", "C:7(b9)"},
      {"C7(#9)", "C:7(#9)"},
      {"C7(b9,#11)", "C:7(b9,#11)"},
      {"C5", "C:5"},
      {"C13", "C:13"},
      {"Cmaj9", "C:maj9"},
      {"C7no5", "C:7(*5)"},
      {"C:maj/E", "C:maj/3"},
      {"Am/G", "A:min/b7"},
      {"C/F#", "C:maj/#4"},
      {"C#/F", "C#:maj/3"},
      {"D/e", "D:maj/2"},
      {"C:Maj", "C:maj"},
      {"CMAJ7", "C:maj7"},
      {"C minor", "C:min"},
      {" G7 ", "G:7"},
      {"c:maj", "C:maj"},
      {"Cdim7", "C:dim7"},
      {"C-5", "C:maj(b5,*5)"},
      {"Cm11", "C:min11"},
      {"Cmaj7#11", "C:maj7(#11)"},
      {"Cdom7", "C:7"},
      {"Eb:m7/Bb", "Eb:min7/5"},
      {"B♭^7", "Bb:maj7"},
      {"C7M", "C:maj7"},
      {"Cm7M(9)", "C:minmaj7(9)"},
      {"Dm7(5-)", "D:hdim7"},
      {"C7(9-)", "C:7(b9)"},
      {"C7(b9/13)", "C:7(b9,13)"},
      {"C7/9", "C:9"},
      {"Cm/maj7", "C:minmaj7"},
      {"C07", "C:dim7"},
      {"C⁷", "C:7"},
      {"C‑7", "C:min7"},
      {"C diminished 7", "C:dim7"},
      {"C half-diminished", "C:hdim7"},
      {"(C7)", "C:7"},
      {"[Am]", "A:min"},
  };
  for (const auto& [symbol, canonical] : expected) {
    EXPECT_EQ(canonical_label(symbol, ChordSyntax::kLenient), canonical) << symbol;
  }
}

TEST(ChordLabel, LenientRefusesWithTheColumn) {
  const std::vector<Wrong> cases = {
      {"", 1},   {"hello", 1}, {"Cfoo", 2},   {"C7alt", 3}, {"F♯foo", 5}, {"G:9(113)", 5},
      {"C/", 3}, {"C/H", 3},   {"C(add9", 7}, {"Cm5", 3},   {"Cadd", 2},  {"C99", 2},
      {"C)", 2}, {"\xff", 1},  {"C6M", 3},    {"()", 1},    {"(C", 1}};
  for (const Wrong& wrong : cases) {
    try {
      const std::string got = canonical_label(wrong.label, ChordSyntax::kLenient);
      ADD_FAILURE() << "accepted '" << wrong.label << "' as " << got;
    } catch (const ChordLabelError& error) {
      EXPECT_EQ(error.column(), wrong.column) << error.what();
    }
  }
}

// Every shorthand with every degree list of a small set and every bass, over odd roots.
std::vector<std::string> many_labels() {
  const std::vector<std::string> lists = {"",        "(9)",    "(*3)", "(b7,#11)", "(4,*3)",
                                          "(b4,*3)", "(13,2)", "(*1)", "(bb7,7)",  "(6,*6)"};
  const std::vector<std::string> basses = {"",   "/1",  "/3",   "/b3",  "/2",
                                           "/9", "/b1", "/#13", "/bbb7"};
  const std::vector<std::string> roots = {"C", "Bb", "F##", "Cb", "Gbbb"};
  std::vector<std::string> labels;
  std::size_t turn = 0;
  for (const ChordQuality& quality : chord_quality_table()) {
    for (const std::string& list : lists) {
      for (const std::string& bass : basses) {
        const std::string& root = roots[turn++ % roots.size()];
        labels.push_back(root + ":" + std::string(quality.shorthand) + list + bass);
        if (!list.empty()) labels.push_back(root + ":" + list + bass);
      }
    }
  }
  return labels;
}

void expect_stable(const std::string& label) {
  const Chord typed = parse_chord(label);
  const std::string canonical = canonical_label(typed);
  const Chord again = parse_chord(canonical);
  EXPECT_EQ(canonical_label(again), canonical) << label;
  EXPECT_EQ(encode_chord(again), encode_chord(typed)) << label << " -> " << canonical;
  EXPECT_EQ(encode_chord(again, {.reduce_extended = true}),
            encode_chord(typed, {.reduce_extended = true}))
      << label << " -> " << canonical;
  EXPECT_EQ(canonical.find("aug7"), std::string::npos);
  EXPECT_EQ(canonical.find("maj11"), std::string::npos);
  const Chord lenient = parse_chord(label, ChordSyntax::kLenient);
  EXPECT_EQ(encode_chord(lenient), encode_chord(typed)) << label;
}

TEST(ChordLabel, CanonicalTextKeepsTheChordAndIsStable) {
  for (const std::string& label : many_labels()) expect_stable(label);
}

TEST(ChordLabel, ReadsEverySpellingOfTheQualities) {
  for (const ChordQuality& quality : chord_quality_table()) {
    EXPECT_NO_THROW(parse_chord("Db:" + std::string(quality.shorthand)));
  }
}

// A row of a comma-separated file whose first column may be quoted.
std::vector<std::string> csv_row(const std::string& line) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else if (c != '\r') {
      cells.back() += c;
    }
  }
  return cells;
}

TEST(ChordLabel, AgreesWithThreeOtherParsersOnLabelsInUse) {
  TACTUS_SHARED_OR_SKIP(data);
  std::ifstream file(data / "peertests/e_chords/labels_oracles.csv");
  ASSERT_TRUE(file);
  std::string line;
  std::getline(file, line);
  const std::vector<std::string> header = csv_row(line);
  std::size_t compared = 0;
  while (std::getline(file, line)) {
    const std::vector<std::string> cells = csv_row(line);
    ASSERT_EQ(cells.size(), header.size()) << line;
    std::map<std::string, std::string> row;
    for (std::size_t i = 0; i < cells.size(); ++i) row[header[i]] = cells[i];
    const std::string label = row["label"];
    if (row["consensus"] == "invalid") {
      try {
        parse_chord(label);
        ADD_FAILURE() << "accepted " << label;
      } catch (const ChordLabelError& error) {
        EXPECT_GE(error.column(), 1U) << error.what();
        EXPECT_LE(error.column(), label.size() + 1) << error.what();
        const std::string place = "column " + std::to_string(error.column());
        EXPECT_NE(std::string(error.what()).find(place), std::string::npos) << error.what();
      }
    } else if (row["consensus"] == "valid") {
      const Chord chord = parse_chord(label);
      expect_stable(label);
      if (chord.root < 0) continue;
      EXPECT_EQ(std::to_string(chord.root), row["me_red_root"]) << label;
      EXPECT_EQ(bits(chord), row["me_red_bits"]) << label;
      EXPECT_EQ(std::to_string(chord.bass), row["me_red_bass"]) << label;
      EXPECT_EQ(bits(encode_chord(chord)), row["me_bits"]) << label;
      ++compared;
    }
  }
  EXPECT_GT(compared, 900U);
}

TEST(ChordLabel, QualitiesAreThoseOfMirEval) {
  TACTUS_SHARED_OR_SKIP(data);
  std::ifstream file(data / "peertests/a_mireval/chord_tables.json");
  const nlohmann::json tables = nlohmann::json::parse(file);
  for (const auto& [name, bitmap] : tables["qualities"].items()) {
    if (name.empty()) continue;
    std::string text;
    for (const int bit : bitmap) text += bit != 0 ? '1' : '0';
    EXPECT_EQ(bits(encode_chord(parse_chord("C:" + name))), text) << name;
  }
}

}  // namespace
}  // namespace tactus
