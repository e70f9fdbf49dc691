#include "gpu/self_test.h"

#include <cmath>
#include <cstdint>
#include <utility>

#include "model/backend/checked_backend.h"
#include "model/backend/cpu/cpu_backend.h"
#include "model/network/network.h"

namespace tactus::gpu {
namespace {

constexpr double kSlack = 10.0;  // of `tactus check`: two orders of the same sums
constexpr int kInput = 24, kSequences = 3, kClasses = 5;

struct Size {
  int layers, hidden, steps;  // H, T
};
// On the ladder a graph of eight steps has to run twice.
constexpr Size kSmall = {2, 40, 5}, kUsual = {1, 256, 2}, kLong = {2, 20, 12};

NetworkSpec network_of(const Size& size) {
  NetworkSpec spec;
  spec.input = kInput;
  for (int layer = 0; layer < size.layers; ++layer)
    spec.layers.push_back({.hidden = size.hidden, .peepholes = true, .dropout = 0.1});
  spec.heads = {{"beat", 1, HeadKind::kSigmoid, 1.0}, {"chord", kClasses, HeadKind::kSoftmax, 1.0}};
  spec.head_dropout = 0.1;
  return spec;
}

// Values between -2 and 2 without a pattern.
std::vector<float> values(std::size_t count) {
  std::vector<float> result(count);
  for (std::size_t n = 0; n < count; ++n)
    result[n] = static_cast<float>(2.0 * std::sin(0.7 * static_cast<double>(n * (n % 89 + 1))));
  return result;
}

TrainBatch batch_of(int steps) {
  const std::size_t frames = static_cast<std::size_t>(steps) * kSequences;
  TrainBatch batch;
  batch.steps = steps;
  batch.batch = kSequences;
  batch.lengths = {steps, steps - 1, steps};
  batch.x = values(frames * kInput);
  batch.targets.resize(2);
  for (std::size_t n = 0; n < frames; ++n) {
    batch.targets[0].probability.push_back(n % 4 == 0 ? 1.0f : 0.0f);
    batch.targets[1].category.push_back(static_cast<std::int32_t>(n % kClasses));
  }
  return batch;
}

// Returns the first difference.
std::string compare(std::shared_ptr<Backend> card, const Size& size) try {
  Network network(network_of(size),
                  make_checked_backend(std::move(card), make_cpu_backend(1), kSlack));
  network.initialise(1);
  network.train_step(batch_of(size.steps), {.weight_decay = 0.01, .clip_norm = 1.0}, 1);
  FrameMatrix song(static_cast<std::size_t>(size.steps), kInput, 50.0);
  song.data = values(song.data.size());
  network.infer(song);
  return "";
} catch (const BackendMismatch& difference) {
  return difference.what();
}

}  // namespace

std::string self_test(const OpenRung& open) {
  constexpr std::pair<Rung, Size> kParts[] = {
      {Rung::kResident, kSmall}, {Rung::kResident, kUsual}, {Rung::kGraph, kLong}};
  for (const auto& [rung, size] : kParts) {
    if (std::string wrong = compare(open(rung), size); !wrong.empty()) return wrong;
  }
  return "";
}

}  // namespace tactus::gpu
