#include "model/network/network_spec.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

TEST(NetworkSpec, TableIsContiguousAndNamesEveryTensorOnce) {
  const NetworkSpec spec = small_spec(true);
  const std::vector<ParameterInfo> table = parameter_table(spec);
  std::vector<std::string> names;
  std::size_t offset = 0;
  for (const ParameterInfo& info : table) {
    names.push_back(info.name);
    EXPECT_EQ(info.offset, offset) << info.name;
    std::size_t size = 1;
    for (const int n : info.shape) size *= n;
    EXPECT_EQ(info.size, size) << info.name;
    offset += info.size;
  }
  EXPECT_EQ(parameter_count(spec), offset);
  // C=4, H=3 and H=2, both directions with peepholes, three heads on 4 outputs: counted by hand.
  EXPECT_EQ(offset,
            2u * (48 + 36 + 12 + 9) + 2u * (48 + 16 + 8 + 6) + (8 + 2) + (12 + 3) + (12 + 3));
  const std::vector<std::string> first(names.begin(), names.begin() + 5);
  EXPECT_EQ(first, (std::vector<std::string>{"layers.0.forward.weight_input",
                                             "layers.0.forward.weight_recurrent",
                                             "layers.0.forward.bias", "layers.0.forward.peephole",
                                             "layers.0.backward.weight_input"}));
  EXPECT_EQ(names.back(), "heads.pitches.bias");
}

TEST(NetworkSpec, WidthsFollowTheDirections) {
  NetworkSpec spec = small_spec(false);
  EXPECT_EQ(trunk_width(spec), 4);
  spec.layers[1].bidirectional = false;
  EXPECT_EQ(trunk_width(spec), 2);
  spec.layers.clear();
  EXPECT_EQ(trunk_width(spec), 4);
  EXPECT_EQ(parameter_count(spec), 8u + 2 + 12 + 3 + 12 + 3);
}

TEST(NetworkSpec, ImpossibleSpecsAreRefused) {
  const auto refuses = [](auto spoil) {
    NetworkSpec spec = small_spec(false);
    spoil(spec);
    EXPECT_THROW(parameter_table(spec), std::invalid_argument);
  };
  refuses([](NetworkSpec& s) { s.input = 0; });
  refuses([](NetworkSpec& s) { s.layers[1].hidden = -1; });
  refuses([](NetworkSpec& s) { s.layers[0].dropout = 1.0; });
  refuses([](NetworkSpec& s) { s.head_dropout = std::numeric_limits<double>::quiet_NaN(); });
  refuses([](NetworkSpec& s) { s.heads.clear(); });
  refuses([](NetworkSpec& s) { s.heads[0].name = "root"; });
  refuses([](NetworkSpec& s) { s.heads[0].name = ""; });
  refuses([](NetworkSpec& s) { s.heads[2].classes = 0; });
  refuses([](NetworkSpec& s) { s.heads[2].loss_weight = -1.0; });
}

}  // namespace
}  // namespace tactus::test
