#include "tests/gpu/emulation/launch_executor.h"

#include "tests/gpu/emulation/thread_group.h"

namespace tactus::gpu::test {
namespace {

// ThreadSanitizer has room for some 8,000 identities. In a launch of more threads than this, blocks
// that are executed far from one another have the same, and races between them are not seen.
constexpr std::size_t kMostIdentities = 2048;

void give_back(LaunchContext& context) {
  for (const Identity identity : context.taken) context.site.threads->give(identity);
  context.taken.clear();
}

}  // namespace

IdentityPool::~IdentityPool() {
  for (Identity& identity : free_) identity.destroy();
}

Identity IdentityPool::take(Identity maker) {
  if (free_.empty()) {
    const Identity now = Identity::current();
    maker.become();
    const Identity made = Identity::create();
    now.become();
    return made;
  }
  const Identity identity = free_.back();
  free_.pop_back();
  return identity;
}

void IdentityPool::give(Identity identity) {
  if (free_.size() < most_) {
    free_.push_back(identity);
  } else {
    identity.destroy();
  }
}

void execute_launch(const EmulatedLaunch& launch, const LaunchSite& site, std::uint64_t seed) {
  LaunchContext context{&launch, static_cast<const EmulatedKernel*>(launch.entry.function), site,
                        RandomOrder(seed)};
  const auto as_site = [&](const auto& action) {
    site.identity.become();
    action();
    context.host.become();
  };
  const int group = launch.shape.cooperative ? launch.shape.blocks : launch.shape.cluster;
  try {
    for (const int g : context.random.permutation(launch.shape.blocks / group)) {
      ThreadGroup(context, g * group, group).run();
      if (context.taken.size() > kMostIdentities) give_back(context);
    }
  } catch (...) {
    as_site([&] { context.end.acquire(), context.used.clear(); });
    give_back(context);
    throw;
  }
  as_site([&] { context.end.acquire(), context.used.clear(); });
  give_back(context);
}

}  // namespace tactus::gpu::test
