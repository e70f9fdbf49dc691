// The files of one song that a person edits: the audio and the JAMS file with its annotation.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "audio/error.h"
#include "datasets/formats/format.h"
#include "model/annotation.h"

namespace tactus {

class SongFileError : public ErrorOf<ErrorCode::kFormat> {
  using ErrorOf::ErrorOf;
};

struct SongFiles {
  std::filesystem::path audio;
  std::filesystem::path annotation;  // a JAMS file, which need not exist yet
};

enum class SongState { kUntagged, kTagged, kEdited, kChecked };

// Finds both files from the file that a person opens. An audio file has its annotation in the .jams
// beside it. An annotation file of any format names its audio, else the audio of its name beside it
// is used. Edits are saved to the file itself if it is JAMS, else to the .jams beside it. Throws
// SongFileError if the file or its audio is missing.
SongFiles song_files(const std::filesystem::path& opened);

// Reads the annotation of a song: from its JAMS file, else from other annotation files of its name
// beside it, else only the title (the name of the file). Throws FormatError for a malformed JAMS
// file; other malformed files are left out, with a warning in `notes`.
Annotation load_song_annotation(const SongFiles& files, Notes& notes);

// Reads an annotation file; returns nothing if it is missing or malformed. An existing file that
// cannot be read (no permission, disk error, a folder) may hold a person's work: throws
// SongFileError with its name.
std::optional<Annotation> annotation_there(const std::filesystem::path& file, Format format);
// Throws that error if the file exists and cannot be read to its end.
void require_readable(const std::filesystem::path& file);

// Does `annotation`, read from `jams`, belong to another song than `audio`? It does if it names an
// existing audio file with other bytes. Returns the audio file of that song. If audio and
// annotations share a folder (it may be a copy), only a file of this folder counts. Throws
// DatasetError if the files must be compared and cannot be read.
std::optional<std::filesystem::path> other_song(const std::filesystem::path& jams,
                                                const Annotation& annotation,
                                                const std::filesystem::path& audio);

// Reads a reference: the file, and for its missing layers the other text files of its name beside
// it (song.beats for song.lab). Throws FormatError if the file itself cannot be read; of others a
// warning in `notes` says so.
Annotation load_reference(const std::filesystem::path& file, Notes& notes);

// kUntagged for a missing or unreadable file.
SongState song_state(const std::filesystem::path& jams);

// State and confidence (song_confidence.h) of the JAMS file of a song. kUntagged for a missing or
// unreadable file.
struct SongStanding {
  SongState state = SongState::kUntagged;
  double confidence = kUnknownConfidence;
};
SongStanding song_standing(const std::filesystem::path& jams);

// The one order in which songs are to be checked, in every list: least confidence first, then songs
// without one (2), then those that a person has checked (3).
double review_rank(const SongStanding& song);

// The audio files of a folder and its sub-folders, sorted.
std::vector<std::filesystem::path> songs_in(const std::filesystem::path& folder);

}  // namespace tactus
