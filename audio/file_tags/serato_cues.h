// The cue points and loops that Serato DJ keeps in the tags of a sound file. Mixxx reads them too.
//
//   markers2 = 01 01, base64 in lines of 72 characters (without the last one if it would need
//              padding), zero bytes up to 470 bytes or more
//   base64 of: 01 01, entry*, 00
//   entry    = type, 00, length of the data (4 bytes), data
//   CUE      = 00, index, start, 00, red, green, blue, 00 00, name, 00
//   LOOP     = 00, index, start, end, FF FF FF FF, 00 27 AA E1, 00, locked, name, 00
//
// Times are whole milliseconds. Indices begin with 0; cue points and loops are counted apart. Other
// entries (COLOR, BPMLOCK, FLIP) stay when the cues change.
//
// Older programs kept five cue points and nine loops without names ("Serato Markers_"), which
// Serato and Mixxx prefer where they exist. So they are read first and written again; MPEG-4 must
// have them.
//
//   markers_ = 02 05, 14 as 4 bytes, 14 entries, colour of the track (4 bytes)
//   in ID3v2:  entry = set (00, else 7F), start, set, end, 00 7F 7F 7F 7F 7F, colour, type, locked;
//              times and colours have 7 bits in each of their 4 bytes, 7F 7F 7F 7F = none
//   in MPEG-4: entry = start, end, 00 FF FF FF FF 00, red, green, blue, type, locked;
//              FF FF FF FF = none
//   type     = 1 cue point, 0 none, 3 loop
//
// Serato publishes no description. This one is that of Holzhaus' notes
// (github.com/Holzhaus/serato-tags).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audio/song_tags.h"

namespace tactus {

inline constexpr int kSeratoPads = 8;  // for cue points, and as many for loops

// Nothing for bytes of another form.
std::optional<std::vector<SongCue>> serato_cues(std::string_view markers2);
// The bytes `before` with these cues; a new value if there are none, or of another form. Times are
// `shift` seconds later, at least 0.
std::string serato_cue_bytes(std::span<const SongCue> cues, std::string_view before,
                             double shift = 0.0);

// "Serato Markers_", in the form of ID3v2 or of MPEG-4.
enum class SeratoOldForm { kId3, kMp4 };
// The cues as Serato takes them if both values exist: these times and colours, the names of
// `cues`. As they are for bytes of another form.
std::vector<SongCue> with_old_cues(std::vector<SongCue> cues, std::string_view old,
                                   SeratoOldForm form);
// A new value with the cues that fit, and the colour of the track in `before`.
std::string old_cue_bytes(std::span<const SongCue> cues, std::string_view before,
                          SeratoOldForm form);

// For people: "3 cue points, 1 loop from 0.500 s".
std::string describe_serato_cues(std::string_view markers2);

}  // namespace tactus
