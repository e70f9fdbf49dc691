#include "audio/decoders/sample_shift.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace tactus {
namespace {

constexpr std::size_t kPieceFrames = 1024;
constexpr std::int64_t kMostPieces = 2048;

// The place of the byte that changes least, and by far; -1 if there is none (silence, noise).
int smooth_byte(const std::vector<unsigned char>& piece, const PcmSamples& samples) {
  constexpr double kFar = 1.5;
  constexpr double kRough = 16.0;  // mean change of a byte; 64 for a random one
  std::vector<double> change(static_cast<std::size_t>(samples.width));
  const auto step = change.size() * static_cast<std::size_t>(samples.channels);
  for (std::size_t at = step; at < piece.size(); ++at) {
    const auto apart = static_cast<signed char>(piece[at] - piece[at - step]);
    change[at % step % change.size()] += std::abs(static_cast<int>(apart));
  }
  for (double& sum : change) {
    sum *= samples.width / static_cast<double>(std::max<std::size_t>(1, piece.size() - step));
  }
  const auto least = std::ranges::min_element(change);
  const auto most = std::ranges::max_element(change);
  if (*most < kRough || *most < kFar * *least) return -1;
  return static_cast<int>(least - change.begin());
}

// The piece from which on most places are others than `usual`; -1 if there is none.
std::ptrdiff_t first_shifted(const std::vector<int>& places, int usual) {
  constexpr int kLeast = 3;
  int others = 0, most = 0;
  std::ptrdiff_t begin = -1;
  for (auto n = static_cast<std::ptrdiff_t>(places.size()) - 1; n >= 0; --n) {
    const int place = places[static_cast<std::size_t>(n)];
    if (place >= 0) others += place == usual ? -1 : 1;
    if (others > most) most = others, begin = n;
  }
  return most >= kLeast ? begin : -1;
}

}  // namespace

std::optional<double> shifted_from(const ByteSource& source, const ByteExtent& sound,
                                   const PcmSamples& samples) {
  const std::int64_t frame = std::int64_t{samples.width} * samples.channels;
  if (samples.width < 2 || samples.width > 8 || samples.channels < 1) return std::nullopt;
  const std::int64_t apart =
      std::max<std::int64_t>(kPieceFrames, sound.length / frame / kMostPieces) * frame;
  const std::size_t bytes = kPieceFrames * static_cast<std::size_t>(frame);
  std::vector<int> places;
  for (std::int64_t at = 0; at + frame <= sound.length; at += apart) {
    places.push_back(smooth_byte(source.bytes(sound.begin + at, bytes), samples));
  }
  const std::ptrdiff_t shifted = first_shifted(places, samples.big_endian ? 0 : samples.width - 1);
  if (shifted < 0) return std::nullopt;
  const std::int64_t begin = std::max<std::int64_t>(0, shifted - 1) * apart;
  return static_cast<double>(begin) / static_cast<double>(sound.length);
}

}  // namespace tactus
