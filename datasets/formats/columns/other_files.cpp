#include "datasets/formats/columns/other_files.h"

#include <algorithm>

#include "audio/text.h"

namespace tactus {
namespace {

constexpr std::string_view kTable = "save a table with lines of start, end and label";
constexpr std::string_view kMarkers = "export the markers as lines of time and name";
constexpr std::string_view kRekordboxXml = "convert the collection to rekordbox XML";
constexpr std::string_view kSheet = "name the file .cho, or say --from chordpro";
constexpr std::string_view kLyrics =
    "expected an annotation; the window shows the words of a file that has the name of its song, "
    "or is dropped there";
constexpr std::string_view kScore = "export MusicXML or MIDI";

constexpr OtherKind kKinds[] = {
    {"lyrics (LRC)", ".lrc", "[00:", kLyrics},
    {"lyrics (LRC)", ".lrc", "[ti:", kLyrics},
    {"lyrics (LRC)", ".lrc", "[ar:", kLyrics},
    {"a song of UltraStar", ".usdx", "#GAP:", kLyrics},
    {"a song of UltraStar", ".usdx", ": 0 ", kLyrics},
    {"subtitles", ".srt", "", ""},
    {"subtitles", ".vtt", "WEBVTT", ""},
    {"subtitles", ".ass", "[Script Info]", ""},
    {"a playlist", ".pls", "[playlist]", ""},
    {"a playlist", ".m3u .m3u8", "#EXTM3U", ""},
    {"a playlist", ".xspf", "<playlist", ""},
    {"a cue sheet", ".cue", "FILE \"", ""},
    {"a tune in ABC notation", ".abc", "X:", ""},
    {"a chart of osu!", ".osu", "osu file format", ""},
    {"a chart of StepMania", ".sm", "#STEPSTYPE", ""},
    {"a chart of StepMania", ".ssc", "#VERSION:0.", ""},
    {"a melody of RWC", ".melody.txt", "", ""},
    {"a web page", ".html", "<!DOCTYPE html", ""},
    {"a web page", ".htm", "<html", ""},
    {"a LilyPond score", ".ly", "\\version", kScore},
    {"a Guitar Pro score", ".gp .gp3 .gp4 .gp5 .gpx", "", kScore},
    {"a MuseScore score", ".mscz", "", kScore},
    {"a MuseScore score", ".mscx", "<museScore", kScore},
    {"an MEI score", ".mei", "<mei", kScore},
    {"a Humdrum score", ".krn", "**kern", kScore},
    {"a Praat TextGrid", ".textgrid", "File type = \"ooTextFile\"", kTable},
    {"a table of Praat", "", "tmin\ttier", kTable},
    {"a document of ELAN", ".eaf", "<ANNOTATION_DOCUMENT", kTable},
    {"a table of ELAN", "", "Begin Time - ", kTable},
    {"a table of ELAN with names of tiers", "", "*\t\t00:", kTable},
    {"a collection of Traktor", ".nml", "<NML", kRekordboxXml},
    {"a database of VirtualDJ", "", "<VirtualDJ_", kRekordboxXml},
    {"a project of Reaper", ".rpp", "<REAPER_PROJECT",
     "export the regions and markers as CSV, or a MIDI file with the tempo map"},
    {"a project of Ableton Live", ".als", "", "export a MIDI clip, or the markers as text"},
    {"a text export of Pro Tools", "", "SESSION NAME:",
     "export a MIDI file with the tempo map, or save the markers as lines of time and name"},
    {"a document of Transcribe!", ".xsc", "XSC Transcribe", kMarkers},
    {"a marker file of WaveLab", ".mrk", "Markers {", kMarkers},
    {"an edit decision list", ".edl", "FCM: ", kMarkers},
    {"metadata of FFmpeg", ".ffmetadata", ";FFMETADATA", kMarkers},
    {"chapters of a film", "", "CHAPTER01=", kMarkers},
    {"a song of OpenLyrics", "", "<song xmlns=\"http://openlyrics", "export ChordPro"},
    {"a song of OpenSong", "", "<song>", "export ChordPro"},
    {"a song of OpenSong", "", "[V1]", "export ChordPro"},
    {"a sheet of chords and lyrics", ".onsong", "[Verse", kSheet},
    {"a sheet of chords and lyrics", "", "[Chorus", kSheet},
    {"a sheet of chords and lyrics", "", "[Intro", kSheet},
    {"a sheet of chords and lyrics", "", "Verse 1:", kSheet},
    {"a sheet of chords and lyrics", "", "Chorus:", kSheet},
    {"a list of Python", ".npy", "[#", "write a number to a line (numpy.savetxt)"},
    {"a list of Python", "", "array([", "write a number to a line (numpy.savetxt)"},
    {"YAML", ".yaml .yml", "", "write JAMS, or lines of start, end and label"}};

// "*" at the start: anywhere in a first line that begins with a letter.
bool first_line_has(std::string_view content, std::string_view text) {
  const std::string_view line = content.substr(0, content.find_first_of("\r\n"));
  return !line.empty() && !is_ascii_digit(line[0]) && line.find(text) != std::string_view::npos;
}

// "[#": a list of numbers, but not the time "[0:21]".
bool is_list(std::string_view content) {
  const std::size_t end = content.find_first_not_of("[0123456789.,+-e \t\r\n");
  return content.starts_with('[') && content.find_first_of("0123456789") < end &&
         (end == std::string_view::npos || content[end] == ']') &&
         content.substr(0, end).find_first_of(", \t\n") != std::string_view::npos;
}

bool has_line(std::string_view content, std::string_view begin) {
  for (std::size_t at = content.find(begin); at != std::string_view::npos;
       at = content.find(begin, at + 1))
    if (at == 0 || content[at - 1] == '\n' || content[at - 1] == '\r') return true;
  return false;
}

bool fits(const OtherKind& kind, std::string_view content) {
  if (kind.content.empty()) return false;
  if (kind.content[0] == '*' && kind.content[1] != '*')
    return first_line_has(content, kind.content.substr(1));
  if (kind.content == "[#") return is_list(content);
  if (kind.content[0] == '<') return content.find(kind.content) != std::string_view::npos;
  return has_line(content, kind.content);
}

bool has_ending(std::string_view file_name, std::string_view endings) {
  while (!endings.empty()) {
    const std::size_t blank = std::min(endings.find(' '), endings.size());
    if (file_name.ends_with(endings.substr(0, blank))) return true;
    endings.remove_prefix(std::min(blank + 1, endings.size()));
  }
  return false;
}

}  // namespace

OtherKind other_kind(std::string_view file_name, std::string_view content) {
  const auto named = [&](const OtherKind& kind) { return has_ending(file_name, kind.endings); };
  const auto* found = std::ranges::find_if(kKinds, named);
  if (found == std::end(kKinds))
    found =
        std::ranges::find_if(kKinds, [&](const OtherKind& kind) { return fits(kind, content); });
  return found == std::end(kKinds) ? OtherKind() : *found;
}

}  // namespace tactus
