#include "datasets/formats/text/xml_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "datasets/formats/text/text_lines.h"

namespace tactus {

XmlFile::XmlFile(const FormatInput& input) : input_(input), lines_{0} {
  const std::string_view text = input.content;
  for (std::size_t at = text.find('\n'); at < text.size(); at = text.find('\n', at + 1))
    lines_.push_back(at + 1);
  if (const std::size_t zero = text.find('\0'); zero != std::string_view::npos)
    fail_at(zero, "a zero byte, expected text");
  const pugi::xml_parse_result result =
      document_.load_buffer(text.data(), text.size(), pugi::parse_escapes, pugi::encoding_utf8);
  const auto offset = static_cast<std::size_t>(result.offset);
  const bool only_open =
      result.status == pugi::status_end_element_mismatch && offset + 1 >= text.size();
  if (!result && !only_open && result.status != pugi::status_no_document_element) {
    const std::size_t tag = text.rfind('<', offset);
    fail_at(tag < text.size() ? tag : 0, result.description());
  }
  for (pugi::xml_node node = document_.first_child(); node;) {
    if (node.type() == pugi::node_element) elements_.push_back(node);
    pugi::xml_node next = node.first_child();
    for (; !next && node; node = node.parent()) next = node.next_sibling();
    node = next;
  }
}

void XmlFile::fail_at(std::size_t offset, std::string_view what) const {
  const auto line = std::upper_bound(lines_.begin(), lines_.end(), offset) - 1;
  throw FormatError(input_.name, static_cast<std::size_t>(line - lines_.begin()) + 1,
                    offset - *line + 1, what);
}

std::size_t XmlFile::line_of(pugi::xml_node element) const {
  const auto offset = static_cast<std::size_t>(element.offset_debug());
  return static_cast<std::size_t>(std::ranges::upper_bound(lines_, offset) - lines_.begin());
}

void XmlFile::fail(pugi::xml_node element, std::string_view what) const {
  fail_at(static_cast<std::size_t>(element.offset_debug()) - 1, what);  // '<' is before the name
}

void XmlFile::fail(pugi::xml_node element, const char* attribute, std::string_view expected) const {
  const auto shown = [](std::string_view text) { return label_text(text.substr(0, 40)); };
  fail(element, fmt::format("<{} {}=\"{}\">, expected {}", shown(element.name()), attribute,
                            shown(element.attribute(attribute).value()), expected));
}

double XmlFile::number(pugi::xml_node element, double least, double most) const {
  const std::string text = label_text(element.child_value());
  const std::optional<double> value = to_number(text);
  if (value && *value >= least && *value <= most) return *value;
  fail(element, fmt::format("<{}>{}, expected a number from {} to {}", element.name(),
                            text.substr(0, 40), least, most));
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
