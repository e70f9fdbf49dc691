// The key `data` of a training configuration: the corpora to learn from.
#pragma once

#include <QString>
#include <QVector>
#include <string>

#include "app/config/config_document.h"

namespace tactus::ui {

// One item: a manifest or a folder, with its share and limits as they were written.
class CorpusEntry {
 public:
  explicit CorpusEntry(ConfigNode node) : node_(std::move(node)) {}
  // A folder with a manifest.yaml is taken by its manifest.
  static CorpusEntry of(const QString& manifest_or_folder);

  QString path() const;
  void setPath(const QString& path);
  // Of a key with one value ("validation_share"); "" = it is not there, or is to go.
  QString value(const char* key) const;
  void setValue(const char* key, const QString& value);
  const ConfigNode& node() const { return node_; }

 private:
  ConfigNode node_;  // a mapping
};

// None for a text that is no configuration.
QVector<CorpusEntry> corpora_of(const std::string& config_text);
std::string data_yaml(const QVector<CorpusEntry>& corpora);

}  // namespace tactus::ui
