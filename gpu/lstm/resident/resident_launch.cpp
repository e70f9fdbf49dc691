#include "gpu/lstm/resident/resident_launch.h"

#include <algorithm>

#include "gpu/lstm/resident/resident_format.h"
#include "gpu/runtime/left_out.h"

namespace tactus::gpu {

KernelEntry resident_entry(ResidentKernel kernel, Precision precision,
                           const ResidentChoice& choice) {
  return with_resident_format(precision, choice.width, choice.register_tiles, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? kernel_entry<ResidentForward<Format>>()
                                              : kernel_entry<ResidentBackward<Format>>();
  });
}

int resident_groups_at_once(Runtime& runtime, ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice) {
  const KernelEntry entry = resident_entry(kernel, precision, choice);
  const LaunchShape one = resident_launch(kernel, precision, choice, 1);
  const LeftOut without = left_out();
  if ((without.clusters && one.cluster > 1) || (without.words && one.cooperative)) return 0;
  if (one.shared_bytes > runtime.properties().shared_bytes_per_block) return 0;
  if (one.cluster > 1) return runtime.clusters_at_once(entry, one) * one.cluster / one.blocks;
  return runtime.blocks_per_multiprocessor(entry, one) * runtime.properties().multiprocessors /
         one.blocks;
}

// Groups that exchange words must all run at once: a launch has as many as the card holds.
template <class Params>
void ResidentLauncher::launch_all(Stream stream, ResidentKernel kernel,
                                  const ResidentChoice& choice, int directions, Params& params) {
  const KernelEntry entry = resident_entry(kernel, precision_, choice);
  const int groups = directions * choice.plan.slices;
  const bool with_words = choice.plan.exchange == Exchange::kWords;
  const std::size_t words = with_words ? resident_exchange_words(kernel, precision_, choice) : 0;
  int at_once = groups;
  params.pass.plan = choice.plan;
  params.pass.layout = resident_layout(kernel, precision_, choice);
  if (with_words) {
    at_once = std::clamp(resident_groups_at_once(*runtime_, kernel, precision_, choice), 1, groups);
    params.pass.words = words_.grown(at_once * words);
  }
  for (int first = 0; first < groups; first += at_once) {
    const int count = std::min(at_once, groups - first);
    params.pass.first_group = first;
    if (with_words) {
      runtime_->set_zero(stream, params.pass.words, count * words * sizeof(TaggedWord));
    }
    runtime_->launch_entry(stream, entry, resident_launch(kernel, precision_, choice, count),
                           &params, sizeof(params));
  }
}

void ResidentLauncher::forward(Stream stream, const ResidentChoice& choice, int directions,
                               ResidentForwardParams params) {
  launch_all(stream, ResidentKernel::kForward, choice, directions, params);
}

void ResidentLauncher::backward(Stream stream, const ResidentChoice& choice, int directions,
                                ResidentBackwardParams params) {
  launch_all(stream, ResidentKernel::kBackward, choice, directions, params);
}

}  // namespace tactus::gpu
