#include "datasets/corpora/folder_walk.h"

#include <fmt/core.h>

#include <algorithm>

namespace tactus {
namespace {

namespace fs = std::filesystem;

void visit(const fs::path& folder, FolderFiles& found) {
  std::error_code error;
  const std::vector<fs::directory_entry> entries = visible_entries(folder, error);
  if (error)
    found.faults.push_back(
        fmt::format("{}: folder cannot be read: {}", folder.string(), error.message()));
  for (const fs::directory_entry& entry : entries) {
    std::error_code absent;  // also for a link to itself
    if (entry.is_regular_file(absent))
      found.files.push_back(entry.path());
    else if (entry.is_directory(absent) && !entry.is_symlink(absent))
      visit(entry.path(), found);
  }
}

}  // namespace

bool is_hidden(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with('.') && !name.starts_with("..");
}

std::vector<fs::directory_entry> visible_entries(const fs::path& folder, std::error_code& error) {
  std::vector<fs::directory_entry> entries;
  fs::directory_iterator entry(folder, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    if (!is_hidden(entry->path())) entries.push_back(*entry);
  }
  std::sort(entries.begin(), entries.end());
  return entries;
}

FolderFiles files_below(const fs::path& folder) {
  FolderFiles found;
  visit(folder, found);
  return found;
}

}  // namespace tactus
