#include "datasets/outputs/kept_copy.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <exception>
#include <fstream>
#include <string>
#include <system_error>
#include <vector>

#include "datasets/cache/content_hash.h"
#include "features/files/atomic_file.h"
#include "features/files/file_error.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

// The name has at most 255 bytes.
fs::path kept_name(const fs::path& file, int number) {
  constexpr std::size_t kMostBytes = 255;
  const std::string suffix = number == 1 ? ".orig" : ".orig" + std::to_string(number);
  return file.parent_path() /
         (shortened_name(file.filename().string(), kMostBytes - suffix.size()) + suffix);
}

bool is_there(const fs::path& path) {
  struct stat status;
  return ::lstat(path.c_str(), &status) == 0;
}

// False if the files cannot be compared.
bool is_copy(const fs::path& kept, const fs::path& file) {
  try {
    if (fs::symlink_status(kept).type() != fs::file_type::regular) return false;
    if (fs::equivalent(kept, file)) return true;
    return fs::file_size(kept) == fs::file_size(file) && hash_file(kept) == hash_file(file);
  } catch (const std::exception&) {
    return false;
  }
}

// False if a file of that name exists.
bool copied_as(const fs::path& kept, const fs::path& file) {
  struct stat status;
  std::ifstream from(file, std::ios::binary);
  if (!from || ::stat(file.c_str(), &status) != 0)
    throw FileError("cannot be copied", file, std::error_code(errno, std::generic_category()));
  StagedFile staged(kept);
  static_cast<void>(::fchmod(staged.descriptor(), status.st_mode & 0777));
  std::vector<char> block(std::size_t{1} << 20);
  off_t copied = 0;
  while (from.read(block.data(), static_cast<std::streamsize>(block.size())) || from.gcount() > 0) {
    const auto got = static_cast<std::size_t>(from.gcount());
    staged.write(std::as_bytes(std::span(block).first(got)));
    copied += static_cast<off_t>(got);
  }
  if (from.bad() || copied < status.st_size)
    throw fs::filesystem_error("cannot be copied", file, std::make_error_code(std::errc::io_error));
  staged.flush();
  return staged.place();
}

}  // namespace

fs::path keep_copy(const fs::path& file) {
  for (int number = 1;; ++number) {
    const fs::path kept = kept_name(file, number);
    if (is_there(kept)) {
      if (is_copy(kept, file)) return kept;
      continue;
    }
    if (::link(file.c_str(), kept.c_str()) == 0) return kept;
    if (errno == EEXIST) continue;
    if (errno == ENOSPC || errno == EDQUOT || errno == EIO || errno == EROFS)
      throw fs::filesystem_error("cannot be kept", file,
                                 std::error_code(errno, std::generic_category()));
    if (copied_as(kept, file)) return kept;
  }
}

void set_aside(const fs::path& file) {
  const fs::file_type type = fs::symlink_status(file).type();
  if (type != fs::file_type::regular && type != fs::file_type::symlink) return;
  for (int number = 1; number < 1000; ++number) {
    const fs::path kept = kept_name(file, number);
    if (::renameat2(AT_FDCWD, file.c_str(), AT_FDCWD, kept.c_str(), RENAME_NOREPLACE) == 0) return;
    if (errno != EEXIST) return;
  }
}

}  // namespace tactus
