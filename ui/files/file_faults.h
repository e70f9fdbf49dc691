// Texts about files that cannot be saved, and detection of changes by other programs and of disks
// that are gone.
#pragma once

#include <QString>
#include <cstdint>
#include <exception>
#include <filesystem>

namespace tactus::ui {

// Returns a text with the file, the reason and a remedy (no folder, no permission, disk full).
// Other errors keep their own text.
QString saving_fault(const std::filesystem::path& file, const std::exception& error);

// Number of the disk that holds the path, 0 if there is nothing.
std::uint64_t disk_of(const std::filesystem::path& path);

// Size and time of a file, to detect another version of it.
class FileStamp {
 public:
  FileStamp() = default;  // a missing file
  static FileStamp of(const std::filesystem::path& file);

  bool exists() const { return exists_; }
  bool operator==(const FileStamp&) const = default;

 private:
  bool exists_ = false;
  std::uintmax_t size_ = 0;
  std::filesystem::file_time_type time_;
};

}  // namespace tactus::ui
