#include "ui/files/comparison_memory.h"

#include <QFileInfo>
#include <QSettings>
#include <QStringList>

namespace tactus::ui {
namespace {

constexpr qsizetype kEntries = 1000;

// Song and entry in turn, the most recent song first: "file PATH", "models" and one model a line,
// "opened".
QString key() {
  return QStringLiteral("files/comparisons");
}

// Song and path of its only reference in turn.
QString older_key() {
  return QStringLiteral("files/references");
}

const QString kFile = QStringLiteral("file "), kModels = QStringLiteral("models\n"),
              kOpened = QStringLiteral("opened");

QString text(const std::filesystem::path& path) {
  return QString::fromStdString(path.string());
}

QStringList stored() {
  const QSettings settings;
  if (settings.contains(key())) return settings.value(key()).toStringList();
  QStringList older = settings.value(older_key()).toStringList();
  for (qsizetype i = 1; i < older.size(); i += 2) older[i].prepend(kFile);
  return older;
}

QString entry_of(const Comparison& comparison) {
  switch (comparison.source) {
    case Comparison::Source::kFile:
      return kFile + text(comparison.file);
    case Comparison::Source::kModels:
      return kModels + comparison.models.join(QLatin1Char('\n'));
    case Comparison::Source::kOpened:
      break;
  }
  return kOpened;
}

Comparison comparison_of(const QString& entry) {
  Comparison comparison;
  if (entry.startsWith(kFile)) {
    comparison.file = entry.mid(kFile.size()).toStdString();
  } else if (entry.startsWith(kModels)) {
    comparison.source = Comparison::Source::kModels;
    comparison.models = entry.mid(kModels.size()).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
  } else {
    comparison.source = Comparison::Source::kOpened;
  }
  comparison.name = comparison_name(comparison);
  return comparison;
}

}  // namespace

std::vector<Comparison> remembered_comparisons(const std::filesystem::path& audio) {
  const QStringList list = stored();
  std::vector<Comparison> found;
  for (qsizetype i = 0; i + 1 < list.size(); i += 2) {
    if (list[i] == text(audio)) found.push_back(comparison_of(list[i + 1]));
  }
  return found;
}

void remember_comparisons(const std::filesystem::path& audio,
                          const std::vector<Comparison>& comparisons) {
  const QStringList list = stored();
  QStringList next;
  for (const Comparison& comparison : comparisons) next << text(audio) << entry_of(comparison);
  for (qsizetype i = 0; i + 1 < list.size(); i += 2) {
    if (list[i] != text(audio)) next << list[i] << list[i + 1];
  }
  QSettings settings;
  settings.setValue(key(), QStringList(next.mid(0, 2 * kEntries)));
  settings.remove(older_key());
}

QString comparison_name(const Comparison& comparison) {
  if (comparison.source == Comparison::Source::kOpened) return Comparisons::tr("When opened");
  if (comparison.source == Comparison::Source::kFile)
    return QFileInfo(text(comparison.file)).fileName();
  QStringList names;
  for (const QString& model : comparison.models) names << QFileInfo(model).completeBaseName();
  return names.isEmpty() ? Comparisons::tr("Shipped models") : names.join(QStringLiteral(" + "));
}

}  // namespace tactus::ui
