#include "app/engine/sound/envelope_cache.h"

#include <chrono>
#include <cstring>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <type_traits>

#include "audio/readers/decoding_version.h"
#include "datasets/cache/content_hash.h"
#include "features/files/atomic_file.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMagic = "tactus peaks 3\n";
static_assert(kDecodingVersion == 3, "envelopes of other samples need another number in kMagic");
constexpr std::string_view kEnding = ".peaks";
constexpr std::size_t kHashDigits = 32;
constexpr std::size_t kHead = kMagic.size() + kHashDigits + 1;

struct Header {
  FileStamp stamp;
  std::int32_t sample_rate = 0, channels = 0;
  std::int64_t frames = 0;
};
static_assert(std::is_trivially_copyable_v<Header> && sizeof(Header) == 32);
static_assert(sizeof(EnvelopePyramid::Entry) == 12);

std::string absolute_name(const fs::path& recording) {
  std::error_code ignored;
  return fs::absolute(recording, ignored).lexically_normal().string();
}

// Returns "" if the file cannot be read.
std::string read_file(const fs::path& path) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(path, error);
  if (error) return {};
  std::string content(bytes, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(content.data(), std::ssize(content));
  content.resize(static_cast<std::size_t>(file.gcount()));
  return content;
}

std::string serialised(const std::string& name, const FileStamp& stamp,
                       const StoredEnvelope& peaks) {
  const Header header{stamp, peaks.sample_rate, peaks.channels, peaks.frames};
  std::string body(reinterpret_cast<const char*>(&header), sizeof header);
  body.append(reinterpret_cast<const char*>(peaks.blocks.data()),
              peaks.blocks.size() * sizeof(EnvelopePyramid::Entry));
  body += name;
  std::string content(kMagic);
  content += hash_text(body);
  content += '\n';
  return content + body;
}

// nullopt if the content is not of this recording in this state, or is incomplete.
std::optional<StoredEnvelope> parsed(std::string_view content, const std::string& name,
                                     const FileStamp& stamp) {
  if (content.size() < kHead + sizeof(Header) || !content.starts_with(kMagic)) return {};
  const std::string_view body = content.substr(kHead);
  if (content.substr(kMagic.size(), kHashDigits) != hash_text(body)) return {};
  Header header;
  std::memcpy(&header, body.data(), sizeof header);
  const std::string_view rest = body.substr(sizeof header);
  constexpr std::int64_t kEntry = sizeof(EnvelopePyramid::Entry);
  if (header.stamp != stamp || header.frames < 0 ||
      header.frames > std::ssize(rest) * EnvelopePyramid::kBlock)
    return {};
  const std::int64_t blocks =
      (header.frames + EnvelopePyramid::kBlock - 1) / EnvelopePyramid::kBlock;
  if (blocks * kEntry + std::ssize(name) != std::ssize(rest) || !rest.ends_with(name)) return {};
  StoredEnvelope peaks{header.sample_rate, header.channels, header.frames, {}};
  peaks.blocks.resize(static_cast<std::size_t>(blocks));
  if (blocks > 0)
    std::memcpy(peaks.blocks.data(), rest.data(), static_cast<std::size_t>(blocks * kEntry));
  return peaks;
}

}  // namespace

std::optional<FileStamp> stamp_of(const fs::path& file) {
  std::error_code error;
  const std::uintmax_t bytes = fs::file_size(file, error);
  if (error) return {};
  const fs::file_time_type changed = fs::last_write_time(file, error);
  if (error) return {};
  return FileStamp{bytes, std::chrono::nanoseconds(changed.time_since_epoch()).count()};
}

EnvelopeCache::EnvelopeCache(fs::path folder)
    : folder_(std::move(folder), std::string(kEnding), kLimit) {}

fs::path EnvelopeCache::file_of(const fs::path& recording) const {
  return folder_.file_of(hash_text(absolute_name(recording)));
}

std::optional<StoredEnvelope> EnvelopeCache::find(const fs::path& recording) {
  const auto stamp = stamp_of(recording);
  if (!stamp) return {};
  const fs::path file = file_of(recording);
  auto peaks = parsed(read_file(file), absolute_name(recording), *stamp);
  if (peaks) folder_.used(file);
  return peaks;
}

void EnvelopeCache::keep(const fs::path& recording, const FileStamp& stamp,
                         const StoredEnvelope& peaks) {
  try {
    fs::create_directories(folder_.path());
    const fs::path file = file_of(recording);
    {
      const CacheHold hold(folder_.path());
      write_file_atomically(file, serialised(absolute_name(recording), stamp, peaks));
    }
    folder_.added(file);
  } catch (const fs::filesystem_error&) {
    // The disk is full or read-only: the next opening decodes the recording again.
  }
}

}  // namespace tactus
