#include "datasets/cache/cache_folder.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

#include "datasets/cache/content_hash.h"
#include "datasets/dataset_error.h"
#include "features/files/atomic_file.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr auto kForgotten =
    std::chrono::hours(24);  // no process still writes an older partial file
constexpr std::size_t kKeyDigits = 16;
constexpr const char* kLimit = "limit";

struct CachedFile {
  fs::path path;
  std::uintmax_t bytes;
  fs::file_time_type used;
};

// "HASH" or "HASH-KEY", and the ending.
bool is_cached(std::string_view name, std::string_view ending) {
  if (!name.ends_with(ending)) return false;
  name.remove_suffix(ending.size());
  const std::size_t dash = name.find('-');
  if (!is_hash(name.substr(0, dash))) return false;
  return dash == std::string_view::npos || is_hash(name.substr(dash + 1), kKeyDigits);
}

// What atomic_file.h may leave of such a file.
bool is_partial(std::string_view name, std::string_view ending) {
  const auto partial = partial_name(name);
  return partial && is_cached(partial->name, ending);
}

using NameTest = bool (*)(std::string_view name, std::string_view ending);

// Files of one kind that belong to the cache. Skips files that disappear meanwhile.
std::vector<CachedFile> files_of(const fs::path& folder, std::string_view ending,
                                 NameTest is_wanted = is_cached) {
  std::vector<CachedFile> files;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(folder, error)) {
    if (!is_wanted(entry.path().filename().string(), ending)) continue;
    const std::uintmax_t bytes = entry.file_size(error);
    if (error) continue;
    const fs::file_time_type used = entry.last_write_time(error);
    if (!error) files.push_back({entry.path(), bytes, used});
  }
  return files;
}

std::uintmax_t total(const std::vector<CachedFile>& files) {
  std::uintmax_t sum = 0;
  for (const CachedFile& file : files) sum += file.bytes;
  return sum;
}

// The number of bytes that the file holds alone.
std::optional<std::uintmax_t> written_limit(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text;
  std::getline(file, text);
  std::uintmax_t bytes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
  if (error != std::errc() || end != text.data() + text.size() || file.peek() != EOF) return {};
  return bytes;
}

}  // namespace

CacheHold::CacheHold(const fs::path& folder, bool exclusive)
    : descriptor_(open((folder / "lock").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644)) {
  while (descriptor_ >= 0 && flock(descriptor_, exclusive ? LOCK_EX : LOCK_SH) != 0 &&
         errno == EINTR) {
  }
}

CacheHold::~CacheHold() {
  if (descriptor_ >= 0) close(descriptor_);
}

fs::path CacheFolder::file_of(std::string_view hash, std::string_view key) const {
  std::string name(hash);
  if (!key.empty()) name.append("-").append(hash_text(key), 0, kKeyDigits);
  return folder_ / (name + ending_);
}

void CacheFolder::used(const fs::path& file) {
  std::error_code ignored;
  fs::last_write_time(file, fs::file_time_type::clock::now(), ignored);
  const std::lock_guard lock(mutex_);
  in_use_.insert(file.filename().string());
}

void CacheFolder::added(const fs::path& file) {
  used(file);
  std::error_code ignored;
  const std::uintmax_t bytes = fs::file_size(file, ignored);
  {
    const std::lock_guard lock(mutex_);
    bytes_ = bytes_ ? *bytes_ + bytes : total(files_of(folder_, ending_));
    if (*bytes_ <= limit()) return;
  }
  trim();
}

CacheUsage CacheFolder::usage() const {
  const std::vector<CachedFile> files = files_of(folder_, ending_);
  return {files.size(), total(files), limit()};
}

std::uintmax_t CacheFolder::limit() const {
  return written_limit(folder_ / kLimit).value_or(default_limit_);
}

void CacheFolder::set_limit(std::uintmax_t bytes) {
  const fs::path file = folder_ / kLimit;
  const fs::file_status there = fs::symlink_status(file);
  if (fs::exists(there) && (!fs::is_regular_file(there) || !written_limit(file)))
    throw DatasetError(
        fmt::format("{}: is not a limit file that Tactus wrote, so it was not replaced; move it "
                    "away, or give the folder of a cache",
                    file.string()));
  write_file_atomically(file, fmt::format("{}\n", bytes));
}

std::size_t CacheFolder::trim() {
  const CacheHold alone(folder_, true);
  std::error_code error;
  for (const CachedFile& file : files_of(folder_, ending_, is_partial)) {
    if (fs::file_time_type::clock::now() - file.used > kForgotten) fs::remove(file.path, error);
  }
  std::vector<CachedFile> files = files_of(folder_, ending_);
  std::sort(files.begin(), files.end(),
            [](const CachedFile& a, const CachedFile& b) { return a.used < b.used; });
  const std::lock_guard lock(mutex_);
  std::uintmax_t bytes = total(files);
  const std::uintmax_t most = limit();
  const std::uintmax_t wanted = bytes > most ? most / 10 * 9 : bytes;
  std::size_t removed = 0;
  for (const CachedFile& file : files) {
    if (bytes <= wanted) break;
    if (in_use_.contains(file.path.filename().string())) continue;
    if (!fs::remove(file.path, error)) continue;
    bytes -= file.bytes;
    ++removed;
  }
  bytes_ = bytes;
  return removed;
}

std::size_t CacheFolder::clear() {
  std::error_code error;
  std::size_t removed = 0;
  for (const CachedFile& file : files_of(folder_, ending_)) removed += fs::remove(file.path, error);
  for (const CachedFile& file : files_of(folder_, ending_, is_partial))
    fs::remove(file.path, error);
  for (const CachedFile& file : files_of(audio_index(), "", is_partial))
    fs::remove(file.path, error);
  HashIndex(audio_index()).clear();
  const std::lock_guard lock(mutex_);
  bytes_ = 0;
  return removed;
}

std::uintmax_t parse_size(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  std::string_view rest(end, static_cast<std::size_t>(text.data() + text.size() - end));
  double factor = 1.0;
  if (!rest.empty()) {
    const char letter = rest[0] >= 'a' ? static_cast<char>(rest[0] - 'a' + 'A') : rest[0];
    const std::size_t unit = kUnits.find(letter);
    if (unit != std::string_view::npos) {
      factor = std::exp2(10.0 * static_cast<double>(unit + 1));
      rest.remove_prefix(1);
    }
    if (rest == "iB" || rest == "B") rest = {};
  }
  const double bytes = value * factor;
  if (error != std::errc() || !rest.empty() || !(bytes >= 0.0) || bytes > 1e18) {
    throw std::invalid_argument(
        fmt::format("size '{}', expected a number with K, M, G or T, for example 20G", text));
  }
  return static_cast<std::uintmax_t>(bytes);
}

std::string size_text(std::uintmax_t bytes) {
  constexpr std::array kUnits = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024.0 && unit + 1 < kUnits.size(); ++unit) value /= 1024.0;
  return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", value, kUnits[unit]);
}

}  // namespace tactus
