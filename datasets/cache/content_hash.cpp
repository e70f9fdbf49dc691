// An entry of the index is "HASH STATE EOL PATH EOL", STATE as in state_text(). Its name is the
// hash of PATH.
#include "datasets/cache/content_hash.h"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <sstream>
#include <system_error>
#include <vector>

#include "datasets/dataset_error.h"
#include "features/files/atomic_file.h"

namespace tactus {
namespace {

// A change within one tick of the kernel clock leaves the times unchanged. Therefore hashes of
// files that have just changed are not stored.
constexpr std::chrono::milliseconds kClockTick{20};

[[noreturn]] void fail(const std::filesystem::path& path) {
  throw DatasetError(
      fmt::format("{}: audio: {}", path.string(), std::generic_category().message(errno)));
}

struct stat status_of(const std::filesystem::path& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0) fail(path);
  return status;
}

std::chrono::nanoseconds nanoseconds(const timespec& time) {
  return std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec);
}

std::string state_text(const struct stat& status) {
  return fmt::format("{} {} {} {}:{}", status.st_size, nanoseconds(status.st_mtim).count(),
                     nanoseconds(status.st_ctim).count(), status.st_dev, status.st_ino);
}

bool has_settled(const struct stat& status) {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return now - nanoseconds(status.st_ctim) > kClockTick;
}

std::string absolute_text(const std::filesystem::path& path) {
  return std::filesystem::absolute(path).lexically_normal().string();
}

std::optional<std::string> line_of(std::ifstream& file) {
  std::string line;
  if (!std::getline(file, line)) return std::nullopt;
  return line;
}

// "HASH STATE"
bool is_first_line(std::string_view line) {
  if (line.size() < 34 || !is_hash(line.substr(0, 32)) || line[32] != ' ') return false;
  const std::string_view state = line.substr(33);
  return state.find_first_not_of("-0123456789: ") == std::string_view::npos &&
         std::count(state.begin(), state.end(), ' ') == 3 &&
         std::count(state.begin(), state.end(), ':') == 1;
}

// Returns the file of an entry; nothing if the path is not an entry.
std::optional<std::filesystem::path> file_of(const std::filesystem::directory_entry& entry) {
  const std::string name = entry.path().filename().string();
  std::error_code error;
  if (!is_hash(name) || !entry.is_regular_file(error)) return std::nullopt;
  std::ifstream text(entry.path(), std::ios::binary);
  if (!is_first_line(line_of(text).value_or(""))) return std::nullopt;
  const std::string path = line_of(text).value_or("");
  if (hash_text(path) != name) return std::nullopt;
  return std::filesystem::path(path);
}

// Removes entries whose file is `unwanted`.
void remove_entries(const std::filesystem::path& folder,
                    const std::function<bool(const std::filesystem::path&)>& unwanted) {
  std::error_code error;
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
    const std::optional<std::filesystem::path> file = file_of(entry);
    if (file && unwanted(*file)) found.push_back(entry.path());
  }
  for (const std::filesystem::path& path : found) std::filesystem::remove(path, error);
}

}  // namespace

std::string hash_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path);
  DataHash hash;
  std::vector<char> block(std::size_t{1} << 20);
  while (file) {
    file.read(block.data(), static_cast<std::streamsize>(block.size()));
    hash.add({block.data(), static_cast<std::size_t>(file.gcount())});
  }
  if (file.bad()) fail(path);
  return hash.hex();
}

bool is_hash(std::string_view text, std::size_t digits) {
  return text.size() == digits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::filesystem::path HashIndex::entry_of(const std::filesystem::path& file) const {
  return folder_ / hash_text(absolute_text(file));
}

std::string HashIndex::hash_of(const std::filesystem::path& file) const {
  const struct stat before = status_of(file);
  const std::string state = state_text(before);
  const std::filesystem::path entry = entry_of(file);
  if (std::ifstream known(entry, std::ios::binary); known) {
    const std::string line = line_of(known).value_or("");
    if (is_first_line(line) && line.substr(33) == state) return line.substr(0, 32);
  }
  std::string hash = hash_file(file);
  if (has_settled(before) && state_text(status_of(file)) == state) {
    sweep_partials(folder_);
    try {
      write_file_atomically(entry, fmt::format("{} {}\n{}\n", hash, state, absolute_text(file)));
    } catch (const std::filesystem::filesystem_error&) {  // the file is read again next time
    }
  }
  return hash;
}

void HashIndex::forget_absent() const {
  remove_entries(folder_, [](const std::filesystem::path& file) {
    std::error_code error;
    return !std::filesystem::exists(file, error);
  });
}

void HashIndex::clear() const {
  remove_entries(folder_, [](const std::filesystem::path&) { return true; });
  rmdir(folder_.c_str());  // keeps links and non-empty folders
}

}  // namespace tactus
