// main of the window's tests: one QApplication without a screen, and every Qt warning is a failure
// of the test that runs. Left out is only what the offscreen platform says of itself (that it has no
// keyboard to grab).
#include <gtest/gtest.h>

#include <QApplication>
#include <QStandardPaths>

#include "ui/theme.h"

namespace {

void fail_on_warnings(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  if (message.startsWith(QLatin1String("This plugin does not support "))) return;
  ADD_FAILURE() << "Qt says: " << message.toStdString();
}

}  // namespace

int main(int argc, char** argv) {
  testing::InitGoogleTest(&argc, argv);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  QApplication application(argc, argv);
  QApplication::setApplicationName(QStringLiteral("tactus-ui-tests"));
  QStandardPaths::setTestModeEnabled(true);
  tactus::ui::apply_theme(application, tactus::ui::ThemeChoice::kDark);
  qInstallMessageHandler(fail_on_warnings);
  return RUN_ALL_TESTS();
}
