// Parts of Network that need no backend.
#pragma once

#include <cstdint>
#include <vector>

#include "model/network/network_spec.h"
#include "model/network/train_batch.h"

namespace tactus {

// Throws std::invalid_argument, with the number found and the number expected, if the batch does
// not fit.
void check_batch(const TrainBatch& batch, const NetworkSpec& spec);
// The same for the inputs alone.
void check_input(const TrainBatch& batch, const NetworkSpec& spec);

// Initial values for Network::initialise, laid out by parameter_table.
std::vector<float> initial_parameters(const NetworkSpec& spec, std::uint64_t seed);

}  // namespace tactus
