// Lists the files of a folder and tolerates unreadable parts.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace tactus {

// True for a hidden name: one that begins with a dot, such as the files of macOS ("._song.lab"). A
// song name may begin with several dots ("...And so on.lab").
bool is_hidden(const std::filesystem::path& file);

// Returns the entries of the folder itself, sorted, without hidden ones. Entries found before an
// `error` stay.
std::vector<std::filesystem::directory_entry> visible_entries(const std::filesystem::path& folder,
                                                              std::error_code& error);

struct FolderFiles {
  std::vector<std::filesystem::path> files;  // sorted, each starting with the given folder
  std::vector<std::string> faults;           // "FOLDER: folder cannot be read: REASON", sorted
};
// Lists regular files, and links to them, in the folder and its sub-folders. Skips hidden entries,
// links to folders and broken links; the given folder itself may be hidden or a link.
FolderFiles files_below(const std::filesystem::path& folder);

}  // namespace tactus
