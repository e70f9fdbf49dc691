#include "audio/file_tags/tag_change.h"

#include <fmt/format.h>
#include <mp4atom.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <utility>

#include "audio/file_tags/open_tags.h"
#include "audio/file_tags/serato_cues.h"
#include "audio/file_tags/serato_values.h"
#include "audio/file_tags/tag_items.h"
#include "audio/file_tags/tag_values.h"

namespace tactus {
namespace {

using Tags = std::vector<TagLib::Tag*>;

FileTagContainer known_container(DescriptorStream& stream) {
  if (const auto container = tag_container(stream)) return *container;
  throw FileTagError(
      "not a kind of file with tags that Tactus knows; convert it to FLAC or MP3 first");
}

struct OpenContainer {
  explicit OpenContainer(DescriptorStream& stream)
      : kind(known_container(stream)), file(open_tags(kind, stream)) {
    if (!file || !file->isValid()) throw FileTagError(fmt::format("damaged {}", name_of(kind)));
    there = tags_in(*file);
    written = tag_to_write(kind, *file);
    if (!written)
      throw FileTagError(
          fmt::format("{}: tags are not written into this kind of file", name_of(kind)));
  }

  FileTagContainer kind;
  std::unique_ptr<TagLib::File> file;
  Tags there;
  TagLib::Tag* written;
};

double number(const std::string& text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "0" and "" stand for an unknown tempo; a grid may have no marker.
bool is_there(FileTagField field, const std::string& value) {
  if (field == FileTagField::kBpm) return number(value) > 0.0;
  if (field == FileTagField::kGrid && serato_grid(value) == SeratoGrid()) return false;
  if (field == FileTagField::kCues && serato_cues(value) == std::vector<SongCue>()) return false;
  return !value.empty();
}

bool same(FileTagField field, const std::string& a, const std::string& b) {
  constexpr double kHalfOfLastDigit = 0.005;  // BPM
  if (field == FileTagField::kGrid) return serato_grid(a) == serato_grid(b);
  if (field == FileTagField::kCues) return serato_cues(a) == serato_cues(b);
  if (field == FileTagField::kKey || number(b) <= 0.0) return a == b;
  return std::abs(number(a) - number(b)) < kHalfOfLastDigit;
}

std::string present_value(const Tags& tags, FileTagField field) {
  for (const TagLib::Tag* tag : tags) {
    const std::string raw = value_in(*tag, field);
    const std::string value = is_serato(field) ? raw : plain(raw);
    if (is_there(field, value)) return value;
  }
  return "";
}

struct Wanted {
  FileTagField field;
  const char* name;
  std::string value;
};
std::vector<Wanted> wanted_in(const FileTagWish& wish) {
  std::vector<Wanted> wanted;
  if (!wish.bpm.empty()) wanted.push_back({FileTagField::kBpm, "BPM", wish.bpm});
  if (!wish.key.empty()) wanted.push_back({FileTagField::kKey, "key", wish.key});
  if (!wish.grid.markers.empty()) {
    wanted.push_back(
        {FileTagField::kGrid, "grid", serato_bytes(wish.grid, wish.mpeg_shift.value_or(0.0))});
  }
  if (!wish.cues.empty()) wanted.push_back({FileTagField::kCues, "cues", ""});
  return wanted;
}

// Cues go into the value that is there, as they are one part of it.
std::string value_for(const Wanted& wanted, const FileTagWish& wish, const std::string& before) {
  if (wanted.field != FileTagField::kCues) return wanted.value;
  return serato_cue_bytes(wish.cues, before, wish.mpeg_shift.value_or(0.0));
}

// "" = it can be written.
std::string why_refused(const OpenContainer& open, const Wanted& wanted, const FileTagWish& wish) {
  if (!is_serato(wanted.field)) return "";
  if (!holds_serato(open.kind, wanted.field)) return fmt::format("not in {}", name_of(open.kind));
  if ((open.kind == FileTagContainer::kMpeg) == wish.mpeg_shift.has_value()) return "";
  return wish.mpeg_shift ? fmt::format("not with MPEG audio in {}", name_of(open.kind))
                         : "not in MPEG audio of layers I and II";
}

std::string shown(FileTagField field, const std::string& value) {
  if (!is_serato(field) || value.empty()) return value;
  return field == FileTagField::kGrid ? describe_serato(value) : describe_serato_cues(value);
}

// ", 2 left out: Serato has 8 pads".
std::string left_out(FileTagField field, const FileTagWish& wish) {
  const auto lost = std::ranges::count_if(
      wish.cues, [](const SongCue& cue) { return cue.pad < 1 || cue.pad > kSeratoPads; });
  if (field != FileTagField::kCues || lost == 0) return "";
  return fmt::format(", {} left out: Serato has {} pads", lost, kSeratoPads);
}

FileTagChange planned(const OpenContainer& open, const Wanted& wanted, const FileTagWish& wish) {
  const FileTagField field = wanted.field;
  const std::string before = present_value(open.there, field);
  const std::string raw = field == FileTagField::kCues ? value_in(*open.written, field) : before;
  const std::string after = value_as_held(*open.written, field, value_for(wanted, wish, raw));
  FileTagChange change = {wanted.name, shown(field, before),
                          shown(field, after) + left_out(field, wish)};
  if (const std::string why = why_refused(open, wanted, wish); !why.empty()) {
    change.after = why;
    change.outcome = FileTagOutcome::kRefused;
  } else if (same(field, before, after)) {
    change.outcome = FileTagOutcome::kSame;
  } else if (before.empty() || wish.overwrite) {
    change.outcome = FileTagOutcome::kWritten;
  }
  return change;
}

// TagLib moves the offsets of the sound when a tag grows. It believes the number in the head of a
// table, and would write as many behind the table.
void refuse_false_tables(TagLib::File& file) {
  constexpr long kHead = 16;  // size, name, version and flags, number of entries
  using TagLib::MP4::Atom;    // its offset and length: members in TagLib 1, functions in TagLib 2
  TagLib::MP4::Atoms atoms(&file);
  Atom* movie = atoms.find("moov");
  if (!movie) return;
  for (const auto& [name, bytes] : {std::pair{"stco", 4L}, std::pair{"co64", 8L}}) {
    for (const Atom* table : movie->findall(name, true)) {
      file.seek(std::invoke(&Atom::offset, *table) + kHead - 4);
      const long count = file.readBlock(4).toUInt();
      const long length = std::invoke(&Atom::length, *table);
      if (kHead + count * bytes <= length) continue;
      throw FileTagError(
          fmt::format("damaged MPEG-4: a table of {} bytes announces {} offsets", length, count));
    }
  }
}

// Also into the other tags of the file that have a value: a program may read those.
bool set_everywhere(const OpenContainer& open, const Wanted& wanted, const FileTagWish& wish) {
  const std::string value = value_for(wanted, wish, value_in(*open.written, wanted.field));
  set_value(*open.written, wanted.field, value, open.kind);
  bool others = false;
  for (TagLib::Tag* tag : open.there) {
    if (tag == open.written || value_in(*tag, wanted.field).empty()) continue;
    set_value(*tag, wanted.field, value, open.kind);
    others = true;
  }
  return others;
}

void check_written(DescriptorStream& stream, const std::vector<Wanted>& wanted,
                   const FileTagWish& wish, const std::vector<FileTagChange>& changes) {
  const OpenContainer again(stream);
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const FileTagField field = wanted[i].field;
    if (changes[i].outcome != FileTagOutcome::kWritten) continue;
    const std::string found = present_value(again.there, field);
    const std::string value = value_for(wanted[i], wish, found);
    if (same(field, found, value_as_held(*again.written, field, value))) continue;
    throw FileTagError(fmt::format("the written {} \"{}\" reads back as \"{}\"", changes[i].name,
                                   changes[i].after, shown(field, found)));
  }
}

}  // namespace

std::vector<FileTagChange> planned_changes(int descriptor, const FileTagWish& wish) {
  DescriptorStream stream(descriptor, false);
  const OpenContainer open(stream);
  std::vector<FileTagChange> changes;
  for (const Wanted& wanted : wanted_in(wish)) changes.push_back(planned(open, wanted, wish));
  return changes;
}

void change_tags(int descriptor, const FileTagWish& wish, const std::function<void()>& alive) {
  const std::vector<FileTagChange> changes = planned_changes(descriptor, wish);
  DescriptorStream stream(descriptor, true, alive);
  const TagItems before = tag_items(known_container(stream), stream);
  const std::vector<Wanted> wanted = wanted_in(wish);
  {
    const OpenContainer open(stream);
    if (open.kind == FileTagContainer::kMp4) refuse_false_tables(*open.file);
    bool others = false;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (changes[i].outcome == FileTagOutcome::kWritten)
        others |= set_everywhere(open, wanted[i], wish);
    if (!save_tags(open.kind, *open.file, others)) {
      throw FileTagError(fmt::format("{}: the tags could not be written", name_of(open.kind)));
    }
  }
  check_written(stream, wanted, wish, changes);
  const auto lost = lost_items(before, tag_items(known_container(stream), stream));
  if (lost.empty()) return;
  throw FileTagError(
      fmt::format("the tags would lose {}, which TagLib cannot write", fmt::join(lost, ", ")));
}

}  // namespace tactus
