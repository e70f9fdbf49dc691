#include "audio/file_tags/serato_grid.h"

#include <fmt/core.h>
#include <tbytevector.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace tactus {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kVersion = "\1\0"sv;
constexpr std::size_t kHead = 6, kMarker = 8;  // bytes
constexpr std::string_view kEnvelope = "application/octet-stream\0\0Serato BeatGrid\0"sv;
constexpr std::size_t kLineBytes = 54;  // become 72 characters
constexpr double kEarliest = 0.001;     // seconds

std::string big_endian(std::uint32_t value) {
  std::string bytes;
  for (const int shift : {24, 16, 8, 0}) bytes += static_cast<char>(value >> shift);
  return bytes;
}
std::string big_endian(double value) {
  return big_endian(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

std::uint32_t whole_at(std::string_view bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (const char c : bytes.substr(at, 4)) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}
double real_at(std::string_view bytes, std::size_t at) {
  return std::bit_cast<float>(whole_at(bytes, at));
}

std::string base64(std::string_view bytes) {
  const TagLib::ByteVector block(bytes.data(), static_cast<unsigned>(bytes.size()));
  const TagLib::ByteVector text = block.toBase64();
  std::string characters(text.data(), text.size());
  characters.erase(characters.find_last_not_of('=') + 1);
  return characters;
}

}  // namespace

std::string serato_bytes(const SeratoGrid& grid, double shift) {
  if (grid.markers.empty()) return "";
  std::string bytes(kVersion);
  bytes += big_endian(static_cast<std::uint32_t>(grid.markers.size()));
  for (const GridMarker& marker : grid.markers) {
    bytes += big_endian(std::max(kEarliest, marker.time + shift));
    bytes += big_endian(static_cast<std::uint32_t>(marker.beats));
  }
  bytes.replace(bytes.size() - 4, 4, big_endian(grid.bpm));
  return bytes + '\0';
}

std::optional<SeratoGrid> serato_grid(std::string_view bytes) {
  if (bytes.size() < kHead || !bytes.starts_with(kVersion)) return std::nullopt;
  const std::size_t count = whole_at(bytes, kVersion.size());
  if ((bytes.size() - kHead) / kMarker < count) return std::nullopt;
  SeratoGrid grid;
  for (std::size_t i = 0, at = kHead; i < count; ++i, at += kMarker) {
    grid.markers.push_back({real_at(bytes, at), static_cast<int>(whole_at(bytes, at + 4))});
    grid.bpm = real_at(bytes, at + 4);
  }
  if (count > 0) grid.markers.back().beats = 0;
  return grid;
}

std::string serato_text(std::string_view bytes) {
  const std::string all = std::string(kEnvelope).append(bytes);
  std::string text;
  for (std::size_t at = 0; at < all.size(); at += kLineBytes) {
    if (at > 0) text += '\n';
    text += base64(std::string_view(all).substr(at, kLineBytes));
  }
  return text + 'A';
}

std::string serato_bytes_in(std::string_view text) {
  std::string characters(text.substr(0, text.size() - (text.empty() ? 0 : 1)));
  std::erase(characters, '\n');
  characters.append((4 - characters.size() % 4) % 4, '=');
  const TagLib::ByteVector all = TagLib::ByteVector::fromBase64(
      TagLib::ByteVector(characters.data(), static_cast<unsigned>(characters.size())));
  const std::string_view bytes(all.data(), all.size());
  return bytes.starts_with(kEnvelope) ? std::string(bytes.substr(kEnvelope.size())) : "";
}

std::string describe_serato(std::string_view bytes) {
  const auto grid = serato_grid(bytes);
  if (!grid || grid->markers.empty()) return "an unknown form";
  const std::vector<GridMarker>& markers = grid->markers;
  double beats = 0.0;
  for (const GridMarker& marker : markers) beats += marker.beats;
  const double length = markers.back().time - markers.front().time;
  const double bpm = length > 0.0 ? 60.0 * beats / length : grid->bpm;
  return fmt::format("{:.5g} BPM from {:.3f} s, {} marker{}", bpm, markers.front().time,
                     markers.size(), markers.size() == 1 ? "" : "s");
}

}  // namespace tactus
