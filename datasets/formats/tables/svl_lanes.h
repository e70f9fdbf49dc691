// Lanes of one's own (model/user_lane.h) as layers of Sonic Visualiser (.svl). format_svl.cpp has
// the grammar; a curve is a model of two dimensions:
//
//   value   ::= <point frame value label>       dimensions="2", layer "timevalues"
//
// The name and the colour of a lane are those of the layer, its unit that of the model.
#pragma once

#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <string>
#include <vector>

#include "datasets/formats/text/xml_file.h"
#include "model/user_lane.h"

namespace tactus {

struct SvlPoint {
  double time = 0.0;       // seconds
  double duration = -1.0;  // -1 = an instant
  double value = 0.0;
  std::string label;
};

struct SvlDataset {
  std::string name, unit, colour;  // of its layer, "" = unknown; colour "#rrggbb"
  int dimensions = 1;              // 2 = a curve
  std::vector<SvlPoint> points;
};

// Every dataset of the file by its id. Throws FormatError for a number that is none, and for points
// without a model.
std::map<std::string, SvlDataset> read_svl_datasets(const XmlFile& file);

// A lane for each dataset that has points. "New Point", which Sonic Visualiser gives, is no label.
// Throws FormatError for malformed files and for more than kMostUserItems in a dataset.
std::vector<UserLane> read_svl_lanes(const std::filesystem::path& file);
std::vector<UserLane> parse_svl_lanes(std::string_view content, const std::string& name);
std::string serialise_svl_lane(const UserLane& lane);

}  // namespace tactus
