// A song as a chord sheet: its head, and bars with chord symbols. Contains no widget and no
// geometry.
#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "datasets/formats/bars/sheet_bars.h"
#include "datasets/formats/lyrics/lyrics.h"
#include "model/annotation.h"
#include "model/chords/fingering.h"

namespace tactus::ui {

// How the sheet shows the chords. The annotation never changes.
struct Transposition {
  int semitones = 0;  // -11..11
  int capo = 0;       // fret 0..11; the symbols are the shapes that a guitarist plays above it
  int shift() const { return semitones - capo; }
  bool operator==(const Transposition&) const = default;
};
inline constexpr int kMostSemitones = 11;

enum class ChordNames {
  kLetters,
  kGerman,   // H for B, and B for Bb
  kNumbers,  // Nashville: degrees of the major key with the signature of the song's key
};
enum class ChordDiagrams { kNone, kGuitar, kUkulele, kPiano };

// The same for all songs.
struct SheetStyle {
  ChordNames names = ChordNames::kLetters;
  bool simple = false;  // triads
  ChordDiagrams diagrams = ChordDiagrams::kNone;
  bool lyrics = true;
  int pages = 0;  // on paper: at most so many, with smaller symbols; 0 = as many as it needs
  bool operator==(const SheetStyle&) const = default;
};

// "Bb", "m7", "D" for Bbm7/D. "N.C." and labels that are no chords have only a root.
struct ChordSymbol {
  QString root;
  QString tail;
  QString bass;
  QString text() const;
  bool operator==(const ChordSymbol&) const = default;
};
// `key`: the label of the key there, for numbers; without one the symbol has letters.
ChordSymbol symbol_of(const std::string& label, ChordNames names = ChordNames::kLetters,
                      const std::string& key = {});
// "Bb major" for "Bb:major".
QString key_text(const std::string& label, ChordNames names = ChordNames::kLetters);

// A chord in one bar.
struct SheetChord {
  int beat = 0;        // in the bar, from 0
  int beats = 1;       // how many
  double start = 0.0;  // seconds
  double end = 0.0;
  bool changes = false;  // false: it went on from the bar before
  ChordSymbol symbol;
};

// Words below a bar.
struct SheetWords {
  double beat = 0.0;  // in the bar, from 0; not whole
  QString text;
};

struct SheetMeasure : SheetBar {
  bool new_meter = false;               // the time signature is shown
  bool repeats = false;                 // has the symbols of the bar before
  QString section;                      // name of a section that begins here
  QString key;                          // of a key that begins here, except the first
  std::vector<SheetChord> symbols;      // at least one
  std::vector<SheetWords> words;        // that begin in it
  double beatEnd(int beat) const;       // seconds
  double beatAt(double seconds) const;  // from 0, with a fraction
  std::size_t chordAt(int beat) const;  // index in `symbols`
};

// How a chord is played: the strings of an instrument, or the keys of a piano (piano_keys()).
struct SheetDiagram {
  ChordSymbol symbol;  // with letters
  std::optional<Fingering> fingering;
  std::vector<int> keys;
};

struct ChordSheet {
  QString title;
  QString artist;
  QStringList facts;                   // key, tempo, transposition
  std::vector<SheetDiagram> diagrams;  // once for each chord, in their order
  int pages = 0;                       // as in SheetStyle
  std::vector<SheetMeasure> bars;
  QString hint;  // what is missing and what to do; then there are no bars
  QString note;  // about chords that the sheet cannot show
};

ChordSheet make_sheet(const Annotation& annotation, Transposition transposition = {},
                      const SheetStyle& style = {});
// Puts words below the bars in which they begin: those of a line that have no times of their own
// are together. Words behind the last bar are left out.
void add_lyrics(ChordSheet& sheet, const Lyrics& lyrics);
// The annotation with the chords of the sheet: moved, and simple if wanted.
Annotation shown_chords(const Annotation& annotation, Transposition transposition,
                        const SheetStyle& style);

}  // namespace tactus::ui
