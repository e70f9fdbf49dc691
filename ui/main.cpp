#include <malloc.h>

#include <QApplication>
#include <QCommandLineOption>
#include <QCommandLineParser>
#include <QCoreApplication>
#include <QIcon>
#include <QStringList>
#include <algorithm>
#include <clocale>
#include <cstdlib>
#include <string_view>

#include "app/cli/program/child_work.h"
#include "app/cli/program/exit_code.h"
#include "app/cli/program/lost_output.h"
#include "audio/standard_streams.h"
#include "model/version.h"
#include "ui/window/language.h"
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

// Before all other initialisers of the program; those of its libraries come first.
[[gnu::constructor(101)]] void begin() {
  tactus::fill_closed_descriptors();
  tactus::ignore_broken_pipes();
  tactus::ignore_file_limits();
}

// Qt explains a display that cannot be opened by an installation that may be broken.
void say_no_display(QtMsgType type, const QMessageLogContext&, const QString& text) {
  if (type == QtFatalMsg) {
    tactus::print_log(
        "tactus-gui: no window can be opened here: {}.\n"
        "Start it on a desktop, or over ssh with `ssh -X`; on a machine without one use `tactus "
        "tag`.\n",
        text.section(QLatin1String(". "), 0, 0).toStdString());
    std::_Exit(tactus::kUsageError);
  }
  tactus::print_log("{}\n", text.toStdString());
}

struct Words {
  QStringList files;
  QString language;  // "" = as in the settings
};

[[noreturn]] void refuse(const QString& reason) {
  tactus::print_log("tactus-gui: {}\n", reason.toStdString());
  std::exit(tactus::kUsageError);
}

[[noreturn]] void show_text(const QString& text) {
  tactus::write_data(text.toStdString());
  std::exit(tactus::after_output(tactus::kSuccess));
}

// Ends the program after --help, --version and what it does not know. These texts are English, as
// those of the command line.
Words words_of(const QCoreApplication& application) {
  QCoreApplication::setOrganizationName(QStringLiteral("tactus"));
  QCoreApplication::setApplicationName(QStringLiteral("tactus"));
  QCoreApplication::setApplicationVersion(QString::fromUtf8(tactus::full_version()));
  QCommandLineParser arguments;
  arguments.setApplicationDescription(QStringLiteral("View, play and correct beats and chords."));
  const QCommandLineOption help = arguments.addHelpOption();
  const QCommandLineOption version = arguments.addVersionOption();
  const QCommandLineOption language(QStringLiteral("language"),
                                    QStringLiteral("Language of the window: system, en or de"),
                                    QStringLiteral("code"));
  arguments.addOption(language);
  arguments.addPositionalArgument(QStringLiteral("files"),
                                  QStringLiteral("Audio, annotations or a folder"),
                                  QStringLiteral("[files...]"));
  if (!arguments.parse(application.arguments())) refuse(arguments.errorText());
  if (arguments.isSet(version))
    show_text(QStringLiteral("tactus %1\n").arg(QCoreApplication::applicationVersion()));
  if (arguments.isSet(help)) show_text(arguments.helpText());
  const QString code = arguments.value(language);
  const QStringList known = tactus::ui::window_languages() + QStringList{QStringLiteral("system")};
  if (arguments.isSet(language) && !known.contains(code))
    refuse(QStringLiteral("--language %1: expected system, en or de").arg(code));
  return {arguments.positionalArguments(), code};
}

}  // namespace

int main(int argc, char** argv) {
  // Where `tactus` is not beside it, the window starts itself again to decode.
  if (const auto status = tactus::work_as_child(argc, argv)) return *status;
  give_back_freed_memory();
  if (asks_for_text(argc, argv)) words_of(QCoreApplication(argc, argv));
  qInstallMessageHandler(say_no_display);
  QApplication application(argc, argv);
  qInstallMessageHandler(nullptr);
  std::setlocale(LC_NUMERIC, "C");  // libraries read and write files: 0.5 in every country
  const Words words = words_of(application);
  const tactus::ui::Settings settings = tactus::ui::load_settings();
  const tactus::ui::Language language(words.language.isEmpty() ? settings.language
                                                               : words.language);
  QApplication::setApplicationDisplayName(QStringLiteral("Tactus"));
  QApplication::setDesktopFileName(QStringLiteral("tactus"));
  QApplication::setWindowIcon(QIcon(QStringLiteral(":/tactus.svg")));
  tactus::ui::MainWindow window(settings);
  window.show();
  window.begin(words.files);
  return QApplication::exec();
}
