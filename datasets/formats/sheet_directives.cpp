#include "datasets/formats/sheet_directives.h"

#include <fmt/core.h>

#include "datasets/formats/text_rows.h"

namespace tactus {
namespace {

constexpr double kMostSeconds = 1e6;

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

bool is_sheet_directive(std::string_view name) {
  return name.starts_with("x_") || kDirectives.find(fmt::format(" {} ", name)) != kDirectives.npos;
}

std::optional<double> sheet_seconds(std::string_view text) {
  const std::optional<double> seconds = number_of(text);
  return seconds && *seconds >= 0.0 && *seconds <= kMostSeconds ? seconds : std::nullopt;
}

}  // namespace tactus
