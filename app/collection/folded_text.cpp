#include "app/collection/folded_text.h"

#include <locale.h>
#include <wctype.h>

#include <algorithm>
#include <cstdlib>

namespace tactus {
namespace {

// The calls of its lifetime and thread know UTF-8, whatever the program has set.
class Utf8Locale {
 public:
  Utf8Locale() : before_(uselocale(utf8())) {}
  ~Utf8Locale() { uselocale(before_); }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  // A locale of the C library itself. If it is missing, only ASCII has a lower case.
  static locale_t utf8() {
    static const locale_t locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return locale ? locale : LC_GLOBAL_LOCALE;
  }
  locale_t before_;
};

}  // namespace

bool is_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

std::string folded(std::string_view text) {
  const std::string given(text);
  const Utf8Locale utf8;
  std::wstring wide(given.size() + 1, L'\0');
  const std::size_t length = std::mbstowcs(wide.data(), given.c_str(), wide.size());
  if (length > given.size()) return given;  // not UTF-8
  for (wchar_t& c : wide) c = static_cast<wchar_t>(towlower(static_cast<wint_t>(c)));
  std::string lower(4 * length + 1, '\0');
  const std::size_t bytes = std::wcstombs(lower.data(), wide.c_str(), lower.size());
  if (bytes > lower.size()) return given;
  lower.resize(bytes);
  return lower;
}

}  // namespace tactus
