#include "ui/look/format_titles.h"

#include <QCoreApplication>
#include <QStringList>

namespace tactus::ui {
namespace {

QString text_of(std::string_view words) {
  return QString::fromUtf8(words.data(), static_cast<qsizetype>(words.size()));
}

}  // namespace

QString format_title(Format format) {
  return QStringLiteral("%1 (%2)").arg(
      QCoreApplication::translate("Formats", format_info(format).title),
      text_of(format_info(format).suffix));
}

QString format_name(Format format) {
  return text_of(format_info(format).name);
}

QString annotation_files() {
  QStringList endings;
  for (const FormatInfo& info : all_formats())
    endings.append(QLatin1Char('*') + text_of(info.suffix.substr(info.suffix.rfind('.'))));
  endings.removeDuplicates();
  return endings.join(QLatin1Char(' '));
}

}  // namespace tactus::ui
