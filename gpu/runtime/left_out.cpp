#include "gpu/runtime/left_out.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "gpu/runtime/runtime.h"

namespace tactus::gpu {
namespace {

struct Mechanism {
  const char* name;
  bool LeftOut::*member;
};
constexpr Mechanism kMechanisms[] = {{"side", &LeftOut::side},
                                     {"clusters", &LeftOut::clusters},
                                     {"words", &LeftOut::words},
                                     {"graph", &LeftOut::graph}};

}  // namespace

LeftOut left_out() {
  LeftOut found;
  const char* value = std::getenv("TACTUS_CUDA_WITHOUT");
  if (value == nullptr) return found;
  std::istringstream words(value);
  for (std::string word; std::getline(words, word, ',');) {
    const auto* at = std::ranges::find(kMechanisms, word, &Mechanism::name);
    if (at == std::end(kMechanisms)) {
      throw GpuError(fmt::format(
          "TACTUS_CUDA_WITHOUT=\"{}\": \"{}\" is unknown, expected side, clusters, words or graph, "
          "separated by commas",
          value, word));
    }
    found.*at->member = true;
  }
  return found;
}

std::string describe(const LeftOut& without) {
  std::string text;
  for (const Mechanism& mechanism : kMechanisms) {
    if (without.*mechanism.member)
      text += (text.empty() ? ", without " : ", ") + std::string(mechanism.name);
  }
  return text;
}

}  // namespace tactus::gpu
