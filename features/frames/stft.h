// Short-time Fourier transform of real frames, by FFTW in single precision.
//
//   X[k] = sum_n window[n] frame[n] exp(-2 pi i k n / N),  k = 0 .. N/2
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>

namespace tactus {

// Owns the plan, the window and the buffers of one transform size. Move-only; one thread at a time,
// but any number of objects may work (and be created) in different threads. The spectrum of a frame
// depends on that frame alone, to the last bit: FFTW estimates the plan without timing, and
// executes it frame by frame.
class Stft {
 public:
  // N = window.size(), 2 to kLongestWindow, else std::invalid_argument; the coefficients are used
  // as float.
  explicit Stft(std::span<const double> window);
  ~Stft();
  Stft(Stft&&) noexcept;
  Stft& operator=(Stft&&) noexcept;

  std::size_t size() const;  // N
  std::size_t bins() const;  // N / 2 + 1

  // frames[i] points to N samples; row i of the result starts at out + i * stride.
  void spectra(std::span<const float* const> frames, std::complex<float>* out, std::size_t stride);
  // |X| of the bins [first, last), bin k of frame i at out[i * stride + k]; does not change other
  // elements.
  void magnitudes(std::span<const float* const> frames, std::size_t first, std::size_t last,
                  float* out, std::size_t stride);
  // |X|^2, laid out as magnitudes().
  void powers(std::span<const float* const> frames, std::size_t first, std::size_t last, float* out,
              std::size_t stride);

 private:
  struct Plan;
  std::unique_ptr<Plan> plan_;
};

}  // namespace tactus
