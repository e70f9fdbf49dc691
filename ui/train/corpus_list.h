// The key `data` of a training configuration: the corpora for training.
#pragma once

#include <QString>
#include <QVector>
#include <string>

#include "app/config/config_document.h"

namespace tactus::ui {

// One item: a manifest or a folder, with its share and limits as written.
class CorpusEntry {
 public:
  explicit CorpusEntry(ConfigNode node) : node_(std::move(node)) {}
  // A folder with a manifest.yaml is entered as its manifest.
  static CorpusEntry of(const QString& manifest_or_folder);

  QString path() const;
  void setPath(const QString& path);
  // The value of a key ("validation_share"); "" = the key is missing, or is to be removed.
  QString value(const char* key) const;
  void setValue(const char* key, const QString& value);
  const ConfigNode& node() const { return node_; }

 private:
  ConfigNode node_;  // a mapping
};

// Returns none if the text is not a configuration.
QVector<CorpusEntry> corpora_of(const std::string& config_text);
std::string data_yaml(const QVector<CorpusEntry>& corpora);

}  // namespace tactus::ui
