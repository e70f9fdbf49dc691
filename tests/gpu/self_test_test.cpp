// The self-test of a card, on the emulation: right cards pass, and every kernel counts.
#include "gpu/self_test.h"

#include <gtest/gtest.h>

#include <set>

#include "gpu/cuda_backend.h"
#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {
namespace {

// A card on which one kernel does nothing; notes the names of all.
class BrokenCard final : public EmulatedRuntime {
 public:
  BrokenCard(DeviceProperties card, std::string broken, std::set<std::string>* names)
      : EmulatedRuntime(1, std::move(card)), broken_(std::move(broken)), names_(names) {}
  void launch_entry(Stream stream, const KernelEntry& entry, const LaunchShape& shape,
                    const void* params, std::size_t params_bytes) override {
    if (names_) names_->insert(entry.name);
    if (entry.name == broken_) return;
    EmulatedRuntime::launch_entry(stream, entry, shape, params, params_bytes);
  }
  void multiply(Stream stream, const MatrixProduct& product) override {
    MatrixProduct other = product;
    if (broken_ == "multiply") other.alpha *= 1.001f;
    EmulatedRuntime::multiply(stream, other);
  }

 private:
  std::string broken_;
  std::set<std::string>* names_;
};

std::string result_of(const DeviceProperties& card, const std::string& broken = "",
                      std::set<std::string>* names = nullptr) {
  return self_test([&](Rung rung) {
    return make_cuda_backend(std::make_shared<BrokenCard>(card, broken, names), {.rung = rung});
  });
}

TEST(SelfTest, PassesOnEveryKindOfCard) {
  for (const DeviceProperties& card : {h200_like(), a100_like(), t4_like()})
    EXPECT_EQ(result_of(card), "") << card.compute_capability;
}

TEST(SelfTest, SeesEachKernelThatIsWrong) {
  std::set<std::string> names;
  EXPECT_EQ(result_of(h200_like(), "", &names), "");
  EXPECT_GT(names.size(), 10u);
  // Without it kernels follow pointers that nobody wrote, and the emulation crashes.
  std::erase_if(names, [](const std::string& name) { return name.starts_with("StorePass"); });
  names.insert("multiply");
  for (const std::string& name : names) {
    EXPECT_NE(result_of(h200_like(), name), "") << name;
  }
}

// A card whose kernels cannot be launched.
class FaultyCard final : public EmulatedRuntime {
 public:
  void launch_entry(Stream, const KernelEntry&, const LaunchShape&, const void*,
                    std::size_t) override {
    throw GpuError("launch failure");
  }
};

TEST(SelfTest, AnErrorOfTheCardIsNoResult) {
  EXPECT_THROW(self_test([](Rung rung) {
                 return make_cuda_backend(std::make_shared<FaultyCard>(), {.rung = rung});
               }),
               GpuError);
  EXPECT_THROW(self_test([](Rung) -> std::shared_ptr<Backend> { throw GpuError("in use"); }),
               GpuError);
  EXPECT_THROW(self_test([](Rung) -> std::shared_ptr<Backend> { throw OutOfMemory("full"); }),
               OutOfMemory);
}

}  // namespace
}  // namespace tactus::gpu::test
