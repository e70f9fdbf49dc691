#include "app/program/program_path.h"

namespace tactus {

std::filesystem::path program_path() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::filesystem::path("tactus") : self;
}

std::filesystem::path command_line_program() {
  const std::filesystem::path self = program_path();
  for (const auto& folder : {self.parent_path(), self.parent_path().parent_path()}) {
    if (std::filesystem::is_regular_file(folder / "tactus")) return folder / "tactus";
  }
  return self;
}

}  // namespace tactus
