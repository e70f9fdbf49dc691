#include "datasets/formats/text/zip_file.h"

#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>

#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

constexpr std::string_view kDirectoryEnd = "PK\5\6";
constexpr std::string_view kDirectoryEntry = "PK\1\2";
constexpr std::string_view kLocalHeader = "PK\3\4";
constexpr std::size_t kLargest = std::size_t{256} << 20;

[[noreturn]] void fail(const FormatInput& archive, std::string_view what) {
  throw FormatError(archive.name, 0, 0,
                    fmt::format("a damaged archive: {}; export the score again", what));
}

// Numbers are little-endian. Throws beyond the end.
std::size_t number_at(const FormatInput& archive, std::size_t place, int bytes) {
  if (place + static_cast<std::size_t>(bytes) > archive.content.size())
    fail(archive, fmt::format("it ends at byte {}", archive.content.size()));
  std::size_t value = 0;
  for (int i = bytes - 1; i >= 0; --i)
    value = value << 8 |
            static_cast<unsigned char>(archive.content[place + static_cast<std::size_t>(i)]);
  return value;
}

std::string inflated(const FormatInput& archive, std::string_view packed, const ZipEntry& entry) {
  std::string text(entry.bytes, '\0');
  z_stream stream{};
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(packed.data()));
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(text.data());
  stream.avail_out = static_cast<uInt>(text.size());
  if (inflateInit2(&stream, -MAX_WBITS) != Z_OK) fail(archive, "zlib does not start");
  const int status = inflate(&stream, Z_FINISH);
  const bool whole = status == Z_STREAM_END && stream.avail_out == 0;
  inflateEnd(&stream);
  if (!whole) fail(archive, fmt::format("{} cannot be unpacked", label_text(entry.name)));
  return text;
}

}  // namespace

bool is_zip(std::string_view content) {
  return content.starts_with(kLocalHeader);
}

std::vector<ZipEntry> zip_entries(const FormatInput& archive) {
  const std::size_t end = archive.content.rfind(kDirectoryEnd);
  if (end == std::string_view::npos) fail(archive, "it has no directory, as if it were cut");
  std::vector<ZipEntry> entries(number_at(archive, end + 10, 2));
  std::size_t place = number_at(archive, end + 16, 4);
  for (ZipEntry& entry : entries) {
    if (archive.content.substr(std::min(place, end), 4) != kDirectoryEntry)
      fail(archive, fmt::format("no entry at byte {}", place));
    entry.method = static_cast<unsigned>(number_at(archive, place + 10, 2));
    entry.checksum = number_at(archive, place + 16, 4);
    entry.packed = number_at(archive, place + 20, 4);
    entry.bytes = number_at(archive, place + 24, 4);
    entry.header = number_at(archive, place + 42, 4);
    const std::size_t name = number_at(archive, place + 28, 2);
    entry.name = archive.content.substr(place + 46, name);
    place += 46 + name + number_at(archive, place + 30, 2) + number_at(archive, place + 32, 2);
  }
  return entries;
}

std::string unzipped(const FormatInput& archive, const ZipEntry& entry) {
  const std::string name = label_text(entry.name);
  if (entry.bytes > kLargest)
    throw FormatError(
        archive.name, 0, 0,
        fmt::format("{} of {} bytes, expected a score of at most {}", name, entry.bytes, kLargest));
  const std::size_t start = entry.header + 30 + number_at(archive, entry.header + 26, 2) +
                            number_at(archive, entry.header + 28, 2);
  if (start + entry.packed > archive.content.size())
    fail(archive, fmt::format("{} is not whole", name));
  const std::string_view packed = archive.content.substr(start, entry.packed);
  if (entry.method != 0 && entry.method != 8)
    throw FormatError(archive.name, 0, 0,
                      fmt::format("{} is packed by method {}, expected deflate; export the score "
                                  "uncompressed",
                                  name, entry.method));
  std::string text = entry.method == 0 ? std::string(packed) : inflated(archive, packed, entry);
  const auto* bytes = reinterpret_cast<const Bytef*>(text.data());
  if (crc32(0, bytes, static_cast<uInt>(text.size())) != entry.checksum)
    fail(archive, fmt::format("{} is not what its checksum says", name));
  return text;
}

}  // namespace tactus
