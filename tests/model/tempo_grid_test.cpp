#include "model/tempo_grid.h"

#include <gtest/gtest.h>

#include <vector>

namespace tactus {
namespace {

TEST(TempoGrid, IsTrueWhereTheBeatsLieOnIt) {
  const std::vector<Beat> beats = {{0.5}, {1.0}, {2.0}, {2.4}, {2.8}};
  const TempoGrid grid{GridKind::kPiecewise, {{1.0, 120.0}, {2.0, 150.0}}};
  EXPECT_TRUE(is_true(grid, beats));
  EXPECT_FALSE(is_true({GridKind::kConstant, grid.segments}, beats));
  EXPECT_FALSE(is_true({GridKind::kConstant, {{0.5, 120.0}}}, beats));
  EXPECT_FALSE(is_true({GridKind::kPiecewise, {{2.0, 150.0}, {1.0, 120.0}}}, beats));
  EXPECT_FALSE(is_true({GridKind::kConstant, {{0.5, 0.0}}}, beats));
  EXPECT_FALSE(is_true({GridKind::kConstant, {{0.0, 1e6}}}, beats)) << "any beat would lie on it";
  EXPECT_TRUE(is_true({}, beats));
  EXPECT_TRUE(is_true({GridKind::kFree, {}}, beats));
  EXPECT_FALSE(is_true({GridKind::kFree, grid.segments}, beats));
}

TEST(TempoGrid, KindsHaveNames) {
  for (GridKind kind :
       {GridKind::kNone, GridKind::kConstant, GridKind::kPiecewise, GridKind::kFree})
    EXPECT_EQ(grid_kind_named(name_of(kind)), kind);
  EXPECT_FALSE(grid_kind_named("Constant").has_value());
}

}  // namespace
}  // namespace tactus
