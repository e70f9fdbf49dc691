#include "datasets/formats/text/file_location.h"

#include <fmt/core.h>

#include <charconv>

#include "audio/text.h"

namespace tactus {
namespace {

constexpr std::string_view kScheme = "file://";
constexpr std::string_view kThisComputer = "localhost";

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
  std::string location = fmt::format("{}{}", kScheme, kThisComputer);
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

std::string without_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    const bool escape = text[i] == '%' && digits.size() == 2 && error == std::errc() &&
                        end == digits.data() + 2 && byte != 0;
    plain += escape ? static_cast<char>(byte) : text[i];
    if (escape) i += 2;
  }
  return plain;
}

std::string path_of_location(std::string_view location) {
  constexpr std::string_view kShort = "file:/";  // RFC 8089: without "//", no name of a computer
  const bool shorter = lower_case(location.substr(0, kShort.size())) == kShort;
  if (shorter && !location.substr(kShort.size()).starts_with('/'))
    return path_of_location(fmt::format("{}{}", kScheme, location.substr(kShort.size() - 1)));
  if (!lower_case(location.substr(0, kScheme.size())).starts_with(kScheme)) return {};
  const std::size_t begin = location.find('/', kScheme.size());
  if (begin == std::string_view::npos) return {};
  const std::string host = lower_case(location.substr(kScheme.size(), begin - kScheme.size()));
  if (!host.empty() && host != kThisComputer) return {};
  const std::string path = without_escapes(location.substr(begin));
  return has_drive(std::string_view(path).substr(1)) ? path.substr(1) : path;
}

}  // namespace tactus
