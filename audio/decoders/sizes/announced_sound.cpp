#include "audio/decoders/sizes/announced_sound.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>

#include "audio/decoders/sizes/chunks.h"

namespace tactus {
namespace {

constexpr std::string_view kVoc = "Creative Voice";

std::int64_t number_at(const ByteSource& source, std::int64_t offset, int bytes, bool big_endian) {
  return static_cast<std::int64_t>(number_at(source, SizeField{offset, bytes, big_endian}));
}

// Audio Visual Research: 128 bytes, then the frames that bytes 26 to 29 count.
ByteExtent avr_sound(const ByteSource& source) {
  const std::int64_t channels = number_at(source, 12, 2, true) != 0 ? 2 : 1;
  const std::int64_t bytes = (number_at(source, 14, 2, true) + 7) / 8;
  return {128, number_at(source, 26, 4, true) * channels * bytes};
}

// The number after `name -i ` in a header of NIST SPHERE; 0 without it.
std::int64_t nist_number(std::string_view header, std::string_view name) {
  const std::size_t at = header.find(name);
  std::int64_t value = 0;
  if (at == std::string_view::npos) return 0;
  const std::string_view text = header.substr(std::min(at + name.size() + 4, header.size()));
  std::from_chars(text.data(), text.data() + text.size(), value);
  return std::clamp<std::int64_t>(value, 0, std::int64_t{1} << 40);
}

ByteExtent nist_sound(const ByteSource& source) {
  constexpr std::int64_t kHeader = 1024;
  const std::vector<unsigned char> bytes = source.bytes(0, kHeader);
  const std::string_view header(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const std::int64_t frame = std::min<std::int64_t>(
      4096, nist_number(header, "channel_count") * nist_number(header, "sample_n_bytes"));
  return {kHeader, nist_number(header, "sample_count") * frame};
}

// Creative Voice: blocks of a type, a size of three bytes and contents, and a byte of 0. SoX writes
// one block and counts some bytes too few, so that no block begins behind its sound. If the last of
// several is not followed by 0, one more is assumed.
struct VocBlocks {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  int count = 0;
};

VocBlocks voc_blocks(const ByteSource& source) {
  constexpr std::int64_t kLastType = 9;
  constexpr std::int64_t kHead = 4;
  constexpr std::int64_t kRest = 64;
  const std::int64_t first = number_at(source, 20, 2, false);
  VocBlocks blocks = {first, first};
  std::int64_t length = 0;
  while (blocks.end + (blocks.count > 1 ? kHead : kRest) <= source.size()) {
    const std::int64_t type = number_at(source, blocks.end, 1, false);
    if (type == 0 || type > kLastType) break;
    length = kHead + number_at(source, blocks.end + 1, 3, false);
    blocks.end += length;
    ++blocks.count;
  }
  const bool whole = blocks.end < source.size() && number_at(source, blocks.end, 1, false) == 0;
  if (blocks.count > 1 && blocks.end <= source.size() && !whole) blocks.end += length;
  return blocks;
}

// MATLAB 5: after 128 bytes, elements of a type, a size and contents.
ByteExtent mat5_sound(const ByteSource& source) {
  constexpr std::int64_t kHeader = 128;
  const bool big_endian = number_at(source, 126, 1, false) == 'M';
  constexpr std::int64_t kLastType = 18;
  std::int64_t offset = kHeader;
  while (offset + 8 <= source.size()) {
    const std::int64_t type = number_at(source, offset, 4, big_endian) & 0xFFFF;
    if (type == 0 || type > kLastType) break;
    offset += 8 + number_at(source, offset + 4, 4, big_endian);
  }
  return {kHeader, offset - kHeader};
}

// Windows Media (Advanced Systems Format): a header object, then a data object. Each has a name of
// 16 bytes and its size. A stream that was not known to end has a size of 0.
std::optional<AnnouncedSound> asf_sound(const ByteSource& source) {
  constexpr std::string_view kData = "\x36\x26\xB2\x75";
  const std::int64_t begin = number_at(source, 16, 8, false);
  if (begin < 0 || begin >= source.size()) return std::nullopt;
  const std::vector<unsigned char> name = source.bytes(begin, kData.size());
  if (!std::equal(name.begin(), name.end(), kData.begin(), kData.end(),
                  [](unsigned char a, char b) { return a == static_cast<unsigned char>(b); }))
    return std::nullopt;
  const std::int64_t size = number_at(source, begin + 16, 8, false);
  constexpr std::int64_t kMost = std::int64_t{1} << 48;
  if (size <= 0 || size > kMost) return std::nullopt;
  return AnnouncedSound{{begin, size}};
}

// Objects of Advanced Systems Format up to the first that is none, or that begins a second file. A
// data object that announces no packets, as programs write it to a pipe, lasts to the end.
std::int64_t end_of_asf(const ByteSource& source) {
  constexpr std::int64_t kHead = 24, kEmptyData = 50;
  std::int64_t offset = 0;
  while (offset + kHead <= source.size()) {
    const std::int64_t size = number_at(source, offset + 16, 8, false);
    const bool data = number_at(source, offset, 4, true) == 0x3626'B275;
    if (data && size <= kEmptyData) return source.size();
    const bool again = offset > 0 && source.bytes(offset, 16) == source.bytes(0, 16);
    if (again || size < kHead || size > source.size() - offset) break;
    offset += size;
  }
  return offset;
}

// Blocks of WavPack: the name, a size without these eight bytes, ..., at 16 the number of the first
// sample, at 20 how many there are; metadata has none. Number 0 after others begins a second file.
std::int64_t end_of_wavpack(const ByteSource& source) {
  constexpr std::int64_t kHead = 32;
  std::int64_t offset = 0;
  bool begun = false;
  while (offset + kHead <= source.size() && number_at(source, offset, 4, true) == 0x7776'706B) {
    const std::int64_t first = number_at(source, offset + 16, 4, false);
    const std::int64_t size = number_at(source, offset + 4, 4, false) + 8;
    const bool sound = number_at(source, offset + 20, 4, false) > 0;
    if ((begun && first == 0 && sound) || size > source.size() - offset) break;
    begun = begun || first > 0;
    offset += size;
  }
  return offset;
}

// True Audio: 22 bytes, the sizes of all frames of 256 / 245 s, a checksum, the frames.
std::int64_t end_of_tta(const ByteSource& source) {
  constexpr std::int64_t kHead = 22;
  const std::int64_t rate = number_at(source, 10, 4, false);
  const std::int64_t samples = number_at(source, 14, 4, false);
  const std::int64_t frame = rate * 256 / 245;
  if (frame == 0) return source.size();
  const std::int64_t frames = (samples + frame - 1) / frame;
  std::int64_t end = kHead + 4 * frames + 4;
  for (std::int64_t n = 0; n < frames && end < source.size(); ++n) {
    end += number_at(source, kHead + 4 * n, 4, false);
  }
  return end;
}

}  // namespace

std::optional<AnnouncedSound> announced_sound(const ByteSource& source) {
  const std::vector<unsigned char> bytes = source.bytes(0, 16);
  const std::string_view head(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  const auto from_start = [](std::int64_t end) {
    return AnnouncedSound{.bytes = {0, end}, .is_all = true, .cut_is_seen = true};
  };
  if (head.starts_with("2BIT")) return AnnouncedSound{.bytes = avr_sound(source), .is_all = true};
  if (head.starts_with("NIST_1A"))
    return AnnouncedSound{.bytes = nist_sound(source), .is_all = true};
  if (head.starts_with("wvpk")) return from_start(end_of_wavpack(source));
  if (head.starts_with("TTA1")) return from_start(end_of_tta(source));
  if (head.starts_with(kVoc)) {
    const VocBlocks blocks = voc_blocks(source);
    AnnouncedSound sound{{blocks.begin, blocks.end - blocks.begin}};
    if (blocks.count > 1) sound.slack = 0;
    return sound;
  }
  if (head.starts_with("MATLAB 5.0")) return AnnouncedSound{mat5_sound(source)};
  if (head.starts_with("\x30\x26\xB2\x75")) {
    const auto sound = asf_sound(source);
    return sound && sound->bytes.begin + sound->bytes.length > source.size()
               ? sound
               : from_start(end_of_asf(source));
  }
  return std::nullopt;
}

std::vector<ByteExtent> voc_contents(const ByteSource& source) {
  constexpr std::int64_t kFirst = 9;  // or 1, of older programs
  constexpr std::int64_t kContinued = 2;
  constexpr std::int64_t kHead = 4;
  constexpr std::int64_t kPadding = 16;
  constexpr std::int64_t kLeast = 64;  // bytes; shorter blocks would be too many
  const auto type = [&](std::int64_t at) { return number_at(source, at, 1, false); };
  const auto length = [&](std::int64_t at) { return number_at(source, at + 1, 3, false); };
  const std::vector<unsigned char> head = source.bytes(0, kVoc.size());
  if (!std::equal(head.begin(), head.end(), kVoc.begin(), kVoc.end())) return {};
  const std::int64_t first = number_at(source, 20, 2, false);
  const std::int64_t second = first + kHead + length(first);
  if ((type(first) != kFirst && type(first) != 1) || type(second) != kContinued) return {};
  const std::int64_t usual = length(second);
  if (usual < kLeast) return {};
  std::vector<ByteExtent> contents = {{0, second}};
  for (std::int64_t at = second; at + kHead < source.size();) {
    const std::int64_t left = source.size() - at - kHead;
    const std::int64_t stated = type(at) == kContinued ? length(at) : -1;
    const bool sound =
        stated == usual || (stated >= 0 && stated <= left && stated + kPadding > left);
    contents.push_back({at + kHead, std::min(sound ? stated : usual, left)});
    at += kHead + contents.back().length;
  }
  return contents;
}

}  // namespace tactus
