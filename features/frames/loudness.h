// The loudness of a recording as one number, and the gain to a fixed loudness. Without it, a
// network trained on quiet music does not recognise loud masters. Tagging normalises each chunk of
// a long recording by its own loudness.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace tactus {

inline constexpr float kMostLoudnessGain = 100.0f;  // and its inverse: 40 dB

// The loudness of a stream, see gated_loudness(). The same bits for any division into blocks; eight
// bytes for each 0.4 s.
class LoudnessMeter {
 public:
  // Throws std::invalid_argument for a sample rate (Hz) below 1.
  explicit LoudnessMeter(int sample_rate);

  void push(std::span<const float> samples);
  // dB, of the samples so far.
  double loudness() const;
  // The factor that gives them the loudness `level`, see gain_to_loudness().
  float gain_to(double level) const;

 private:
  static constexpr std::size_t kLanes = 8;
  void add_squares(std::span<const float> samples);
  double last_power() const;

  std::size_t length_;           // samples of a block
  std::size_t filled_ = 0;       // of the last block
  double squares_[kLanes] = {};  // of the last block; sample n is added to sum n % kLanes
  std::vector<double> powers_;   // of the blocks before
};

// Mean loudness of the passages that count, in dB relative to full scale (a sine wave of amplitude
// 1 has -3.01). Gated as in ITU-R BS.1770-4 but not weighted by frequency: blocks of 0.4 s above
// -70 dB, and of these the blocks above their mean less 10 dB. Blocks above 0 dB do not count, if
// they are less than half of all: a faulty sample is in them. Invalid samples count as 0
// (sound_sample.h). -infinity for silence. Throws std::invalid_argument for a sample rate (Hz)
// below 1.
double gated_loudness(std::span<const float> samples, int sample_rate);

// The factor that gives samples the loudness `loudness` in dB, limited to -40 to +40 dB; 1 for
// silence. A loudness of 0 means "no gain" and gives 1.
float gain_to_loudness(std::span<const float> samples, int sample_rate, double loudness);

// Calls visit(block) for all samples times `gain`, in blocks that need little memory.
template <typename Visit>
void for_each_block(std::span<const float> samples, float gain, Visit visit) {
  if (gain == 1.0f) return visit(samples);
  constexpr std::size_t kBlock = 1 << 16;
  std::vector<float> block;
  while (!samples.empty()) {
    const auto part = samples.first(samples.size() < kBlock ? samples.size() : kBlock);
    block.assign(part.begin(), part.end());
    for (float& sample : block) sample *= gain;
    visit(std::span<const float>(block));
    samples = samples.subspan(part.size());
  }
}

}  // namespace tactus
