// The tabs of the pages in a row above the docks, so that they stay in their place when docks come
// and go.
#pragma once

#include <QToolBar>

class QTabWidget;

namespace tactus::ui {

class PageBar : public QToolBar {
  Q_OBJECT

 public:
  // Takes the place of the tab bar of `pages`, which has all its pages and outlives the bar.
  explicit PageBar(QTabWidget& pages, QWidget* parent = nullptr);
};

}  // namespace tactus::ui
