// The expected time of a step of a layer on a card, as text: what `tactus bench steps` prints.
// Nothing in it was measured here.
#pragma once

#include <string>
#include <vector>

#include "gpu/prediction/predicted_card.h"

namespace tactus {

struct StepTableSizes {
  std::vector<int> hidden = {128, 256, 512, 768, 1024}, batch = {1, 16, 64};
};
// Both passes in each precision, both directions at once; then the published figures of other
// programs at their size, and the workload of the forum (recurrent_benchmark.h).
std::string step_table(const gpu::KnownCard& card, const StepTableSizes& sizes);

}  // namespace tactus
