#include "features/nnls/nnls_spectra.h"

#include <algorithm>
#include <utility>

#include "features/frames/sound_sample.h"
#include "features/frames/window_function.h"

namespace tactus {
namespace {

// The last frequency of the notes may be this part of a rate that is halved.
constexpr double kMostPass = 0.175;

std::size_t end_of(const Filterbank& kernels) {
  std::size_t end = 0;
  for (const Filter& kernel : kernels) end = std::max(end, kernel.first + kernel.weights.size());
  return end;
}

// For kernels that need the bins before `end`.
std::vector<HalfBand> stages_for(const NnlsChromaParameters& p, std::size_t end) {
  std::vector<HalfBand> stages;
  if (p.roll_on > 0.0) return stages;  // looks at the whole spectrum
  for (int size = p.block_size, hop = p.hop_size; hop % 2 == 0; size /= 2, hop /= 2) {
    const double pass = static_cast<double>(end) / size;
    if (pass > kMostPass) break;
    stages.emplace_back(pass);
  }
  return stages;
}

std::vector<double> times(std::vector<double> window, double factor) {
  for (double& coefficient : window) coefficient *= factor;
  return window;
}

}  // namespace

NnlsSpectra::NnlsSpectra(const NnlsChromaParameters& p, float loudest_silence)
    : parameters_(p), loudest_silence_(loudest_silence), one_(kNnlsLogBins) {
  const Filterbank kernels = nnls_log_frequency_kernels(p.sample_rate, p.block_size);
  stages_ = stages_for(p, end_of(kernels));
  factor_ = std::size_t{1} << stages_.size();
  if (stages_.empty()) {
    whole_.emplace(p);
    return;
  }
  const int size = p.block_size / static_cast<int>(factor_);
  stft_.emplace(
      times(window_function(WindowKind::kHannPeriodic, size), static_cast<double>(factor_)));
  kernels_.emplace(kernels);
  magnitudes_.resize(std::max(stft_->bins(), kernels_->padded_bins()));
}

void NnlsSpectra::reduce(std::span<const float> samples) {
  for (std::size_t i = 0; i < stages_.size(); ++i) {
    const bool last = i + 1 == stages_.size();
    std::vector<float> out;
    stages_[i].push(samples, last ? reduced_ : out);
    if (last) break;
    half_ = std::move(out);
    samples = half_;
  }
}

void NnlsSpectra::push(std::span<const float> samples, const Take& take) {
  constexpr std::size_t kPiece = 1 << 15;  // samples taken at once: limits the memory
  while (!samples.empty()) {
    const auto piece = samples.first(std::min(kPiece, samples.size()));
    const std::size_t before = samples_.size();
    samples_.resize(before + piece.size());
    std::transform(piece.begin(), piece.end(),
                   samples_.begin() + static_cast<std::ptrdiff_t>(before), sound_or_zero);
    reduce(std::span(samples_).subspan(before));
    samples = samples.subspan(piece.size());
    work(take);
  }
}

void NnlsSpectra::finish(const Take& take) {
  const auto block = static_cast<std::size_t>(parameters_.block_size);
  const auto hop = static_cast<std::size_t>(parameters_.hop_size);
  const std::size_t left = (samples_.size() + hop - 1) / hop;
  if (left == 0) return;
  const std::size_t before = samples_.size();
  samples_.resize((left - 1) * hop + block, 0.0f);
  std::size_t late = 0;  // samples that the stages wait for
  for (std::size_t i = stages_.size(); i-- > 0;) late = 2 * late + stages_[i].reach() + 1;
  reduce(std::vector<float>(samples_.size() - before + late, 0.0f));
  work(take);
}

// Computes every block that is complete.
void NnlsSpectra::work(const Take& take) {
  const auto block = static_cast<std::size_t>(parameters_.block_size);
  const auto hop = static_cast<std::size_t>(parameters_.hop_size);
  std::size_t begin = 0;
  while (begin + block <= samples_.size() &&
         (stages_.empty() || (begin + block) / factor_ <= reduced_.size())) {
    const float strongest = compute(begin);
    take(one_, strongest);
    begin += hop;
  }
  const auto drop = [](std::vector<float>& from, std::size_t count) {
    from.erase(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(count));
  };
  drop(samples_, begin);
  if (!stages_.empty()) drop(reduced_, begin / factor_);
}

// Fills one_ from the block that begins at sample `begin`.
float NnlsSpectra::compute(std::size_t begin) {
  if (stages_.empty()) return whole_->compute(samples_.data() + begin, one_);
  const float* const block = reduced_.data() + begin / factor_;
  const std::size_t first = kernels_->first_bin(), last = kernels_->last_bin();
  stft_->magnitudes({&block, 1}, first, last, magnitudes_.data(), magnitudes_.size());
  kernels_->apply(magnitudes_.data(), one_.data());
  const float strongest = largest(std::span(magnitudes_).first(last).subspan(first));
  if (strongest > loudest_silence_) return strongest;
  if (!whole_) whole_.emplace(parameters_);
  return whole_->strongest(samples_.data() + begin);
}

}  // namespace tactus
