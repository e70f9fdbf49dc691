// Words of songs with their times: LRC and UltraStar files. They stay in their own files; an
// annotation holds none.
//
// LRC: lines "[mm:ss.xx]words". Several times before the words repeat them. Times within the words
// ("<mm:ss.xx>word", or "[mm:ss.xx]word") are those of the words behind them. "[offset:250]" makes
// all words 250 ms earlier; other "[name:value]" are tags. A line without words ends the one
// before.
//
// UltraStar: "#NAME:value" lines (#BPM counts quarter beats, a decimal comma is possible; #GAP in
// milliseconds), then notes ": beat length pitch syllable" (also '*', 'F', 'R', 'G'), "- beat" at
// the end of a line, "E" at the end; "P1" and "P2" begin the voices of a duet. Four beats of a note
// are a quarter beat. #RELATIVE:yes counts from the line before. "~" prolongs a syllable.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "datasets/formats/interface/format_types.h"
#include "datasets/formats/lyrics/lyric_lines.h"

namespace tactus {

// ".lrc", ".txt" (UltraStar): the endings of such files, in the order in which a song looks for
// one.
inline constexpr std::string_view kLyricsEndings[] = {".lrc", ".txt", ".usdx"};
// Does the content say that it is such a file? A text file may be anything.
bool are_lyrics(std::string_view content);

// Is it a file of lyrics, by its ending, and by its beginning if that is ".txt"?
bool is_lyrics_file(const std::filesystem::path& path);

// UTF-8, UTF-16 or Windows-1252. What is damaged is left out with a note. Throws FormatError for a
// file that cannot be read or has no words with times; `name` replaces its name in messages.
Lyrics read_lyrics(const std::filesystem::path& path, Notes* notes = nullptr);
Lyrics parse_lyrics(std::string_view content, const std::string& name, Notes* notes = nullptr);

// The lyrics beside a song: a file of its name with one of the endings. Empty if there is none.
std::filesystem::path lyrics_beside(const std::filesystem::path& audio);

}  // namespace tactus
