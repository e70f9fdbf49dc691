#include <malloc.h>

#include <QApplication>
#include <QCommandLineParser>
#include <QIcon>
#include <string_view>

#include "app/commands/command_line.h"
#include "model/version.h"
#include "ui/window/main_window.h"

namespace {

// What was freed goes back to the system: by itself the C library learns from large blocks that
// were freed to keep such ones, and after each tagging of a long recording hundreds of megabytes
// stayed.
void give_back_freed_memory() {
#ifdef __GLIBC__
  mallopt(M_MMAP_THRESHOLD, 1 << 20);
  mallopt(M_ARENA_MAX, 4);
#endif
}

}  // namespace

int main(int argc, char** argv) {
  // The program starts itself again to decode, see app/program/worker_command.h.
  if (argc > 1 && std::string_view(argv[1]) == "decode-worker") {
    return tactus::run_command_line(argc, argv);
  }
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
      QApplication::translate("main", "See, hear and correct beats and chords."));
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
