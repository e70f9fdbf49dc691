#include <malloc.h>

#include <QApplication>
#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QCoreApplication>
#include <QIcon>
#include <QStringList>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "app/program/child_work.h"
#include "app/program/exit_code.h"
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

// QApplication needs a display, and --help and --version do not.
bool asks_for_text(int argc, char** argv) {
  return std::any_of(argv + 1, argv + argc, [](std::string_view word) {
    return word == "-h" || word == "--help" || word == "--help-all" || word == "-v" ||
           word == "--version";
  });
}

// Ends the program after --help, --version and an unknown option.
QStringList files_of(const QCoreApplication& application) {
  QCoreApplication::setOrganizationName(QStringLiteral("tactus"));
  QCoreApplication::setApplicationName(QStringLiteral("tactus"));
  QCoreApplication::setApplicationVersion(QStringLiteral(TACTUS_VERSION));
  QCommandLineParser arguments;
  arguments.setApplicationDescription(
      QCoreApplication::translate("main", "View, play and correct beats and chords."));
  const QCommandLineOption help = arguments.addHelpOption();
  const QCommandLineOption version = arguments.addVersionOption();
  arguments.addPositionalArgument(
      QStringLiteral("files"),
      QCoreApplication::translate("main", "Audio, annotations or a folder"),
      QStringLiteral("[files...]"));
  if (!arguments.parse(application.arguments())) {
    std::fprintf(stderr, "tactus-gui: %s\n", qPrintable(arguments.errorText()));
    std::exit(tactus::kUsageError);
  }
  if (arguments.isSet(version)) arguments.showVersion();
  if (arguments.isSet(help)) arguments.showHelp();
  return arguments.positionalArguments();
}

}  // namespace

int main(int argc, char** argv) {
  // Where `tactus` is not beside it, the window starts itself again to decode.
  if (const auto status = tactus::work_as_child(argc, argv)) return *status;
  give_back_freed_memory();
  if (asks_for_text(argc, argv)) files_of(QCoreApplication(argc, argv));
  QApplication application(argc, argv);
  const QStringList files = files_of(application);
  QApplication::setApplicationDisplayName(QStringLiteral("Tactus"));
  QApplication::setDesktopFileName(QStringLiteral("tactus"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/tactus.svg")));
  tactus::ui::MainWindow window(tactus::ui::load_settings());
  window.show();
  window.begin(files);
  return QApplication::exec();
}
