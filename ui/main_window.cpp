#include "ui/main_window.h"

#include <QTabWidget>

#include "ui/annotate_page.h"

namespace tactus::ui {

MainWindow::MainWindow(QWidget* parent)
    : QMainWindow(parent), pages_(new QTabWidget(this)), annotate_(new AnnotatePage) {
  setWindowTitle(tr("Tactus"));
  pages_->setDocumentMode(true);
  buildPages();
  setCentralWidget(pages_);
  resize(1280, 860);
}

void MainWindow::buildPages() {
  pages_->addTab(annotate_, tr("Annotate"));
}

}  // namespace tactus::ui
