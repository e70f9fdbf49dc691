// Shared by all tests: where the optional reference data lies, and scratch folders that clean up
// after themselves.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>

namespace tactus::test {

// The folder of reference data (environment TACTUS_SHARED, else ../shared beside the source tree),
// if present.
inline std::optional<std::filesystem::path> shared_data() {
  const char* given = std::getenv("TACTUS_SHARED");
  const std::filesystem::path base =
      given ? std::filesystem::path(given)
            : std::filesystem::path(TACTUS_SOURCE_DIR).parent_path() / "shared";
  if (!std::filesystem::is_directory(base / "data")) return std::nullopt;
  return base / "data";
}

// A folder of its own under the system's temporary folder, removed at the end of the scope.
class ScratchFolder {
 public:
  ScratchFolder()
      : path_(std::filesystem::temp_directory_path() /
              ("tactus-test-" + std::to_string(std::random_device{}()))) {
    std::filesystem::create_directories(path_);
  }
  ~ScratchFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

// An environment variable for the length of a scope.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

inline std::string slurp(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Writes a small file, making its folder.
inline void write_text(const std::filesystem::path& path, const std::string& text) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

}  // namespace tactus::test

// In a test that needs the reference data: skips, and says why, where it is absent.
#define TACTUS_SHARED_OR_SKIP(name)                                               \
  const auto name##_found = ::tactus::test::shared_data();                        \
  if (!name##_found) GTEST_SKIP() << "reference data (../shared/data) is absent"; \
  const std::filesystem::path name = *name##_found
