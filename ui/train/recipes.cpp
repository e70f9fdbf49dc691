#include "ui/train/recipes.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include "app/config/config_edit.h"
#include "app/config/config_train.h"
#include "app/config/yaml_text.h"
#include "app/program/program_places.h"
#include "ui/train/corpus_list.h"

namespace tactus::ui {

QString recipe_file(const QString& name) {
  const std::filesystem::path folder = program_places().models.parent_path() / "recipes";
  return QString::fromStdString((folder / (name.toStdString() + ".yaml")).string());
}

QString recipe_text(const QString& task) {
  if (task.isEmpty()) return {};
  QFile file(recipe_file(task));
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString configuration_of_file(const QString& path) {
  const ConfigDocument document = load_config(path.toStdString());
  const QDir folder = QFileInfo(path).absoluteDir();
  const auto absolute = [&folder](const QString& place) {
    return place.startsWith(QLatin1String("~/")) ? place : folder.absoluteFilePath(place);
  };
  std::string text = document.text;
  for (const ConfigField& field : inspect_train_config(text, path.toStdString()).fields) {
    if (field.kind != ConfigField::Kind::kPath || !field.value || field.value->empty()) continue;
    const QString place =
        QString::fromStdString(document.root.find(field.path)->scalar);  // all are top-level keys
    text = with_config_value(text, field.path, yaml_word(absolute(place).toStdString()));
  }
  QVector<CorpusEntry> corpora = corpora_of(text);
  for (CorpusEntry& corpus : corpora) corpus.setPath(absolute(corpus.path()));
  if (!corpora.isEmpty()) text = with_config_value(text, "data", data_yaml(corpora));
  return QString::fromStdString(text);
}

}  // namespace tactus::ui
