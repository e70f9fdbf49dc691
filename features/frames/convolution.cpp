#include "features/frames/convolution.h"

#include <fftw3.h>
#include <fmt/core.h>

#include <algorithm>
#include <bit>
#include <complex>
#include <stdexcept>

#include "features/frames/planner_memory.h"

namespace tactus {
namespace {

constexpr std::size_t kLongestResponse = std::size_t{1} << 20;
constexpr std::size_t kSmallestTransform = 1 << 12;

// A real transform of `size` samples and its inverse. Buffers of std::vector need not be aligned
// for vector instructions: the plans are told so.
class Transform {
 public:
  explicit Transform(std::size_t size) : time_(size), bins_(size / 2 + 1) {
    const std::lock_guard lock(planner_mutex());
    const PlannerMemory memory(size);
    const unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED | FFTW_DESTROY_INPUT;
    const int n = static_cast<int>(size);
    forward_ = fftwf_plan_dft_r2c_1d(n, time_.data(), spectrum(), flags);
    inverse_ = fftwf_plan_dft_c2r_1d(n, spectrum(), time_.data(), flags);
    if (!forward_ || !inverse_) throw std::runtime_error(fmt::format("FFTW has no plan for {}", n));
  }
  ~Transform() {
    const std::lock_guard lock(planner_mutex());
    fftwf_destroy_plan(forward_);
    fftwf_destroy_plan(inverse_);
  }
  Transform(const Transform&) = delete;
  Transform& operator=(const Transform&) = delete;

  // Zeros follow the block. Valid until the next call.
  std::span<std::complex<float>> spectrum_of(std::span<const float> block) {
    std::fill(std::copy(block.begin(), block.end(), time_.begin()), time_.end(), 0.0f);
    fftwf_execute(forward_);
    return bins_;
  }
  // Of the present spectrum, times the size.
  std::span<const float> signal() {
    fftwf_execute(inverse_);
    return time_;
  }

 private:
  fftwf_complex* spectrum() { return reinterpret_cast<fftwf_complex*>(bins_.data()); }

  std::vector<float> time_;
  std::vector<std::complex<float>> bins_;
  fftwf_plan forward_ = nullptr, inverse_ = nullptr;
};

}  // namespace

std::vector<float> convolved(std::span<const float> samples, std::span<const float> response) {
  if (response.empty() || response.size() > kLongestResponse)
    throw std::invalid_argument(fmt::format("a response of {} samples, expected 1 to {}",
                                            response.size(), kLongestResponse));
  const std::size_t size = std::bit_ceil(std::max(kSmallestTransform, 4 * response.size()));
  const std::size_t step = size - response.size() + 1;
  Transform transform(size);
  const auto spectrum = transform.spectrum_of(response);
  std::vector<std::complex<float>> filter(spectrum.begin(), spectrum.end());
  for (std::complex<float>& bin : filter) bin /= static_cast<float>(size);
  std::vector<float> result(samples.size(), 0.0f);
  for (std::size_t from = 0; from < samples.size(); from += step) {
    const auto bins =
        transform.spectrum_of(samples.subspan(from).first(std::min(step, samples.size() - from)));
    for (std::size_t k = 0; k < bins.size(); ++k) bins[k] *= filter[k];
    const std::span<const float> signal = transform.signal();
    const std::size_t count = std::min(size, samples.size() - from);
    for (std::size_t i = 0; i < count; ++i) result[from + i] += signal[i];
  }
  return result;
}

}  // namespace tactus
