#include "datasets/formats/xml_tags.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace tactus {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";

// UTF-8 of a code point; nothing for what is none.
std::string utf8(unsigned code) {
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  if (code < 0x80) return {static_cast<char>(code)};
  std::string bytes;
  const int following = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr unsigned kLead[] = {0, 0xC0, 0xE0, 0xF0};
  bytes.push_back(static_cast<char>(kLead[following] | (code >> (6 * following))));
  for (int i = following - 1; i >= 0; --i)
    bytes.push_back(static_cast<char>(0x80 | ((code >> (6 * i)) & 0x3F)));
  return bytes;
}

std::optional<std::string> entity(std::string_view name) {
  if (name == "amp") return "&";
  if (name == "lt") return "<";
  if (name == "gt") return ">";
  if (name == "quot") return "\"";
  if (name == "apos") return "'";
  if (!name.starts_with('#')) return std::nullopt;
  name.remove_prefix(1);
  const bool hex = name.starts_with('x');
  if (hex) name.remove_prefix(1);
  unsigned code = 0;
  const auto [end, error] =
      std::from_chars(name.data(), name.data() + name.size(), code, hex ? 16 : 10);
  if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
  return utf8(code);
}

// Unknown entities stay as they are.
std::string unescaped(std::string_view text) {
  constexpr std::size_t kLongestEntity = 10;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t end =
        text[i] == '&' ? text.substr(i, kLongestEntity + 2).find(';') : std::string_view::npos;
    const std::optional<std::string> found =
        end == std::string_view::npos ? std::nullopt : entity(text.substr(i + 1, end - 1));
    result += found ? *found : std::string(1, text[i]);
    if (found) i += end;
  }
  return result;
}

class XmlScanner {
 public:
  explicit XmlScanner(const FormatInput& input) : input_(input), text_(input.content) {}

  std::vector<XmlTag> run() {
    std::vector<XmlTag> tags;
    for (place_ = text_.find('<'); place_ < text_.size(); place_ = text_.find('<', place_)) {
      const std::string_view rest = text_.substr(place_);
      if (rest.starts_with("<!--"))
        skip_past("-->");
      else if (rest.starts_with("<![CDATA["))
        skip_past("]]>");
      else if (rest.starts_with("<?"))
        skip_past("?>");
      else if (rest.starts_with("<!") || rest.starts_with("</"))
        skip_past(">");
      else
        tags.push_back(parse_tag());
    }
    return tags;
  }

 private:
  [[noreturn]] void fail(std::size_t place, std::string_view what) const {
    const std::string_view before = text_.substr(0, place);
    const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1;
    throw FormatError(input_.name, line, place - (before.rfind('\n') + 1) + 1, what);
  }

  void skip_past(std::string_view end) {
    const std::size_t found = text_.find(end, place_);
    if (found == std::string_view::npos) fail(place_, "markup that never ends");
    place_ = found + end.size();
  }

  // Line and column of the tag, counted on from the tag before.
  void locate(XmlTag& tag) {
    for (; counted_ < place_; ++counted_) {
      if (text_[counted_] != '\n') continue;
      ++line_;
      line_start_ = counted_ + 1;
    }
    tag.line = line_;
    tag.column = place_ - line_start_ + 1;
  }

  XmlTag parse_tag() {
    XmlTag tag;
    locate(tag);
    const std::size_t begin = place_;
    const std::size_t end = text_.find_first_of(" \t\r\n/>", place_ + 1);
    if (end == std::string_view::npos) fail(begin, "a tag that never ends, expected '>'");
    tag.name = text_.substr(place_ + 1, end - place_ - 1);
    place_ = end;
    while (true) {
      place_ = text_.find_first_not_of(" \t\r\n/", place_);
      if (place_ == std::string_view::npos) fail(begin, "a tag that never ends, expected '>'");
      if (text_[place_] == '>') return tag;
      parse_attribute(tag);
    }
  }

  void parse_attribute(XmlTag& tag) {
    const std::size_t begin = place_;
    const std::size_t equals = text_.find_first_of("=>", place_);
    if (equals == std::string_view::npos || text_[equals] == '>')
      fail(begin, "an attribute without a value, expected name=\"value\"");
    std::string_view name = text_.substr(begin, equals - begin);
    name = name.substr(0, name.find_first_of(kBlanks));
    const std::size_t open = text_.find_first_not_of(kBlanks, equals + 1);
    if (open == std::string_view::npos || (text_[open] != '"' && text_[open] != '\'')) {
      fail(begin, "an attribute without quotes, expected name=\"value\"");
    }
    const std::size_t close = text_.find(text_[open], open + 1);
    if (close == std::string_view::npos)
      fail(begin, "an attribute that never ends, expected a quote");
    tag.attributes[std::string(name)] = unescaped(text_.substr(open + 1, close - open - 1));
    place_ = close + 1;
  }

  const FormatInput& input_;
  std::string_view text_;
  std::size_t place_ = 0;
  std::size_t counted_ = 0;
  std::size_t line_ = 1;
  std::size_t line_start_ = 0;
};

const std::string kAbsent;

}  // namespace

const std::string& XmlTag::operator[](const std::string& attribute) const {
  const auto found = attributes.find(attribute);
  return found == attributes.end() ? kAbsent : found->second;
}

std::vector<XmlTag> parse_xml_tags(const FormatInput& input) {
  return XmlScanner(input).run();
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace tactus
