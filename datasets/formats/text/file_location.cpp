#include "datasets/formats/text/file_location.h"

#include <fmt/core.h>

#include <charconv>

namespace tactus {
namespace {

constexpr std::string_view kScheme = "file://";

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

bool stands_for_itself(char c) {
  return is_letter(c) || (c >= '0' && c <= '9') ||
         std::string_view("-._~/").find(c) != std::string_view::npos;
}

bool has_drive(std::string_view path) {
  return path.size() > 2 && is_letter(path[0]) && path[1] == ':' &&
         (path[2] == '/' || path[2] == '\\');
}

}  // namespace

std::string location_of_path(std::string_view path) {
  std::string location = std::string(kScheme) + "localhost";
  if (!path.starts_with('/')) location += '/';
  const bool drive = has_drive(path);
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = drive && path[i] == '\\' ? '/' : path[i];
    const bool colon_of_drive = drive && i == 1;
    if (stands_for_itself(c) || colon_of_drive)
      location += c;
    else
      location += fmt::format("%{:02X}", static_cast<unsigned char>(c));
  }
  return location;
}

std::string path_of_location(std::string_view location) {
  if (!location.starts_with(kScheme)) return {};
  const std::size_t begin = location.find('/', kScheme.size());
  if (begin == std::string_view::npos) return {};
  location.remove_prefix(begin);
  std::string path;
  for (std::size_t i = 0; i < location.size(); ++i) {
    unsigned byte = 0;
    const std::string_view digits = location.substr(i + 1, 2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    const bool escape = location[i] == '%' && digits.size() == 2 && error == std::errc() &&
                        end == digits.data() + 2 && byte != 0;
    path += escape ? static_cast<char>(byte) : location[i];
    if (escape) i += 2;
  }
  return has_drive(std::string_view(path).substr(1)) ? path.substr(1) : path;
}

}  // namespace tactus
