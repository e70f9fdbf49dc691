#include "audio/decoders/sizes/sample_shift.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "audio/decoders/interface/decoder.h"

namespace tactus {
namespace {

constexpr std::size_t kPieceFrames = 1024;
constexpr std::int64_t kMostPieces = 1024;

double value_at(const unsigned char* bytes, const PcmSamples& samples) {
  std::int64_t value = 0;
  for (int i = samples.width - 1; i >= 0; --i) {
    const int at = samples.big_endian ? samples.width - 1 - i : i;
    const std::int64_t byte = i == samples.width - 1 && !samples.is_float
                                  ? static_cast<signed char>(bytes[at])
                                  : bytes[at];
    value = value * 256 + (samples.is_float && i == samples.width - 1 ? byte & 127 : byte);
  }
  return static_cast<double>(value);
}

constexpr double kNoSamples = 1e9;

// How much samples change from frame to frame, in relation to their size, if they begin `shift`
// bytes late: 1.3 for random bytes. Of floats, exponent and fraction count as one number. If all
// bytes with the sign were equal, they would be the last of the samples (16 bits written as 24).
double roughness(const std::vector<unsigned char>& piece, const PcmSamples& samples, int shift) {
  const auto step = static_cast<std::size_t>(samples.width * samples.channels);
  const auto width = static_cast<std::size_t>(samples.width);
  const std::size_t top = samples.big_endian ? 0 : width - 1;
  double change = 0.0, size = 0.0;
  bool has_sign = false;
  for (std::size_t at = static_cast<std::size_t>(shift); at + step + width <= piece.size();
       at += width) {
    const double value = value_at(&piece[at], samples);
    change += std::abs(value_at(&piece[at + step], samples) - value);
    size += std::abs(value);
    has_sign = has_sign || piece[at + top] != piece[static_cast<std::size_t>(shift) + top];
  }
  return has_sign && size > 0.0 ? change / size : kNoSamples;
}

// 1 if samples would change far less if they began at another byte, -1 if far more, 0 if nobody can
// tell (silence, noise).
int is_shifted(const std::vector<unsigned char>& piece, const PcmSamples& samples) {
  constexpr double kFar = 1.5;
  constexpr double kRandom = 1.0;
  const double here = roughness(piece, samples, 0);
  double least = kNoSamples;
  for (int shift = 1; shift < samples.width; ++shift) {
    least = std::min(least, roughness(piece, samples, shift));
  }
  if (std::min(here, least) > kRandom) return 0;
  return here > kFar * least ? 1 : least > kFar * here ? -1 : 0;
}

// The piece from which on most are shifted; -1 if there is none.
std::ptrdiff_t first_shifted(const std::vector<int>& pieces) {
  constexpr int kLeast = 3;
  int shifted = 0, most = 0;
  std::ptrdiff_t begin = -1;
  for (auto n = static_cast<std::ptrdiff_t>(pieces.size()) - 1; n >= 0; --n) {
    shifted += pieces[static_cast<std::size_t>(n)];
    if (shifted > most) most = shifted, begin = n;
  }
  return most >= kLeast ? begin : -1;
}

}  // namespace

std::optional<double> shifted_from(const ByteSource& source, const ByteExtent& sound,
                                   const PcmSamples& samples) {
  const std::int64_t frame = std::int64_t{samples.width} * samples.channels;
  if (samples.width < 2 || samples.width > 8 || samples.channels < 1 ||
      samples.channels > kMaxChannels)
    return std::nullopt;
  const std::int64_t apart =
      std::max<std::int64_t>(kPieceFrames, sound.length / frame / kMostPieces) * frame;
  const std::size_t bytes = kPieceFrames * static_cast<std::size_t>(frame);
  std::vector<int> pieces;
  for (std::int64_t at = 0; at + frame <= sound.length; at += apart) {
    pieces.push_back(is_shifted(source.bytes(sound.begin + at, bytes), samples));
  }
  const std::ptrdiff_t shifted = first_shifted(pieces);
  if (shifted < 0) return std::nullopt;
  const std::int64_t begin = std::max<std::int64_t>(0, shifted - 1) * apart;
  return static_cast<double>(begin) / static_cast<double>(sound.length);
}

}  // namespace tactus
