// A message that is never sent ends the kernel with an error that names who waits for what: on the
// emulation, in executed PTX and on a card. In a process of its own, because a card then computes
// nothing more for the one that launched the kernel.
#include "gpu/runtime/lost_wait.h"

#include <cstdio>
#include <vector>

#include "tests/gpu/lost_wait_kernels.h"
#include "tests/gpu/support/test_card.h"

namespace tactus::gpu::test {
namespace {

template <class Kernel, class MakeParams>
void lose(const LaunchShape& shape, const MakeParams& make_params) {
  try {
    TestCard card;
    launch<Kernel>(card.runtime(), card.stream(), shape, make_params(card));
    card.runtime().synchronize(card.stream());
  } catch (const GpuError& error) {
    std::fputs(error.what(), stderr);
    std::_Exit(3);
  }
  std::_Exit(0);
}

class LostWait : public ::testing::Test {
 protected:
  void SetUp() override {
    TACTUS_CARD_OR_SKIP();
    testing::FLAGS_gtest_death_test_style = "threadsafe";
  }
};

TEST_F(LostWait, OfAWordNamesThreadAndTag) {
  const auto words = [](TestCard& card) {
    return LostWord::Params{card.put(std::vector<TaggedWord>(32))};
  };
  EXPECT_EXIT(lose<LostWord>({2, 32, 0, 1, true}, words), testing::ExitedWithCode(3),
              "block 1 threads? 5.* for tag 7 of .*0");
}

TEST_F(LostWait, AtABarrierNamesThreadAndPhase) {
  const auto none = [](TestCard&) { return LostBytes::Params{}; };
  if (TestCard().properties().compute_capability < 90) GTEST_SKIP() << "clusters need sm_90";
  EXPECT_EXIT(lose<LostBytes>({2, 32, sizeof(LostBytes::Shared), 2}, none),
              testing::ExitedWithCode(3),
              "block 1 threads? 5.* for phase 0 of the barrier at byte 0");
}

TEST_F(LostWait, IsOneSentence) {
  EXPECT_EQ(text_of({}), "");
  EXPECT_EQ(text_of({3, 40, gpu::LostWait::kTag, 9, 1, 7, {}}),
            "block 3 thread 40 waits for tag 9 of its word 1, which has tag 7");
  EXPECT_EQ(text_of({3, 40, gpu::LostWait::kPhase, 9, 8, 0, {}}),
            "block 3 thread 40 waits for phase 9 of the barrier at byte 8");
}

}  // namespace
}  // namespace tactus::gpu::test
