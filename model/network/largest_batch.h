// Finds the part of a minibatch that fits if the whole does not.
#pragma once

#include <functional>
#include <stdexcept>

#include "model/network/network_spec.h"
#include "model/network/train_batch.h"

namespace tactus {

// The first `count` sequences of a batch, 1 .. batch.batch.
TrainBatch first_sequences(const TrainBatch& batch, const NetworkSpec& spec, int count);

// The largest number for which `fits` is true: of seven eighths, six eighths ... one eighth of
// `count`, then its halves; 0 if none fits. Tries the largest first and stops at the first that
// fits.
int largest_that_fits(int count, const std::function<bool(int)>& fits);

}  // namespace tactus
