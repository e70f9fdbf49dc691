#include "gpu/runtime/lost_wait.h"

#include <fmt/core.h>

namespace tactus::gpu {

std::string text_of(const LostWait& wait) {
  if (wait.kind == LostWait::kNone) return "";
  const std::string who = fmt::format("block {} thread {} waits for", wait.block, wait.thread);
  if (wait.kind == LostWait::kPhase)
    return fmt::format("{} phase {} of the barrier at byte {}", who, wait.number, wait.place);
  return fmt::format("{} tag {} of its word {}, which has tag {}", who, wait.number, wait.place,
                     wait.found);
}

}  // namespace tactus::gpu
