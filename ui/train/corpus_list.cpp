#include "ui/train/corpus_list.h"

#include <QFileInfo>

#include "app/config/yaml_text.h"
#include "datasets/shards/shard_folder.h"

namespace tactus::ui {
namespace {

// The key of the corpus that names its place.
const char* place_key(const ConfigNode& corpus) {
  for (const char* key : {"manifest", "shards"})
    if (corpus.find(key)) return key;
  return "folder";
}

}  // namespace

ConfigNode corpus_of(const QString& manifest_or_folder) {
  QFileInfo place(manifest_or_folder);
  const QFileInfo manifest(place.absoluteFilePath() + QStringLiteral("/manifest.yaml"));
  if (manifest.exists()) place = manifest;
  ConfigNode corpus;
  corpus.kind = ConfigNode::Kind::kMapping;
  const bool shards = place.isDir() && holds_shards(place.absoluteFilePath().toStdString());
  corpus.at(!place.isDir() ? "manifest" : shards ? "shards" : "folder");
  set_corpus_path(corpus, place.absoluteFilePath());
  return corpus;
}

QString corpus_path(const ConfigNode& corpus) {
  return corpus_value(corpus, place_key(corpus));
}

void set_corpus_path(ConfigNode& corpus, const QString& path) {
  const char* key = place_key(corpus);
  if (corpus.find(key)) corpus.at(key) = ConfigNode::of_scalar(path.toStdString(), true);
}

QString corpus_value(const ConfigNode& corpus, const char* key) {
  const ConfigNode* found = corpus.find(key);
  return found ? QString::fromStdString(found->scalar) : QString();
}

void set_corpus_value(ConfigNode& corpus, const char* key, const QString& value) {
  if (value.isEmpty())
    corpus.erase(key);
  else
    corpus.at(key) = ConfigNode::of_scalar(value.toStdString());
}

QVector<ConfigNode> corpora_of(const std::string& config_text) {
  QVector<ConfigNode> corpora;
  try {
    const ConfigNode root = parse_config(config_text, "configuration").root;
    const ConfigNode* data = root.find("data");
    if (!data || data->kind != ConfigNode::Kind::kSequence) return corpora;
    for (const ConfigNode& item : data->children) {
      if (item.kind == ConfigNode::Kind::kMapping) corpora.push_back(item);
    }
  } catch (const ConfigError&) {
    return {};
  }
  return corpora;
}

std::string data_yaml(const QVector<ConfigNode>& corpora) {
  ConfigNode list;
  list.kind = ConfigNode::Kind::kSequence;
  list.children.assign(corpora.begin(), corpora.end());
  return yaml_text(list);
}

}  // namespace tactus::ui
