#include "audio/decoders/sizes/container_sizes.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

#include "audio/decoders/sizes/announced_sound.h"
#include "audio/decoders/sizes/chunks.h"
#include "audio/decoders/sizes/sample_shift.h"

namespace tactus {
namespace {

constexpr std::uint64_t kMax32 = 0xFFFF'FFFF;
// Sizes from here on are placeholders, from programs that did not know the length.
constexpr std::uint64_t kPlaceholder32 = 0x7FFF'F000;
constexpr std::uint64_t kPlaceholder64 = std::uint64_t{1} << 62;

// SoX writes the second into AIFF, for the sound and 8 bytes.
bool is_placeholder(std::uint64_t size, int bytes) {
  return bytes == 4 ? size >= kPlaceholder32 || size == 0x7F00'0008 : size >= kPlaceholder64;
}

struct SoundData {
  SizeField field;
  std::uint64_t declared = 0;        // bytes
  std::int64_t begin = 0;            // offset of the data
  std::uint64_t prefix = 0;          // bytes before the sound that the declared size includes
  std::optional<std::string> fault;  // of the fields that describe the format
  std::uint64_t block = 1;           // bytes that decode together
  PcmSamples samples;
  bool is_mpeg = false;
  std::optional<ChunkLayout> layout;
  std::uint64_t file_end = 0;  // as the first chunk says, which holds the others; 0 = unknown
};

// The fields of a "fmt " chunk (Microsoft, Multimedia Programming Interface 1.0; the extensible
// kind holds the tag of another at the start of a name of 16 bytes).
void read_wav_format(const ByteSource& source, const FileChunk& chunk, SoundData& data) {
  constexpr std::uint64_t kPcm = 1, kFloat = 3, kALaw = 6, kMuLaw = 7, kMpeg = 0x50, kMp3 = 0x55;
  constexpr std::uint64_t kExtensible = 0xFFFE, kExtensibleBytes = 40;
  const std::int64_t begin = chunk.contents;
  const bool big = chunk.field.big_endian;
  const auto field = [&](std::int64_t at, int bytes) {
    return number_at(source, {begin + at, bytes, big});
  };
  const std::uint64_t stated = field(0, 2);
  const bool extended = stated == kExtensible && chunk.size >= kExtensibleBytes;
  const std::uint64_t tag = extended ? field(24, 2) : stated;
  const std::uint64_t channels = field(2, 2), rate = field(4, 4), bytes_per_second = field(8, 4);
  const std::uint64_t bytes_per_frame = field(12, 2), bits = field(14, 2);
  data.block = std::max<std::uint64_t>(1, bytes_per_frame);
  data.is_mpeg = tag == kMpeg || tag == kMp3;
  if (tag != kPcm && tag != kFloat && tag != kALaw && tag != kMuLaw) return;
  data.samples = {static_cast<int>(bits + 7) / 8, static_cast<int>(channels), big, tag == kFloat};
  if (bytes_per_frame != channels * ((bits + 7) / 8)) {  // which follows from the others
    data.fault = fmt::format("the header says {} channels of {} bits, but {} bytes per frame",
                             channels, bits, bytes_per_frame);
  } else if (bytes_per_second != rate * bytes_per_frame) {
    data.fault = fmt::format("the header says {} Hz of {} bytes, but {} bytes per second", rate,
                             bytes_per_frame, bytes_per_second);
  }
}

// "COMM" of AIFF gives the number of frames, and "SSND" their bytes. Some writers count a few bytes
// of its head.
std::optional<std::string> aiff_format_fault(const ByteSource& source, std::int64_t comm,
                                             std::uint64_t sound_bytes) {
  const std::uint64_t channels = big_at(source, comm, 2);
  const std::uint64_t frames = big_at(source, comm + 2, 4);
  const std::uint64_t bits = big_at(source, comm + 6, 2);
  const std::uint64_t block = channels * ((bits + 7) / 8);
  const std::uint64_t expected = frames * block;
  const std::uint64_t apart =
      expected > sound_bytes ? expected - sound_bytes : sound_bytes - expected;
  constexpr std::uint64_t kHead = 16;
  if (apart <= block + kHead || sound_bytes >= kPlaceholder32 || sound_bytes == 0)
    return std::nullopt;
  return fmt::format("the header says {} frames of {} channels and {} bits, but {} bytes", frames,
                     channels, bits, sound_bytes);
}

void read_aiff_format(const ByteSource& source, std::int64_t comm, SoundData& data) {
  const std::string type = text_at(source, 8) == "AIFC" ? text_at(source, comm + 18) : "NONE";
  data.samples = {static_cast<int>(big_at(source, comm + 6, 2) + 7) / 8,
                  static_cast<int>(big_at(source, comm, 2)), type != "sowt",
                  type == "fl32" || type == "FL32"};
  if (type != "NONE" && type != "sowt" && type != "twos" && type != "fl32" && type != "FL32")
    data.samples.width = 0;
}

// "desc" of CAF: the rate, the name of the codec, flags, four numbers.
void read_caf_format(const ByteSource& source, std::int64_t desc, SoundData& data) {
  constexpr std::uint64_t kFloat = 1, kLittleEndian = 2;
  if (text_at(source, desc + 8) != "lpcm") return;
  data.samples = {static_cast<int>(big_at(source, desc + 28, 4) + 7) / 8,
                  static_cast<int>(big_at(source, desc + 24, 4)),
                  (big_at(source, desc + 12, 4) & kLittleEndian) == 0,
                  (big_at(source, desc + 12, 4) & kFloat) != 0};
  data.block = std::max<std::uint64_t>(1, big_at(source, desc + 16, 4));
}

// The chunk with the sound. Also notes what the chunks before it say.
std::optional<SoundData> find_data_chunk(const ByteSource& source, const ChunkLayout& layout) {
  constexpr std::int64_t kCountedHead = 8;  // bytes that the size of the first chunk leaves out
  SoundData data;
  data.layout = layout;
  if (layout.first == 12)
    data.file_end = number_at(source, {4, 4, layout.big_endian}) + kCountedHead;
  if (layout.counted > 0) data.file_end = little_at(source, 16, 8);
  std::optional<SizeField> wide;  // the 64-bit size of RF64
  std::int64_t comm = 0;
  std::int64_t offset = layout.first;
  for (int n = 0; n < 10'000 && offset + layout.head() <= source.size(); ++n) {
    const FileChunk chunk = chunk_at(source, layout, offset);
    if (chunk.name == "ds64") {
      wide = SizeField{chunk.contents + 8, 8, false};
      data.file_end = little_at(source, chunk.contents, 8) + kCountedHead;
    }
    if (chunk.name == "COMM" && layout.sound == "SSND") {
      comm = chunk.contents;
      read_aiff_format(source, comm, data);
    }
    if (chunk.name == "LIST" && text_at(source, chunk.contents) == "wavl")
      throw source.error(
          "its sound lies in a list of pieces (LIST wavl), which cannot be read: "
          "save it as a usual WAV file or as FLAC first");
    if (chunk.name == "fmt ") read_wav_format(source, chunk, data);
    if (chunk.name == "desc" && layout.align == 1) read_caf_format(source, chunk.contents, data);
    if (chunk.name == layout.sound) {
      data.field = layout.size_bytes == 4 && chunk.size == kMax32 && wide ? *wide : chunk.field;
      data.declared = number_at(source, data.field);
      if (comm > 0 && text_at(source, 8) == "AIFF")
        data.fault = aiff_format_fault(source, comm, data.declared - layout.prefix);
      data.begin = chunk.contents - layout.counted;
      data.prefix = layout.prefix + static_cast<std::uint64_t>(layout.counted);
      return data;
    }
    if (chunk.size > static_cast<std::uint64_t>(source.size())) return std::nullopt;
    offset = chunk.next;
  }
  return std::nullopt;
}

// Sun and NeXT: offset of the sound, its size, a number for the codec, the rate, the channels.
SoundData au_sound(const ByteSource& source) {
  constexpr std::array<int, 8> kWidths = {0, 1, 1, 2, 3, 4, 4, 8};
  SoundData data;
  data.field = {8, 4, true};
  data.declared = number_at(source, data.field);
  data.begin = static_cast<std::int64_t>(big_at(source, 4, 4));
  const std::uint64_t codec = big_at(source, 12, 4);
  const std::uint64_t channels = std::min<std::uint64_t>(big_at(source, 20, 4), 1U << 16);
  if (codec < kWidths.size())
    data.samples = {kWidths[codec], static_cast<int>(channels), true, codec >= 6};
  return data;
}

std::optional<SoundData> find_sound_data(const ByteSource& source) {
  if (const std::optional<ChunkLayout> layout = chunk_layout(source)) {
    return find_data_chunk(source, *layout);
  }
  if (text_at(source, 0) == ".snd") return au_sound(source);
  return std::nullopt;
}

std::string shortfall_text(std::int64_t announced, std::int64_t there) {
  return fmt::format("the header announces {} bytes of sound, the file has {}", announced, there);
}

// The size of the sound of a file beyond 4 GiB, whose header holds it modulo 2^32.
std::uint64_t wrapped_size(const SoundData& data, std::uint64_t there) {
  if (data.declared <= data.prefix || data.declared >= kPlaceholder32) return there;
  return there - (there - data.declared) % (kMax32 + 1);
}

// Does a chunk follow where the sound ends?
bool is_followed(const ByteSource& source, const SoundData& data) {
  const std::int64_t end = data.begin + static_cast<std::int64_t>(data.declared);
  return data.layout && chunk_begins(source, *data.layout, end);
}

// The offset of another chunk with sound, behind the first; -1 if there is none.
std::int64_t second_sound(const ByteSource& source, const SoundData& data) {
  if (!data.layout) return -1;
  const ChunkLayout& layout = *data.layout;
  const std::int64_t end = data.begin + static_cast<std::int64_t>(data.declared);
  const std::int64_t even = (end + layout.align - 1) / layout.align * layout.align;
  std::int64_t offset = chunk_begins(source, layout, even) ? even : end;
  for (int n = 0; n < 10'000 && chunk_begins(source, layout, offset); ++n) {
    const FileChunk chunk = chunk_at(source, layout, offset);
    if (chunk.name == layout.sound) return offset;
    offset = chunk.next;
  }
  return -1;
}

// A size that is true or too small: names what lies behind the sound.
void check_rest(ByteSource& source, const SoundData& data, DataSize& result) {
  constexpr std::uint64_t kSlack = 8;  // of the size of the whole file
  constexpr double kHarmless = 0.005;  // of the sound; what is inserted may move the rest by it
  const auto size = static_cast<std::uint64_t>(source.size());
  const std::int64_t end = data.begin + static_cast<std::int64_t>(data.declared);
  const Rest rest = rest_from(source, data.layout ? &*data.layout : nullptr, end);
  const std::int64_t bytes = source.size() - rest.begin;
  const ByteExtent sound = {data.begin + static_cast<std::int64_t>(data.prefix),
                            static_cast<std::int64_t>(data.declared - data.prefix)};
  if (const std::int64_t second = second_sound(source, data); second >= 0) {
    const bool empty = chunk_at(source, *data.layout, second).size <= data.prefix;
    source.end_at(second);  // libsndfile would read it in place of the first
    if (!empty)
      result.contradiction =
          fmt::format("a second chunk of sound (\"{}\") begins at byte {}; it was not read",
                      data.layout->sound, second);
    return;
  }
  if (rest.kind == RestKind::kOrdinary) return;
  if (rest.kind == RestKind::kFile) {
    result.contradiction =
        fmt::format("a second file ({}) begins at byte {}; it was not read", rest.name, rest.begin);
    source.end_at(rest.begin);
    return;
  }
  if (const auto shifted = shifted_from(source, sound, data.samples)) {
    result.contradiction =
        "more bytes than the header announces, and samples begin at other bytes from here on";
    result.trusted = *shifted;
    return;
  }
  if (rest.kind == RestKind::kZeros) {
    source.end_at(rest.begin);  // the end of the sound, or the file
    return;
  }
  if (size <= data.file_end && data.file_end <= size + kSlack) {  // the size of the sound is wrong
    result.contradiction =
        fmt::format("the header announces {} bytes of sound, but the file goes on with {} bytes",
                    sound.length, bytes);
    result.trusted =
        static_cast<double>(data.declared) / static_cast<double>(data.declared + bytes);
    overlay_number(source, data.field, data.declared + static_cast<std::uint64_t>(bytes));
    return;
  }
  result.contradiction =
      fmt::format("the header announces {} bytes of sound; {} bytes behind them were not read",
                  sound.length, bytes);
  const bool splits_blocks =
      data.samples.width == 0 && static_cast<std::uint64_t>(bytes) % data.block != 0;
  if (splits_blocks || static_cast<double>(bytes) > kHarmless * static_cast<double>(sound.length))
    result.trusted = 0.0;
  source.end_at(rest.begin);
}

// A size beyond the end of the file.
void check_shortfall(ByteSource& source, const SoundData& data, DataSize& result) {
  const std::int64_t begin = data.begin + static_cast<std::int64_t>(data.prefix);
  const std::int64_t announced = static_cast<std::int64_t>(data.declared - data.prefix);
  if (data.layout) {
    if (const auto last = last_chunk(source, *data.layout)) {
      if (*last > begin) {
        result.trusted = 0.0;
        result.contradiction = fmt::format("{} of {} bytes of sound are missing somewhere",
                                           announced - (*last - begin), announced);
        source.end_at(*last);
      }
    }
  }
  const std::int64_t there = source.size() - begin;
  if (const auto shifted = shifted_from(source, {begin, there}, data.samples)) {
    result.contradiction = fmt::format(
        "{} of {} bytes of sound are missing, and samples begin at other bytes from "
        "here on",
        announced - there, announced);
    result.trusted = *shifted;
  }
  if (!result.contradiction) result.shortfall = shortfall_text(announced, there);
  const std::uint64_t all = static_cast<std::uint64_t>(source.size() - data.begin);
  overlay_number(source, data.field, all - static_cast<std::uint64_t>(there) % data.block);
}

// Sound of a codec in WAV, RF64 or W64: a library would decode what follows, and zeros that fill
// the chunk but are no whole block.
void end_after_codec(ByteSource& source, const SoundData& data) {
  const bool is_wav = data.layout && data.layout->sound == "data" && data.layout->align > 1;
  const auto there = static_cast<std::uint64_t>(source.size() - data.begin);
  if (!is_wav || data.declared > there || data.declared <= data.prefix) return;
  const auto rest = static_cast<std::size_t>((data.declared - data.prefix) % data.block);
  source.end_at(data.begin + static_cast<std::int64_t>(data.declared));
  const std::int64_t blocks_end = source.size() - static_cast<std::int64_t>(rest);
  const std::vector<unsigned char> last = source.bytes(blocks_end, rest);
  if (std::ranges::any_of(last, [](unsigned char byte) { return byte != 0; })) return;
  source.end_at(blocks_end);
  overlay_number(source, data.field, data.declared - rest);
}

// A file whose header announces the sound without a chunk.
DataSize check_announced(ByteSource& source, const AnnouncedSound& sound) {
  DataSize result;
  const std::int64_t there = source.size() - sound.bytes.begin;
  const std::int64_t end = sound.bytes.begin + sound.bytes.length;
  if (sound.bytes.length > there + sound.slack && !sound.cut_is_seen)
    result.shortfall = shortfall_text(sound.bytes.length, there);
  if (!sound.is_all || sound.bytes.length <= 0 || end >= source.size()) return result;
  const Rest rest = rest_from(source, nullptr, end);
  if (rest.kind == RestKind::kFile) {
    result.contradiction =
        fmt::format("a second file ({}) begins at byte {}; it was not read", rest.name, rest.begin);
  } else if (rest.kind == RestKind::kUnknown) {
    result.contradiction =
        fmt::format("the file announces {} bytes; {} bytes behind them were not read", end,
                    source.size() - end);
  }
  if (result.contradiction) source.end_at(end);
  return result;
}

}  // namespace

DataSize correct_data_size(ByteSource& source) {
  if (const std::optional<AnnouncedSound> sound = announced_sound(source))
    return check_announced(source, *sound);
  DataSize result;
  const std::optional<SoundData> data = find_sound_data(source);
  if (!data || data->begin >= source.size()) return result;
  const auto there = static_cast<std::uint64_t>(source.size() - data->begin);
  const bool narrow = data->field.bytes == 4;
  const bool none = data->declared <= data->prefix;
  const bool placeholder = is_placeholder(data->declared, data->field.bytes);
  const auto sound_begin = data->begin + static_cast<std::int64_t>(data->prefix);
  const std::uint64_t sound = there - std::min(there, data->prefix);
  const std::uint64_t blocks = there - sound % data->block;  // without a part of one at the end
  result.is_mpeg = data->is_mpeg;
  if (narrow && there > kMax32) {
    const auto size = static_cast<std::int64_t>(wrapped_size(*data, there) - data->prefix);
    result.beyond_header = ByteExtent{sound_begin, size};
    overlay_number(source, data->field, kPlaceholder32);
  } else if ((none && there > data->prefix && !is_followed(source, *data)) ||
             (!narrow && placeholder)) {
    overlay_number(source, data->field, blocks);
  } else if (data->declared > there && !placeholder) {
    check_shortfall(source, *data, result);
  } else if (data->declared < there) {
    check_rest(source, *data, result);
  }
  if (!result.contradiction && !result.shortfall && data->samples.width == 0)
    end_after_codec(source, *data);
  if (data->fault) {
    result.contradiction = data->fault;
    result.trusted = 0.0;
  }
  return result;
}

}  // namespace tactus
