#include "audio/decoders/sizes/chunks.h"

#include <algorithm>
#include <array>
#include <vector>

namespace tactus {
namespace {

struct FileKind {
  std::size_t at;
  std::string_view magic;
  std::size_t type_at;  // and the type that stands there
  std::string_view type;
  const char* name;
};
constexpr FileKind kFileKinds[] = {{0, "RIFF", 8, "WAVE", "WAV"},
                                   {0, "RIFX", 8, "WAVE", "WAV"},
                                   {0, "RF64", 8, "WAVE", "RF64"},
                                   {0, "FORM", 8, "AIF", "AIFF"},
                                   {0, "FORM", 8, "8SVX", "8SVX"},
                                   {0, "riff", 24, "wave", "W64"},
                                   {0, "caff", 4, {"\0\1", 2}, "CAF"},
                                   {0, ".snd", 0, ".snd", "AU"},
                                   {0, "fLaC", 4, {"\0\0", 2}, "FLAC"},
                                   {0, "OggS", 4, {"\0\2", 2}, "Ogg"},
                                   {4, "ftyp", 4, "ftyp", "MPEG-4"},
                                   {0, "wvpk", 0, "wvpk", "WavPack"},
                                   {0, "TTA1", 0, "TTA1", "True Audio"},
                                   {0, "NIST_1A", 0, "NIST_1A", "NIST SPHERE"},
                                   {0, "2BIT", 0, "2BIT", "AVR"},
                                   {0, "\x30\x26\xB2\x75", 0, "\x30\x26\xB2\x75", "Windows Media"}};

const char* file_at(const ByteSource& source, std::int64_t offset) {
  const std::vector<unsigned char> bytes = source.bytes(offset, 32);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  if (text.size() < 32) return nullptr;
  for (const FileKind& kind : kFileKinds) {
    if (text.substr(kind.at).starts_with(kind.magic) &&
        text.substr(kind.type_at).starts_with(kind.type))
      return kind.name;
  }
  return nullptr;
}

std::int64_t first_not_zero(const ByteSource& source, std::int64_t offset) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  for (; offset < source.size(); offset += kPiece) {
    const std::vector<unsigned char> piece = source.bytes(offset, kPiece);
    const auto found = std::ranges::find_if(piece, [](unsigned char byte) { return byte != 0; });
    if (found != piece.end()) return offset + (found - piece.begin());
  }
  return source.size();
}

// The same for an APE tag without a head: its last 32 bytes, before an ID3v1 or the end of the
// file, say how long it is.
std::int64_t end_of_ape_v1(const ByteSource& source, std::int64_t offset) {
  constexpr std::int64_t kFooter = 32, kId3v1 = 128;
  for (const std::int64_t end : {source.size(), source.size() - kId3v1}) {
    if (end - kFooter < offset) continue;
    const std::vector<unsigned char> name = source.bytes(end - kFooter, 8);
    const auto size = static_cast<std::int64_t>(number_at(source, {end - kFooter + 12, 4, false}));
    if (std::ranges::equal(name, std::string_view("APETAGEX")) && end - size == offset) return end;
  }
  return offset;
}

// The end of the tag that begins at `offset`; `offset` if there is none.
std::int64_t end_of_tag(const ByteSource& source, std::int64_t offset) {
  const std::vector<unsigned char> head = source.bytes(offset, 16);
  const std::string_view text(reinterpret_cast<const char*>(head.data()), head.size());
  if (text.size() < 16) return offset;
  if (text.starts_with("ID3")) {
    return offset + 10 +
           ((head[6] & 127) << 21 | (head[7] & 127) << 14 | (head[8] & 127) << 7 | (head[9] & 127));
  }
  if (text.starts_with("TAG")) return offset + 128;
  constexpr std::int64_t kApeHead = 32;
  if (text.starts_with("APETAGEX"))
    return offset + kApeHead +
           static_cast<std::int64_t>(number_at(source, {offset + 12, 4, false}));
  return text.starts_with("LYRICSBEGIN") ? source.size() : end_of_ape_v1(source, offset);
}

std::int64_t aligned(std::int64_t offset, std::int64_t align) {
  return (offset + align - 1) / align * align;
}

}  // namespace

std::uint64_t number_at(const ByteSource& source, const SizeField& field) {
  std::array<unsigned char, 8> bytes = {};
  source.read_at(field.at, std::span(bytes).first(static_cast<std::size_t>(field.bytes)));
  std::uint64_t value = 0;
  for (int i = 0; i < field.bytes; ++i) {
    const int at = field.big_endian ? i : field.bytes - 1 - i;
    value = value << 8 | bytes[static_cast<std::size_t>(at)];
  }
  return value;
}

void overlay_number(ByteSource& source, const SizeField& field, std::uint64_t value) {
  std::vector<unsigned char> bytes;
  for (int i = 0; i < field.bytes; ++i) {
    bytes.push_back(static_cast<unsigned char>(value >> (8 * i)));
  }
  if (field.big_endian) std::reverse(bytes.begin(), bytes.end());
  source.overlay(field.at, std::move(bytes));
}

std::string text_at(const ByteSource& source, std::int64_t offset) {
  const std::vector<unsigned char> bytes = source.bytes(offset, 4);
  return {bytes.begin(), bytes.end()};
}

std::optional<ChunkLayout> chunk_layout(const ByteSource& source) {
  const std::string magic = text_at(source, 0);
  if (magic == "RIFF" || magic == "RF64") return ChunkLayout{"data"};
  if (magic == "RIFX") return ChunkLayout{.sound = "data", .big_endian = true};
  if (magic == "FORM") {
    const std::string type = text_at(source, 8);
    if (type == "8SVX" || type == "16SV") return ChunkLayout{.sound = "BODY", .big_endian = true};
    return ChunkLayout{.sound = "SSND", .big_endian = true, .prefix = 8};
  }
  if (magic == "riff") {
    return ChunkLayout{
        .sound = "data", .name_bytes = 16, .size_bytes = 8, .first = 40, .counted = 24, .align = 8};
  }
  if (magic == "caff") {
    return ChunkLayout{
        .sound = "data", .size_bytes = 8, .big_endian = true, .first = 8, .align = 1, .prefix = 4};
  }
  return std::nullopt;
}

FileChunk chunk_at(const ByteSource& source, const ChunkLayout& layout, std::int64_t offset) {
  FileChunk chunk;
  chunk.name = text_at(source, offset);
  chunk.field = {offset + layout.name_bytes, layout.size_bytes, layout.big_endian};
  chunk.size = number_at(source, chunk.field);
  chunk.contents = offset + layout.head();
  const auto size = static_cast<std::int64_t>(
      std::min<std::uint64_t>(chunk.size, static_cast<std::uint64_t>(source.size())));
  const std::int64_t length = std::max(layout.head(), layout.head() - layout.counted + size);
  chunk.next = aligned(offset + length, layout.align);
  return chunk;
}

bool chunk_begins(const ByteSource& source, const ChunkLayout& layout, std::int64_t offset) {
  if (offset + layout.head() > source.size()) return false;
  const FileChunk chunk = chunk_at(source, layout, offset);
  const bool named = std::ranges::all_of(chunk.name, [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view(" _-()").find(c) != std::string_view::npos;
  });
  const std::int64_t left = source.size() - chunk.contents + layout.counted;
  return named && chunk.size >= static_cast<std::uint64_t>(layout.counted) &&
         chunk.size <= static_cast<std::uint64_t>(left);
}

std::optional<std::int64_t> last_chunk(const ByteSource& source, const ChunkLayout& layout) {
  constexpr std::int64_t kReach = std::int64_t{1} << 16;
  const std::int64_t begin = std::max(layout.first, source.size() - kReach);
  std::optional<std::int64_t> found;
  for (std::int64_t at = source.size() - layout.head() - 1; at >= begin; --at) {
    if (!chunk_begins(source, layout, at)) continue;
    const std::int64_t next = chunk_at(source, layout, at).next;
    const auto leads_to = [&](std::int64_t place) {
      return next > place - layout.align && next < place + layout.align;
    };
    if (leads_to(source.size()) || (found && leads_to(*found))) found = at;
  }
  return found;
}

Rest rest_from(const ByteSource& source, const ChunkLayout* layout, std::int64_t offset) {
  Rest rest;
  const std::int64_t end = offset;
  for (int part = 0; part < 10'000 && offset < source.size(); ++part) {
    const std::int64_t begin = first_not_zero(source, offset);
    const std::int64_t even = aligned(offset, layout ? layout->align : 1);
    if (begin >= source.size()) return offset > end ? rest : Rest{RestKind::kZeros, end};
    std::int64_t next = offset;
    for (const std::int64_t at : {offset, even, begin}) {
      if (const char* file = file_at(source, at)) return {RestKind::kFile, at, file};
      if (next > offset) continue;
      if (layout && chunk_begins(source, *layout, at)) {
        next = chunk_at(source, *layout, at).next;
        if (at > even && offset == end) rest = {RestKind::kZeros, source.size()};
      } else if (const std::int64_t behind = end_of_tag(source, at); behind > at) {
        next = behind;
      }
    }
    if (next == offset) return offset > end ? rest : Rest{RestKind::kUnknown, end};
    offset = next;
  }
  return rest;
}

}  // namespace tactus
