#include <malloc.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>

#include "app/program/child_work.h"
#include "model/version.h"
#include "ui/window/main_window.h"

namespace {

// Makes the C library return freed memory to the system. By default the C library adapts to freed
// large blocks and keeps them. Without this line, each tagging of a long recording left hundreds of
// megabytes in use.
void give_back_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_ARENA_MAX, 4);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  // Where `tactus` is not beside it, the window starts itself again to decode.
  if (const auto status = tactus::work_as_child(argc, argv)) return *status;
  give_back_freed_memory();
  QApplication application(argc, argv);
  QApplication::setOrganizationName(QStringLiteral("tactus"));
  QApplication::setApplicationName(QStringLiteral("tactus"));
  QApplication::setApplicationDisplayName(QStringLiteral("Tactus"));
  QApplication::setApplicationVersion(QStringLiteral(TACTUS_VERSION));
  QApplication::setDesktopFileName(QStringLiteral("tactus"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/tactus.svg")));
  QCommandLineParser arguments;
  arguments.setApplicationDescription(
      QApplication::translate("main", "View, play and correct beats and chords."));
  arguments.addHelpOption();
  arguments.addVersionOption();
  arguments.addPositionalArgument(QStringLiteral("files"),
                                  QApplication::translate("main", "Audio, annotations or a folder"),
                                  QStringLiteral("[files...]"));
  arguments.process(application);
  tactus::ui::MainWindow window(tactus::ui::load_settings());
  window.show();
  window.begin(arguments.positionalArguments());
  return QApplication::exec();
}
