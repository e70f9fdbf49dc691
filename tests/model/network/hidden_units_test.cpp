// Smaller networks from the units of a larger one.
#include "model/network/hidden_units.h"

#include <gtest/gtest.h>

#include <cmath>

#include "model/backend/cpu/cpu_backend.h"
#include "model/network/unit_gates.h"
#include "tests/model/support/random_network.h"

namespace tactus::test {
namespace {

NetworkSpec spec_of(bool bidirectional) {
  NetworkSpec spec = small_spec(true);
  spec.layers[0].hidden = 7;
  spec.layers[1].hidden = 5;
  for (LayerSpec& layer : spec.layers) layer.bidirectional = bidirectional;
  return spec;
}

std::vector<FrameMatrix> outputs_of(const NetworkSpec& spec, const std::vector<float>& parameters) {
  Network network(spec, make_cpu_backend(1));
  network.set_parameters(parameters);
  FrameMatrix x(19, spec.input, 50.0);
  x.data = random_values<float>(x.data.size(), 8);
  return network.infer(x);
}

void expect_equal(const std::vector<FrameMatrix>& found, const std::vector<FrameMatrix>& expected) {
  for (std::size_t h = 0; h < expected.size(); ++h)
    for (std::size_t i = 0; i < expected[h].data.size(); ++i)
      ASSERT_NEAR(found[h].data[i], expected[h].data[i], 1e-6) << "head " << h << ", value " << i;
}

TEST(HiddenUnits, ACutNetworkIsTheOneWhoseOtherUnitsAreSilent) {
  for (const bool both : {true, false}) {
    const NetworkSpec spec = spec_of(both);
    std::vector<float> parameters = random_values<float>(parameter_count(spec), 5, 0.4);
    PerDirection<std::vector<int>> kept = {{{0, 2, 3, 6}, {1, 2, 4, 5}}, {{1, 4}, {0, 2}}};
    if (!both) kept = {{{0, 2, 3, 6}}, {{1, 4}}};
    std::vector<float> gates(unit_count(spec), 0.0f);
    std::size_t first = 0;
    for (std::size_t l = 0; l < kept.size(); ++l) {
      for (const std::vector<int>& units : kept[l]) {
        for (const int j : units) gates[first + static_cast<std::size_t>(j)] = 0.5f + 0.1f * j;
        first += static_cast<std::size_t>(spec.layers[l].hidden);
      }
    }
    apply_gates(spec, gates, parameters);
    const CutNetwork cut = cut_network(spec, parameters, kept);
    EXPECT_EQ(cut.spec.layers[0].hidden, 4);
    EXPECT_EQ(cut.spec.layers[1].hidden, 2);
    EXPECT_EQ(cut.spec.heads, spec.heads);
    ASSERT_EQ(cut.parameters.size(), parameter_count(cut.spec));
    expect_equal(outputs_of(cut.spec, cut.parameters), outputs_of(spec, parameters));
  }
}

TEST(HiddenUnits, AllUnitsGiveTheNetworkItself) {
  const NetworkSpec spec = spec_of(true);
  const std::vector<float> parameters = random_values<float>(parameter_count(spec), 5);
  const CutNetwork cut =
      cut_network(spec, parameters, highest_units(unit_norms(spec, parameters), 1.0));
  EXPECT_EQ(cut.spec, spec);
  EXPECT_EQ(cut.parameters, parameters);
}

TEST(HiddenUnits, ANormHasTheGatesOfAUnitAndAllThatReadIt) {
  const NetworkSpec spec = spec_of(true);
  const auto table = parameter_table(spec);
  const auto norms_with_one = [&](const std::string& name, std::size_t element) {
    std::vector<float> parameters(parameter_count(spec), 0.0f);
    for (const ParameterInfo& info : table)
      if (info.name == name) parameters[info.offset + element] = -3.0f;
    std::vector<std::string> found;
    const auto norms = unit_norms(spec, parameters);
    for (std::size_t l = 0; l < norms.size(); ++l)
      for (std::size_t d = 0; d < norms[l].size(); ++d)
        for (std::size_t j = 0; j < norms[l][d].size(); ++j) {
          if (norms[l][d][j] == 0.0) continue;
          EXPECT_EQ(norms[l][d][j], 3.0);
          found.push_back(std::to_string(l) + (d == 0 ? "f" : "b") + std::to_string(j));
        }
    return found;
  };
  using Units = std::vector<std::string>;
  EXPECT_EQ(norms_with_one("layers.0.forward.weight_input", (7 + 2) * 4 + 1), Units{"0f2"});
  EXPECT_EQ(norms_with_one("layers.0.backward.bias", 3 * 7 + 6), Units{"0b6"});
  EXPECT_EQ(norms_with_one("layers.1.forward.peephole", 2 * 5 + 1), Units{"1f1"});
  EXPECT_EQ(norms_with_one("layers.0.forward.weight_recurrent", 3 * 7 + 5), (Units{"0f3", "0f5"}));
  EXPECT_EQ(norms_with_one("layers.1.backward.weight_input", 4 * 14 + 7 + 2),
            (Units{"0b2", "1b4"}));
  EXPECT_EQ(norms_with_one("heads.root.weight", 2 * 10 + 5 + 3), Units{"1b3"});
}

TEST(HiddenUnits, TheHighestStayAsManyInBothDirections) {
  const auto kept = highest_units({{{1.0, 5.0, 3.0, 2.0}, {4.0, 1.0, 1.0, 0.5}}}, 0.5);
  EXPECT_EQ(kept[0][0], (std::vector<int>{1, 2}));
  EXPECT_EQ(kept[0][1], (std::vector<int>{0, 1})) << "the first of equals";
  EXPECT_EQ(highest_units({{{1.0, 2.0}}}, 0.1)[0][0], std::vector<int>{1}) << "at least one";
  const NetworkSpec spec = spec_of(true);
  EXPECT_THROW(
      cut_network(spec, std::vector<float>(parameter_count(spec)), {{{0}, {1, 2}}, {{0}, {0}}}),
      std::invalid_argument);
}

}  // namespace
}  // namespace tactus::test
