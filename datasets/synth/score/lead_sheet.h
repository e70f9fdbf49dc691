// Lead sheets (a melody with chord symbols) and their performance. The file is text, one thing per
// line, TAB between columns, times in quarter notes from the start, decimals as "%f":
//   bar <start> <numerator> <denominator>      where a bar begins, and its time signature
//   chord <start> <length> <label>             as in model/chords/chord_label.h
//   note <start> <length> <pitch>              MIDI number
//   # anything                                 comment
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/song_random.h"
#include "datasets/synth/score/midi_song.h"

namespace tactus {

struct LeadSheetBar {
  double start = 0.0;  // quarter notes
  int numerator = 4, denominator = 4;
  bool operator==(const LeadSheetBar&) const = default;
};
struct SheetChord {
  double start = 0.0, length = 0.0;  // quarter notes
  std::string label;
  bool operator==(const SheetChord&) const = default;
};
struct SheetNote {
  double start = 0.0, length = 0.0;  // quarter notes
  int pitch = 60;
  bool operator==(const SheetNote&) const = default;
};

struct LeadSheet {
  std::vector<LeadSheetBar> bars;  // in order
  std::vector<SheetChord> chords;
  std::vector<SheetNote> notes;
  double end() const;  // quarter notes; end of the last bar, note or chord
  bool operator==(const LeadSheet&) const = default;
};

// Throw FormatError with line and column.
LeadSheet parse_lead_sheet(std::string_view content, const std::string& name);
LeadSheet read_lead_sheet(const std::filesystem::path& path);

// Returns the same tune in another meter: 4/4 as 2/4 (two bars for one), 3/4 (its second half twice
// as fast), 5/4 (the end of the bar held), 6/8 (each half long-short), 7/8 (the last quarter twice
// as fast) or 12/8 (each quarter long-short). Only bars `first` to before `last` change (0 is the
// first whole bar after bars[0]), all by default. Throws std::invalid_argument for other meters and
// for sheets without regular bars of 4/4.
LeadSheet in_meter(const LeadSheet& sheet, int numerator, int denominator, std::size_t first = 0,
                   std::size_t last = static_cast<std::size_t>(-1));
// Returns the tune in cut time, written in 4/4: the old half note is the beat, and two bars make
// one. Throws as in_meter does.
LeadSheet in_cut_time(const LeadSheet& sheet);
// The median, 1 for a sheet without notes.
double notes_per_beat(const LeadSheet& sheet);
// True if in_meter and in_cut_time accept the sheet.
bool is_regular_common_time(const LeadSheet& sheet);

// Returns the quarter notes of one beat: the note of the denominator. If 6, 9 or 12 eighths or
// sixteenths make a bar, three of these.
double beat_length(const LeadSheetBar& bar);

// Plays the sheet `choruses` times at `bpm` beats (of the first bar) a minute from second 0. The
// result has a part MELODY, the beats of the score with their positions in the bar, and its chords
// (N between them). A pickup is played once; two short neighbouring bars that make a whole one
// count as one.
Song perform(const LeadSheet& sheet, double bpm, int choruses);

// Returns a likely tempo in beats per minute for the sheet's meter, and the number of choruses for
// about two minutes.
double choose_tempo(const LeadSheet& sheet, SongRandom& random);
// The same from 40 to 240, as far as listeners tap this beat.
double choose_wide_tempo(const LeadSheet& sheet, SongRandom& random);
// The same at which the melody has as many notes a second as pop songs whose beats people tapped:
// in most sheets that is fast, as in swing.
double choose_tapped_tempo(const LeadSheet& sheet, SongRandom& random);
int choose_choruses(const LeadSheet& sheet, double bpm, SongRandom& random);

// Returns a tempo from 50 to 200 beats per minute with the density of those that people tapped in
// 2,055 pieces of popular music (annotations of Harmonix, RWC, SIMAC, TapCorrect and Hainsworth):
// the median is 105, the deviation 0.43 octaves.
double tapped_tempo(SongRandom& random);

}  // namespace tactus
