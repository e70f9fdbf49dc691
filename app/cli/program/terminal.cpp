#include "app/cli/program/terminal.h"

#include <fmt/core.h>
#include <locale.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#include <cstdlib>
#include <cstring>
#include <vector>

namespace tactus {
namespace {

constexpr std::size_t kUsualColumns = 80;
constexpr std::string_view kCut = "…";

// UTF-8 in this thread, whatever the locale of the program.
class Utf8Locale {
 public:
  Utf8Locale() {
    static const locale_t utf8 = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);  // slow; stays
    if (utf8) before_ = uselocale(utf8);
  }
  ~Utf8Locale() {
    if (before_) uselocale(before_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t before_ = nullptr;
};

struct Character {
  std::size_t bytes;
  std::size_t columns;
};

// What is no UTF-8 counts as one column per byte.
std::vector<Character> characters_of(std::string_view text) {
  const Utf8Locale utf8;
  std::vector<Character> characters;
  std::mbstate_t state{};
  for (std::size_t at = 0; at < text.size();) {
    wchar_t wide = 0;
    const std::size_t bytes = std::mbrtowc(&wide, text.data() + at, text.size() - at, &state);
    const bool valid = bytes > 0 && bytes <= text.size() - at;
    if (!valid) state = {};
    const int columns = valid ? wcwidth(wide) : 1;
    characters.push_back(
        {valid ? bytes : 1, columns < 0 ? std::size_t{1} : static_cast<std::size_t>(columns)});
    at += characters.back().bytes;
  }
  return characters;
}

std::size_t sum_of(const std::vector<Character>& characters) {
  std::size_t columns = 0;
  for (const Character& character : characters) columns += character.columns;
  return columns;
}

std::string padded(std::string_view text, std::size_t columns, std::size_t width) {
  return std::string(text) + std::string(width - columns, ' ');
}

}  // namespace

std::size_t terminal_columns(int descriptor) {
  if (!isatty(descriptor)) return 0;
  winsize size{};
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : kUsualColumns;
}

std::size_t display_width(std::string_view text) {
  return sum_of(characters_of(text));
}

std::string without_beginning(std::string_view text, std::size_t width) {
  const std::vector<Character> characters = characters_of(text);
  std::size_t columns = sum_of(characters);
  if (columns <= width) return padded(text, columns, width);
  std::size_t at = 0;
  for (auto next = characters.begin(); columns + 1 > width; ++next) {
    if (next == characters.end()) return std::string(width, ' ');
    columns -= next->columns;
    at += next->bytes;
  }
  return padded(std::string(kCut) + std::string(text.substr(at)), columns + 1, width);
}

std::string without_end(std::string_view text, std::size_t width) {
  const std::vector<Character> characters = characters_of(text);
  const std::size_t all = sum_of(characters);
  if (all <= width) return padded(text, all, width);
  if (width == 0) return "";
  std::size_t columns = 0, at = 0;
  for (const Character& next : characters) {
    if (columns + next.columns + 1 > width) break;
    columns += next.columns;
    at += next.bytes;
  }
  return padded(std::string(text.substr(0, at)) + std::string(kCut), columns + 1, width);
}

bool has_colours(int descriptor) {
  const char* refused = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return isatty(descriptor) && (!refused || !*refused) && terminal && *terminal &&
         std::strcmp(terminal, "dumb") != 0;
}

std::string coloured(std::string_view text, Colour colour, int descriptor) {
  if (!has_colours(descriptor)) return std::string(text);
  return fmt::format("\033[{}m{}\033[0m", colour == Colour::kRed ? 31 : 33, text);
}

}  // namespace tactus
