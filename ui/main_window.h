// The window: pages as tabs, menus, status bar. It only wires.
#pragma once

#include <QMainWindow>

class QTabWidget;

namespace tactus::ui {

class AnnotatePage;

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(QWidget* parent = nullptr);

 private:
  void buildPages();  // a page is one line here

  QTabWidget* pages_;
  AnnotatePage* annotate_;
};

}  // namespace tactus::ui
