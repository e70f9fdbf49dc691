// An annotation file in XML: its elements in file order, each with its place. Only the five
// entities of XML and character references are resolved, so no entity can expand.
#pragma once

#include <pugixml.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

class XmlFile {
 public:
  // Elements that are open at the end of the file are closed there. Throws FormatError with the
  // place for other invalid XML. `input` must outlive it.
  explicit XmlFile(const FormatInput& input);

  const std::vector<pugi::xml_node>& elements() const { return elements_; }
  std::size_t line_of(pugi::xml_node element) const;  // from 1
  // Throws FormatError with the place of the element.
  [[noreturn]] void fail(pugi::xml_node element, std::string_view what) const;
  // The same for an attribute with an unexpected value.
  [[noreturn]] void fail(pugi::xml_node element, const char* attribute,
                         std::string_view expected) const;
  // The content of an element as a number within the limits; else throws with its place.
  double number(pugi::xml_node element, double least, double most) const;

 private:
  [[noreturn]] void fail_at(std::size_t offset, std::string_view what) const;

  const FormatInput& input_;
  pugi::xml_document document_;
  std::vector<pugi::xml_node> elements_;
  std::vector<std::size_t> lines_;  // starts of the lines
};

// Returns the text with & < > " as entities.
std::string xml_text(std::string_view text);

}  // namespace tactus
