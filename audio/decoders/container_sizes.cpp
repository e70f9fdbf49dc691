#include "audio/decoders/container_sizes.h"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <string_view>

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
  std::uint64_t declared = 0;  // bytes
  std::int64_t begin = 0;      // offset of the data
  std::uint64_t prefix = 0;    // bytes before the sound that the declared size includes
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

std::string text_at(const ByteSource& source, std::int64_t offset) {
  const std::vector<unsigned char> bytes = source.bytes(offset, 4);
  return {bytes.begin(), bytes.end()};
}

// The data chunk of a file of IFF chunks.
std::optional<SoundData> find_data_chunk(const ByteSource& source, const std::string& magic) {
  const bool big_endian = magic == "FORM" || magic == "RIFX";
  const std::string_view name = magic == "FORM" ? "SSND" : "data";
  std::optional<SizeField> wide;  // the 64-bit size of RF64
  std::int64_t offset = 12;
  for (int chunk = 0; chunk < 10'000 && offset + 8 <= source.size(); ++chunk) {
    const std::string id = text_at(source, offset);
    const SizeField field = {offset + 4, 4, big_endian};
    const std::uint64_t size = number_at(source, field);
    if (id == "ds64") wide = SizeField{offset + 16, 8, false};
    if (id == name) {
      const SizeField used = size == kMax32 && wide ? *wide : field;
      const std::uint64_t prefix = magic == "FORM" ? 8 : 0;
      return SoundData{used, number_at(source, used), offset + 8, prefix};
    }
    offset += 8 + static_cast<std::int64_t>(size + (size & 1));
  }
  return std::nullopt;
}

std::optional<SoundData> find_sound_data(const ByteSource& source) {
  const std::string magic = text_at(source, 0);
  if (magic == "RIFF" || magic == "RIFX" || magic == "RF64" || magic == "FORM") {
    return find_data_chunk(source, magic);
  }
  if (magic == ".snd") {
    const SizeField field = {8, 4, true};
    const auto begin = static_cast<std::int64_t>(number_at(source, {4, 4, true}));
    return SoundData{field, number_at(source, field), begin, 0};
  }
  return std::nullopt;
}

// True if another chunk begins at `offset`: then the data chunk before it is really empty.
bool chunk_follows(const ByteSource& source, const SoundData& data) {
  const std::string id = text_at(source, data.begin);
  const bool named = id.size() == 4 && std::all_of(id.begin(), id.end(), [](char c) {
                       return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == ' ' ||
                              (c >= '0' && c <= '9');
                     });
  const std::uint64_t size = number_at(source, {data.begin + 4, 4, data.field.big_endian});
  return named && size <= static_cast<std::uint64_t>(source.size() - data.begin - 8);
}

}  // namespace

std::optional<std::string> correct_data_size(ByteSource& source) {
  const std::optional<SoundData> data = find_sound_data(source);
  if (!data || data->begin >= source.size()) return std::nullopt;
  const auto there = static_cast<std::uint64_t>(source.size() - data->begin);
  const bool narrow = data->field.bytes == 4;
  const bool none = data->declared <= data->prefix;
  if ((none && there > data->prefix && !chunk_follows(source, *data)) ||
      (!narrow && data->declared >= kPlaceholder64)) {
    overlay_number(source, data->field, narrow ? std::min(there, kMax32) : there);
  } else if (data->declared > there &&
             data->declared < (narrow ? kPlaceholder32 : kPlaceholder64)) {
    return fmt::format("the header announces {} bytes of sound, the file has {}",
                       data->declared - data->prefix, there - std::min(there, data->prefix));
  }
  const bool unknown = none || data->declared >= kPlaceholder32;
  if (narrow && unknown && there > kMax32) {
    return "a WAV file cannot be read beyond 4 GiB: save it as RF64 or FLAC";
  }
  return std::nullopt;
}

}  // namespace tactus
