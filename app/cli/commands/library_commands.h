// Commands of `tactus library` that have files of their own, and what they share.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "app/cli/commands/option_rows.h"
#include "app/cli/program/exit_code.h"
#include "app/collection/song_search.h"

namespace tactus {

CommandRow library_playlist_command();
CommandRow library_rate_command();
CommandRow library_import_command();

// The songs as a table, or as a JSON object per line.
void show_found(const std::vector<FoundSong>& found, bool json);
// The same in a file (song_list_text), and a line about it. Returns the exit code.
int write_found(const std::vector<FoundSong>& found, const LibraryIndex& index,
                const std::filesystem::path& file, std::int64_t playlist = 0);

// Inputs of a command of which some cannot be used.
class FailedInputs {
 public:
  void add(const std::string& why) { lines_.push_back(why); }
  bool empty() const { return lines_.empty(); }
  // Names them on stderr; throws the last one instead as an InputError if nothing is `left` to do.
  void report(bool left) const;
  ExitCode exit_code() const { return RunOutcome{.failed = lines_.size()}.exit_code(); }

 private:
  std::vector<std::string> lines_;
};

}  // namespace tactus
