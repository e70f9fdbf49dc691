#include "ui/sheet/sheet_files.h"

#include <fmt/core.h>

#include <QBuffer>
#include <QCoreApplication>
#include <QPagedPaintDevice>
#include <QPainter>
#include <QPdfWriter>
#include <algorithm>

#include "datasets/formats/format.h"
#include "datasets/formats/transposition.h"
#include "datasets/outputs/output_files.h"
#include "ui/look/theme.h"
#include "ui/sheet/print_preview.h"
#include "ui/sheet/sheet_painter.h"

namespace tactus::ui {
namespace {

// In points.
constexpr double kSymbol = 20.0;
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
  PagePainter(const ChordSheet& sheet, const QSizeF& size)
      : sheet_(sheet),
        size_(size),
        layout_(sheet, size.width(), kSymbol),
        head_(head_height(sheet, kSymbol)),
        pages_(pages_of(layout_, head_, size.height() - kFooter)) {}

  int count() const { return static_cast<int>(pages_.size()); }

  void paint(QPainter& painter, int number) const {
    const Page& page = pages_[static_cast<std::size_t>(number - 1)];
    painter.save();
    if (number == 1) {
      paint_head(painter, sheet_, size_.width(), kSymbol, ink_);
      painter.translate(0.0, head_);
    }
    if (page.end > page.first) painter.translate(0.0, -layout_.lines()[page.first].top);
    for (std::size_t line = page.first; line < page.end; ++line)
      paint_line(painter, sheet_, layout_, line, ink_);
    painter.restore();
    paintFooter(painter, number);
  }

 private:
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
  double head_;
  std::vector<Page> pages_;
};

std::string pdf_of(const ChordSheet& sheet) {
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  QPdfWriter writer(&buffer);
  writer.setTitle(sheet.title);
  writer.setCreator(QStringLiteral("Tactus"));
  writer.setPageMargins(QMarginsF(kPageMarginMm, kPageMarginMm, kPageMarginMm, kPageMarginMm),
                        QPageLayout::Millimeter);
  paint_pages(writer, sheet);
  return bytes.toStdString();
}

std::string text_of(SheetFormat format, const Annotation& annotation, Transposition transposition) {
  if (format == SheetFormat::kMusicXml) return serialise_annotation(annotation, Format::kMusicXml);
  const std::string capo =
      transposition.capo > 0 ? fmt::format("{{capo: {}}}\n", transposition.capo) : std::string();
  return capo + serialise_annotation(annotation, Format::kChordpro);
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

void write_sheet(const std::filesystem::path& path, SheetFormat format,
                 const Annotation& annotation, Transposition transposition) {
  std::string bytes;
  if (format == SheetFormat::kPdf) {
    ChordSheet sheet = make_sheet(annotation, transposition);
    if (sheet.title.isEmpty()) sheet.title = QString::fromStdString(path.stem().string());
    bytes = pdf_of(sheet);
  } else {
    Annotation shown = annotation;
    transpose(shown, transposition.shift());
    bytes = text_of(format, shown, transposition);
  }
  OutputFiles().write(path, bytes,
                      {.overwrite = true, .of_person = true, .song = annotation.audio});
}

}  // namespace tactus::ui
