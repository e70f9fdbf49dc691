#include "ui/train/recipes.h"

#include <QDir>
#include <QFileInfo>

#include "app/cli/program/program_places.h"
#include "app/config/config_edit.h"
#include "app/config/config_train.h"
#include "app/config/yaml_text.h"
#include "ui/train/corpus_list.h"

namespace tactus::ui {

QString recipe_file(const QString& name) {
  const std::filesystem::path folder = program_places().models.parent_path() / "recipes";
  return QString::fromStdString((folder / (name.toStdString() + ".yaml")).string());
}

QString configuration_of_file(const QString& path) {
  const QDir folder = QFileInfo(path).absoluteDir();
  const auto absolute = [&folder](const QString& place) {
    return place.startsWith(QLatin1String("~/")) ? place : folder.absoluteFilePath(place);
  };
  std::string text = load_config(path.toStdString()).text;
  for (const ConfigField& field : inspect_train_config(text).fields) {
    if (!field.paths.empty()) {
      std::string places;
      for (const std::string& file : field.paths) {
        const QString place = absolute(QString::fromStdString(file));
        places += (places.empty() ? "" : ", ") + quoted_yaml(place.toStdString());
      }
      text = with_config_value(text, field.path, "[" + places + "]");
    }
    if (field.kind != ConfigField::Kind::kPath || field.value.empty()) continue;
    const QString place = absolute(QString::fromStdString(field.value));
    text = with_config_value(text, field.path, field.yaml(place.toStdString()));
  }
  QVector<ConfigNode> corpora = corpora_of(text);
  for (ConfigNode& corpus : corpora) set_corpus_path(corpus, absolute(corpus_path(corpus)));
  if (!corpora.isEmpty()) text = with_config_value(text, "data", data_yaml(corpora));
  return QString::fromStdString(text);
}

}  // namespace tactus::ui
