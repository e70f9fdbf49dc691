#include "audio/file_tags/read_tags.h"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "audio/file_tags/open_file.h"
#include "audio/file_tags/open_tags.h"
#include "audio/file_tags/serato_cues.h"
#include "audio/file_tags/tag_values.h"

namespace tactus {
namespace {

constexpr double kMostBpm = 10000.0;

// "128", "127.96", "127,96"; 0 for no tempo.
double tempo_of(std::string text) {
  std::replace(text.begin(), text.end(), ',', '.');
  double bpm = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), bpm);
  return std::isfinite(bpm) && bpm > 0.0 && bpm < kMostBpm ? bpm : 0.0;
}

// "3", "03/12".
int number_of(const std::string& text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return std::max(number, 0);
}

class TagsOfFile {
 public:
  explicit TagsOfFile(const std::vector<TagLib::Tag*>& tags) : tags_(tags) {
    for (const TagLib::Tag* tag : tags) texts_.push_back(texts_of(*tag));
  }

  std::string text(const char* name) const {
    for (const TagLib::PropertyMap& values : texts_) {
      const auto found = values.find(name);
      if (found == values.end()) continue;
      std::string value = plain(found->second.toString(", ").to8Bit(true));
      if (!value.empty()) return value;
    }
    return "";
  }

  std::string field(FileTagField field) const {
    for (const TagLib::Tag* tag : tags_) {
      std::string value = plain(value_in(*tag, field));
      if (!value.empty()) return value;
    }
    return "";
  }

  std::vector<SongCue> cues() const {
    for (const TagLib::Tag* tag : tags_) {
      auto cues = serato_cues(value_in(*tag, FileTagField::kCues));
      if (!cues || cues->empty()) continue;
      for (SongCue& cue : *cues) cue.name = plain(cue.name);
      return std::move(*cues);
    }
    return {};
  }

 private:
  const std::vector<TagLib::Tag*>& tags_;
  std::vector<TagLib::PropertyMap> texts_;
};

// "0.5 0.5 1 -1 Intro": start, end, pad, colour and name.
SongCue cue_of(const std::string& text) {
  SongCue cue;
  const char* at = text.data();
  const char* const end = at + text.size();
  const auto next = [&](auto& value) {
    at = std::from_chars(at, end, value).ptr;
    if (at < end) ++at;
  };
  next(cue.start);
  next(cue.end);
  next(cue.pad);
  next(cue.colour);
  cue.name.assign(at, end);
  return cue;
}

}  // namespace

SongTags read_tags(const std::filesystem::path& path) {
  return read_tags(OpenFile(path).get());
}

SongTags read_tags(int descriptor) {
  DescriptorStream stream(descriptor, false);
  const auto container = tag_container(stream);
  if (!container) return {};
  const auto opened = open_tags(*container, stream);
  if (!opened || !opened->isValid()) return {};
  const std::vector<TagLib::Tag*> tags = tags_in(*opened);
  const TagsOfFile values(tags);
  SongTags found;
  found.title = values.text("TITLE");
  found.artist = values.text("ARTIST");
  found.album = values.text("ALBUM");
  found.track = number_of(values.text("TRACKNUMBER"));
  found.date = values.text("DATE");
  found.bpm = tempo_of(values.field(FileTagField::kBpm));
  found.key = values.field(FileTagField::kKey);
  found.cues = values.cues();
  return found;
}

std::string packed_tags(const SongTags& tags) {
  std::string packed;
  for (const std::string& value : {tags.title, tags.artist, tags.album, std::to_string(tags.track),
                                   tags.date, fmt::format("{}", tags.bpm), tags.key}) {
    packed += value;
    packed += '\0';
  }
  for (const SongCue& cue : tags.cues) {
    packed += fmt::format("{} {} {} {} {}", cue.start, cue.end, cue.pad, cue.colour, cue.name);
    packed += '\0';
  }
  return packed;
}

SongTags unpacked_tags(std::string_view packed) {
  const auto next = [&] {
    const std::size_t end = std::min(packed.find('\0'), packed.size());
    std::string value(packed.substr(0, end));
    packed.remove_prefix(std::min(end + 1, packed.size()));
    return value;
  };
  SongTags tags;
  tags.title = next();
  tags.artist = next();
  tags.album = next();
  tags.track = number_of(next());
  tags.date = next();
  tags.bpm = tempo_of(next());
  tags.key = next();
  while (!packed.empty()) tags.cues.push_back(cue_of(next()));
  return tags;
}

}  // namespace tactus
