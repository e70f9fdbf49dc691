#include "gpu/runtime/card_code.h"

#include <fmt/core.h>
#include <fmt/format.h>

#include <charconv>
#include <vector>

namespace tactus::gpu {
namespace {

struct Architecture {
  int number = 0;      // 0: a word, such as "all"
  std::string suffix;  // "", "-real", "-virtual", "a", "a-real", ...
};

std::vector<Architecture> architectures_in(std::string_view text) {
  std::vector<Architecture> found;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view word = text.substr(at, text.find(',', at) - at);
    at += word.size() + 1;
    Architecture each;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), each.number);
    if (error == std::errc()) each.suffix.assign(end, word.data() + word.size());
    found.push_back(each);
  }
  return found;
}

bool runs_on(const Architecture& code, int card) {
  if (code.number == 0) return true;
  if (code.suffix.starts_with('a')) return code.number == card;
  const bool has_ptx = code.suffix.empty() || code.suffix == "-virtual";
  return card >= code.number && (has_ptx || card / 10 == code.number / 10);
}

}  // namespace

std::string capability_text(int compute_capability) {
  return fmt::format("{}.{}", compute_capability / 10, compute_capability % 10);
}

std::string why_no_code(std::string_view architectures, std::string_view left_out,
                        const DeviceProperties& card) {
  const std::string is = capability_text(card.compute_capability);
  if (card.compute_capability < kOldestCapability) {
    return fmt::format("{}: compute capability {}, {} or later is needed", card.name, is,
                       capability_text(kOldestCapability));
  }
  std::vector<std::string> built;
  for (const Architecture& code : architectures_in(architectures)) {
    if (runs_on(code, card.compute_capability)) return "";
    built.push_back(capability_text(code.number));
  }
  return fmt::format("{}: built for {}, but this card is {}: build again{}", card.name,
                     fmt::join(built, ", "), is,
                     left_out.empty() ? "" : fmt::format(" ({})", left_out));
}

}  // namespace tactus::gpu
