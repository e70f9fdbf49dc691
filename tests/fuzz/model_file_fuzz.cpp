// Fuzz entry point (libFuzzer's interface) of the readers of model files and training states: any
// bytes are read or refused with a ModelError that names the file; what is read is whole.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <string_view>

#include "model/files/model_file.h"

namespace {

template <typename Read>
void check(const Read& read) {
  try {
    read();
  } catch (const tactus::ModelError& error) {
    if (!std::string_view(error.what()).starts_with("input: ")) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto bytes = std::as_bytes(std::span(data, size));
  check([&] {
    const tactus::Model model = tactus::parse_model(bytes, "input");
    if (model.parameters.size() != tactus::parameter_count(model.spec)) std::abort();
  });
  check([&] {
    const tactus::TrainingState state = tactus::parse_training_state(bytes, "input");
    if (state.parameters.size() != state.optimiser.second_moment.size()) std::abort();
  });
  return 0;
}
