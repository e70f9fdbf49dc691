#include "app/config/config_manifest.h"

#include <fmt/core.h>

#include <unordered_set>

#include "app/config/config_reader.h"
#include "app/config/yaml_text.h"

namespace tactus {
namespace {

std::filesystem::path resolved(const std::filesystem::path& folder, const std::string& path) {
  return path.empty() ? std::filesystem::path() : (folder / path).lexically_normal();
}

// Runs `read`. If the caller wants faults, they take its ConfigError.
template <typename Read>
void tolerate(std::vector<ManifestFault>* faults, const std::string& id, Read read) {
  try {
    read();
  } catch (const ConfigError& error) {
    if (faults == nullptr) throw;
    faults->push_back({id, error.what()});
  }
}

CorpusItem read_item(const ConfigDocument& document, const ConfigNode& node,
                     const std::filesystem::path& folder, std::vector<ManifestFault>* faults) {
  CorpusItem item;
  ConfigMapping mapping(document, node, "item");
  mapping.require("id");
  mapping.require("audio");
  mapping.read("id", item.id);
  std::string audio;
  mapping.read("audio", audio);
  for (const CorpusLayer& layer : kCorpusLayers) {
    std::string file;
    mapping.read(layer.name, file);
    item.*layer.file = resolved(folder, file);
  }
  mapping.read("artist", item.artist);
  mapping.read("song", item.song);
  const WordChoice split{{"train", "validation", "test"},
                         [] { return std::size_t{3}; },
                         [&](std::size_t i) { item.split = split.words[i]; }};
  tolerate(faults, item.id, [&] { mapping.read({{"split", split}}); });
  mapping.finish();
  item.audio = resolved(folder, audio);
  return item;
}

std::string path_text(const std::filesystem::path& path, const std::filesystem::path& folder) {
  const std::filesystem::path relative = path.lexically_relative(folder);
  const bool below = !relative.empty() && *relative.begin() != "..";
  return quoted_yaml((below ? relative : path).generic_string());
}

}  // namespace

Corpus parse_manifest(const ConfigDocument& document, const std::filesystem::path& folder,
                      std::vector<ManifestFault>* faults) {
  Corpus corpus;
  ConfigMapping mapping(document, document.root, "manifest");
  mapping.require("name");
  mapping.read("name", corpus.name);
  mapping.read("licence", corpus.licence);
  mapping.read("source", corpus.source);
  mapping.require("items");
  std::unordered_set<std::string> ids;
  for (const ConfigNode* node : mapping.sequence("items")) {
    corpus.items.push_back(read_item(document, *node, folder, faults));
    const std::string& id = corpus.items.back().id;
    if (ids.insert(id).second) continue;
    tolerate(faults, id,
             [&] { document.fail(*node, fmt::format("the id '{}' appears twice", id)); });
  }
  mapping.finish();
  return corpus;
}

Corpus load_manifest(const std::filesystem::path& path, std::vector<ManifestFault>* faults) {
  return parse_manifest(load_config(path), path.parent_path(), faults);
}

std::string manifest_text(const Corpus& corpus, const std::filesystem::path& folder) {
  std::string text =
      fmt::format("name: {}\nlicence: {}\nsource: {}\nitems:\n", quoted_yaml(corpus.name),
                  quoted_yaml(corpus.licence), quoted_yaml(corpus.source));
  if (corpus.items.empty()) text.insert(text.size() - 1, " []");
  for (const CorpusItem& item : corpus.items) {
    text +=
        fmt::format("  - {{id: {}, audio: {}", quoted_yaml(item.id), path_text(item.audio, folder));
    for (const CorpusLayer& layer : kCorpusLayers) {
      const std::filesystem::path& file = item.*layer.file;
      if (!file.empty()) text += fmt::format(", {}: {}", layer.name, path_text(file, folder));
    }
    if (!item.split.empty()) text += fmt::format(", split: {}", item.split);
    if (!item.artist.empty()) text += fmt::format(", artist: {}", quoted_yaml(item.artist));
    if (!item.song.empty()) text += fmt::format(", song: {}", quoted_yaml(item.song));
    text += "}\n";
  }
  return text;
}

}  // namespace tactus
