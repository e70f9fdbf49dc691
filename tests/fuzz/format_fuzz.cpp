// Fuzz entry point (libFuzzer's interface) of the annotation formats: the first byte chooses the
// format ('a' = the first), the rest is the file. Any bytes are refused with a FormatError, or give
// an annotation that keeps the promises of format.h and survives being written and read again.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "datasets/formats/columns/format_detection.h"
#include "datasets/formats/format.h"
#include "datasets/formats/interface/format_functions.h"

namespace {

using tactus::Annotation;
using tactus::LabelledSegment;

void require(bool condition) {
  if (!condition) std::abort();
}

void check_segments(const std::vector<LabelledSegment>& segments) {
  double time = 0.0;
  for (const LabelledSegment& segment : segments) {
    require(std::isfinite(segment.end) && segment.start >= time && segment.end > segment.start);
    time = segment.end;
  }
}

void check(const Annotation& annotation) {
  double time = -1.0;
  for (const tactus::Beat& beat : annotation.beats) {
    require(std::isfinite(beat.time) && beat.time >= 0.0 && beat.time > time && beat.position >= 0);
    time = beat.time;
  }
  check_segments(annotation.chords);
  check_segments(annotation.keys);
  check_segments(annotation.sections);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto formats = tactus::all_formats();
  const auto choice = static_cast<std::uint8_t>(data[0] - 'a');
  const tactus::Format format = formats[choice % formats.size()].format;
  const std::string_view content(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    tactus::detect_format("fuzz.txt", content);
  } catch (const tactus::FormatError&) {
  }
  try {
    if (format == tactus::Format::kRekordbox) {
      tactus::Notes notes;
      for (const Annotation& song : tactus::parse_rekordbox_collection({content, "fuzz", &notes}))
        check(song);
    }
    const Annotation annotation = tactus::parse_annotation(content, format, "fuzz");
    check(annotation);
    const bool by_bars = format == tactus::Format::kGrid || format == tactus::Format::kChordpro ||
                         format == tactus::Format::kMusicXml;
    if (by_bars && annotation.beats.empty()) return 0;  // chords without bars cannot be written
    const std::string written = tactus::serialise_annotation(annotation, format);
    check(tactus::parse_annotation(written, format, "written"));
  } catch (const tactus::FormatError&) {
  }
  return 0;
}
