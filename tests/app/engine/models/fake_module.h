// The module of fake_cuda_module.cpp, which the tests build.
#pragma once

#include <filesystem>

namespace tactus::test {

inline std::filesystem::path fake_module() {
  return std::filesystem::path(TACTUS_BINARY_DIR) / "tests/libfake_cuda_module.so";
}

}  // namespace tactus::test
