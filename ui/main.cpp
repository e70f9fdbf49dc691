#include <QApplication>

#include "ui/main_window.h"
#include "ui/theme.h"

int main(int argc, char** argv) {
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("Tactus"));
  tactus::ui::apply_theme(application, tactus::ui::ThemeChoice::kSystem);
  tactus::ui::MainWindow window;
  window.show();
  return QApplication::exec();
}
