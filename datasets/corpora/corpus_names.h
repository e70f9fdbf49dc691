// What the names of files say in corpora without an index: which files belong to one song, what an
// annotation holds, who plays.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace tactus {

// What annotation and audio of one song have in common: without case and extension, with '.' and
// blanks as '_', and without what corpora put around it: "gtzan_blues_00000" = "blues.00000.wav",
// "ballroom_Media-105901" = "Media-105901", "SMC_001_2_1_1_a" = "SMC_001", "hainsworth_001" =
// "hains001", "03_BN3-119-G_solo_mic" = "03_BN3-119-G_solo", "N001-M01-T01" = "RM-P001". Files that
// say what they hold and not whose it is (POP909/001/beat_midi.txt,
// McGill-Billboard/0035/salami_chords.txt) go by their folder.
std::string song_name(const std::filesystem::path& file);

struct Holds {
  bool beats = false;
  bool chords = false;
  bool key = false;
  bool any() const { return beats || chords || key; }
};
// By extension and by whole words of the names of file and folders: Isophonics (chordlab, keylab,
// seglab, beat), RWC (.BEAT, .CHORD), POP909 (beat_midi) and others. Nothing where these do not
// tell.
std::optional<Holds> holds_by_name(const std::filesystem::path& file);

// Whether the file's name or the folder it lies in says that the annotation is of that medium:
// POP909 has beat_midi.txt and beat_audio.txt, which are in different times.
bool fits_medium(const std::filesystem::path& annotation, bool midi);

// How many folder names, counted from the file upwards, two files have in common; the same folder
// beats all.
std::size_t nearness(const std::filesystem::path& a, const std::filesystem::path& b);

// Who plays, where paths say it: Isophonics (chordlab/ARTIST/ALBUM/FILE) and GuitarSet (the
// player's number). Else "".
std::string artist_by_path(const std::filesystem::path& annotation);

}  // namespace tactus
