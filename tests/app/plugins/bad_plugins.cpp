// A library that ends the process as soon as it is loaded.
#include <cstdlib>

namespace {
[[gnu::constructor]] void end() {
  std::abort();
}
}  // namespace
