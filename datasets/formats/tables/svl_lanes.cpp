#include "datasets/formats/tables/svl_lanes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "datasets/formats/text/text_lines.h"

namespace tactus {
namespace {

using namespace std::string_view_literals;

constexpr double kLaneRate = 44100.0;

double svl_number(const XmlFile& file, pugi::xml_node element, const char* name) {
  const std::optional<double> value = to_number(element.attribute(name).value());
  if (value && std::isfinite(*value)) return *value;
  file.fail(element, name, "a number");
}

struct SvlModel {
  double rate = 1.0;
  std::string dataset;
};

// What the layers say of the datasets of their models.
void read_layers(const XmlFile& file, const std::map<std::string, SvlModel>& models,
                 std::map<std::string, SvlDataset>& datasets) {
  for (const pugi::xml_node layer : file.elements()) {
    if (layer.name() != "layer"sv) continue;
    const auto model = models.find(layer.attribute("model").value());
    if (model == models.end()) continue;
    SvlDataset& dataset = datasets[model->second.dataset];
    for (const char* name : {"presentationName", "name"})
      if (*layer.attribute(name).value()) {
        dataset.name = label_text(layer.attribute(name).value());
        break;
      }
    dataset.colour = layer.attribute("colour").value();
  }
}

UserLane lane_of(const SvlDataset& dataset) {
  UserLane lane;
  lane.name = dataset.name;
  lane.unit = dataset.unit;
  const bool regions = std::ranges::any_of(
      dataset.points, [](const SvlPoint& point) { return point.duration >= 0.0; });
  lane.kind = regions                   ? UserLaneKind::kRegions
              : dataset.dimensions == 2 ? UserLaneKind::kCurve
                                        : UserLaneKind::kPoints;
  if (dataset.colour.size() == 7 && dataset.colour[0] == '#')
    std::from_chars(dataset.colour.data() + 1, dataset.colour.data() + 7, lane.colour, 16);
  for (const SvlPoint& point : dataset.points)
    lane.items.push_back({point.time, std::max(point.duration, 0.0), point.value,
                          point.label == "New Point" ? "" : point.label});
  order_user_items(lane.items);
  return lane;
}

long long lane_frame(double seconds) {
  if (!std::isfinite(seconds))
    throw std::invalid_argument(fmt::format("a time of {}, expected a finite number", seconds));
  return std::llround(seconds * kLaneRate);
}

// What differs between the kinds: `shape` are attributes of the model, `style` of the layer.
struct LaneShape {
  const char* layer;
  int dimensions;
  const char* shape;
  const char* style;
};

LaneShape shape_of(UserLaneKind kind) {
  switch (kind) {
    case UserLaneKind::kCurve:
      return {"timevalues", 2, "", "plotStyle=\"2\" "};
    case UserLaneKind::kRegions:
      return {"regions", 3, "subtype=\"region\" ", "plotStyle=\"0\" "};
    default:
      return {"timeinstants", 1, "", ""};
  }
}

}  // namespace

std::map<std::string, SvlDataset> read_svl_datasets(const XmlFile& file) {
  std::map<std::string, SvlModel> models;  // by id
  std::map<std::string, SvlDataset> datasets;
  std::map<std::string, double> rates;  // by dataset
  for (const pugi::xml_node model : file.elements()) {
    if (model.name() != "model"sv || model.attribute("type").value() != "sparse"sv) continue;
    const double rate = svl_number(file, model, "sampleRate");
    if (rate <= 0.0) file.fail(model, "a sample rate that is not above 0");
    const std::string id = model.attribute("dataset").value();
    rates[id] = rate;
    models[model.attribute("id").value()] = {rate, id};
    datasets[id].dimensions = model.attribute("dimensions").value() == "2"sv ? 2 : 1;
    datasets[id].unit = label_text(model.attribute("units").value());
    datasets[id].name = label_text(model.attribute("name").value());
  }
  read_layers(file, models, datasets);
  std::string current;
  for (const pugi::xml_node element : file.elements()) {
    if (element.name() == "dataset"sv) current = element.attribute("id").value();
    if (element.name() != "point"sv) continue;
    const auto rate = rates.find(current);
    if (rate == rates.end())
      file.fail(element, "a point whose dataset has no model of type \"sparse\"");
    SvlPoint point{svl_number(file, element, "frame") / rate->second, -1.0, 0.0,
                   label_text(element.attribute("label").value())};
    if (element.attribute("duration"))
      point.duration = svl_number(file, element, "duration") / rate->second;
    const double value = to_number(element.attribute("value").value()).value_or(0.0);
    if (std::isfinite(value)) point.value = value;
    datasets[current].points.push_back(std::move(point));
  }
  std::erase_if(datasets, [](const auto& row) { return row.second.points.empty(); });
  return datasets;
}

std::vector<UserLane> parse_svl_lanes(std::string_view content, const std::string& name) {
  Notes notes;
  const FormatInput input{content, name, &notes};
  const XmlFile file(input);
  if (file.elements().empty() || file.elements().front().name() != "sv"sv)
    throw FormatError(name, 1, 1, "no <sv>, expected a Sonic Visualiser layer");
  std::vector<UserLane> lanes;
  for (const auto& [id, dataset] : read_svl_datasets(file)) {
    if (dataset.points.size() > kMostUserItems)
      throw FormatError(name, 0, 0,
                        fmt::format("{} points in a layer, expected at most {}",
                                    dataset.points.size(), kMostUserItems));
    lanes.push_back(lane_of(dataset));
  }
  if (lanes.empty()) throw FormatError(name, 0, 0, "has no points, regions or values");
  return lanes;
}

std::string serialise_svl_lane(const UserLane& lane) {
  const LaneShape shape = shape_of(lane.kind);
  std::string points;
  long long end = 0;
  for (const UserItem& item : lane.items) {
    const long long frame = lane_frame(item.time), last = lane_frame(item.end());
    points += fmt::format("      <point frame=\"{}\"", frame);
    if (lane.kind != UserLaneKind::kPoints) points += fmt::format(" value=\"{}\"", item.value);
    if (lane.kind == UserLaneKind::kRegions)
      points += fmt::format(" duration=\"{}\"", last - frame);
    points += fmt::format(" label=\"{}\"/>\n", xml_text(utf8_text(label_text(item.label))));
    end = std::max(end, last + 1);
  }
  const std::string name = xml_text(utf8_text(label_text(lane.name)));
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE sonic-visualiser>\n<sv>\n  <data>\n"
      "    <model id=\"1\" name=\"{name}\" sampleRate=\"{rate}\" start=\"0\" end=\"{end}\" "
      "type=\"sparse\" dimensions=\"{dimensions}\" {shape}resolution=\"1\" notifyOnAdd=\"true\" "
      "dataset=\"0\" units=\"{unit}\"/>\n"
      "    <dataset id=\"0\" dimensions=\"{dimensions}\">\n{points}    </dataset>\n  </data>\n"
      "  <display>\n    <layer id=\"2\" type=\"{type}\" name=\"{name}\" "
      "presentationName=\"{name}\" "
      "model=\"1\" {style}colourName=\"#{colour:06x}\" colour=\"#{colour:06x}\" "
      "darkBackground=\"false\" visible=\"true\"/>\n  </display>\n</sv>\n",
      fmt::arg("name", name), fmt::arg("rate", kLaneRate), fmt::arg("end", end),
      fmt::arg("dimensions", shape.dimensions), fmt::arg("shape", shape.shape),
      fmt::arg("unit", xml_text(utf8_text(label_text(lane.unit)))), fmt::arg("points", points),
      fmt::arg("type", shape.layer), fmt::arg("style", shape.style),
      fmt::arg("colour", lane.colour & 0xFFFFFF));
}

}  // namespace tactus
