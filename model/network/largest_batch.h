// What of a minibatch would fit where the whole does not.
#pragma once

#include <functional>
#include <stdexcept>

#include "model/network/network_spec.h"
#include "model/network/train_batch.h"

namespace tactus {

// The first `count` sequences of a batch, 1 .. batch.batch.
TrainBatch first_sequences(const TrainBatch& batch, const NetworkSpec& spec, int count);

// The largest of seven eighths, six eighths ... one eighth of `count`, then its halves, for which
// `fits`; 0 when there is none. Asks from the largest down and stops at the first.
int largest_that_fits(int count, const std::function<bool(int)>& fits);

}  // namespace tactus
