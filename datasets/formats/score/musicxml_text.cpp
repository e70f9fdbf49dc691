#include "datasets/formats/score/musicxml_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <pugixml.hpp>

#include "audio/text.h"
#include "datasets/formats/text/text_encoding.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/formats/text/zip_file.h"

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

// The encoding that the XML declaration names, in lower case; "" if it names none.
std::string said_encoding(std::string_view text) {
  const std::string head = lower_case(text.substr(0, std::min(text.find("?>"), std::size_t{200})));
  const std::size_t quote = head.find_first_of("\"'", head.find("encoding"));
  if (!head.starts_with("<?xml") || quote == std::string::npos) return "";
  const std::size_t end = std::min(head.find(head[quote], quote + 1), head.size());
  return label_text(std::string_view(head).substr(quote + 1, end - quote - 1));
}

bool is_western(std::string_view encoding) {
  return encoding.ends_with("8859-1") || encoding == "windows-1252" || encoding == "latin1";
}

void note_encoding(const FormatInput& input, const std::string& said) {
  const bool other = !said.empty() && said != "utf-8";
  input.notes->push_back(
      other
          ? fmt::format("{}: text in {}, read as Windows-1252; save it as UTF-8", input.name, said)
          : fmt::format("{}: {}", input.name, kReadAsWindows1252));
}

}  // namespace

std::string musicxml_text(const FormatInput& input) {
  std::string text = is_zip(input.content) ? unpacked(input) : std::string(input.content);
  if (text.starts_with(std::string_view("<\0", 2))) text.insert(0, "\xFF\xFE");
  if (text.starts_with(std::string_view("\0<", 2))) text.insert(0, "\xFE\xFF");
  if (const auto wide = utf8_of_utf16(text)) text = *wide;
  if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
  const std::string said = said_encoding(text);
  if (!is_western(said)) {
    if (is_utf8(text)) return text;
    note_encoding(input, said);
  }
  return utf8_from_unknown(text);
}

}  // namespace tactus
