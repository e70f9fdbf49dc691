// Lanes of one's own in JAMS files and as layers of Sonic Visualiser.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "datasets/formats/format.h"
#include "datasets/formats/tables/svl_lanes.h"
#include "tests/support/test_support.h"

namespace tactus::test {
namespace {

std::vector<UserLane> some_lanes() {
  return {{"Claps", UserLaneKind::kPoints, 0x123456, "", {{0.5, 0, 0, "loud"}, {1.25, 0, 0, ""}}},
          {"Pitch \"A\"",
           UserLaneKind::kCurve,
           0xFF0000,
           "Hz",
           {{0.1, 0, 440.125, ""}, {0.2, 0, -3, ""}}},
          {"Solos",
           UserLaneKind::kRegions,
           0x00FF00,
           "",
           {{1.0, 2.5, 0, "sax"}, {2.0, 1.0, 7, "& <bass>"}}}};
}

Annotation song_with_lanes() {
  Annotation song;
  song.duration = 10.0;
  song.beats = {{0.5, 1}, {1.0, 2}};
  song.notes = {{1.0, 1.0, "a note"}};
  song.lanes = some_lanes();
  return song;
}

TEST(UserLanes, JamsKeepsThemBesideNotes) {
  const Annotation song = song_with_lanes();
  const std::string text = serialise_annotation(song, Format::kJams);
  Notes notes;
  const Annotation read = parse_annotation(text, Format::kJams, "x.jams", &notes);
  EXPECT_EQ(read.lanes, song.lanes);
  EXPECT_EQ(read.notes, song.notes);
  EXPECT_TRUE(notes.empty()) << notes.front();
}

TEST(UserLanes, JamsKeepsTheAnnotatorOfLanesAlone) {
  Annotation song;
  song.annotator = "somebody";
  song.lanes = some_lanes();
  const std::string text = serialise_annotation(song, Format::kJams);
  EXPECT_EQ(parse_annotation(text, Format::kJams, "x.jams"), song);
}

TEST(UserLanes, OtherProgramsSeeLabelsOfTagOpen) {
  const auto file = nlohmann::json::parse(serialise_annotation(song_with_lanes(), Format::kJams));
  int tags = 0;
  for (const auto& each : file["annotations"]) {
    if (each["namespace"] != "tag_open") continue;
    ++tags;
    for (const auto& item : each["data"]) {
      EXPECT_TRUE(item["value"].is_string());
      EXPECT_EQ(item.size(), 4u);
    }
  }
  EXPECT_EQ(tags, 4);
}

TEST(UserLanes, WhatOthersChangedInAJamsFileIsRead) {
  auto file = nlohmann::json::parse(serialise_annotation(song_with_lanes(), Format::kJams));
  for (auto& each : file["annotations"]) {
    if (each["sandbox"].value("tactus_lane", nlohmann::json::object()).value("kind", "") != "curve")
      continue;
    each["data"].erase(0);  // the list of values has one more now
  }
  Notes notes;
  const Annotation read = parse_annotation(file.dump(), Format::kJams, "x.jams", &notes);
  ASSERT_EQ(read.lanes.size(), 3u);
  EXPECT_EQ(read.lanes[1].items, (std::vector<UserItem>{{0.2, 0, -3, ""}}));
  ASSERT_EQ(notes.size(), 1u);
  EXPECT_NE(notes[0].find("values: not one entry for each item"), std::string::npos) << notes[0];
}

TEST(UserLanes, FormatsWithoutThemSaySo) {
  const auto dropped = dropped_layers(song_with_lanes(), Format::kLab);
  EXPECT_NE(std::ranges::find(dropped, "own lanes"), dropped.end());
  const auto kept = dropped_layers(song_with_lanes(), Format::kJams);
  EXPECT_EQ(std::ranges::find(kept, "own lanes"), kept.end());
}

TEST(UserLanes, SonicVisualiserGetsAndGivesThem) {
  for (const UserLane& lane : some_lanes()) {
    const std::vector<UserLane> read = parse_svl_lanes(serialise_svl_lane(lane), "x.svl");
    ASSERT_EQ(read.size(), 1u);
    EXPECT_EQ(read[0].name, lane.name);
    EXPECT_EQ(read[0].kind, lane.kind);
    EXPECT_EQ(read[0].colour, lane.colour);
    EXPECT_EQ(read[0].unit, lane.unit);
    ASSERT_EQ(read[0].items.size(), lane.items.size());
    for (std::size_t i = 0; i < lane.items.size(); ++i) {
      EXPECT_NEAR(read[0].items[i].time, lane.items[i].time, 2e-5);
      EXPECT_NEAR(read[0].items[i].duration, lane.items[i].duration, 4e-5);
      EXPECT_EQ(read[0].items[i].value, lane.items[i].value);
      EXPECT_EQ(read[0].items[i].label, lane.items[i].label);
    }
  }
}

TEST(UserLanes, LayersOfSonicVisualiserItselfAreRead) {
  const auto lanes = parse_svl_lanes(R"(<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE sonic-visualiser>
<sv><data>
<model id="3" name="" sampleRate="48000" start="0" end="96000" type="sparse" dimensions="2"
 resolution="1" notifyOnAdd="true" dataset="2" minimum="1" maximum="4" units="dB"/>
<dataset id="2" dimensions="2"><point frame="48000" value="1.5" label="New Point"/>
<point frame="24000" value="4" label="top"/></dataset>
</data><display><layer id="4" type="timevalues" name="Time Values" model="3" plotStyle="2"
 colourName="Green" colour="#008000" darkBackground="false" presentationName="Loudness"/>
</display></sv>)",
                                     "x.svl");
  ASSERT_EQ(lanes.size(), 1u);
  EXPECT_EQ(lanes[0].name, "Loudness");
  EXPECT_EQ(lanes[0].kind, UserLaneKind::kCurve);
  EXPECT_EQ(lanes[0].colour, 0x008000u);
  EXPECT_EQ(lanes[0].unit, "dB");
  EXPECT_EQ(lanes[0].items, (std::vector<UserItem>{{0.5, 0, 4, "top"}, {1.0, 0, 1.5, ""}}));
}

TEST(UserLanes, MalformedLayersAreRefusedWithTheirPlace) {
  const std::string good = serialise_svl_lane(some_lanes()[0]);
  for (const std::string& bad :
       {std::string("<sv></sv>"), std::string("<html></html>"), std::string(""),
        good.substr(0, good.find("<dataset")) + "<point frame=\"x\"/></data></sv>",
        std::string(good).replace(good.find("frame=\"22050\""), 13, "frame=\"one\"")})
    EXPECT_THROW(parse_svl_lanes(bad, "x.svl"), FormatError) << bad;
}

}  // namespace
}  // namespace tactus::test
