#include "ui/sheet/print_preview.h"

#include <QPrintPreviewDialog>
#include <QPrinter>

namespace tactus::ui {

void preview_pages(QWidget& parent, const QString& title, const PaintPages& paint) {
  QPrinter printer(QPrinter::HighResolution);
  printer.setDocName(title);
  QPrintPreviewDialog dialog(&printer, &parent);
  QObject::connect(
      &dialog, &QPrintPreviewDialog::paintRequested, &dialog,
      [&paint](QPrinter* device) { paint(*device, device->fromPage(), device->toPage()); });
  dialog.exec();
}

}  // namespace tactus::ui
