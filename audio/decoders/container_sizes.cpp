#include "audio/decoders/container_sizes.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

#include "audio/decoders/announced_sound.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMax32 = 0xFFFF'FFFF;
// Sizes from here on are placeholders, from programs that did not know the length.
constexpr std::uint64_t kPlaceholder32 = 0x7FFF'F000;
constexpr std::uint64_t kPlaceholder64 = std::uint64_t{1} << 62;

struct SizeField {
  std::int64_t at = 0;  // offset of the number in the file
  int bytes = 4;
  bool big_endian = false;
};

struct SoundData {
  SizeField field;
  std::uint64_t declared = 0;        // bytes
  std::int64_t begin = 0;            // offset of the data
  std::uint64_t prefix = 0;          // bytes before the sound that the declared size includes
  std::optional<std::string> fault;  // of the fields that describe the format
  std::uint64_t block = 1;           // bytes that decode together
};

// How a kind of file writes its chunks: a name, a size, the contents.
struct ChunkLayout {
  std::string_view sound;  // name of the chunk with the sound
  int name_bytes = 4;      // the size follows them
  int size_bytes = 4;
  bool big_endian = false;
  std::int64_t first = 12;   // offset of the first chunk
  std::int64_t counted = 0;  // bytes of name and size that the size includes
  std::int64_t align = 2;
  std::uint64_t prefix = 0;  // bytes of the contents before the sound

  std::int64_t head() const { return name_bytes + size_bytes; }
};

std::uint64_t number_at(const ByteSource& source, const SizeField& field) {
  std::vector<unsigned char> bytes = source.bytes(field.at, static_cast<std::size_t>(field.bytes));
  if (!field.big_endian) std::reverse(bytes.begin(), bytes.end());
  std::uint64_t value = 0;
  for (const unsigned char byte : bytes) value = value << 8 | byte;
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

std::uint64_t little_at(const ByteSource& source, std::int64_t offset, int bytes) {
  return number_at(source, {offset, bytes, false});
}

std::uint64_t big_at(const ByteSource& source, std::int64_t offset, int bytes) {
  return number_at(source, {offset, bytes, true});
}

std::string text_at(const ByteSource& source, std::int64_t offset) {
  const std::vector<unsigned char> bytes = source.bytes(offset, 4);
  return {bytes.begin(), bytes.end()};
}

// The fields of a "fmt " chunk say some things twice (Microsoft, Multimedia Programming Interface
// 1.0): bytes per frame and bytes per second follow from the others.
std::optional<std::string> wav_format_fault(const ByteSource& source, std::int64_t begin) {
  constexpr std::uint64_t kPcm = 1, kFloat = 3, kALaw = 6, kMuLaw = 7, kExtensible = 0xFFFE;
  const std::uint64_t tag = little_at(source, begin, 2);
  const std::uint64_t channels = little_at(source, begin + 2, 2);
  const std::uint64_t rate = little_at(source, begin + 4, 4);
  const std::uint64_t bytes_per_second = little_at(source, begin + 8, 4);
  const std::uint64_t bytes_per_frame = little_at(source, begin + 12, 2);
  const std::uint64_t bits = little_at(source, begin + 14, 2);
  const bool plain =
      tag == kPcm || tag == kFloat || tag == kALaw || tag == kMuLaw || tag == kExtensible;
  if (plain && bytes_per_frame != channels * ((bits + 7) / 8)) {
    return fmt::format("the header says {} channels of {} bits, but {} bytes per frame", channels,
                       bits, bytes_per_frame);
  }
  if (plain && bytes_per_second != rate * bytes_per_frame) {
    return fmt::format("the header says {} Hz of {} bytes, but {} bytes per second", rate,
                       bytes_per_frame, bytes_per_second);
  }
  return std::nullopt;
}

// "COMM" of AIFF gives the number of frames, and "SSND" their bytes.
std::optional<std::string> aiff_format_fault(const ByteSource& source, std::int64_t comm,
                                             std::uint64_t sound_bytes) {
  const std::uint64_t channels = big_at(source, comm, 2);
  const std::uint64_t frames = big_at(source, comm + 2, 4);
  const std::uint64_t bits = big_at(source, comm + 6, 2);
  const std::uint64_t expected = frames * channels * ((bits + 7) / 8);
  const std::uint64_t apart =
      expected > sound_bytes ? expected - sound_bytes : sound_bytes - expected;
  if (apart <= expected / 20 || sound_bytes >= kPlaceholder32 || sound_bytes == 0)
    return std::nullopt;
  return fmt::format("the header says {} frames of {} channels and {} bits, but {} bytes", frames,
                     channels, bits, sound_bytes);
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

// The chunk with the sound. Also notes the faults of the chunks before it.
std::optional<SoundData> find_data_chunk(const ByteSource& source, const ChunkLayout& layout) {
  std::optional<SizeField> wide;  // the 64-bit size of RF64
  std::int64_t comm = 0;
  std::uint64_t block = 1;
  std::optional<std::string> fault;
  std::int64_t offset = layout.first;
  for (int chunk = 0; chunk < 10'000 && offset + layout.head() <= source.size(); ++chunk) {
    const std::string id = text_at(source, offset);
    const SizeField field = {offset + layout.name_bytes, layout.size_bytes, layout.big_endian};
    const std::uint64_t size = number_at(source, field);
    const std::int64_t contents = offset + layout.head();
    if (id == "ds64") wide = SizeField{contents + 8, 8, false};
    if (id == "COMM" && text_at(source, 8) == "AIFF") comm = contents;
    if (id == "fmt " && !layout.big_endian) {
      fault = wav_format_fault(source, contents);
      block = std::max<std::uint64_t>(1, little_at(source, contents + 12, 2));
    }
    if (id == layout.sound) {
      const SizeField used = layout.size_bytes == 4 && size == kMax32 && wide ? *wide : field;
      const std::uint64_t declared = number_at(source, used);
      if (comm > 0) fault = aiff_format_fault(source, comm, declared - layout.prefix);
      const auto counted = static_cast<std::uint64_t>(layout.counted);
      return SoundData{used,  declared, contents - layout.counted, layout.prefix + counted,
                       fault, block};
    }
    if (size > static_cast<std::uint64_t>(source.size())) return std::nullopt;
    const std::int64_t length =
        std::max(layout.head(), layout.head() - layout.counted + static_cast<std::int64_t>(size));
    offset += (length + layout.align - 1) / layout.align * layout.align;
  }
  return std::nullopt;
}

std::optional<SoundData> find_sound_data(const ByteSource& source) {
  if (const std::optional<ChunkLayout> layout = chunk_layout(source)) {
    return find_data_chunk(source, *layout);
  }
  if (text_at(source, 0) == ".snd") {
    const SizeField field = {8, 4, true};
    const auto begin = static_cast<std::int64_t>(big_at(source, 4, 4));
    return SoundData{field, number_at(source, field), begin, 0, std::nullopt};
  }
  return std::nullopt;
}

// True if a chunk begins at `offset`.
bool chunk_begins(const ByteSource& source, std::int64_t offset, const SizeField& like) {
  const std::string id = text_at(source, offset);
  const bool named = id.size() == 4 && std::all_of(id.begin(), id.end(), [](char c) {
                       return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ' ' ||
                              (c >= '0' && c <= '9') || c == '_';
                     });
  const std::uint64_t size = number_at(source, {offset + 4, 4, like.big_endian});
  return named && size <= static_cast<std::uint64_t>(source.size() - offset - 8);
}

// True if the bytes from `offset` to the end of the file can be something else than sound: chunks,
// tags or padding.
bool no_sound_from(const ByteSource& source, std::int64_t offset, const SizeField& like) {
  constexpr std::int64_t kFewBytes = 8192;  // less than 50 ms of most files
  if (source.size() - offset <= kFewBytes || like.bytes == 8) return true;
  const std::vector<unsigned char> head = source.bytes(offset, 64);
  const std::string text(head.begin(), head.end());
  if (text.starts_with("ID3") || text.starts_with("TAG") || text.starts_with("APETAGEX")) {
    return true;
  }
  if (std::all_of(head.begin(), head.end(), [](unsigned char byte) { return byte == 0; })) {
    return true;
  }
  return chunk_begins(source, offset, like) || chunk_begins(source, offset + 1, like);
}

std::string shortfall_text(std::int64_t announced, std::int64_t there) {
  return fmt::format("the header announces {} bytes of sound, the file has {}", announced, there);
}

bool is_padding(const ByteSource& source, std::int64_t offset) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  for (; offset < source.size(); offset += kPiece) {
    const std::vector<unsigned char> piece = source.bytes(offset, kPiece);
    if (std::ranges::any_of(piece, [](unsigned char byte) { return byte != 0; })) return false;
  }
  return true;
}

// An MPEG-4 file is a row of boxes (ISO/IEC 14496-12, 4.2): a size, which includes these eight
// bytes, a name, and with a size of 1 the size in eight more bytes; 0 = the rest of the file. A
// file in fragments has no list of its samples: a library stops at the first bytes that are no box.
std::optional<std::string> fragment_fault(const ByteSource& source) {
  constexpr std::int64_t kHead = 8, kLongHead = 16;
  constexpr int kMostBoxes = 1'000'000;
  bool fragments = false;
  std::int64_t offset = 0;
  for (int box = 0; box < kMostBoxes && offset < source.size(); ++box) {
    std::array<unsigned char, kLongHead> head = {};
    source.read_at(offset, head);
    const auto number = [&](std::size_t at, std::size_t count) {
      std::uint64_t value = 0;
      for (std::size_t i = at; i < at + count; ++i) value = value << 8 | head[i];
      return value;
    };
    const std::string_view name(reinterpret_cast<const char*>(head.data()) + 4, 4);
    const bool named = std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
    const bool is_long = number(0, 4) == 1;
    const std::uint64_t size = is_long ? number(8, 8) : number(0, 4);
    const auto left = static_cast<std::uint64_t>(source.size() - offset);
    if (!named || size < static_cast<std::uint64_t>(is_long ? kLongHead : kHead) || size > left) {
      const bool to_the_end = named && !is_long && size == 0;
      if (!fragments || to_the_end || is_padding(source, offset)) return std::nullopt;
      return fmt::format("the fragments end at byte {} of {}", offset, source.size());
    }
    fragments = fragments || name == "moof";
    offset += static_cast<std::int64_t>(size);
  }
  return std::nullopt;
}

// The size of the sound of a file beyond 4 GiB, whose header holds it modulo 2^32.
std::uint64_t wrapped_size(const SoundData& data, std::uint64_t there) {
  if (data.declared <= data.prefix || data.declared >= kPlaceholder32) return there;
  return there - (there - data.declared) % (kMax32 + 1);
}

}  // namespace

DataSize correct_data_size(ByteSource& source) {
  DataSize result;
  if (const std::optional<AnnouncedSound> sound = announced_sound(source)) {
    const std::int64_t there = source.size() - sound->bytes.begin;
    if (sound->bytes.length > there + sound->slack)
      result.shortfall = shortfall_text(sound->bytes.length, there);
    return result;
  }
  if (text_at(source, 4) == "ftyp") result.shortfall = fragment_fault(source);
  const std::optional<SoundData> data = find_sound_data(source);
  if (!data || data->begin >= source.size()) return result;
  const auto there = static_cast<std::uint64_t>(source.size() - data->begin);
  const bool narrow = data->field.bytes == 4;
  const bool none = data->declared <= data->prefix;
  const bool placeholder = data->declared >= (narrow ? kPlaceholder32 : kPlaceholder64);
  const auto sound_begin = data->begin + static_cast<std::int64_t>(data->prefix);
  const std::uint64_t sound = there - std::min(there, data->prefix);
  const std::uint64_t blocks = there - sound % data->block;  // without a part of one at the end
  if (data->fault) {
    result.contradiction = data->fault;
    result.trusted = 0.0;
  }
  if (narrow && there > kMax32) {
    const auto size = static_cast<std::int64_t>(wrapped_size(*data, there) - data->prefix);
    result.beyond_header = ByteExtent{sound_begin, size};
    overlay_number(source, data->field, kPlaceholder32);
  } else if ((none && there > data->prefix && !chunk_begins(source, data->begin, data->field)) ||
             (!narrow && placeholder)) {
    overlay_number(source, data->field, blocks);
  } else if (data->declared > there && !placeholder) {
    result.shortfall = shortfall_text(static_cast<std::int64_t>(data->declared - data->prefix),
                                      static_cast<std::int64_t>(sound));
    overlay_number(source, data->field, blocks);
  } else if (!none && data->declared < there &&
             !no_sound_from(source, data->begin + static_cast<std::int64_t>(data->declared),
                            data->field)) {
    result.contradiction =
        fmt::format("the header announces {} bytes of sound, but the file goes on with {} bytes",
                    data->declared - data->prefix, there - data->declared);
    result.trusted =
        std::min(result.trusted, static_cast<double>(data->declared) / static_cast<double>(there));
    overlay_number(source, data->field, blocks);
  }
  return result;
}

}  // namespace tactus
