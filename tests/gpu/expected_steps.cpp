// expected_steps [CARD]: the cycles of a step of rung 8 as the chooser expects them, forward /
// backward, both directions, as rows for gpu/RESULTS.md; then the workload of the forum. CARD: h200
// (default), a100, t4 ... (predicted_card.h).
#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "gpu/lstm/predicted_card.h"

namespace tactus::gpu::test {
namespace {

std::string cycles(const Occupancy& card, Precision precision, const LstmShape& shape) {
  std::string both;
  for (const ResidentKernel kernel : {ResidentKernel::kForward, ResidentKernel::kBackward}) {
    const auto found = estimate_resident(card, precision, kernel, shape);
    const double mhz = card.properties().clock_khz / 1e3;
    both += fmt::format("{}{}", both.empty() ? "" : " / ",
                        found ? fmt::format("{:.0f}", found->step_us * mhz) : "-");
  }
  return both;
}

std::string division(const Occupancy& card, Precision precision, const LstmShape& shape) {
  const auto found = estimate_resident(card, precision, ResidentKernel::kForward, shape);
  return found ? describe(found->choice, shape.directions) : "the graph";
}

void print_rows(const Occupancy& card) {
  fmt::print("| H | B | fp32 | TF32 | bf16 | division in fp32 | in bf16 |\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- |\n");
  for (const auto& [H, B] : {std::pair{64, 16},
                             {128, 16},
                             {256, 1},
                             {256, 16},
                             {256, 64},
                             {512, 16},
                             {512, 64},
                             {768, 16},
                             {1024, 16},
                             {1024, 64}}) {
    const LstmShape shape{1000, B, 256, H, 2};
    fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", H, B,
               cycles(card, Precision::kFp32, shape), cycles(card, Precision::kTf32, shape),
               cycles(card, Precision::kBf16, shape), division(card, Precision::kFp32, shape),
               division(card, Precision::kBf16, shape));
  }
}

// 500 units one way, 80 steps, batch 1, 10 passes: the workload of the forum, without the products
// of the inputs.
void print_forum(const Occupancy& card) {
  for (const Precision precision : {Precision::kFp32, Precision::kBf16}) {
    const LstmShape shape{80, 1, 700, 500, 1};
    const auto found = estimate_resident(card, precision, ResidentKernel::kForward, shape);
    if (found)
      fmt::print("forum, {}: {:.2f} us a step, {:.1f} ms; {}\n",
                 precision == Precision::kFp32 ? "fp32" : "bf16", found->step_us,
                 found->step_us * 800 / 1e3, describe(found->choice, 1));
  }
}

}  // namespace
}  // namespace tactus::gpu::test

int main(int argc, char** argv) {
  using namespace tactus::gpu::test;
  const std::string_view name = argc > 1 ? argv[1] : "h200";
  const auto known = tactus::gpu::known_cards();
  const auto found = std::ranges::find(known, name, &tactus::gpu::KnownCard::name);
  if (found == known.end()) {
    fmt::print(stderr, "expected_steps: no card {}\n", name);
    return 2;
  }
  const auto predicted = tactus::gpu::predicted_card(found->properties);
  const tactus::gpu::Occupancy& card = *predicted;
  print_rows(card);
  print_forum(card);
  return 0;
}
