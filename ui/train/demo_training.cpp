#include "ui/train/demo_training.h"

#include <QDir>
#include <QObject>

#include "app/config/config_edit.h"
#include "app/config/yaml_text.h"
#include "audio/error.h"
#include "ui/files/demo.h"
#include "ui/train/corpus_list.h"
#include "ui/train/recipes.h"

namespace tactus::ui {
namespace {

// The first number without any file of a run.
int free_number(const QDir& folder) {
  int n = 1;
  while (!folder.entryList({QStringLiteral("run-%1.*").arg(n)}, QDir::Files).isEmpty()) ++n;
  return n;
}

QString copy_songs(const QString& to) {
  if (shipped_demo_folder().empty()) {
    throw InputError(QObject::tr("The demo songs are not installed.").toStdString());
  }
  const std::filesystem::path copied = copy_demo(to.toStdString());
  if (copied.empty() || !std::filesystem::exists(copied / "manifest.yaml")) {
    throw InputError(
        QObject::tr("%1: the demo songs cannot be copied there.").arg(to).toStdString());
  }
  return to;
}

}  // namespace

QString demo_training_folder(const QString& runs) {
  return runs + QStringLiteral("/try-with-demo-songs");
}

QString prepare_demo_training(const QString& folder) {
  const QString songs = copy_songs(folder + QStringLiteral("/songs"));
  const int number = free_number(QDir(folder));
  const QString output = QStringLiteral("%1/run-%2.safetensors").arg(folder).arg(number);
  const auto path = [](const QString& place) { return yaml_word(place.toStdString()); };
  const std::pair<const char*, std::string> changes[] = {
      {"name", yaml_word(QObject::tr("demo songs %1").arg(number).toStdString())},
      {"data", data_yaml({corpus_of(songs)})},
      {"cache", path(folder + QStringLiteral("/features"))},
      {"output", path(output)}};
  std::string text = configuration_of_file(recipe_file(QStringLiteral("quick"))).toStdString();
  for (const auto& [key, value] : changes) text = with_config_value(text, key, value);
  return QString::fromStdString(text);
}

}  // namespace tactus::ui
