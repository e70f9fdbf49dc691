// The start tags of an XML file with their attributes: all that the annotation formats in XML need.
// Text between tags, comments, processing instructions, DOCTYPE and end tags are stepped over; no
// entity but the five of XML and character references is known, so nothing can expand.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/format_functions.h"

namespace tactus {

struct XmlTag {
  std::string name;
  std::map<std::string, std::string> attributes;
  std::size_t line = 1;
  std::size_t column = 1;

  // "" when the attribute is absent.
  const std::string& operator[](const std::string& attribute) const;
};

// Throws FormatError for a tag or attribute that never ends.
std::vector<XmlTag> parse_xml_tags(const FormatInput& input);

// The text with & < > " as entities.
std::string xml_text(std::string_view text);

}  // namespace tactus
