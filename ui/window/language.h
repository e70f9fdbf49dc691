// The language of the window: German, else English.
#pragma once

#include <QLocale>
#include <QString>
#include <QStringList>
#include <QTranslator>

namespace tactus::ui {

// Codes of the languages that the window speaks: "en", "de".
const QStringList& window_languages();

// Translates what is made while it lives; make it before the window. The default locale, so the
// numbers in spin boxes, follows.
class Language {
 public:
  // Takes a code; "" is the language of the system, or English if the window does not speak that.
  explicit Language(const QString& choice);
  ~Language();
  Language(const Language&) = delete;
  Language& operator=(const Language&) = delete;

  QString code() const { return code_; }
  // false: this build has no translations, because it was made without lrelease.
  bool complete() const { return complete_; }

 private:
  QString code_;
  QLocale before_;
  QTranslator qt_;  // texts of Qt's own dialogs
  QTranslator own_;
  bool complete_ = false;
};

}  // namespace tactus::ui
