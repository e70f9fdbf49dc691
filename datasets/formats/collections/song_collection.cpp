#include "datasets/formats/collections/song_collection.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "audio/counted.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/formats/text/xml_file.h"

namespace tactus {
namespace {

using namespace std::string_view_literals;

constexpr double kRatingStep = 51.0;  // 255 for five stars
constexpr int kMostRating = 5;
constexpr int kDeepestNode = 20;

std::string plain_name(const char* text) {
  return utf8_text(label_text(text));
}

class CollectionReader {
 public:
  CollectionReader(const FormatInput& input, const XmlFile& file) : input_(input), file_(file) {}

  SongCollection read() {
    for (const pugi::xml_node element : file_.elements()) {
      if (element.name() == "NODE"sv) take_node(element);
      if (element.name() != "TRACK"sv) continue;
      if (element.parent().name() == "NODE"sv)
        take_entry(element);
      else
        take_track(element);
    }
    if (unknown_ > 0)
      input_.notes->push_back(fmt::format("{}: {} in playlists without a track in the collection",
                                          input_.name, counted(unknown_, "place")));
    if (twice_ > 0)
      input_.notes->push_back(
          fmt::format("{}: {} with the TrackID of another one; playlists get the first of them",
                      input_.name, counted(twice_, "track")));
    return std::move(found_);
  }

 private:
  void take_track(pugi::xml_node element) {
    CollectionTrack track;
    track.path = path_of_location(element.attribute("Location").value());
    track.title = plain_name(element.attribute("Name").value());
    track.artist = plain_name(element.attribute("Artist").value());
    const double seconds = to_number(element.attribute("TotalTime").value()).value_or(0.0);
    if (std::isfinite(seconds) && seconds > 0.0) track.duration = seconds;
    track.rating = rating_of(element);
    track.colour = colour_of(element);
    const std::size_t number = found_.tracks.size();
    if (!by_id_.emplace(element.attribute("TrackID").value(), number).second) ++twice_;
    if (!track.path.empty()) by_path_.emplace(track.path, number);
    found_.tracks.push_back(std::move(track));
  }

  int rating_of(pugi::xml_node element) {
    const std::string_view text = element.attribute("Rating").value();
    if (text.empty()) return 0;
    const double value = to_number(text).value_or(-1.0);
    if (value >= 0.0 && value <= kMostRating * kRatingStep)
      return static_cast<int>(std::lround(value / kRatingStep));
    note(element, "Rating", "expected 0 to 255");
    return 0;
  }

  std::optional<std::uint32_t> colour_of(pugi::xml_node element) {
    std::string_view text = element.attribute("Colour").value();
    if (text.empty()) return std::nullopt;
    if (text.starts_with("0x") || text.starts_with("0X")) text.remove_prefix(2);
    std::uint32_t rgb = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rgb, 16);
    if (error == std::errc() && end == text.data() + text.size() && rgb <= 0xFFFFFF) return rgb;
    note(element, "Colour", "expected 0xRRGGBB");
    return std::nullopt;
  }

  void note(pugi::xml_node element, const char* attribute, const char* expected) {
    input_.notes->push_back(fmt::format(
        "{}:{}: {} \"{}\" not used, {}", input_.name, file_.line_of(element), attribute,
        label_text(std::string_view(element.attribute(attribute).value()).substr(0, 40)),
        expected));
  }

  void take_node(pugi::xml_node element) {
    const auto above = nodes_.find(element.parent());
    const std::size_t parent = above == nodes_.end() ? CollectionList::kTop : above->second.list;
    const int depth = above == nodes_.end() ? 0 : above->second.depth + 1;
    if (depth > kDeepestNode)
      file_.fail(element, fmt::format("folders nested deeper than {}", kDeepestNode));
    if (depth == 0 && element.parent().name() == "PLAYLISTS"sv) {  // ROOT
      nodes_[element] = {CollectionList::kTop, 0};
      return;
    }
    const bool folder = element.attribute("Type").value() == "0"sv;
    nodes_[element] = {found_.lists.size(), depth};
    found_.lists.push_back({plain_name(element.attribute("Name").value()), parent, folder});
  }

  void take_entry(pugi::xml_node element) {
    const auto node = nodes_.find(element.parent());
    if (node == nodes_.end() || node->second.list == CollectionList::kTop) return;
    const std::string key = element.attribute("Key").value();
    const bool by_location = element.parent().attribute("KeyType").value() == "1"sv;
    const auto& known = by_location ? by_path_ : by_id_;
    const auto track = known.find(by_location ? path_of_location(key) : key);
    if (track == known.end())
      ++unknown_;
    else
      found_.lists[node->second.list].tracks.push_back(track->second);
  }

  struct Node {
    std::size_t list = CollectionList::kTop;
    int depth = 0;
  };
  const FormatInput& input_;
  const XmlFile& file_;
  SongCollection found_;
  std::map<std::string, std::size_t> by_id_, by_path_;
  std::map<pugi::xml_node, Node> nodes_;
  std::size_t unknown_ = 0, twice_ = 0;
};

void append_node(const SongCollection& collection, std::size_t number, int depth,
                 std::string& text) {
  const CollectionList& list = collection.lists[number];
  const std::string indent(static_cast<std::size_t>(2 * depth), ' ');
  const std::string name = xml_text(utf8_text(label_text(list.name)));
  if (!list.folder) {
    text += fmt::format("{}<NODE Name=\"{}\" Type=\"1\" KeyType=\"0\" Entries=\"{}\">\n", indent,
                        name, list.tracks.size());
    for (const std::size_t track : list.tracks)
      text += fmt::format("{}  <TRACK Key=\"{}\"/>\n", indent, track + 1);
  } else {
    const auto inside = std::ranges::count(collection.lists, number, &CollectionList::parent);
    text += fmt::format("{}<NODE Name=\"{}\" Type=\"0\" Count=\"{}\">\n", indent, name, inside);
    for (std::size_t i = number + 1; i < collection.lists.size(); ++i)
      if (collection.lists[i].parent == number) append_node(collection, i, depth + 1, text);
  }
  text += indent + "</NODE>\n";
}

}  // namespace

SongCollection parse_rekordbox_library(std::string_view content, const std::string& name,
                                       Notes& notes) {
  const FormatInput input{content, name, &notes};
  const XmlFile file(input);
  const auto is_root = [](pugi::xml_node element) { return element.name() == "DJ_PLAYLISTS"sv; };
  if (std::ranges::none_of(file.elements(), is_root))
    throw FormatError(name, 1, 1, "no <DJ_PLAYLISTS>, expected a rekordbox collection");
  return CollectionReader(input, file).read();
}

std::string rekordbox_marks(const CollectionTrack& track) {
  std::string text;
  if (track.rating > 0) text += fmt::format(" Rating=\"{:.0f}\"", kRatingStep * track.rating);
  if (track.colour) text += fmt::format(" Colour=\"0x{:06X}\"", *track.colour);
  return text;
}

std::string rekordbox_playlists(const SongCollection& collection) {
  const auto& lists = collection.lists;
  const auto on_top = std::ranges::count(lists, CollectionList::kTop, &CollectionList::parent);
  if (on_top == 0)
    return "  <PLAYLISTS>\n    <NODE Type=\"0\" Name=\"ROOT\" Count=\"0\"/>\n  </PLAYLISTS>\n";
  std::string text =
      fmt::format("  <PLAYLISTS>\n    <NODE Type=\"0\" Name=\"ROOT\" Count=\"{}\">\n", on_top);
  constexpr int kDepth = 3;  // of the indent
  for (std::size_t i = 0; i < lists.size(); ++i)
    if (lists[i].parent == CollectionList::kTop) append_node(collection, i, kDepth, text);
  return text + "    </NODE>\n  </PLAYLISTS>\n";
}

}  // namespace tactus
