// Cue sheets: the tracks of a record whose sound is one file.
//
// Grammar, one command per line, words in "..." or bare:
//   FILE "NAME" TYPE            the sound of the tracks that follow
//   TRACK NN AUDIO              tracks of other types hold no sound and are left out
//   INDEX NN MM:SS:FF           75 frames a second, from the start of FILE; 01 = the track begins
//
//   TITLE "...", PERFORMER "..."  of the record before the first TRACK, else of the track
//
//   REM DATE ...
//
// Other commands are skipped. Text that is not UTF-8 is read as Windows-1252.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_types.h"

namespace tactus {

struct CueTrack {
  int number = 0;
  std::string title;      // "" = unknown
  std::string performer;  // of the track, else of the record; "" = unknown
  std::string file;       // as the sheet names it
  double start = 0.0;     // seconds from the start of the file
  // Where the next track of the file begins; nothing = the track goes to the end of the file.
  std::optional<double> end;
};

struct CueSheet {
  std::string title;  // of the record
  std::string date;
  std::vector<CueTrack> tracks;  // those with sound
};

// Throws FormatError "NAME:LINE: what" for a malformed sheet, and for one without a track.
CueSheet parse_cue_sheet(std::string_view text, const std::string& name);
CueSheet load_cue_sheet(const std::filesystem::path& path);

}  // namespace tactus
