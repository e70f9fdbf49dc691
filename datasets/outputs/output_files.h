// Files that Tactus writes for people, and the rule for what is there already: Tactus replaces only
// files that Tactus wrote and that nobody has changed since. A JAMS file carries its mark
// (jams_mark.h); the marks of all others are in one hidden file per folder (output_index.h).
#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audio/error.h"
#include "datasets/outputs/output_index.h"
#include "features/files/atomic_file.h"

namespace tactus {

enum class Owner {
  kNobody,    // there is no file
  kTactus,    // as Tactus wrote it, or empty: nothing can be lost
  kPerson,    // as Tactus wrote it for a person: saved or exported in the window
  kChanged,   // somebody has changed it since Tactus wrote it
  kStranger,  // Tactus did not write it, or its mark is lost
  kLink,
  kNoFile  // a folder, device or pipe
};
// "changed since Tactus wrote it"; for the owners whose files are kept.
std::string_view reason_of(Owner owner);

// A file stays as it is. "FILE: kept: REASON; REMEDY"
class KeptError : public ErrorOf<ErrorCode::kOutput> {
 public:
  KeptError(const std::filesystem::path& file, Owner owner, bool can_overwrite = true);
};

struct OutputRules {
  // Also replaces files of others, after their bytes have got the name NAME.orig. Never a link.
  bool overwrite = false;
  // Can the person ask for `overwrite`? Otherwise KeptError names another remedy.
  bool can_overwrite = true;
  // The content is the work of a person, who has saved or exported it in the window.
  bool of_person = false;
  std::filesystem::path song = {};  // its audio file; empty = none
  std::string damage = {};          // where the sound of that file is damaged; "" = nowhere known
};

// Any number of threads and programs may write into one folder. Keep one object for the length of a
// command: it remembers the indexes, and sweeps the partial files of killed programs
// (atomic_file.h) when it first meets a folder.
class OutputFiles {
 public:
  Owner owner_of(const std::filesystem::path& file);
  // May a file be written there? Throws KeptError or std::filesystem::filesystem_error if not.
  void require_free(const std::filesystem::path& file, const OutputRules& rules);
  // The audio file that the index names for one of the outputs STEM + ENDING; empty = unknown, and
  // for JAMS files.
  std::filesystem::path song_of(const std::filesystem::path& stem,
                                std::span<const std::string> endings);

  // Where the sound of the song is damaged whose output this is, as its index says it; "" = nowhere
  // known, and for JAMS files, which say it themselves.
  std::string damage_of(const std::filesystem::path& file);

  // Writes the bytes to disk, then puts the file in place in one step. Creates missing folders.
  // Bytes that are there already are not written. Returns the path under which a file of somebody
  // else was kept. Throws KeptError, or std::filesystem::filesystem_error with path and reason; the
  // old file is then still there. Devices, pipes and open files (/dev/stdout) are written directly.
  std::optional<std::filesystem::path> write(const std::filesystem::path& file,
                                             std::span<const std::span<const std::byte>> parts,
                                             const OutputRules& rules);
  std::optional<std::filesystem::path> write(const std::filesystem::path& file,
                                             std::string_view content, const OutputRules& rules);
  // The same in two steps, for writers that seek.
  StagedFile stage(const std::filesystem::path& file);
  std::optional<std::filesystem::path> commit(StagedFile& staged, const OutputRules& rules);

  // The folders whose index could not be written since the last call, a message for each.
  std::vector<std::string> take_warnings();

  // Removes the file if write() could replace it without a copy; with `overwrite` a file of
  // somebody else becomes NAME.orig. Throws KeptError if it must stay.
  void remove(const std::filesystem::path& file, const OutputRules& rules);
  // Marks a file that is about to be written by other means, with these bytes, as made by Tactus.
  void mark(const std::filesystem::path& file, std::string_view bytes);

 private:
  struct Seen;
  Seen look_at(const std::filesystem::path& file, const std::string& hash);
  void record(const std::filesystem::path& file, const std::string& hash, const OutputRules& rules);
  OutputIndex& index_of(const std::filesystem::path& file);  // call it with the lock

  std::mutex mutex_;  // guards the following
  std::map<std::filesystem::path, OutputIndex> indexes_;
  std::set<std::filesystem::path> swept_;
};

// "FILE: kept as COPY", or "" without a copy.
std::string kept_message(const std::filesystem::path& file,
                         const std::optional<std::filesystem::path>& copy);

}  // namespace tactus
