// expected_steps [CARD]: the cycles of a step of rung 8 as the chooser expects them, forward /
// backward, both directions, as rows for gpu/RESULTS.md; then the workload of the forum. CARD: h200
// (default), a100, t4.
#include <fmt/core.h>

#include <cmath>
#include <string>

#include "gpu/lstm_chooser.h"
#include "tests/gpu/emulation/emulated_runtime.h"

namespace tactus::gpu::test {
namespace {

std::string cycles(EmulatedRuntime& card, Precision precision, const LstmShape& shape) {
  std::string both;
  for (const ResidentKernel kernel : {ResidentKernel::kForward, ResidentKernel::kBackward}) {
    const auto found = estimate_resident(card, precision, kernel, shape);
    const double mhz = card.properties().clock_khz / 1e3;
    both += fmt::format("{}{}", both.empty() ? "" : " / ",
                        found ? fmt::format("{:.0f}", found->step_us * mhz) : "-");
  }
  return both;
}

std::string division(EmulatedRuntime& card, Precision precision, const LstmShape& shape) {
  const auto found = estimate_resident(card, precision, ResidentKernel::kForward, shape);
  return found ? describe(found->choice, shape.directions) : "the graph";
}

void print_rows(EmulatedRuntime& card) {
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
void print_forum(EmulatedRuntime& card) {
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
  const std::string name = argc > 1 ? argv[1] : "h200";
  EmulatedRuntime card(1, name == "a100" ? a100_like() : name == "t4" ? t4_like() : h200_like());
  print_rows(card);
  print_forum(card);
  return 0;
}
