#include "gpu/lstm/resident/resident_launch.h"

#include <algorithm>

#include "gpu/lstm/resident/resident_format.h"

namespace tactus::gpu {

KernelEntry resident_entry(ResidentKernel kernel, Precision precision,
                           const ResidentChoice& choice) {
  return with_resident_format(precision, choice.width, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? kernel_entry<ResidentForward<Format>>()
                                              : kernel_entry<ResidentBackward<Format>>();
  });
}

// Groups that exchange by flags must all run at once: a launch has as many as the card holds.
template <class Params>
void ResidentLauncher::launch_all(Stream stream, ResidentKernel kernel,
                                  const ResidentChoice& choice, int directions, Params& params) {
  const KernelEntry entry = resident_entry(kernel, precision_, choice);
  const int groups = directions * choice.plan.slices;
  const bool flags = choice.plan.exchange == Exchange::kFlags;
  int at_once = groups;
  params.pass.plan = choice.plan;
  params.pass.layout = resident_layout(kernel, precision_, choice);
  if (flags) {
    const LaunchShape one = resident_launch(kernel, precision_, choice, 1);
    const int blocks =
        runtime_->blocks_per_multiprocessor(entry, one) * runtime_->properties().multiprocessors;
    at_once = std::clamp(blocks / choice.plan.group, 1, groups);
    params.pass.flag_memory.results =
        results_.grown(at_once * resident_exchange_bytes(kernel, precision_, choice));
    params.pass.flag_memory.flags = flags_.grown(at_once * choice.plan.group);
  }
  for (int first = 0; first < groups; first += at_once) {
    const int count = std::min(at_once, groups - first);
    params.pass.first_group = first;
    if (flags) {
      runtime_->set_zero(stream, params.pass.flag_memory.flags,
                         static_cast<std::size_t>(count) * choice.plan.group * sizeof(unsigned));
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
