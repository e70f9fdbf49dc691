#include "ui/train/corpus_list.h"

#include <QFileInfo>
#include <algorithm>

#include "app/config/yaml_text.h"

namespace tactus::ui {
namespace {

ConfigNode scalar(const QString& text, bool quoted) {
  ConfigNode node;
  node.kind = ConfigNode::Kind::kScalar;
  node.scalar = text.toStdString();
  node.quoted = quoted;
  return node;
}

}  // namespace

CorpusEntry CorpusEntry::of(const QString& manifest_or_folder) {
  QFileInfo place(manifest_or_folder);
  if (place.isDir()) {
    const QFileInfo manifest(place.absoluteFilePath() + QStringLiteral("/manifest.yaml"));
    if (manifest.exists()) place = manifest;
  }
  ConfigNode node;
  node.kind = ConfigNode::Kind::kMapping;
  node.keys = {
      scalar(place.isDir() ? QStringLiteral("folder") : QStringLiteral("manifest"), false)};
  node.children = {scalar(place.absoluteFilePath(), true)};
  return CorpusEntry(std::move(node));
}

QString CorpusEntry::path() const {
  for (const char* key : {"manifest", "folder"}) {
    if (const ConfigNode* found = node_.find(key)) return QString::fromStdString(found->scalar);
  }
  return {};
}

void CorpusEntry::setPath(const QString& path) {
  for (std::size_t i = 0; i < node_.keys.size(); ++i) {
    const std::string& key = node_.keys[i].scalar;
    if (key == "manifest" || key == "folder") node_.children[i] = scalar(path, true);
  }
}

QString CorpusEntry::value(const char* key) const {
  const ConfigNode* found = node_.find(key);
  return found ? QString::fromStdString(found->scalar) : QString();
}

void CorpusEntry::setValue(const char* key, const QString& value) {
  const auto place = std::find_if(node_.keys.begin(), node_.keys.end(),
                                  [&](const ConfigNode& node) { return node.scalar == key; });
  const auto child = node_.children.begin() + (place - node_.keys.begin());
  if (value.isEmpty()) {
    if (place == node_.keys.end()) return;
    node_.children.erase(child);
    node_.keys.erase(place);
  } else if (place != node_.keys.end()) {
    *child = scalar(value, false);
  } else {
    node_.keys.push_back(scalar(QString::fromLatin1(key), false));
    node_.children.push_back(scalar(value, false));
  }
}

QVector<CorpusEntry> corpora_of(const std::string& config_text) {
  QVector<CorpusEntry> corpora;
  try {
    const ConfigDocument document = parse_config(config_text, "configuration");
    const ConfigNode* data = document.root.find("data");
    if (!data || data->kind != ConfigNode::Kind::kSequence) return corpora;
    for (const ConfigNode& item : data->children) {
      if (item.kind == ConfigNode::Kind::kMapping) corpora.push_back(CorpusEntry(item));
    }
  } catch (const ConfigError&) {
    corpora.clear();
  }
  return corpora;
}

std::string data_yaml(const QVector<CorpusEntry>& corpora) {
  ConfigNode list;
  list.kind = ConfigNode::Kind::kSequence;
  for (const CorpusEntry& corpus : corpora) list.children.push_back(corpus.node());
  return yaml_text(list);
}

}  // namespace tactus::ui
