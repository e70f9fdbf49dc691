#include "gpu/lstm/resident/resident_launch.h"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>

namespace tactus::gpu {
namespace {

// Calls `use` with the format of a precision and width.
template <class Use>
auto with_format(Precision precision, int width, const Use& use) {
  if (precision == Precision::kFp32 && width == 1) {
    return use(ResidentFormat<Precision::kFp32, 1>());
  }
  if (precision == Precision::kFp32 && width == 4) {
    return use(ResidentFormat<Precision::kFp32, 4>());
  }
  if (precision == Precision::kTf32 && width == 8) {
    return use(ResidentFormat<Precision::kTf32, 8>());
  }
  if (precision == Precision::kBf16 && width == 8) {
    return use(ResidentFormat<Precision::kBf16, 8>());
  }
  throw std::invalid_argument(fmt::format(
      "resident LSTM kernel of {} sequences, expected 1 or 4 in fp32, 8 in TF32 or bf16", width));
}

ResidentLayout layout_of(ResidentKernel kernel, Precision precision, const ResidentChoice& choice) {
  return with_format(precision, choice.width, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? forward_layout<Format>(choice.plan)
                                              : backward_layout<Format>(choice.plan);
  });
}

// Bytes for a group that exchanges by flags.
std::size_t exchange_bytes(ResidentKernel kernel, Precision precision,
                           const ResidentChoice& choice) {
  const std::size_t bytes = with_format(precision, choice.width, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? forward_exchange_bytes<Format>(choice.plan)
                                              : backward_exchange_bytes<Format>(choice.plan);
  });
  return bytes;
}

}  // namespace

KernelEntry resident_entry(ResidentKernel kernel, Precision precision, int width) {
  return with_format(precision, width, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? kernel_entry<ResidentForward<Format>>()
                                              : kernel_entry<ResidentBackward<Format>>();
  });
}

LaunchShape resident_launch(ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice, int groups) {
  LaunchShape shape;
  shape.blocks = groups * choice.plan.group;
  shape.threads = choice.plan.threads;
  shape.shared_bytes = layout_of(kernel, precision, choice).bytes;
  shape.cluster = choice.plan.exchange == Exchange::kCluster ? choice.plan.group : 1;
  shape.cooperative = choice.plan.exchange == Exchange::kFlags;
  return shape;
}

ProductGeometry resident_product(ResidentKernel kernel, Precision precision,
                                 const ResidentChoice& choice) {
  return layout_of(kernel, precision, choice).product;
}

// Groups that exchange by flags must all run at once: a launch has as many as the card holds.
template <class Params>
void ResidentLauncher::launch_all(Stream stream, ResidentKernel kernel,
                                  const ResidentChoice& choice, int directions, Params& params) {
  const KernelEntry entry = resident_entry(kernel, precision_, choice.width);
  const int groups = directions * choice.plan.slices;
  const bool flags = choice.plan.exchange == Exchange::kFlags;
  int at_once = groups;
  params.pass.plan = choice.plan;
  params.pass.layout = layout_of(kernel, precision_, choice);
  if (flags) {
    const LaunchShape one = resident_launch(kernel, precision_, choice, 1);
    const int blocks =
        runtime_->blocks_per_multiprocessor(entry, one) * runtime_->properties().multiprocessors;
    at_once = std::clamp(blocks / choice.plan.group, 1, groups);
    params.pass.flag_memory.results =
        results_.grown(at_once * exchange_bytes(kernel, precision_, choice));
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
