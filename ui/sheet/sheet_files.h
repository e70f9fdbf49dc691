// Chord sheets on paper and in files.
#pragma once

#include <QString>
#include <filesystem>

#include "ui/sheet/chord_sheet.h"

class QPagedPaintDevice;

namespace tactus::ui {

// Paints pages `from` to `to` (1 = the first; 0 = all) on a printer or PDF file, with the page
// layout that it has. Returns the number of pages of the whole sheet: more than sheet.pages if they
// cannot hold it with symbols of kSmallestPrint points.
inline constexpr double kSmallestPrint = 7.0;
int paint_pages(QPagedPaintDevice& device, const ChordSheet& sheet, int from = 0, int to = 0);

enum class SheetFormat { kPdf, kMusicXml, kChordPro };
inline constexpr SheetFormat kSheetFormats[] = {SheetFormat::kPdf, SheetFormat::kMusicXml,
                                                SheetFormat::kChordPro};
QString sheet_suffix(SheetFormat format);  // ".pdf"

// Writes the sheet with the chords that it shows, under their usual names. A ChordPro file also
// names the capo and defines the diagrams; the MusicXML file contains the shapes above the capo. A
// file that Tactus did not write stays as NAME.orig. Throws std::filesystem::filesystem_error, or
// KeptError for a link. Returns the pages of a PDF, else 0.
int write_sheet(const std::filesystem::path& path, SheetFormat format, const Annotation& annotation,
                Transposition transposition, const SheetStyle& style = {},
                const Lyrics& lyrics = {});

}  // namespace tactus::ui
