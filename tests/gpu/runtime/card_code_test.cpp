// Which cards run the code of a module.
#include "gpu/runtime/card_code.h"

#include <gtest/gtest.h>

namespace tactus::gpu {
namespace {

std::string why(std::string_view architectures, int card, std::string_view left_out = "") {
  return why_no_code(architectures, left_out, {.name = "Card", .compute_capability = card});
}

TEST(CardCode, MachineCodeRunsOnItsMajorNumberAndPtxOnAllLaterCards) {
  EXPECT_EQ(why("89-real", 89), "");
  EXPECT_EQ(why("80-real", 86), "");
  EXPECT_EQ(why("75-real,80-real,90", 120), "");
  EXPECT_EQ(why("90-virtual", 100), "");
  EXPECT_EQ(why("all-major", 120), "");
  EXPECT_EQ(why("90a-real", 90), "");
  EXPECT_NE(why("90a", 100), "");
  EXPECT_NE(why("86-real", 80), "") << "code of a later card";
  EXPECT_NE(why("90", 89), "");
}

TEST(CardCode, TheReasonNamesBothAndTheRemedy) {
  EXPECT_EQ(why("89-real", 120), "Card: built for 8.9, but this card is 12.0: build again");
  EXPECT_EQ(why("80-real,90-real", 120),
            "Card: built for 8.0, 9.0, but this card is 12.0: build again");
  EXPECT_EQ(
      why("80-real", 120, "nvcc 12.8 does not know compute capability 12.0"),
      "Card: built for 8.0, but this card is 12.0: build again (nvcc 12.8 does not know compute "
      "capability 12.0)");
  EXPECT_EQ(why("61-real", 61), "Card: compute capability 6.1, 7.5 or later is needed");
}

}  // namespace
}  // namespace tactus::gpu
