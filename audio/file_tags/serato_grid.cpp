#include "audio/file_tags/serato_grid.h"

#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <cstdint>

#include "audio/file_tags/serato_text.h"

namespace tactus {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kVersion = "\1\0"sv;
constexpr std::size_t kHead = 6, kMarker = 8;  // bytes
constexpr double kEarliest = 0.001;            // seconds

std::string float_bytes(double value) {
  return big_endian_bytes(std::bit_cast<std::uint32_t>(static_cast<float>(value)));
}

double real_at(std::string_view bytes, std::size_t at) {
  return std::bit_cast<float>(big_endian_at(bytes, at));
}

}  // namespace

std::string serato_bytes(const SeratoGrid& grid, double shift) {
  if (grid.markers.empty()) return "";
  std::string bytes(kVersion);
  bytes += big_endian_bytes(static_cast<std::uint32_t>(grid.markers.size()));
  for (const GridMarker& marker : grid.markers) {
    bytes += float_bytes(std::max(kEarliest, marker.time + shift));
    bytes += big_endian_bytes(static_cast<std::uint32_t>(marker.beats));
  }
  bytes.replace(bytes.size() - 4, 4, float_bytes(grid.bpm));
  return bytes + '\0';
}

std::optional<SeratoGrid> serato_grid(std::string_view bytes) {
  if (bytes.size() < kHead || !bytes.starts_with(kVersion)) return std::nullopt;
  const std::size_t count = big_endian_at(bytes, kVersion.size());
  if ((bytes.size() - kHead) / kMarker < count) return std::nullopt;
  SeratoGrid grid;
  for (std::size_t i = 0, at = kHead; i < count; ++i, at += kMarker) {
    grid.markers.push_back({real_at(bytes, at), static_cast<int>(big_endian_at(bytes, at + 4))});
    grid.bpm = real_at(bytes, at + 4);
  }
  if (count > 0) grid.markers.back().beats = 0;
  return grid;
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
