#include "ui/window/page_bar.h"

#include <QAction>
#include <QTabBar>
#include <QTabWidget>

namespace tactus::ui {

PageBar::PageBar(QTabWidget& pages, QWidget* parent) : QToolBar(parent) {
  setObjectName(QStringLiteral("pages"));
  setWindowTitle(tr("Pages"));
  setMovable(false);
  toggleViewAction()->setVisible(false);  // without tabs there is no way to the other pages
  setContextMenuPolicy(Qt::PreventContextMenu);
  auto* tabs = new QTabBar(this);
  tabs->setDocumentMode(true);
  tabs->setDrawBase(false);
  tabs->setExpanding(false);
  tabs->setAccessibleName(tr("Pages"));
  for (int page = 0; page < pages.count(); ++page) tabs->addTab(pages.tabText(page));
  tabs->setCurrentIndex(pages.currentIndex());
  addWidget(tabs);
  pages.tabBar()->hide();
  connect(tabs, &QTabBar::currentChanged, &pages, &QTabWidget::setCurrentIndex);
  connect(&pages, &QTabWidget::currentChanged, tabs, &QTabBar::setCurrentIndex);
}

}  // namespace tactus::ui
