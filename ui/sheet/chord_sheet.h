// A song as a chord sheet: its head, and bars with chord symbols. Contains no widget and no
// geometry.
#pragma once

#include <QString>
#include <QStringList>
#include <cstddef>
#include <string>
#include <vector>

#include "datasets/formats/sheet_bars.h"
#include "model/annotation.h"

namespace tactus::ui {

// How the sheet shows the chords. The annotation never changes.
struct Transposition {
  int semitones = 0;  // -11..11
  int capo = 0;       // fret 0..11; the symbols are the shapes that a guitarist plays above it
  int shift() const { return semitones - capo; }
  bool operator==(const Transposition&) const = default;
};
inline constexpr int kMostSemitones = 11;

// "B♭", "m7", "D" for B♭m7/D. "N.C." and labels that are no chords have only a root.
struct ChordSymbol {
  QString root;
  QString tail;
  QString bass;
  QString text() const;
  bool operator==(const ChordSymbol&) const = default;
};
ChordSymbol symbol_of(const std::string& label);
// "B♭ major" for "Bb:major".
QString key_text(const std::string& label);

// A chord in one bar.
struct SheetChord {
  int beat = 0;        // in the bar, from 0
  int beats = 1;       // how many
  double start = 0.0;  // seconds
  double end = 0.0;
  bool changes = false;  // false: it went on from the bar before
  ChordSymbol symbol;
};

struct SheetMeasure : SheetBar {
  bool new_meter = false;               // the time signature is shown
  bool repeats = false;                 // has the symbols of the bar before
  QString section;                      // name of a section that begins here
  QString key;                          // of a key that begins here, except the first
  std::vector<SheetChord> symbols;      // at least one
  double beatEnd(int beat) const;       // seconds
  std::size_t chordAt(int beat) const;  // index in `symbols`
};

struct ChordSheet {
  QString title;
  QString artist;
  QStringList facts;  // key, tempo, transposition
  std::vector<SheetMeasure> bars;
  QString hint;  // what is missing and what to do; then there are no bars
  QString note;  // about chords that the sheet cannot show
};

ChordSheet make_sheet(const Annotation& annotation, Transposition transposition = {});

}  // namespace tactus::ui
