// Cards by their data sheets, for predictions where no card is. Nothing here was measured.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "gpu/prediction/step_model.h"

namespace tactus::gpu {

// How many blocks of a kernel a multiprocessor holds, by threads, registers and shared memory (CUDA
// C++ Programming Guide, table of compute capabilities). `max_threads`: the launch bound of the
// kernel, which is taken to need all the registers that it leaves.
int blocks_per_multiprocessor(const DeviceProperties& card, int max_threads,
                              const LaunchShape& shape);
// Clusters that run at once. A cluster lies inside a group of multiprocessors, of about 18; a
// driver may find fewer.
int clusters_at_once(const DeviceProperties& card, int max_threads, const LaunchShape& shape);

// "h200", "h100", "a100", "rtx5090" ..., with the clock for which the data sheet states its rates.
struct KnownCard {
  std::string_view name;
  DeviceProperties properties;
};
std::span<const KnownCard> known_cards();

// The occupancy of a card that is not here. `card` is copied.
std::unique_ptr<Occupancy> predicted_card(const DeviceProperties& card);

}  // namespace tactus::gpu
