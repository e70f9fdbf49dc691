#include "datasets/formats/musicxml_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <pugixml.hpp>

#include "audio/text.h"
#include "datasets/formats/text_encoding.h"
#include "datasets/formats/text_lines.h"
#include "datasets/formats/zip_file.h"

namespace tactus {
namespace {

// The path of the first root file; "" if the archive has no container.
std::string root_file(const FormatInput& input, const std::vector<ZipEntry>& entries) {
  const auto container = std::ranges::find(entries, "META-INF/container.xml", &ZipEntry::name);
  if (container == entries.end()) return "";
  pugi::xml_document document;
  document.load_string(unzipped(input, *container).c_str());
  return document.select_node("//*[local-name()='rootfile']/@full-path").attribute().value();
}

bool is_score_name(const ZipEntry& entry) {
  const std::string name = lower_case(entry.name);
  return (name.ends_with(".xml") || name.ends_with(".musicxml")) &&
         !name.starts_with("meta-inf/") && !name.starts_with("__macosx/");
}

std::string unpacked(const FormatInput& input) {
  const std::vector<ZipEntry> entries = zip_entries(input);
  const std::string root = root_file(input, entries);
  auto score = std::ranges::find(entries, root, &ZipEntry::name);
  if (root.empty()) score = std::ranges::find_if(entries, is_score_name);
  if (score == entries.end())
    throw FormatError(input.name, 0, 0,
                      root.empty()
                          ? "an archive without a score, expected compressed MusicXML"
                          : fmt::format("the archive has no {}, which its container names; "
                                        "export the score again",
                                        label_text(root)));
  if (root.empty())
    input.notes->push_back(fmt::format("{}: no META-INF/container.xml; {} is read", input.name,
                                       label_text(score->name)));
  return unzipped(input, *score);
}

// Whether the XML declaration names Latin-1 or Windows-1252.
bool says_latin1(std::string_view text) {
  const std::string head = lower_case(text.substr(0, std::min(text.find("?>"), std::size_t{200})));
  return head.starts_with("<?xml") && (head.find("8859-1") != std::string::npos ||
                                       head.find("windows-125") != std::string::npos ||
                                       head.find("latin1") != std::string::npos);
}

}  // namespace

std::string musicxml_text(const FormatInput& input) {
  std::string text = is_zip(input.content) ? unpacked(input) : std::string(input.content);
  if (text.starts_with(std::string_view("<\0", 2))) text.insert(0, "\xFF\xFE");
  if (text.starts_with(std::string_view("\0<", 2))) text.insert(0, "\xFE\xFF");
  if (const auto wide = utf8_of_utf16(text)) text = *wide;
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const bool said = says_latin1(text);
  if (!said && is_utf8(text)) return text;
  if (!said) input.notes->push_back(input.name + ": text that is not UTF-8, read as Windows-1252");
  return utf8_from_unknown(text);
}

}  // namespace tactus
