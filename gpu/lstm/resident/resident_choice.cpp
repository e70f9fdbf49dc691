#include "gpu/lstm/resident/resident_choice.h"

#include <fmt/core.h>

#include "gpu/lstm/resident/resident_format.h"

namespace tactus::gpu {

std::string describe(const ResidentChoice& choice, int directions) {
  const ResidentPlan& plan = choice.plan;
  const int groups = directions * plan.slices;
  const std::string who =
      plan.exchange == Exchange::kNone
          ? fmt::format("{} blocks of {} units", groups, plan.units)
          : fmt::format("{} {} of {} x {} units", groups,
                        plan.exchange == Exchange::kCluster ? "clusters" : "groups by flags",
                        plan.group, plan.units);
  return fmt::format("{}, {} x {} sequences, {} threads", who, plan.chunks, choice.width,
                     plan.threads);
}

ResidentLayout resident_layout(ResidentKernel kernel, Precision precision,
                               const ResidentChoice& choice) {
  return with_resident_format(precision, choice.width, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? forward_layout<Format>(choice.plan)
                                              : backward_layout<Format>(choice.plan);
  });
}

std::size_t resident_exchange_bytes(ResidentKernel kernel, Precision precision,
                                    const ResidentChoice& choice) {
  const std::size_t bytes = with_resident_format(precision, choice.width, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? forward_exchange_bytes<Format>(choice.plan)
                                              : backward_exchange_bytes<Format>(choice.plan);
  });
  return bytes;
}

LaunchShape resident_launch(ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice, int groups) {
  LaunchShape shape;
  shape.blocks = groups * choice.plan.group;
  shape.threads = choice.plan.threads;
  shape.shared_bytes = resident_layout(kernel, precision, choice).bytes;
  shape.cluster = choice.plan.exchange == Exchange::kCluster ? choice.plan.group : 1;
  shape.cooperative = choice.plan.exchange == Exchange::kFlags;
  return shape;
}

int resident_max_threads(ResidentKernel, Precision, const ResidentChoice&) {
  return kResidentThreads;
}

ProductGeometry resident_product(ResidentKernel kernel, Precision precision,
                                 const ResidentChoice& choice) {
  return resident_layout(kernel, precision, choice).product;
}

}  // namespace tactus::gpu
