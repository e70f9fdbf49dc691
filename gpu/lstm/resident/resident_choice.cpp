#include "gpu/lstm/resident/resident_choice.h"

#include "gpu/lstm/resident/resident_format.h"

namespace tactus::gpu {

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
