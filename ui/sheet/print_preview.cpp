#include "ui/sheet/print_preview.h"

#include <QPrintPreviewDialog>
#include <QPrinter>

namespace tactus::ui {

void preview_pages(QWidget& parent, const QString& title, const PaintPages& paint) {
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(title);
  printer.setPageMargins(QMarginsF(kPageMarginMm, kPageMarginMm, kPageMarginMm, kPageMarginMm),
                         QPageLayout::Millimeter);
  QPrintPreviewDialog dialog(&printer, &parent);
  dialog.resize(parent.window()->size() * 0.9);  // its tool bar needs the width
  QObject::connect(
      &dialog, &QPrintPreviewDialog::paintRequested, &dialog,
      [&paint](QPrinter* device) { paint(*device, device->fromPage(), device->toPage()); });
  dialog.exec();
}

}  // namespace tactus::ui
