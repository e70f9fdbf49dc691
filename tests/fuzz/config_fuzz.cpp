// Fuzz entry point (libFuzzer's interface) of the YAML reader: any bytes are a document, a training
// configuration or a manifest, or are refused with a ConfigError; nesting never exceeds the limit.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "app/config/config_manifest.h"
#include "app/config/config_train.h"

namespace {

std::size_t depth_of(const tactus::ConfigNode& node) {
  std::size_t deepest = 0;
  for (const tactus::ConfigNode& child : node.children)
    deepest = std::max(deepest, depth_of(child));
  return deepest + 1;
}

template <typename Function>
void may_refuse(Function function) {
  try {
    function();
  } catch (const tactus::ConfigError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  may_refuse([&] {
    const tactus::ConfigDocument document = tactus::parse_config(text, "fuzz");
    if (depth_of(document.root) > tactus::kMaxConfigDepth + 1) std::abort();
    may_refuse([&] { tactus::parse_train_config(document, "/"); });
    may_refuse([&] {
      const tactus::Corpus corpus = tactus::parse_manifest(document, "/");
      const std::string again = tactus::manifest_text(corpus, "/");
      if (tactus::parse_manifest(tactus::parse_config(again, "again"), "/").items != corpus.items) {
        std::abort();
      }
    });
  });
  return 0;
}
