#include "model/decoding/chords/chord_transpositions.h"

#include <fmt/core.h>

#include <stdexcept>
#include <string>
#include <utility>

#include "features/filterbanks/transposed_bins.h"
#include "features/nnls/nnls_chroma_frames.h"
#include "model/chords/chord_vocabulary.h"

namespace tactus {
namespace {

constexpr int kPitchClasses = 12;

FrameMatrix turned(FrameMatrix frames, int bins, int circle) {
  for (std::size_t t = 0; t < frames.frames; ++t) turn_bins(frames.row(t), bins, circle);
  return frames;
}

// Bins of a semitone in the outputs of a head; 0 = they are the same in all keys. Roots and bass
// notes have 13 values: twelve and none. turn_bins does not move the last one, nor the last entry
// of the vocabulary, which is N.
int bins_of_semitone(const std::string& head) {
  if (head == "root" || head == "bass" || head == "pitches") return 1;
  return head == "chord" ? kNoChordQuality : 0;
}

}  // namespace

std::vector<FrameMatrix> in_keys(const FrameMatrix& chroma, int keys) {
  if (keys < 1 || kPitchClasses % keys != 0)
    throw std::invalid_argument(fmt::format("in_keys: {} keys, expected a divisor of 12", keys));
  const std::vector<BinRun> runs = nnls_runs(chroma.bins);
  std::vector<FrameMatrix> inferred;
  for (int k = 0; k < keys; ++k) {
    const int up = k * kPitchClasses / keys;  // by the nearer way, so that few notes are lost
    FrameMatrix& music = inferred.emplace_back(chroma);
    for (std::size_t t = 0; t < music.frames; ++t)
      move_bins(music.row(t), up > kPitchClasses / 2 ? up - kPitchClasses : up, runs);
  }
  return inferred;
}

std::vector<FrameMatrix> mean_over_keys(std::span<const HeadSpec> heads,
                                        std::vector<std::vector<FrameMatrix>> inferred) {
  const int keys = static_cast<int>(inferred.size());
  std::vector<FrameMatrix> mean;
  for (std::size_t h = 0; h < heads.size(); ++h) {
    const int bins = bins_of_semitone(heads[h].name);
    std::vector<FrameMatrix> outputs;
    for (int k = 0; k < keys; ++k) {
      FrameMatrix& output = inferred[static_cast<std::size_t>(k)].at(h);
      if (bins > 0 && k > 0)
        output =
            turned(std::move(output), -bins * (k * kPitchClasses / keys), kPitchClasses * bins);
      outputs.push_back(std::move(output));
    }
    mean.push_back(mean_of(std::move(outputs)));
  }
  return mean;
}

}  // namespace tactus
