// What people are told when a file cannot be written, and how a change of it by others is noticed.
#pragma once

#include <QString>
#include <cstdint>
#include <exception>
#include <filesystem>

namespace tactus::ui {

// The file, the reason, and what can be done: no folder, no right, no room. Faults that are none of
// the file system's are told as they are.
QString saving_fault(const std::filesystem::path& file, const std::exception& error);

// As much of a file's state as tells another version of it from this one.
class FileStamp {
 public:
  FileStamp() = default;  // of a file that is not there
  static FileStamp of(const std::filesystem::path& file);

  bool exists() const { return exists_; }
  bool operator==(const FileStamp&) const = default;

 private:
  bool exists_ = false;
  std::uintmax_t size_ = 0;
  std::filesystem::file_time_type time_;
};

}  // namespace tactus::ui
