#include "features/frames/stft.h"

#include <fftw3.h>
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <new>
#include <stdexcept>
#include <vector>

#include "features/frames/planner_memory.h"
#include "features/frames/window_function.h"

namespace tactus {
namespace {

struct Free {
  void operator()(void* memory) const noexcept { std::free(memory); }
};
template <class T>
using AlignedBuffer = std::unique_ptr<T[], Free>;

// Aligned for the vector instructions of FFTW. Not by fftwf_malloc, which only the planner uses.
template <class T>
AlignedBuffer<T> aligned_buffer(std::size_t size) {
  constexpr std::size_t kAlignment = 64;
  const std::size_t bytes = (size * sizeof(T) + kAlignment - 1) / kAlignment * kAlignment;
  AlignedBuffer<T> buffer(static_cast<T*>(std::aligned_alloc(kAlignment, bytes)));
  if (!buffer) throw std::bad_alloc();
  return buffer;
}

}  // namespace

struct Stft::Plan {
  std::vector<float> window;
  AlignedBuffer<float> input;             // [N]
  AlignedBuffer<fftwf_complex> spectrum;  // [N / 2 + 1]
  fftwf_plan plan = nullptr;

  explicit Plan(std::span<const double> coefficients)
      : window(coefficients.begin(), coefficients.end()),
        input(aligned_buffer<float>(window.size())),
        spectrum(aligned_buffer<fftwf_complex>(window.size() / 2 + 1)) {
    const std::lock_guard lock(planner_mutex());
    const PlannerMemory memory(window.size());
    plan = fftwf_plan_dft_r2c_1d(static_cast<int>(window.size()), input.get(), spectrum.get(),
                                 FFTW_ESTIMATE | FFTW_DESTROY_INPUT);
    if (!plan) throw std::runtime_error("FFTW has no plan for " + std::to_string(window.size()));
  }
  ~Plan() {
    const std::lock_guard lock(planner_mutex());
    fftwf_destroy_plan(plan);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  // The spectrum of one frame as interleaved real and imaginary parts, valid until the next call.
  const float* execute(const float* frame) {
    float* const in = input.get();
    const float* const w = window.data();
    for (std::size_t n = 0; n < window.size(); ++n) in[n] = frame[n] * w[n];
    fftwf_execute(plan);
    return &spectrum[0][0];
  }
};

Stft::Stft(std::span<const double> window) {
  if (window.size() < 2 || window.size() > kLongestWindow) {
    throw std::invalid_argument(
        fmt::format("Stft: window of {} samples, expected 2 to {}", window.size(), kLongestWindow));
  }
  plan_ = std::make_unique<Plan>(window);
}
Stft::~Stft() = default;
Stft::Stft(Stft&&) noexcept = default;
Stft& Stft::operator=(Stft&&) noexcept = default;

std::size_t Stft::size() const {
  return plan_->window.size();
}
std::size_t Stft::bins() const {
  return plan_->window.size() / 2 + 1;
}

void Stft::spectra(std::span<const float* const> frames, std::complex<float>* out,
                   std::size_t stride) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const float* x = plan_->execute(frames[i]);
    for (std::size_t k = 0; k < bins(); ++k) out[i * stride + k] = {x[2 * k], x[2 * k + 1]};
  }
}

void Stft::powers(std::span<const float* const> frames, std::size_t first, std::size_t last,
                  float* out, std::size_t stride) {
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const float* x = plan_->execute(frames[i]);
    float* const row = out + i * stride;
    for (std::size_t k = first; k < last; ++k) {
      row[k] = x[2 * k] * x[2 * k] + x[2 * k + 1] * x[2 * k + 1];
    }
  }
}

void Stft::magnitudes(std::span<const float* const> frames, std::size_t first, std::size_t last,
                      float* out, std::size_t stride) {
  powers(frames, first, last, out, stride);
  for (std::size_t i = 0; i < frames.size(); ++i) {
    float* const row = out + i * stride;
    for (std::size_t k = first; k < last; ++k) row[k] = std::sqrt(row[k]);
  }
}

}  // namespace tactus
