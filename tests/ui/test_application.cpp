// main of the tests of the window: one QApplication without a screen. Every Qt warning fails the
// running test, except messages of the offscreen platform about itself (it has no keyboard to
// grab).
#include <gtest/gtest.h>

#include <QApplication>
#include <QTemporaryDir>
#include <QTimer>
#include <cstdio>
#include <string_view>

#include "app/cli/program/child_work.h"
#include "ui/document/annotation_editor.h"
#include "ui/files/song_session.h"
#include "ui/look/apply_theme.h"
#include "ui/window/language.h"

namespace {

using namespace tactus::ui;

void fail_on_warnings(QtMsgType type, const QMessageLogContext&, const QString& message) {
  if (type == QtDebugMsg || type == QtInfoMsg) return;
  if (message.startsWith(QLatin1String("This plugin does not support "))) return;
  ADD_FAILURE() << "Qt says: " << message.toStdString();
}

// Opens a song, changes it, reports when the recovery file is written, and waits to be killed.
int be_killed(const char* song, const char* recovery_folder) {
  AnnotationDocument document;
  TimeAxis axis;
  AnnotationEditor editor(document, axis);
  SongSession files(editor, recovery_folder);
  if (!files.open(song)) return 1;
  files.setAutosaveSeconds(0.02);
  document.editBeats("Edit", {{1.25, 1, 1.0}});
  QTimer::singleShot(300, &files, [&] {
    files.recovery().flush();
    std::puts("written");
    std::fflush(stdout);
  });
  return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
  if (const auto status = tactus::work_as_child(argc, argv)) return *status;
  testing::InitGoogleTest(&argc, argv);
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QTemporaryDir home;  // other test programs clear theirs at the same time
  for (const char* folder : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"})
    qputenv(folder, home.path().toUtf8());
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("tactus-tests"));
  QApplication::setApplicationName(QStringLiteral("tactus-ui-tests"));
  if (argc == 4 && std::string_view(argv[1]) == "--recovery-victim") {
    return be_killed(argv[2], argv[3]);
  }
  const Language language(QStringLiteral("en"));  // its plurals
  apply_theme(application, ThemeChoice::kDark);
  qInstallMessageHandler(fail_on_warnings);
  return RUN_ALL_TESTS();
}
