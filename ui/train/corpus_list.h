// The key `data` of a training configuration: the corpora for training. Each is a mapping with its
// place, share and limits as written.
#pragma once

#include <QString>
#include <QVector>
#include <string>

#include "app/config/config_document.h"

namespace tactus::ui {

// Returns an entry for a manifest, a folder, or a folder of shards. A folder with a manifest.yaml
// becomes its manifest.
ConfigNode corpus_of(const QString& manifest_or_folder);

// The manifest, folder or folder of shards of an entry; "" = it names none, and cannot be set.
QString corpus_path(const ConfigNode& corpus);
void set_corpus_path(ConfigNode& corpus, const QString& path);

// Another key of an entry: "validation_share". "" = the key is missing, or is to be removed.
QString corpus_value(const ConfigNode& corpus, const char* key);
void set_corpus_value(ConfigNode& corpus, const char* key, const QString& value);

// Returns none if the text is not a configuration.
QVector<ConfigNode> corpora_of(const std::string& config_text);
std::string data_yaml(const QVector<ConfigNode>& corpora);

}  // namespace tactus::ui
