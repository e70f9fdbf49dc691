#include "ui/window/language.h"

#include <QCoreApplication>
#include <QLibraryInfo>

// A static library's resources are there when somebody names them, outside of namespaces.
static void init_translations() {
#ifdef TACTUS_TRANSLATIONS
  Q_INIT_RESOURCE(translations);
#endif
}

namespace tactus::ui {
namespace {

QString code_of(const QString& choice) {
  if (window_languages().contains(choice)) return choice;
  for (const QString& wanted : QLocale::system().uiLanguages()) {
    const QString code = wanted.left(2);
    if (window_languages().contains(code)) return code;
  }
  return window_languages().front();
}

}  // namespace

const QStringList& window_languages() {
  static const QStringList codes = {QStringLiteral("en"), QStringLiteral("de")};
  return codes;
}

Language::Language(const QString& choice) : code_(code_of(choice)) {
  // A system that speaks this language knows its country too.
  const QLocale system = QLocale::system();
  QLocale locale = system.name().left(2) == code_ ? system : QLocale(code_);
  locale.setNumberOptions(QLocale::OmitGroupSeparator);
  QLocale::setDefault(locale);
  if (code_ != window_languages().front() &&
      qt_.load(QStringLiteral("qtbase_") + code_,
               QLibraryInfo::path(QLibraryInfo::TranslationsPath)))
    QCoreApplication::installTranslator(&qt_);
  // English has a file too: its plurals.
  init_translations();
  complete_ = own_.load(QStringLiteral(":/translations/tactus_") + code_);
  if (complete_) QCoreApplication::installTranslator(&own_);
}

Language::~Language() {
  QLocale::setDefault(before_);
}

}  // namespace tactus::ui
