#include "gpu/prediction/predicted_card.h"

#include <algorithm>
#include <vector>

namespace tactus::gpu {
namespace {

constexpr int kBlocksOfGroup = 18;  // multiprocessors that a cluster can use

DeviceProperties sheet(const char* name, int capability, int multiprocessors, int megahertz,
                       std::size_t shared_kilobytes) {
  DeviceProperties card;
  card.name = name;
  card.compute_capability = capability;
  card.multiprocessors = multiprocessors;
  card.clock_khz = megahertz * 1000;
  card.shared_bytes_per_block = shared_kilobytes << 10;
  card.registers_per_multiprocessor = 65536;
  return card;
}

class PredictedCard final : public Occupancy {
 public:
  explicit PredictedCard(const DeviceProperties& card) : card_(card) {}
  const DeviceProperties& properties() const override { return card_; }
  int groups_at_once(ResidentKernel kernel, Precision precision,
                     const ResidentChoice& choice) const override {
    const LaunchShape one = resident_launch(kernel, precision, choice, 1);
    const int max_threads = resident_max_threads(precision, choice);
    if (one.cluster > 1)
      return clusters_at_once(card_, max_threads, one) * one.cluster / one.blocks;
    return blocks_per_multiprocessor(card_, max_threads, one) * card_.multiprocessors / one.blocks;
  }

 private:
  DeviceProperties card_;
};

}  // namespace

int blocks_per_multiprocessor(const DeviceProperties& card, int max_threads,
                              const LaunchShape& shape) {
  if (shape.threads < 1 || shape.threads > max_threads ||
      shape.shared_bytes > card.shared_bytes_per_block) {
    return 0;
  }
  const int capability = card.compute_capability;
  const int threads = ceil_div(shape.threads, kWarpSize) * kWarpSize;
  const int all_registers = static_cast<int>(card.registers_per_multiprocessor);
  const int registers = std::min(255, all_registers / max_threads);
  const std::size_t reserved = capability >= 80 ? 1024 : 0;
  const std::size_t shared = (card.shared_bytes_per_block + reserved) /
                             std::max<std::size_t>(shape.shared_bytes + reserved, 1);
  const bool workstation = capability == 86 || capability == 89 || capability >= 120;
  const int all_threads = capability == 75 ? 1024 : workstation ? 1536 : 2048;
  const int most = capability == 75 ? 16 : workstation ? 16 : 32;
  const int blocks = std::min({most, all_threads / threads, all_registers / (registers * threads)});
  return static_cast<int>(std::min<std::size_t>(blocks, shared));
}

int clusters_at_once(const DeviceProperties& card, int max_threads, const LaunchShape& shape) {
  if (card.compute_capability < 90 || shape.cluster < 1 || shape.cluster > kMaxClusterBlocks)
    return 0;
  const int in_group = std::min(kBlocksOfGroup, card.multiprocessors);
  const int groups = card.multiprocessors / in_group;
  return groups * (in_group * blocks_per_multiprocessor(card, max_threads, shape) / shape.cluster);
}

std::span<const KnownCard> known_cards() {
  static const std::vector<KnownCard> cards = {
      {"h200", sheet("NVIDIA H200", 90, 132, 1830, 227)},
      {"h100", sheet("NVIDIA H100 SXM", 90, 132, 1830, 227)},
      {"b200", sheet("NVIDIA B200", 100, 148, 1850, 227)},
      {"a100", sheet("NVIDIA A100", 80, 108, 1410, 163)},
      {"rtx5090", sheet("NVIDIA GeForce RTX 5090", 120, 170, 2407, 99)},
      {"rtx4090", sheet("NVIDIA GeForce RTX 4090", 89, 128, 2520, 99)},
      {"rtx3090", sheet("NVIDIA GeForce RTX 3090", 86, 82, 1695, 99)},
      {"t4", sheet("NVIDIA T4", 75, 40, 1590, 64)},
  };
  return cards;
}

std::unique_ptr<Occupancy> predicted_card(const DeviceProperties& card) {
  return std::make_unique<PredictedCard>(card);
}

}  // namespace tactus::gpu
