#include "datasets/formats/text/text_tracks.h"

#include <fmt/core.h>

namespace tactus {
namespace {

std::vector<std::span<const TextRow>> tracks_of(const std::vector<TextRow>& rows) {
  constexpr double kStart = 0.25;  // of the track before
  const auto start = [&](std::size_t i) { return number_of(rows[i].fields[0].text).value_or(0.0); };
  std::vector<std::size_t> begins = {0};
  for (std::size_t i = 1; i < rows.size(); ++i)
    if (start(i) < kStart * start(i - 1)) begins.push_back(i);
  begins.push_back(rows.size());
  std::vector<std::span<const TextRow>> tracks;
  for (std::size_t i = 0; i + 1 < begins.size(); ++i) {
    tracks.push_back(std::span(rows).subspan(begins[i], begins[i + 1] - begins[i]));
    if (tracks.back().size() < 2) return {std::span(rows)};
  }
  return tracks;
}

// The layers that no earlier track has.
void add_track(const FormatInput& input, Annotation& annotation, Annotation track) {
  bool used = false;
  const auto take = [&](auto& layer, auto& from) {
    used |= layer.empty() && !from.empty();
    if (layer.empty()) layer = std::move(from);
  };
  take(annotation.beats, track.beats);
  for (const SegmentLayerInfo& row : segment_layers())
    take(annotation.*row.member, track.*row.member);
  if (!used)
    input.notes->push_back(input.name + ": a track of a layer that an earlier track has; left out");
}

}  // namespace

Annotation read_tracks(const FormatInput& input, const std::vector<TextRow>& rows,
                       const std::function<Annotation(std::span<const TextRow>)>& read) {
  const std::vector<std::span<const TextRow>> tracks = tracks_of(rows);
  if (tracks.size() < 2) return read(rows);
  input.notes->push_back(
      fmt::format("{}: the times begin again: read as {} tracks", input.name, tracks.size()));
  Annotation annotation;
  for (const std::span<const TextRow> track : tracks) add_track(input, annotation, read(track));
  return annotation;
}

}  // namespace tactus
