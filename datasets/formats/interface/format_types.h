// The formats of annotation files, their layers, and their error.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "audio/error.h"
#include "model/layers.h"

namespace tactus {

// "FILE:LINE:COLUMN: found, expected". Line and column count from 1; 0 = unknown, left out of the
// message. Columns count bytes.
class FormatError : public ErrorOf<ErrorCode::kFormat> {
 public:
  FormatError(std::string_view file, std::size_t line, std::size_t column, std::string_view what);
  std::size_t line() const { return line_; }
  std::size_t column() const { return column_; }

 private:
  std::size_t line_;
  std::size_t column_;
};

// The rows of formats.inc.
#define TACTUS_FORMAT(constant, ...) constant,
enum class Format {
#include "datasets/formats/interface/formats.inc"
};
#undef TACTUS_FORMAT

struct FormatInput;  // format_functions.h

// A row of formats.inc, which says what the columns are.
struct FormatInfo {
  Format format;
  std::string_view name;    // "jams"
  std::string_view suffix;  // ".jams"
  const char* title;        // English
  Annotation (*parse)(const FormatInput&);
  std::string (*serialise)(const Annotation&);
  std::vector<std::string> (*compare)(const FormatInfo& format, const Annotation& before,
                                      const Annotation& after);
  std::vector<Layer> layers;

  bool can_hold(Layer layer) const;
};
// In the order of the enumeration.
std::span<const FormatInfo> all_formats();
const FormatInfo& format_info(Format format);
// "lab" names one format. "svl" and "audacity" each name a beats format and a chords format, and
// "mirex" those of its four tasks. The case of letters and blanks around the name do not count, and
// the usual endings of files are names too: "json" = jams, "txt" = lab, "mid" = midi, "cho" =
// chordpro, "bpm" = tempo. Empty if the name is unknown.
std::vector<Format> formats_by_name(std::string_view name);
// The names that formats_by_name knows, without those other ones.
std::vector<std::string> format_names();

// Repairs and omissions while reading, one sentence each, starting with FILE[:LINE].
using Notes = std::vector<std::string>;

}  // namespace tactus
