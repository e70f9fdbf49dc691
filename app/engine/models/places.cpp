#include "app/engine/models/places.h"

namespace tactus {

std::filesystem::path first_existing(const std::vector<std::filesystem::path>& paths) {
  std::error_code unknown;
  for (const auto& path : paths)
    if (std::filesystem::exists(path, unknown)) return path;
  return paths.back();
}

}  // namespace tactus
