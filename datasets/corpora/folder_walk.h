// The files of a folder, whatever else lies in it.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace tactus {

// Whether the name begins with a dot, as those of which macOS leaves one beside every file
// ("._song.lab"). A song may begin with more of them ("...And so on.lab").
bool is_hidden(const std::filesystem::path& file);

// What lies in the folder itself, sorted, without hidden entries. What was found before an `error`
// is kept.
std::vector<std::filesystem::directory_entry> visible_entries(const std::filesystem::path& folder,
                                                              std::error_code& error);

struct FolderFiles {
  std::vector<std::filesystem::path> files;  // sorted, beginning with the folder as it was given
  std::vector<std::string> faults;           // "FOLDER: folder cannot be read: REASON", sorted
};
// The regular files, and links to such, in the folder and its sub-folders. Hidden entries and links
// to folders are left out, and so are links that lead nowhere; the folder itself may be either.
FolderFiles files_below(const std::filesystem::path& folder);

}  // namespace tactus
