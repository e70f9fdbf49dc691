#include "ui/sheet/sheet_files.h"

#include <fmt/core.h>

#include <QBuffer>
#include <QCoreApplication>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QPdfWriter>
#include <algorithm>
#include <set>

#include "datasets/formats/format.h"
#include "datasets/outputs/output_files.h"
#include "model/chords/chord_symbol.h"
#include "ui/look/theme.h"
#include "ui/sheet/print_preview.h"
#include "ui/sheet/sheet_painter.h"

namespace tactus::ui {
namespace {

// In points.
constexpr double kUsualPrint = 20.0;  // of the symbols
constexpr double kPrintStep = 0.5;
constexpr double kFooter = 24.0;
constexpr double kFooterText = 9.0;

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

struct Page {
  std::size_t first = 0;  // lines [first, end)
  std::size_t end = 0;
};

// A line that is higher than a page gets one of its own.
std::vector<Page> pages_of(const SheetLayout& layout, double head, double height) {
  std::vector<Page> pages;
  double used = 0.0;
  for (std::size_t i = 0; i < layout.lines().size(); ++i) {
    const double line = layout.lines()[i].height;
    if (pages.empty() || used + line > height) {
      used = pages.empty() ? head : 0.0;
      pages.push_back({i, i});
    }
    pages.back().end = i + 1;
    used += line;
  }
  if (pages.empty()) pages.push_back({});  // only the head
  return pages;
}

class PagePainter {
 public:
  // As large as the wanted number of pages allows.
  PagePainter(const ChordSheet& sheet, const QSizeF& size) : sheet_(sheet), size_(size) {
    arrange(kUsualPrint);
    for (double em = kUsualPrint - kPrintStep;
         sheet.pages > 0 && count() > sheet.pages && em >= kSmallestPrint; em -= kPrintStep)
      arrange(em);
  }

  int count() const { return static_cast<int>(pages_.size()); }

  void paint(QPainter& painter, int number) const {
    const Page& page = pages_[static_cast<std::size_t>(number - 1)];
    painter.save();
    if (number == 1) {
      paint_head(painter, sheet_, size_.width(), layout_.em(), ink_);
      painter.translate(0.0, head_);
    }
    if (page.end > page.first) painter.translate(0.0, -layout_.lines()[page.first].top);
    for (std::size_t line = page.first; line < page.end; ++line)
      paint_line(painter, sheet_, layout_, line, ink_);
    painter.restore();
    paintFooter(painter, number);
  }

 private:
  void arrange(double em) {
    layout_ = SheetLayout(sheet_, size_.width(), em);
    head_ = head_height(sheet_, size_.width(), em);
    pages_ = pages_of(layout_, head_, size_.height() - kFooter);
  }

  void paintFooter(QPainter& painter, int number) const {
    QFont font = painter.font();
    font.setPixelSize(static_cast<int>(kFooterText));
    painter.setFont(font);
    painter.setPen(ink_.muted);
    const QRectF footer(0.0, size_.height() - kFooterText * 1.5, size_.width(), kFooterText * 1.5);
    painter.drawText(footer, Qt::AlignLeft | Qt::AlignVCenter, sheet_.title);
    painter.drawText(footer, Qt::AlignRight | Qt::AlignVCenter,
                     tr("%1 / %2").arg(number).arg(count()));
  }

  const ChordSheet& sheet_;
  QSizeF size_;
  SheetInk ink_ = sheet_ink(light_theme());
  SheetLayout layout_;
  double head_ = 0.0;
  std::vector<Page> pages_;
};

std::string pdf_of(const ChordSheet& sheet, int& pages) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(sheet.title);
  writer.setCreator(QStringLiteral("Tactus"));
  writer.setPageMargins(QMarginsF(kPageMarginMm, kPageMarginMm, kPageMarginMm, kPageMarginMm),
                        QPageLayout::Millimeter);
  pages = paint_pages(writer, sheet);
  return bytes.toStdString();
}

// "{define: Am base-fret 1 frets x 0 2 2 1 0}"; keyboards by the semitones above the root.
std::string definition_of(const std::string& label, ChordDiagrams diagrams) {
  const Chord chord = parse_chord(label, ChordSyntax::kLenient);
  const std::string name = chord_symbol(label);
  if (diagrams == ChordDiagrams::kPiano) {
    std::string text = fmt::format("{{define-keyboard: {} keys", name);
    const std::vector<int> keys = piano_keys(chord);
    const int root = keys.front() < chord.root ? chord.root - 12 : chord.root;  // none is negative
    for (const int key : keys) text += fmt::format(" {}", key - root);
    return text + "}\n";
  }
  const bool for_guitar = diagrams == ChordDiagrams::kGuitar;
  const auto shape = fingering_of(chord, for_guitar ? guitar() : ukulele());
  if (!shape) return {};
  const int base = shape->highestFret() <= 4 ? 1 : shape->lowestFret();
  std::string text =
      fmt::format("{{define{}: {} base-fret {} frets", for_guitar ? "" : "-ukulele", name, base);
  for (const int fret : shape->frets)
    text += fret < 0 ? std::string(" x") : fmt::format(" {}", fret > 0 ? fret - base + 1 : 0);
  return text + "}\n";
}

// Of every chord once.
std::string definitions_of(const Annotation& annotation, ChordDiagrams diagrams) {
  std::string text;
  std::set<std::string> seen;
  for (const LabelledSegment& chord : annotation.chords) {
    if (diagrams == ChordDiagrams::kNone || !is_chord(chord.label)) continue;
    if (parse_chord(chord.label, ChordSyntax::kLenient).root < 0) continue;
    if (seen.insert(chord_symbol(chord.label)).second) text += definition_of(chord.label, diagrams);
  }
  return text;
}

std::string text_of(SheetFormat format, const Annotation& annotation, Transposition transposition,
                    const SheetStyle& style) {
  if (format == SheetFormat::kMusicXml) return serialise_annotation(annotation, Format::kMusicXml);
  const std::string capo =
      transposition.capo > 0 ? fmt::format("{{capo: {}}}\n", transposition.capo) : std::string();
  return capo + definitions_of(annotation, style.diagrams) +
         serialise_annotation(annotation, Format::kChordpro);
}

}  // namespace

int paint_pages(QPagedPaintDevice& device, const ChordSheet& sheet, int from, int to) {
  const PagePainter pages(sheet, device.pageLayout().paintRectPoints().size());
  const int first = std::max(from, 1);
  const int last = to > 0 ? std::min(to, pages.count()) : pages.count();
  QPainter painter(&device);
  painter.scale(device.logicalDpiX() / 72.0, device.logicalDpiY() / 72.0);
  for (int number = first; number <= last; ++number) {
    if (number > first) device.newPage();
    pages.paint(painter, number);
  }
  return pages.count();
}

QString sheet_suffix(SheetFormat format) {
  if (format == SheetFormat::kPdf) return QStringLiteral(".pdf");
  const Format of_text = format == SheetFormat::kMusicXml ? Format::kMusicXml : Format::kChordpro;
  return QString::fromStdString(std::string(format_info(of_text).suffix));
}

int write_sheet(const std::filesystem::path& path, SheetFormat format, const Annotation& annotation,
                Transposition transposition, const SheetStyle& style, const Lyrics& lyrics) {
  std::string bytes;
  int pages = 0;
  if (format == SheetFormat::kPdf) {
    ChordSheet sheet = make_sheet(annotation, transposition, style);
    if (style.lyrics) add_lyrics(sheet, lyrics);
    if (sheet.title.isEmpty()) sheet.title = QString::fromStdString(path.stem().string());
    bytes = pdf_of(sheet, pages);
  } else {
    bytes = text_of(format, shown_chords(annotation, transposition, style), transposition, style);
  }
  OutputFiles().write(path, bytes,
                      {.overwrite = true, .of_person = true, .song = annotation.audio});
  return pages;
}

}  // namespace tactus::ui
