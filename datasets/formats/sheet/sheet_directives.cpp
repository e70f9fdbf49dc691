#include "datasets/formats/sheet/sheet_directives.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "audio/text.h"
#include "datasets/formats/text/text_rows.h"

namespace tactus {
namespace {

constexpr double kLongestSheet = 1e6;

// https://www.chordpro.org/chordpro/chordpro-directives/, with the abbreviations;
// a blank around each.
constexpr std::string_view kDirectives =
    " album arranger artist capo cb cf chord chordcolour chordfont chordsize chorus ci colb "
    "column_break columns col comment comment_box comment_italic composer copyright cs c "
    "define diagrams duration footercolour footerfont footersize g grid gridcolour gridfont "
    "gridsize highlight image key labelcolour labelfont labelsize lyricist meta new_page "
    "new_physical_page new_song ng no_grid np npp ns pagetype sortartist sorttitle st "
    "subtitle tabcolour tabfont tabsize tag tempo textcolour textfont textsize time title "
    "titlecolour titlefont titles titlesize tf toccolour tocfont tocsize transpose ts t year ";

}  // namespace

SheetDirective sheet_directive(std::string_view text) {
  text = trimmed(text);
  const std::size_t end = std::min(text.find_first_of(": \t"), text.size());
  std::string name = lower_case(text.substr(0, end));
  const bool pre_chorus = name.starts_with("start_of_") && name.ends_with("-chorus");
  if (!pre_chorus) name = name.substr(0, name.find('-'));
  std::string_view value = trimmed(text.substr(end));
  if (value.starts_with(':')) value = trimmed(value.substr(1));
  return {std::move(name), value};
}

bool is_sheet_directive(std::string_view name) {
  return name.starts_with("x_") || kDirectives.find(fmt::format(" {} ", name)) != kDirectives.npos;
}

bool is_comment_directive(std::string_view name) {
  constexpr std::string_view kComments = " c ci cb comment comment_box comment_italic highlight ";
  return kComments.find(fmt::format(" {} ", name)) != kComments.npos;
}

std::optional<double> sheet_seconds(std::string_view text) {
  const std::optional<double> seconds = number_of(text);
  return seconds && *seconds >= 0.0 && *seconds <= kLongestSheet ? seconds : std::nullopt;
}

}  // namespace tactus
