// Files that are either whole or absent: a reader sees the old content or the new, never a part.
// Needs no package; lies in the lowest folder whose code writes files.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tactus {

// Writes the pieces one after the other to an unnamed file in the folder of `path`, flushes it to
// disk, checks its length, names it, and flushes the folder. A killed program leaves no partial
// file (if it replaced a file, or on file systems without unnamed files, it may leave a hidden
// `.NAME.tactus-PROCESS-NUMBER.partial`: sweep_partials()). Creates missing folders. Several
// writers of one file at a time are safe: one of them wins. A replaced file passes its permissions
// to the new one. If `path` is a link, its target is replaced or created, and the link stays.
// Devices and pipes are written directly, neither whole nor absent. Throws
// FileError (file_error.h), whose what() names path and reason.
void write_file_atomically(const std::filesystem::path& path,
                           std::span<const std::span<const std::byte>> parts);
void write_file_atomically(const std::filesystem::path& path, std::string_view content);

// The same in steps: a file that grows beside `path`, without a name where the file system allows
// it, and takes its place at the end. Without place(), replace() or commit() it vanishes. All throw
// std::filesystem::filesystem_error with path and reason. Move-only.
class StagedFile {
 public:
  // The folder of `path` must exist. The permissions are those of the file at `path`, if there is
  // one. Follows no link.
  explicit StagedFile(const std::filesystem::path& path);
  ~StagedFile();
  StagedFile(StagedFile&&) noexcept;
  StagedFile& operator=(StagedFile&&) noexcept;

  const std::filesystem::path& path() const;
  int descriptor() const;  // for writers that seek, and for reading back
  void write(std::span<const std::byte> bytes);
  // Flushes to disk. Throws also if the file is shorter than what write() was given.
  void flush();
  // After flush(). Takes the place if nothing is there; false if there is, even a link.
  [[nodiscard]] bool place();
  void replace();  // takes the place of what is there
  void commit();   // flush(), then place() or replace()

 private:
  friend class FileReplacement;
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// The first bytes of a file name, cut between characters of UTF-8.
std::string shortened_name(std::string_view name, std::size_t bytes);

// ".NAME.tactus-PROCESS-NUMBER.partial"; NAME may be shortened.
struct PartialName {
  std::string_view name;  // NAME
  int process = 0;
};
std::optional<PartialName> partial_name(std::string_view file_name);
// Removes the partial files of this user in the folder whose process has ended. Never throws: what
// cannot be removed stays.
void sweep_partials(const std::filesystem::path& folder);

// A copy of a file, in its folder and without a name, that a library changes in place. The copy
// then takes the place of the file in one step; until then, and if the process is killed, the file
// stays as it is. The copy has the permissions, owner, and extended attributes of the file. All
// throw std::filesystem::filesystem_error with path and reason.
class FileReplacement {
 public:
  // `path` is a regular file, not a link. Sweeps its folder (sweep_partials). `alive` is called now
  // and then while the file is copied and while the copy is flushed.
  explicit FileReplacement(const std::filesystem::path& path, std::function<void()> alive = {});
  ~FileReplacement();
  FileReplacement(const FileReplacement&) = delete;
  FileReplacement& operator=(const FileReplacement&) = delete;

  int descriptor() const;  // of the copy, for reading and writing
  // A path to open the copy again, for reading; valid while this object lives.
  std::filesystem::path readable_path() const;
  // Flushes the copy, then replaces the file; call it once. False if another program has changed
  // the file since it was copied: it then stays. `keep_times`: with the times of the file.
  [[nodiscard]] bool commit(bool keep_times);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tactus
