#include "datasets/synth/sound/resample.h"

#include <fmt/core.h>
#include <soxr.h>

#include <cmath>
#include <stdexcept>

namespace tactus {

std::vector<float> resampled(const std::vector<float>& samples, int channels, int from, int to) {
  if (from == to) return samples;
  const std::size_t frames = samples.size() / static_cast<std::size_t>(channels);
  const auto wanted = static_cast<std::size_t>(std::ceil(static_cast<double>(frames) * to / from));
  std::vector<float> out(wanted * static_cast<std::size_t>(channels));
  std::size_t used = 0, made = 0;
  const soxr_error_t fault =
      soxr_oneshot(from, to, static_cast<unsigned>(channels), samples.data(), frames, &used,
                   out.data(), wanted, &made, nullptr, nullptr, nullptr);
  if (fault) throw std::runtime_error(fmt::format("soxr: {}", fault));
  out.resize(made * static_cast<std::size_t>(channels));
  return out;
}

}  // namespace tactus
