#include "features/files/npy_header.h"

#include <fmt/core.h>

#include <charconv>
#include <system_error>

#include "features/frames/feature_error.h"

namespace tactus {
namespace {

// The Python dictionary of the header; every function throws FeatureError at the offending
// character.
class HeaderParser {
 public:
  HeaderParser(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_descr = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      bool* seen = key == "descr"           ? &has_descr
                   : key == "fortran_order" ? &has_order
                   : key == "shape"         ? &has_shape
                                            : nullptr;
      if (!seen) error(fmt::format("key '{}', expected descr, fortran_order or shape", key));
      if (*seen) error(fmt::format("key '{}' twice, expected once", key));
      *seen = true;
      if (seen == &has_descr) header.descr = quoted();
      if (seen == &has_order) header.fortran_order = boolean();
      if (seen == &has_shape) header.shape = tuple();
      if (accept('}')) break;
      expect(',');
    }
    skip_blanks();
    if (at_ != text_.size()) error("text after the closing '}', expected only spaces");
    if (!has_descr || !has_order || !has_shape) {
      error("the end of the header, expected the keys descr, fortran_order and shape");
    }
    return header;
  }

 private:
  [[noreturn]] void error(std::string_view what) const {
    throw FeatureError(
        fmt::format("{}: character {} of the npy header: found {}", file_, at_, what));
  }
  std::string here() const {
    return at_ < text_.size() ? fmt::format("'{}'", text_[at_]) : std::string("the end");
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool accept(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) error(fmt::format("{}, expected '{}'", here(), wanted));
  }
  std::string quoted() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') error(fmt::format("{}, expected a quoted string", here()));
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) error("an unterminated string");
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return std::string(inside);
  }
  bool boolean() {
    skip_blanks();
    for (const bool value : {true, false}) {
      const std::string_view name = value ? "True" : "False";
      if (text_.substr(at_, name.size()) != name) continue;
      at_ += name.size();
      return value;
    }
    error(fmt::format("{}, expected True or False", here()));
  }
  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> values;
    expect('(');
    while (!accept(')')) {
      skip_blanks();
      std::uint64_t value = 0;
      const char* begin = text_.data() + at_;
      const auto [end, ec] = std::from_chars(begin, text_.data() + text_.size(), value);
      if (ec != std::errc{}) error(fmt::format("{}, expected a size that fits in 64 bits", here()));
      at_ += static_cast<std::size_t>(end - begin);
      values.push_back(value);
      if (values.size() > 32) error("more than 32 dimensions, expected 1 or 2");
      if (accept(')')) break;
      expect(',');
    }
    return values;
  }

  std::string_view text_, file_;
  std::size_t at_ = 0;
};

}  // namespace

NpyHeader parse_npy_header(std::string_view text, std::string_view file) {
  return HeaderParser(text, file).parse();
}

std::string npy_preamble(std::uint64_t rows, std::uint64_t columns) {
  std::string dict =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}", rows, columns);
  constexpr std::size_t kAlignment = 64, kPrefix = 10;  // the data begin at a multiple of 64
  while ((kPrefix + dict.size() + 1) % kAlignment != 0) dict += ' ';
  dict += '\n';
  std::string text(kNpyMagic);
  text += '\x01';
  text += '\x00';
  text += static_cast<char>(dict.size() & 0xff);
  text += static_cast<char>(dict.size() >> 8);
  return text + dict;
}

}  // namespace tactus
