#include "features/frames/stft.h"

#include <fftw3.h>
#include <fmt/core.h>
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <new>
#include <numbers>
#include <stdexcept>
#include <vector>

#include "features/frames/avx2_clone.h"
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

constexpr std::size_t kSpectrumLanes = 4;
typedef float Lanes __attribute__((vector_size(kSpectrumLanes * sizeof(float))));

Lanes load(const float* from) {
  Lanes lanes;
  std::memcpy(&lanes, from, sizeof lanes);
  return lanes;
}

// A bin of a real transform, or four.
template <class V>
struct Bin {
  V real, imaginary;
};

// Bin k of a real frame from its half-length complex transform Z, with b = Z[k], c = Z[N/2 - k] and
// w = exp(-2 pi i k / N): (b + conj(c)) - i w (b - conj(c)), the halves being in the window. Press
// et al., "Numerical Recipes" (1992), section 12.3.
template <class V>
Bin<V> real_bin(Bin<V> b, Bin<V> c, Bin<V> w) {
  const V even = b.real + c.real, odd = b.real - c.real;
  const V sum = b.imaginary + c.imaginary, difference = b.imaginary - c.imaginary;
  return {even + w.real * sum + w.imaginary * odd, difference + w.imaginary * sum - w.real * odd};
}

TACTUS_AVX2_CLONE void multiply(const float* a, const float* b, std::size_t n, float* out) {
  for (std::size_t i = 0; i < n; ++i) out[i] = a[i] * b[i];
}

TACTUS_AVX2_CLONE void take_roots(float* values, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) values[i] = std::sqrt(values[i]);
}

#if defined(__x86_64__)

bool has_avx2() {
  static const bool has = __builtin_cpu_supports("avx2");
  return has;
}

// |X|^2 of the bins from k on, at row[k], eight at a time. Returns the first one that is left. See
// real_bin(): the operations are the same, and so are the bits unless a compiler contracts them.
__attribute__((target("avx2"))) std::size_t powers_avx2(const fftwf_complex* z, std::size_t half,
                                                        const float* cosines, const float* sines,
                                                        std::size_t k, std::size_t last,
                                                        float* row) {
  // A shuffle of two vectors of pairs leaves eight of them in this order.
  const __m256i straight = _mm256_setr_epi32(0, 1, 4, 5, 2, 3, 6, 7);
  const __m256i reversed = _mm256_setr_epi32(7, 6, 3, 2, 5, 4, 1, 0);
  for (; k + 8 <= last; k += 8) {
    const float *const b = z[k], *const c = z[half - k - 7];
    const __m256 b0 = _mm256_loadu_ps(b), b1 = _mm256_loadu_ps(b + 8);
    const __m256 c0 = _mm256_loadu_ps(c), c1 = _mm256_loadu_ps(c + 8);
    const __m256 b_real = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(b0, b1, 0x88), straight);
    const __m256 b_imag = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(b0, b1, 0xDD), straight);
    const __m256 c_real = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(c0, c1, 0x88), reversed);
    const __m256 c_imag = _mm256_permutevar8x32_ps(_mm256_shuffle_ps(c0, c1, 0xDD), reversed);
    const __m256 w_real = _mm256_loadu_ps(cosines + k), w_imag = _mm256_loadu_ps(sines + k);
    const __m256 even = b_real + c_real, odd = b_real - c_real;
    const __m256 sum = b_imag + c_imag, difference = b_imag - c_imag;
    const __m256 real = even + w_real * sum + w_imag * odd;
    const __m256 imag = difference + w_imag * sum - w_real * odd;
    _mm256_storeu_ps(row + k, real * real + imag * imag);
  }
  return k;
}
#endif

bool is_even(std::size_t size) {
  return size % 2 == 0;
}

}  // namespace

// Frames of even length are transformed as N / 2 complex values: FFTW has vector instructions for
// those, and few for real values.
struct Stft::Plan {
  std::vector<float> window;              // of even length: its half
  std::vector<float> cosines, sines;      // [N / 2 + 1] of w, see real_bin(); even length
  AlignedBuffer<float> input;             // [N]
  AlignedBuffer<fftwf_complex> spectrum;  // [N / 2 + 1]
  fftwf_plan plan = nullptr;

  explicit Plan(std::span<const double> coefficients)
      : window(coefficients.begin(), coefficients.end()),
        input(aligned_buffer<float>(window.size())),
        spectrum(aligned_buffer<fftwf_complex>(window.size() / 2 + 1)) {
    if (is_even(window.size())) prepare_half();
    const std::lock_guard lock(planner_mutex());
    const PlannerMemory memory(window.size());
    const int size = static_cast<int>(window.size());
    constexpr unsigned kFlags = FFTW_ESTIMATE | FFTW_DESTROY_INPUT;
    plan = is_even(window.size())
               ? fftwf_plan_dft_1d(size / 2, reinterpret_cast<fftwf_complex*>(input.get()),
                                   spectrum.get(), FFTW_FORWARD, kFlags)
               : fftwf_plan_dft_r2c_1d(size, input.get(), spectrum.get(), kFlags);
    if (!plan) throw std::runtime_error("FFTW has no plan for " + std::to_string(window.size()));
  }
  ~Plan() {
    const std::lock_guard lock(planner_mutex());
    fftwf_destroy_plan(plan);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;

  // Calls take(k, X) for the bins [first, last) of one frame: one bin X = X[k], or the four from k.
  template <class Take>
  void transform(const float* frame, std::size_t first, std::size_t last, Take take) {
    execute(frame);
    take_bins(first, last, take);
  }

  // |X|^2 of the bins [first, last), bin k at row[k].
  void powers(const float* frame, std::size_t first, std::size_t last, float* row) {
    execute(frame);
    std::size_t k = first;
#if defined(__x86_64__)
    if (has_avx2() && is_even(window.size()))
      k = powers_avx2(spectrum.get(), window.size() / 2, cosines.data(), sines.data(), k, last,
                      row);
#endif
    take_bins(k, last, [row](std::size_t bin, auto x) {
      const auto power = x.real * x.real + x.imaginary * x.imaginary;
      std::memcpy(row + bin, &power, sizeof power);
    });
  }

 private:
  template <class Take>
  void take_bins(std::size_t first, std::size_t last, Take take) const {
    const float* const x = &spectrum[0][0];
    std::size_t k = first;
    if (!is_even(window.size())) {
      for (; k < last; ++k) take(k, Bin<float>{x[2 * k], x[2 * k + 1]});
      return;
    }
    for (; k + kSpectrumLanes <= last; k += kSpectrumLanes) take(k, four_bins(k));
    for (; k < last; ++k) take(k, one_bin(k));
  }

  void prepare_half() {
    for (float& coefficient : window) coefficient *= 0.5f;
    const std::size_t half = window.size() / 2;
    for (std::size_t k = 0; k <= half; ++k) {
      const double angle = std::numbers::pi * static_cast<double>(k) / static_cast<double>(half);
      cosines.push_back(static_cast<float>(std::cos(angle)));
      sines.push_back(static_cast<float>(-std::sin(angle)));
    }
  }

  void execute(const float* frame) {
    multiply(frame, window.data(), window.size(), input.get());
    fftwf_execute(plan);
    if (!is_even(window.size())) return;
    std::copy_n(spectrum[0], 2, spectrum[window.size() / 2]);  // Z has the period N / 2
  }

  Bin<float> one_bin(std::size_t k) const {
    const float *const b = spectrum[k], *const c = spectrum[window.size() / 2 - k];
    return real_bin<float>({b[0], b[1]}, {c[0], c[1]}, {cosines[k], sines[k]});
  }

  Bin<Lanes> four_bins(std::size_t k) const {
    const float* const b = spectrum[k];
    const float* const c = spectrum[window.size() / 2 - k - (kSpectrumLanes - 1)];
    const Lanes b0 = load(b), b1 = load(b + kSpectrumLanes), c0 = load(c),
                c1 = load(c + kSpectrumLanes);
    return real_bin<Lanes>(
        {__builtin_shufflevector(b0, b1, 0, 2, 4, 6), __builtin_shufflevector(b0, b1, 1, 3, 5, 7)},
        {__builtin_shufflevector(c0, c1, 6, 4, 2, 0), __builtin_shufflevector(c0, c1, 7, 5, 3, 1)},
        {load(&cosines[k]), load(&sines[k])});
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
    std::complex<float>* const row = out + i * stride;
    plan_->transform(frames[i], 0, bins(), [row](std::size_t k, auto x) {
      float real[sizeof(x.real) / sizeof(float)], imaginary[sizeof(x.real) / sizeof(float)];
      std::memcpy(real, &x.real, sizeof real);
      std::memcpy(imaginary, &x.imaginary, sizeof imaginary);
      for (std::size_t j = 0; j < std::size(real); ++j) row[k + j] = {real[j], imaginary[j]};
    });
  }
}

void Stft::powers(std::span<const float* const> frames, std::size_t first, std::size_t last,
                  float* out, std::size_t stride) {
  for (std::size_t i = 0; i < frames.size(); ++i)
    plan_->powers(frames[i], first, last, out + i * stride);
}

void Stft::magnitudes(std::span<const float* const> frames, std::size_t first, std::size_t last,
                      float* out, std::size_t stride) {
  powers(frames, first, last, out, stride);
  for (std::size_t i = 0; i < frames.size(); ++i)
    take_roots(out + i * stride + first, last - first);
}

}  // namespace tactus
