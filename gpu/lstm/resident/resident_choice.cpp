#include "gpu/lstm/resident/resident_choice.h"

#include <fmt/core.h>

#include "gpu/lstm/resident/resident_format.h"

namespace tactus::gpu {

std::string describe(const ResidentChoice& choice, int directions) {
  const ResidentPlan& plan = choice.plan;
  const int groups = directions * plan.slices;
  std::string who = fmt::format("{} blocks of {} units", groups, plan.units);
  if (plan.exchange == Exchange::kCluster) {
    who = fmt::format("{} clusters of {} x {} units", groups, plan.group, plan.units);
  } else if (plan.gathers()) {
    who = fmt::format("{} groups of {} clusters of {} x {} units", groups, plan.parts(),
                      plan.gathered, plan.units);
  } else if (plan.exchange == Exchange::kWords) {
    who = fmt::format("{} groups of {} x {} units", groups, plan.group, plan.units);
  }
  return fmt::format("{}, {} x {} sequences, {} threads", who, plan.chunks, choice.width,
                     plan.threads);
}

ResidentLayout resident_layout(ResidentKernel kernel, Precision precision,
                               const ResidentChoice& choice) {
  return with_resident_format(precision, choice.width, choice.register_tiles, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? forward_layout<Format>(choice.plan)
                                              : backward_layout<Format>(choice.plan);
  });
}

std::size_t resident_exchange_words(ResidentKernel kernel, Precision precision,
                                    const ResidentChoice& choice) {
  return with_resident_format(precision, choice.width, choice.register_tiles, [&](auto format) {
    using Format = decltype(format);
    return kernel == ResidentKernel::kForward ? forward_exchange_words<Format>(choice.plan)
                                              : backward_exchange_words<Format>(choice.plan);
  });
}

LaunchShape resident_launch(ResidentKernel kernel, Precision precision,
                            const ResidentChoice& choice, int groups) {
  LaunchShape shape;
  shape.blocks = groups * choice.plan.group;
  shape.threads = choice.plan.threads;
  shape.shared_bytes = resident_layout(kernel, precision, choice).bytes;
  shape.cluster = choice.plan.cluster();
  shape.cooperative = choice.plan.exchange == Exchange::kWords;
  return shape;
}

int resident_max_threads(Precision precision, const ResidentChoice& choice) {
  return with_resident_format(precision, choice.width, choice.register_tiles,
                              [](auto format) { return decltype(format)::kMaxThreads; });
}

int resident_words_together(Precision precision, const ResidentChoice& choice) {
  return with_resident_format(precision, choice.width, choice.register_tiles,
                              [](auto format) { return decltype(format)::kWordsTogether; });
}

ProductGeometry resident_product(ResidentKernel kernel, Precision precision,
                                 const ResidentChoice& choice) {
  return resident_layout(kernel, precision, choice).product;
}

}  // namespace tactus::gpu
