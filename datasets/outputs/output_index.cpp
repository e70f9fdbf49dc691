#include "datasets/outputs/output_index.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "datasets/cache/content_hash.h"
#include "datasets/outputs/kept_copy.h"
#include "features/files/atomic_file.h"
#include "features/files/descriptor.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kCheckDigits = 8;
constexpr std::uintmax_t kLargestIndex = std::uintmax_t{1} << 30;  // bytes; of millions of songs

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= ' ' || byte == '%' || byte == 0x7F) {
      result += fmt::format("%{:02X}", byte);
    } else {
      result += c;
    }
  }
  return result;
}

std::string plain(std::string_view text) {
  const auto digit = [](char c) { return c <= '9' ? c - '0' : c - 'A' + 10; };
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%' || i + 2 >= text.size()) {
      result += text[i];
      continue;
    }
    result += static_cast<char>(digit(text[i + 1]) * 16 + digit(text[i + 2]));
    i += 2;
  }
  return result;
}

std::string line_of(const std::string& name, const OutputRecord& record) {
  std::string content = fmt::format("{} {} {} {}", record.hash, record.person ? 'p' : 't',
                                    escaped(name), escaped(record.song));
  if (!record.damage.empty()) content.append(1, ' ').append(escaped(record.damage));
  return fmt::format("{} {}\n", hash_text(content).substr(0, kCheckDigits), content);
}

// Nothing for a damaged line.
std::optional<std::pair<std::string, OutputRecord>> record_in(std::string_view line) {
  constexpr std::size_t kHashDigits = 32;
  constexpr std::size_t kNameAt = kHashDigits + 3;  // after "HASH M "
  if (line.size() <= kCheckDigits) return std::nullopt;
  const std::string_view content = line.substr(kCheckDigits + 1);
  if (content.size() <= kNameAt ||
      hash_text(content).substr(0, kCheckDigits) != line.substr(0, kCheckDigits))
    return std::nullopt;
  const std::size_t end = content.find(' ', kNameAt);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view song = content.substr(end + 1);
  const std::size_t song_end = std::min(song.find(' '), song.size());
  OutputRecord record{std::string(content.substr(0, kHashDigits)), content[kHashDigits + 1] == 'p',
                      plain(song.substr(0, song_end)),
                      plain(song.substr(std::min(song_end + 1, song.size())))};
  return std::pair(plain(content.substr(kNameAt, end - kNameAt)), std::move(record));
}

std::string read_from(int descriptor, std::uintmax_t begin, std::uintmax_t end) {
  std::string bytes(static_cast<std::size_t>(end - begin), '\0');
  std::size_t done = 0;
  while (done < bytes.size()) {
    const ssize_t got = ::pread(descriptor, bytes.data() + done, bytes.size() - done,
                                static_cast<off_t>(begin + done));
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  bytes.resize(done);
  return bytes;
}

bool same_file(const struct stat& a, const struct stat& b) {
  return a.st_ino == b.st_ino && a.st_dev == b.st_dev;
}

bool same_time(const timespec& a, const timespec& b) {
  return a.tv_sec == b.tv_sec && a.tv_nsec == b.tv_nsec;
}

// Waits a little for other programs. Without the lock a record is still added in one piece.
void lock(int descriptor) {
  for (int tries = 0;
       tries < 1000 && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

}  // namespace

const std::vector<OutputRecord>& OutputIndex::known(const std::string& name) const {
  static const std::vector<OutputRecord> kNone;
  const auto found = records_.find(name);
  return found == records_.end() ? kNone : found->second;
}

void OutputIndex::forget() {
  records_.clear();
  taken_ = 0;
  lines_ = 0;
  seen_ = {};
  foreign_ = false;
}

void OutputIndex::refresh() {
  read();
  for (const auto& [name, record] : unwritten_) {
    std::vector<OutputRecord>& known = records_[name];
    if (std::ranges::find(known, record) == known.end()) known.push_back(record);
  }
}

void OutputIndex::read() {
  constexpr int kRead = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  const Descriptor file(::open(file_.c_str(), kRead));
  struct stat now {};
  if (file.get() < 0 || ::fstat(file.get(), &now) != 0 || !S_ISREG(now.st_mode)) {
    const bool there = file.get() >= 0 || errno == ELOOP;
    forget();
    foreign_ = there;
    return;
  }
  if (same_file(now, seen_) && now.st_size == seen_.st_size &&
      same_time(now.st_mtim, seen_.st_mtim))
    return;
  const auto size = static_cast<std::uintmax_t>(now.st_size);
  if (!same_file(now, seen_) || now.st_size <= seen_.st_size || foreign_) forget();
  seen_ = now;
  if (size > kLargestIndex) {
    foreign_ = true;
    return;
  }
  take(read_from(file.get(), taken_, size));
}

void OutputIndex::take(std::string_view lines) {
  const std::string_view first = lines.substr(0, lines.find('\n'));
  foreign_ = taken_ == 0 && first != kTitle && (first != lines || !kTitle.starts_with(first));
  if (foreign_) return;
  for (std::size_t end = lines.find('\n'); end != std::string_view::npos; end = lines.find('\n')) {
    if (auto found = record_in(lines.substr(0, end))) {
      std::vector<OutputRecord>& known = records_[found->first];
      std::erase(known, found->second);
      known.push_back(std::move(found->second));
      if (known.size() > kMostRecords) known.erase(known.begin());
    }
    ++lines_;
    taken_ += end + 1;
    lines.remove_prefix(end + 1);
  }
}

void OutputIndex::add(const std::string& name, const OutputRecord& record) {
  if (std::erase(unwritten_, std::pair(name, record)) > 0) std::erase(records_[name], record);
  const std::vector<OutputRecord>& known = records(name);
  if (!known.empty() && known.back() == record) return;
  const std::string reason = write(name, record);
  const std::vector<OutputRecord>& now = records(name);
  if (std::ranges::find(now, record) != now.end()) return;
  failure_ = fmt::format(
      "{}: cannot be written: {}; without it the next run takes what was written here for files of "
      "another program and keeps them",
      file_.string(), reason);
  unwritten_.emplace_back(name, record);
  records_[name].push_back(record);
}

// Returns why it failed, "" if it did not.
std::string OutputIndex::write(const std::string& name, const OutputRecord& record) {
  if (foreign_) set_aside(file_);
  constexpr int kAppend = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
  for (int tries = 0; tries < 10; ++tries) {
    const Descriptor file(::open(file_.c_str(), kAppend, 0666));
    struct stat open {
    }, named{};
    if (file.get() < 0) return std::strerror(errno);
    lock(file.get());
    if (::fstat(file.get(), &open) != 0 || !S_ISREG(open.st_mode)) return "is not a file";
    // Another program has written the index again in between.
    if (::lstat(file_.c_str(), &named) != 0 || !same_file(open, named)) continue;
    if (!append(file.get(), line_of(name, record))) return std::strerror(errno);
    constexpr std::size_t kOldLines = 1000;
    if (lines_ > 2 * kMostRecords * records_.size() + kOldLines) compact();
    return "";
  }
  return "other programs write to it all the time";
}

// One write, so that the record is whole even without a lock. A torn record of a killed program
// ends here.
bool OutputIndex::append(int descriptor, const std::string& line) const {
  struct stat now {};
  if (::fstat(descriptor, &now) != 0) return false;
  auto size = static_cast<std::uintmax_t>(now.st_size);
  if (size > 0 && size <= kTitle.size() && ::ftruncate(descriptor, 0) == 0)
    size = 0;  // a torn title
  std::string bytes;
  if (size == 0) {
    bytes = fmt::format("{}\n", kTitle);
  } else if (read_from(descriptor, size - 1, size) != "\n") {
    bytes.push_back('\n');
  }
  bytes += line;
  errno = ENOSPC;  // what a short write means
  return ::write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size());
}

void OutputIndex::compact() const {
  try {
    OutputIndex all(file_.parent_path());
    all.refresh();
    StagedFile file(file_);
    std::string text = fmt::format("{}\n", kTitle);
    for (const auto& [name, known] : all.records_)
      for (const OutputRecord& record : known) text += line_of(name, record);
    file.write(std::as_bytes(std::span(text)));
    file.flush();
    file.replace();
  } catch (const fs::filesystem_error&) {  // the long one does as well
  }
}

}  // namespace tactus
