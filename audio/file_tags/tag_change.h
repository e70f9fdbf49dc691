// Writes tempo, key, beat grid and cues into the tags of an open sound file, by TagLib 1.13.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "audio/error.h"
#include "audio/file_tags/serato_grid.h"
#include "audio/song_tags.h"

namespace tactus {

class FileTagError : public ErrorOf<ErrorCode::kOutput> {
  using ErrorOf::ErrorOf;
};

// What to write: "127.96", "F#m"; "" = this value stays as it is.
struct FileTagWish {
  std::string bpm;
  std::string key;
  bool overwrite = false;  // else a value that the file has stays
  SeratoGrid grid = {};    // without markers = stays
  // None = those of the file stay; each pad once for cue points and once for loops. Those whose pad
  // is not 1..8 are left out, and the change says so.
  std::vector<SongCue> cues = {};
  // Seconds that grid and cues are later in MPEG audio of layer III (mpeg_start.h); nothing for
  // other sound.
  std::optional<double> mpeg_shift = std::nullopt;
};

enum class FileTagOutcome {
  kWritten,  // `after` replaces `before`
  kKept,     // the file has another value
  kSame,     // the file has this value
  kRefused,  // this kind of file cannot hold it; `after` says so
};

struct FileTagChange {
  std::string name;    // "BPM", "key", "grid" or "cues"
  std::string before;  // "" = none; one line without control characters
  std::string after;   // as the container holds it: most MP4 files have whole tempi; a grid and
                       // cues are described
  FileTagOutcome outcome = FileTagOutcome::kKept;
  bool operator==(const FileTagChange&) const = default;
};

// What change_tags would do. Reads only. Throws FileTagError if the container is unknown, if Tactus
// does not write tags of its kind, or if TagLib finds it damaged; the message lacks the name of the
// file. Throws std::system_error for a fault of reading.
std::vector<FileTagChange> planned_changes(int descriptor, const FileTagWish& wish);

// Changes the file in place, so give it a copy. Then reads it again: throws FileTagError if a value
// is not there, or if a tag has lost an item. Also throws as planned_changes, and std::system_error
// for a fault of writing; the file then may be spoilt. `alive` is called for each block written.
void change_tags(int descriptor, const FileTagWish& wish, const std::function<void()>& alive = {});

}  // namespace tactus
