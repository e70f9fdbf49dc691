#include "datasets/synth/kit/drum_kit.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>

#include "audio/text.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/formats/text/xml_file.h"

namespace tactus {
namespace {

// A name with both words stands for the drum; the first row that fits decides.
struct NameRow {
  const char* word;
  const char* other;
  int drum;  // 0: not played
};
constexpr NameRow kNames[] = {
    {"snare", "roll", 0},   {"rimshot", "", 40},    {"rim", "", 37},        {"stick", "", 37},
    {"clap", "", 39},       {"snare", "2", 40},     {"snare", "", 38},      {"cajon", "slap", 38},
    {"cajon", "", 36},      {"djembe", "slap", 62}, {"djembe", "tone", 63}, {"djembe", "bass", 64},
    {"kick", "", 36},       {"bass", "drum", 36},   {"tambourine", "", 54}, {"cowbell", "", 56},
    {"splash", "choke", 0}, {"splash", "", 55},     {"china", "", 52},      {"agogo", "low", 68},
    {"agogo", "", 67},      {"bongo", "lo", 61},    {"bongo", "", 60},      {"conga", "", 63},
    {"maraca", "", 70},     {"shaker", "", 82},     {"clave", "", 75},      {"block", "lo", 77},
    {"block", "", 76},      {"crash", "flink", 0},  {"ride", "bell", 53},   {"ride", "cup", 53},
    {"crash", "ride", 59},  {"crash", "2", 57},     {"crash", "right", 57}, {"crash", "", 49},
    {"ride", "2", 59},      {"ride", "rock", 59},   {"ride", "", 51},       {"bell", "", 53},
    {"hat", "choke", 0},    {"hat", "semi", 0},     {"hat", "free", 0},     {"hat", "swish", 0},
    {"hat", "open", 46},    {"hat", "op", 46},      {"hat", "pedal", 44},   {"hat", "pd", 44},
    {"hat", "", 42},        {"hh", "side", 0},      {"hh", "open", 46},     {"hh", "pedal", 44},
    {"hh", "", 42},         {"cymbal", "", 49},     {"tom", "floor", 41},   {"tom", "low", 45},
    {"tom", "hi", 50},      {"tom", "1", 50},       {"tom", "mid", 47},     {"tom", "2", 47},
    {"tom", "", 45},
};

// Drums that can stand for each other.
constexpr int kFamilies[][8] = {
    {35, 36},
    {38, 40},
    {42, 44},
    {49, 57, 52, 55},
    {51, 59, 53},
    {60, 61, 62, 63, 64},
    {41, 43, 45, 47, 48, 50},
    {67, 68, 56},
    {76, 77, 75},
    {69, 70, 82},
    {65, 66},
};

std::string plain(std::string_view name) {
  return lower_case(name.substr(0, name.find('(')));  // makers of cymbals
}

class KitReader {
 public:
  KitReader(const std::filesystem::path& file, std::string_view content)
      : folder_(file.parent_path()), input_{content, file.string(), &notes_}, xml_(input_) {}

  DrumKit read() {
    DrumKit kit;
    for (const pugi::xml_node& element : xml_.elements()) {
      const std::string_view name = element.name();
      if (name == "drumkit_info") kit.name = label_text(element.child("name").child_value());
      if (name == "instrument") take(element, kit);
    }
    if (kit.pieces.empty())
      throw FormatError(
          input_.name, 0, 0,
          "no instrument with the name of a drum and a sample, expected a drum kit of "
          "Hydrogen");
    return kit;
  }

 private:
  double number(pugi::xml_node parent, const char* child, double usual) {
    const pugi::xml_node node = parent.child(child);
    if (!node) return usual;
    const std::optional<double> value = to_number(label_text(node.child_value()));
    if (!value || !std::isfinite(*value) || std::abs(*value) > 1000)
      xml_.fail(node, fmt::format("<{}> \"{}\", expected a number", child,
                                  label_text(std::string_view(node.child_value()).substr(0, 40))));
    return *value;
  }

  // Samples lie in the folder of the kit.
  std::filesystem::path sample(pugi::xml_node node) {
    const std::string name = label_text(node.child_value());
    const std::filesystem::path path = folder_ / name;
    if (name.find('/') != std::string::npos || name == "." || name == "..")
      xml_.fail(node, fmt::format("\"{}\", expected a file name without folders", name));
    if (!std::filesystem::is_regular_file(path))
      xml_.fail(node, fmt::format("no file {}; install the kit again", path.string()));
    return path;
  }

  // In semitones.
  double pitch(pugi::xml_node layer) {
    const double pitch = number(layer, "pitch", 0);
    if (std::abs(pitch) > 60)
      xml_.fail(layer, fmt::format("<pitch> of {}, expected -60 to 60", pitch));
    return pitch;
  }

  void add_layers(pugi::xml_node parent, double gain, KitPiece& piece) {
    for (const pugi::xml_node layer : parent.children("layer"))
      if (const pugi::xml_node file = layer.child("filename"); file && *file.child_value())
        piece.layers.push_back({sample(file), number(layer, "min", 0), number(layer, "max", 1),
                                gain * number(layer, "gain", 1), pitch(layer)});
  }

  void take(pugi::xml_node instrument, DrumKit& kit) {
    KitPiece piece;
    piece.name = label_text(instrument.child("name").child_value());
    piece.drum = drum_named(piece.name);
    piece.gain = number(instrument, "volume", 1) * number(instrument, "gain", 1);
    const std::string muted = label_text(instrument.child("isMuted").child_value());
    if (piece.drum == 0 || muted == "true" || piece.gain <= 0) return;
    add_layers(instrument, 1.0, piece);
    for (const pugi::xml_node part : instrument.children("instrumentComponent"))
      add_layers(part, number(part, "gain", 1), piece);
    const pugi::xml_node only = instrument.child("filename");  // kits before layers
    if (piece.layers.empty() && only && *only.child_value()) piece.layers.push_back({sample(only)});
    if (!piece.layers.empty()) kit.pieces.push_back(std::move(piece));
  }

  std::filesystem::path folder_;
  Notes notes_;
  FormatInput input_;
  XmlFile xml_;
};

}  // namespace

int drum_named(std::string_view name) {
  const std::string text = plain(name);
  for (const NameRow& row : kNames)
    if (text.find(row.word) != std::string::npos && text.find(row.other) != std::string::npos)
      return row.drum;
  return 0;
}

const KitPiece* DrumKit::piece_for(int drum) const {
  const auto exact = [&](int wanted) -> const KitPiece* {
    for (const KitPiece& piece : pieces)
      if (piece.drum == wanted) return &piece;
    return nullptr;
  };
  if (const KitPiece* piece = exact(drum)) return piece;
  const KitPiece* nearest = nullptr;
  for (const auto& family : kFamilies) {
    if (drum <= 0 || std::find(std::begin(family), std::end(family), drum) == std::end(family))
      continue;
    for (const int other : family)
      if (const KitPiece* piece = other > 0 ? exact(other) : nullptr;
          piece && (!nearest || std::abs(other - drum) < std::abs(nearest->drum - drum)))
        nearest = piece;
  }
  return nearest;
}

std::string kit_name(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.extension() == ".xml" ? path.parent_path() : path;
  return (folder.has_filename() ? folder : folder.parent_path()).filename().string();
}

DrumKit read_drum_kit(const std::filesystem::path& path) {
  const std::filesystem::path file =
      std::filesystem::is_directory(path) ? path / "drumkit.xml" : path;
  std::ifstream stream(file, std::ios::binary);
  if (!stream)
    throw FormatError(file.string(), 0, 0,
                      "cannot be opened, expected a drum kit of Hydrogen (a folder with "
                      "drumkit.xml; Debian: apt install hydrogen-drumkits)");
  const std::string content{std::istreambuf_iterator<char>(stream), {}};
  return parse_drum_kit(content, file);
}

DrumKit parse_drum_kit(std::string_view content, const std::filesystem::path& file) {
  return KitReader(file, content).read();
}

}  // namespace tactus
