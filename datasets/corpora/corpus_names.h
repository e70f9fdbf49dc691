// Information from file names in corpora without an index: files of the same song, content of an
// annotation, performer.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tactus {

// Returns the common part of the names of annotation and audio. It has no case and no extension,
// '_' for '.' and blanks, and no additions of known corpora: "gtzan_blues_00000" =
// "blues.00000.wav", "ballroom_Media-105901" = "Media-105901", "SMC_001_2_1_1_a" = "SMC_001",
// "hainsworth_001" = "hains001", "03_BN3-119-G_solo_mic" = "03_BN3-119-G_solo", "N001-M01-T01" =
// "RM-P001". Files whose names give only the content (POP909/001/beat_midi.txt,
// McGill-Billboard/0035/salami_chords.txt) use the name of their folder.
std::string song_name(const std::filesystem::path& file);

struct Holds {
  bool beats = false;
  bool chords = false;
  bool key = false;
  bool any() const { return beats || chords || key; }
};
// Decides by the extension and whole words of the file and folder names: Isophonics (chordlab,
// keylab, seglab, beat), RWC (.BEAT, .CHORD), POP909 (beat_midi) and others. Returns nothing if
// these are not enough.
std::optional<Holds> holds_by_name(const std::filesystem::path& file);

// True if the name of the file or its folder says that the annotation is for that medium. POP909
// has beat_midi.txt and beat_audio.txt with different times.
bool fits_medium(const std::filesystem::path& annotation, bool midi);

// Returns how many folder names two files share, counted from the file upwards; the same folder
// gives the highest value.
std::size_t nearness(const std::filesystem::path& a, const std::filesystem::path& b);

// Returns the performer if the path gives one: Isophonics (chordlab/ARTIST/ALBUM/FILE) and
// GuitarSet (number of the player). Else "".
std::string artist_by_path(const std::filesystem::path& annotation);

}  // namespace tactus
