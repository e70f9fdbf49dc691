// tactus-onnx: the program that writes a model in the ONNX format for `tactus export`, which starts
// it. It holds the libraries of that format, so that tactus starts without them.
#include <unistd.h>

#include <cstdint>
#include <exception>
#include <string>
#include <string_view>

#include "app/models/model_store.h"
#include "app/onnx/onnx_model.h"
#include "audio/standard_streams.h"

namespace {

// Before all other initialisers of the program; those of its libraries come first.
[[gnu::constructor(101)]] void fill_descriptors() {
  tactus::fill_closed_descriptors();
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  using namespace tactus;
  if (argc != 3) {
    write_log(
        "tactus-onnx writes a model for tactus export, which starts it:\n"
        "tactus-onnx MODEL FOLDER_OF_SHIPPED_MODELS, with a pipe as descriptor 3\n");
    return 2;
  }
  try {
    const std::string bytes = onnx_bytes(load_named_model(argv[1], argv[2]).model);
    const std::uint64_t size = bytes.size();
    const std::string_view head(reinterpret_cast<const char*>(&size), sizeof size);
    return write_all(kOnnxDescriptor, head) && write_all(kOnnxDescriptor, bytes) ? 0 : 1;
  } catch (const std::exception& error) {
    print_log("tactus: {}\n", error.what());
    return 1;
  }
}
