// rekordbox XML (.rekordbox.xml), which rekordbox and most DJ programs import and export.
//
//   file  ::= <DJ_PLAYLISTS Version="1.0.0"> <PRODUCT/> <COLLECTION Entries> track... </COLLECTION>
//             <PLAYLISTS/> </DJ_PLAYLISTS>
//   track ::= <TRACK Name Artist Album TotalTime AverageBpm Tonality Location> tempo... mark...
//   </TRACK> tempo ::= <TEMPO Inizio Bpm Metro Battito/>
//
// TotalTime is whole seconds (written rounded up; without a duration, the first whole second after
// the last beat). Location is "file://localhost/" and the absolute path, percent-encoded. A TEMPO
// is a region of constant tempo. From Inizio (seconds) there is a beat every 60/Bpm until the next
// TEMPO; the first is beat Battito of a bar of Metro ("4/4"). The last region lasts until
// TotalTime, so reading may add beats after the last one of a song; without TotalTime, until the
// last cue point (a warning). Written by tempo_regions.h: one
// TEMPO per region, pauses filled with beats. Bpm has two decimals, so a region drifts from its
// beats, at most by 12.5 ms: Inizio moves by half of the drift, and a region that drifts more is
// divided. Beats of live playing move by up to 12.5 ms more. Tonality is one key per track ("Am";
// also read as "8A" and "1m", two notations of DJs). Modes other than major and minor are not
// written.
//
// Cues and loops are POSITION_MARKs (rekordbox_cues.h).
//
// A collection of several tracks is several annotations. A track with invalid numbers loses only
// its own beats. Playlists, Rating and Colour are read by song_collection.h.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "audio/counted.h"
#include "datasets/formats/bars/tempo_regions.h"
#include "datasets/formats/collections/rekordbox_cues.h"
#include "datasets/formats/collections/song_collection.h"
#include "datasets/formats/columns/annotation_order.h"
#include "datasets/formats/labels/key_label.h"
#include "datasets/formats/text/file_location.h"
#include "datasets/formats/text/text_lines.h"
#include "datasets/formats/text/xml_file.h"
#include "model/editing/cue_edits.h"

namespace tactus {
namespace {

constexpr std::size_t kMostBeats = 1'000'000;         // of a track; rejects absurd tempi
constexpr std::size_t kMostBeatsOfAll = 100'000'000;  // of a file
constexpr double kMostSeconds = 1e7;                  // of Inizio and TotalTime
constexpr int kLargestMeter = 64;

// ---- reading

double number_attribute(const XmlFile& file, pugi::xml_node element, const char* name, double least,
                        double most) {
  const std::optional<double> value = to_number(element.attribute(name).value());
  if (value && *value >= least && *value <= most) return *value;
  file.fail(element, name, fmt::format("a number from {} to {}", least, most));
}

TempoRegion read_tempo(const XmlFile& file, pugi::xml_node tempo) {
  TempoRegion region;
  region.start = number_attribute(file, tempo, "Inizio", -kMostSeconds, kMostSeconds);
  region.period = 60.0 / number_attribute(file, tempo, "Bpm", 1e-3, 1e5);
  const std::string_view metro = tempo.attribute("Metro").value();
  const auto meter = to_number(metro.substr(0, metro.find('/')));
  if (meter && *meter >= 1.0 && *meter <= kLargestMeter) region.meter = static_cast<int>(*meter);
  const auto position = to_number(tempo.attribute("Battito").value());
  if (position && *position >= 1.0 && *position <= kLargestMeter)
    region.position = static_cast<int>(*position);
  region.meter = std::max(region.meter, region.position);
  return region;
}

// 0 for anything else.
int whole_number(std::string_view text) {
  const double number = to_number(text).value_or(0.0);
  constexpr double kMost = 1e6;
  return number > 0.0 && number < kMost ? static_cast<int>(number) : 0;
}

class TrackReader {
 public:
  TrackReader(const FormatInput& input, const XmlFile& file, pugi::xml_node track)
      : input_(input), file_(file) {
    annotation_.title = label_text(track.attribute("Name").value());
    annotation_.artist = label_text(track.attribute("Artist").value());
    annotation_.album = label_text(track.attribute("Album").value());
    annotation_.tags.track = whole_number(track.attribute("TrackNumber").value());
    if (const int year = whole_number(track.attribute("Year").value()))
      annotation_.tags.date = std::to_string(year);
    annotation_.audio = path_of_location(track.attribute("Location").value());
    if (*track.attribute("TotalTime").value()) {
      tolerate([&] {
        annotation_.duration = number_attribute(file, track, "TotalTime", 0.0, kMostSeconds);
      });
    }
    average_ = to_number(track.attribute("AverageBpm").value()).value_or(0.0);
    read_key(track.attribute("Tonality").value());
  }

  void add(pugi::xml_node tempo) {
    tolerate([&] { regions_.push_back(read_tempo(file_, tempo)); });
  }

  // A cue: the track is at least as long.
  void see(pugi::xml_node mark) {
    for (const char* name : {"Start", "End"}) {
      const double time = to_number(mark.attribute(name).value()).value_or(0.0);
      if (time > last_mark_ && time <= kMostSeconds) last_mark_ = time;
    }
    const auto cue = read_position_mark(mark, odd_marks_);
    if (!cue) {
      ++lost_marks_;
      return;
    }
    if (cue->key > 0 && cue_with_key(annotation_.cues, cue->key))
      ++odd_marks_[fmt::format("Num {} once more: another key", cue->key - 1)];
    annotation_.cues.push_back(*cue);
  }

  // Makes the beats, at most kMostBeats and `left`, and subtracts their number from `left`. Throws
  // FormatError for more than `left`.
  void spread_beats(std::size_t& left) {
    const auto earlier = [](const auto& a, const auto& b) { return a.start < b.start; };
    std::stable_sort(regions_.begin(), regions_.end(), earlier);
    std::size_t most = std::min(left, kMostBeats);
    const std::size_t before = most;
    const auto spread_all = [&] {
      for (std::size_t i = 0; i < regions_.size() && !fault_; ++i) spread(i, most);
    };
    if (left < kMostBeats)
      spread_all();
    else
      tolerate(spread_all);
    left -= before - most;
  }

  // The first invalid value of the track.
  const std::optional<FormatError>& fault() const { return fault_; }

  // A track with an invalid value has no beats, and a note reports it.
  Annotation finish() {
    if (fault_) {
      input_.notes->push_back(fmt::format("{}; track \"{}\" is read without its beats",
                                          fault_->what(), annotation_.title));
      annotation_.beats = std::vector<Beat>();
      regions_.clear();
    }
    order_beats(input_, annotation_.beats);
    annotation_.cues = ordered_cues(std::move(annotation_.cues));
    if (lost_marks_ > 0)
      input_.notes->push_back(
          fmt::format("{}: track \"{}\": {} without a Start of 0 seconds or more left out",
                      input_.name, annotation_.title, counted(lost_marks_, "POSITION_MARK")));
    for (const auto& [how, count] : odd_marks_)
      input_.notes->push_back(
          fmt::format("{}: track \"{}\": {} with {}", input_.name, annotation_.title,
                      counted(static_cast<std::size_t>(count), "POSITION_MARK"), how));
    note_unknown_end();
    if ((regions_.empty() || annotation_.duration <= 0.0) && average_ > 0.0 &&
        std::isfinite(average_))
      annotation_.tempi = {{average_, 1.0}};
    return std::move(annotation_);
  }

 private:
  template <class Read>
  void tolerate(Read read) {
    try {
      read();
    } catch (const FormatError& error) {
      if (!fault_) fault_ = error;
    }
  }

  // Where the last region ends; without TotalTime, behind the last cue point.
  double end_of_grid() const {
    return annotation_.duration > 0.0 ? annotation_.duration : last_mark_;
  }

  void note_unknown_end() {
    if (annotation_.duration > 0.0 || annotation_.beats.empty()) return;
    const double last = annotation_.beats.back().time;
    input_.notes->push_back(fmt::format(
        "warning: {}: track \"{}\" has no TotalTime: its beats end at {:.3f} s, {}; give the track "
        "a TotalTime in seconds",
        input_.name, annotation_.title, last,
        last_mark_ > regions_.back().start ? "before its last cue point" : "with its last TEMPO"));
  }

  void read_key(const std::string& text) {
    if (text.empty()) return;
    const std::optional<std::string> key = key_label(text);
    if (key && annotation_.duration > 0.0)
      annotation_.keys = {{0.0, annotation_.duration, *key}};
    else
      input_.notes->push_back(fmt::format("{}: Tonality \"{}\" not used: {}", input_.name,
                                          label_text(text.substr(0, 40)),
                                          key ? "no TotalTime" : "no key"));
  }

  void spread(std::size_t i, std::size_t& most) {
    const TempoRegion& region = regions_[i];
    const double end =
        i + 1 < regions_.size() ? regions_[i + 1].start - region.period / 2.0 : end_of_grid();
    double time = region.start;
    for (std::size_t k = 0; k == 0 || time < end; ++k) {
      if (most == 0) {
        throw FormatError(input_.name, 0, 0,
                          fmt::format("track \"{}\": more than {} beats, or {} in all tracks, "
                                      "expected tempi of music",
                                      annotation_.title, kMostBeats, kMostBeatsOfAll));
      }
      --most;
      const int place = (region.position - 1 + static_cast<int>(k % 1000000)) % region.meter;
      annotation_.beats.push_back({time, place + 1});
      time = region.start + region.period * static_cast<double>(k + 1);
    }
  }

  const FormatInput& input_;
  const XmlFile& file_;
  Annotation annotation_;
  std::vector<TempoRegion> regions_;
  std::optional<FormatError> fault_;
  double average_ = 0.0;
  double last_mark_ = 0.0;  // seconds
  std::size_t lost_marks_ = 0;
  std::map<std::string, int> odd_marks_;  // by what they were read as
};

// ---- writing

// Bpm with two decimals.
double rounded_bpm(const TempoRegion& region) {
  const double bpm = std::round(6000.0 / region.period) / 100.0;
  const double most = region.beats > 1 ? bpm : std::min(bpm, 60.0 / kFastestBeat);
  return std::max(most, 0.01);
}

// Parts so short that the rounded tempo moves no beat by more than the tolerance. Starts that share
// this movement among the first and last beats.
std::vector<TempoRegion> rounded_parts(const TempoRegion& region) {
  const double period = 60.0 / rounded_bpm(region);
  const double drift = (period - region.period) * static_cast<double>(region.beats - 1);
  const auto parts = static_cast<std::size_t>(
      region.beats > 1 ? std::ceil(std::abs(drift) / 2.0 / kRegionTolerance) : 1.0);
  std::vector<TempoRegion> result;
  std::size_t done = 0;
  for (std::size_t left = std::max<std::size_t>(parts, 1); left > 0; --left) {
    TempoRegion part = region;
    part.beats = (region.beats - done) / left;
    part.start += region.period * static_cast<double>(done);
    part.start -= (period - region.period) * static_cast<double>(part.beats - 1) / 2.0;
    part.position = (region.position - 1 + static_cast<int>(done)) % region.meter + 1;
    result.push_back(part);
    done += part.beats;
  }
  return result;
}

std::string tempo_tags(std::span<const Beat> beats) {
  std::string text;
  for (const TempoRegion& region : tempo_regions(counted_through(beats).beats)) {
    for (const TempoRegion& part : rounded_parts(region)) {
      text += fmt::format(
          "      <TEMPO Inizio=\"{}\" Bpm=\"{:.2f}\" Metro=\"{}/4\" Battito=\"{}\"/>\n",
          time_text(std::max(part.start, 0.0)), rounded_bpm(region), part.meter, part.position);
    }
  }
  return text;
}

// The tempo shown by rekordbox; nothing if unknown.
std::optional<double> average_bpm(const Annotation& annotation) {
  const std::vector<Beat>& beats = annotation.beats;
  if (!annotation.tempi.empty() && annotation.tempi.front().bpm > 0.0)
    return annotation.tempi.front().bpm;
  if (beats.size() < 2) return std::nullopt;
  return 60.0 * static_cast<double>(beats.size() - 1) / (beats.back().time - beats.front().time);
}

void append_attribute(std::string& text, const char* name, const std::string& value) {
  if (!value.empty())
    text += fmt::format(" {}=\"{}\"", name, xml_text(utf8_text(label_text(value))));
}

// "2001-05-14" -> "2001"; "" if the date does not begin with a year.
std::string year_of(const std::string& date) {
  constexpr std::size_t kDigits = 4;
  const std::string year = date.substr(0, kDigits);
  const bool whole = year.size() == kDigits && std::all_of(year.begin(), year.end(), [](char c) {
                       return c >= '0' && c <= '9';
                     });
  return whole ? year : "";
}

std::string track_tag(const Annotation& annotation, std::size_t number,
                      const CollectionTrack& marks) {
  std::string text = fmt::format("    <TRACK TrackID=\"{}\"", number);
  append_attribute(text, "Name", annotation.title);
  append_attribute(text, "Artist", annotation.artist);
  append_attribute(text, "Album", annotation.album);
  if (annotation.tags.track > 0)
    append_attribute(text, "TrackNumber", std::to_string(annotation.tags.track));
  append_attribute(text, "Year", year_of(annotation.tags.date));
  const double last = annotation.beats.empty() ? 0.0 : annotation.beats.back().time;
  const double total =
      annotation.duration > 0.0 ? std::ceil(annotation.duration) : std::floor(last) + 1.0;
  if (annotation.duration > 0.0 || !annotation.beats.empty())
    append_attribute(text, "TotalTime", fmt::format("{:.0f}", total));
  if (const std::optional<double> bpm = average_bpm(annotation))
    append_attribute(text, "AverageBpm", fmt::format("{:.2f}", *bpm));
  append_attribute(text, "Tonality", key_symbol(main_key(annotation.keys)));
  if (!annotation.audio.empty())
    append_attribute(text, "Location", location_of_path(annotation.audio));
  text += rekordbox_marks(marks);
  text += ">\n";
  return text + tempo_tags(annotation.beats) + position_marks(annotation.cues) + "    </TRACK>\n";
}

void check_finite(const Annotation& annotation) {
  time_text(annotation.duration);
  for (const Beat& beat : annotation.beats) time_text(beat.time);
}

}  // namespace

std::vector<Annotation> parse_rekordbox_collection(const FormatInput& input) {
  const XmlFile file(input);
  const auto& elements = file.elements();
  const auto named = [](std::string_view name) {
    return [name](pugi::xml_node element) { return element.name() == name; };
  };
  const auto root = std::find_if(elements.begin(), elements.end(), named("DJ_PLAYLISTS"));
  if (root == elements.end())
    throw FormatError(input.name, 1, 1, "no <DJ_PLAYLISTS>, expected a rekordbox collection");
  std::vector<TrackReader> readers;
  const auto end = std::find_if(root, elements.end(), named("PLAYLISTS"));
  for (auto element = root; element != end; ++element) {
    if (named("TRACK")(*element)) readers.emplace_back(input, file, *element);
    if (named("POSITION_MARK")(*element) && !readers.empty()) readers.back().see(*element);
    if (!named("TEMPO")(*element)) continue;
    if (readers.empty()) file.fail(*element, "a TEMPO outside of a TRACK");
    readers.back().add(*element);
  }
  std::vector<Annotation> tracks;
  std::size_t left = kMostBeatsOfAll;
  for (TrackReader& reader : readers) {
    reader.spread_beats(left);
    if (reader.fault() && readers.size() == 1) throw FormatError(*reader.fault());
    tracks.push_back(reader.finish());
  }
  return tracks;
}

Annotation parse_rekordbox(const FormatInput& input) {
  std::vector<Annotation> tracks = parse_rekordbox_collection(input);
  if (tracks.size() == 1) return std::move(tracks.front());
  throw FormatError(input.name, 0, 0,
                    fmt::format("a collection of {} tracks, expected one; to write a file for "
                                "each track, run: tactus convert {} FOLDER/ --to jams",
                                tracks.size(), input.name));
}

std::string serialise_rekordbox_collection(std::span<const Annotation> tracks,
                                           const SongCollection* beside) {
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<DJ_PLAYLISTS Version=\"1.0.0\">\n"
      "  <PRODUCT Name=\"Tactus\" Version=\"\" Company=\"\"/>\n  <COLLECTION Entries=\"{}\">\n",
      tracks.size());
  for (std::size_t i = 0; i < tracks.size(); ++i) {
    check_finite(tracks[i]);
    text += track_tag(tracks[i], i + 1, beside ? beside->tracks.at(i) : CollectionTrack());
  }
  return text + "  </COLLECTION>\n" + rekordbox_playlists(beside ? *beside : SongCollection()) +
         "</DJ_PLAYLISTS>\n";
}

std::string serialise_rekordbox(const Annotation& annotation) {
  return serialise_rekordbox_collection({&annotation, 1});
}

}  // namespace tactus
