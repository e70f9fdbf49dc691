// The files of one song as a person works on it: the audio and the JAMS file with its annotation.
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

// From what a person opens: an audio file (its annotation is the .jams beside it), or an annotation
// file of any format (its audio is the file it names, else the audio of its name beside it; what is
// saved goes to the file itself where that is JAMS, else to the .jams beside it). Throws
// SongFileError where the file is missing or its audio cannot be found.
SongFiles song_files(const std::filesystem::path& opened);

// What is known of a song: from its JAMS file, else from other annotation files of its name beside
// it, else nothing but the title (the file's name). Throws FormatError for a malformed file.
Annotation load_song_annotation(const SongFiles& files);

// Before a JAMS file is replaced: where it holds annotations that Tactus does not use (notes of a
// melody, a second annotator's chords), it is kept as NAME.jams.orig, unless there is one already.
// One that is malformed is kept in any case, as NAME.jams.orig, .orig2, ..., once. Returns that
// path, nothing where nothing would be lost. Throws std::filesystem::filesystem_error where it
// cannot be kept.
std::optional<std::filesystem::path> keep_original(const std::filesystem::path& jams);

// The same for a malformed file only. Returns a sentence with its fault and where it is kept, an
// empty one where nothing is to be kept. Throws SongFileError where the file cannot be read,
// std::filesystem::filesystem_error where it cannot be kept.
std::string keep_malformed(const std::filesystem::path& jams);

// What an annotation file says; nothing where there is none or it is malformed. One that is there
// and cannot be read (no permission, a fault of the disk, a folder) may hold a person's work:
// throws SongFileError, which names it.
std::optional<Annotation> annotation_there(const std::filesystem::path& file, Format format);
// Throws that error for any file that is there and cannot be read to its end.
void require_readable(const std::filesystem::path& file);

// The audio file of another song, where `annotation`, read from `jams`, is of that and not of
// `audio`: where it names an audio file that is there and holds other bytes. In a folder of audio
// and annotations (which may be a copy of another) only one of the same folder counts. Throws
// DatasetError when the files are to be compared and cannot be read.
std::optional<std::filesystem::path> other_song(const std::filesystem::path& jams,
                                                const Annotation& annotation,
                                                const std::filesystem::path& audio);

// A reference to compare with: the file, and for layers that it lacks the other text files of its
// name beside it (song.beats for song.lab). Throws FormatError when the file itself cannot be read.
Annotation load_reference(const std::filesystem::path& file);

// kUntagged for a missing file, and for one that cannot be read.
SongState song_state(const std::filesystem::path& jams);

// The audio files of a folder and its sub-folders, sorted.
std::vector<std::filesystem::path> songs_in(const std::filesystem::path& folder);

}  // namespace tactus
