#include "audio/tags/tag_change.h"

#include <fmt/format.h>
#include <mp4atom.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "audio/tags/open_tags.h"
#include "audio/tags/tag_items.h"
#include "audio/tags/tag_values.h"

namespace tactus {
namespace {

using Tags = std::vector<TagLib::Tag*>;

TagContainer known_container(DescriptorStream& stream) {
  if (const auto container = tag_container(stream)) return *container;
  throw TagError("no container was found whose tags are known; convert it to FLAC or MP3 first");
}

struct OpenContainer {
  explicit OpenContainer(DescriptorStream& stream)
      : kind(known_container(stream)), file(open_tags(kind, stream)) {
    if (!file || !file->isValid()) throw TagError(fmt::format("damaged {}", name_of(kind)));
    there = tags_in(*file);
    written = tag_to_write(kind, *file);
    if (!written)
      throw TagError(fmt::format("{}: tags are not written into this kind of file", name_of(kind)));
  }

  TagContainer kind;
  std::unique_ptr<TagLib::File> file;
  Tags there;
  TagLib::Tag* written;
};

double number(const std::string& text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// "0" and "" stand for an unknown tempo.
bool is_there(TagField field, const std::string& value) {
  return !value.empty() && (field == TagField::kKey || number(value) > 0.0);
}

bool same(TagField field, const std::string& a, const std::string& b) {
  constexpr double kHalfOfLastDigit = 0.005;  // BPM
  if (field == TagField::kKey || number(b) <= 0.0) return a == b;
  return std::abs(number(a) - number(b)) < kHalfOfLastDigit;
}

std::string present_value(const Tags& tags, TagField field) {
  for (const TagLib::Tag* tag : tags) {
    const std::string value = plain(value_in(*tag, field));
    if (is_there(field, value)) return value;
  }
  return "";
}

struct Wanted {
  TagField field;
  const char* name;
  std::string value;
};
std::vector<Wanted> wanted_in(const TagWish& wish) {
  std::vector<Wanted> wanted;
  if (!wish.bpm.empty()) wanted.push_back({TagField::kBpm, "BPM", wish.bpm});
  if (!wish.key.empty()) wanted.push_back({TagField::kKey, "key", wish.key});
  return wanted;
}

TagChange planned(const OpenContainer& open, const Wanted& wanted, bool overwrite) {
  TagChange change;
  change.name = wanted.name;
  change.before = present_value(open.there, wanted.field);
  change.after = value_as_held(*open.written, wanted.field, wanted.value);
  if (same(wanted.field, change.before, change.after)) {
    change.outcome = TagOutcome::kSame;
  } else if (change.before.empty() || overwrite) {
    change.outcome = TagOutcome::kWritten;
  }
  return change;
}

// TagLib moves the offsets of the sound when a tag grows. It believes the number in the head of a
// table, and would write as many behind the table.
void refuse_false_tables(TagLib::File& file) {
  constexpr long kHead = 16;  // size, name, version and flags, number of entries
  TagLib::MP4::Atoms atoms(&file);
  TagLib::MP4::Atom* movie = atoms.find("moov");
  if (!movie) return;
  for (const auto& [name, bytes] : {std::pair{"stco", 4L}, std::pair{"co64", 8L}}) {
    for (const TagLib::MP4::Atom* table : movie->findall(name, true)) {
      file.seek(table->offset + kHead - 4);
      const long count = file.readBlock(4).toUInt();
      if (kHead + count * bytes <= table->length) continue;
      throw TagError(fmt::format("damaged MPEG-4: a table of {} bytes announces {} offsets",
                                 table->length, count));
    }
  }
}

// Also into the other tags of the file that have a value: a program may read those.
bool set_everywhere(const OpenContainer& open, const Wanted& wanted) {
  set_value(*open.written, wanted.field, wanted.value);
  bool others = false;
  for (TagLib::Tag* tag : open.there) {
    if (tag == open.written || value_in(*tag, wanted.field).empty()) continue;
    set_value(*tag, wanted.field, wanted.value);
    others = true;
  }
  return others;
}

void check_written(DescriptorStream& stream, const std::vector<TagChange>& changes) {
  for (const Wanted& wanted :
       {Wanted{TagField::kBpm, "BPM", ""}, Wanted{TagField::kKey, "key", ""}}) {
    const auto change = std::find_if(changes.begin(), changes.end(), [&](const TagChange& c) {
      return c.name == wanted.name && c.outcome == TagOutcome::kWritten;
    });
    if (change == changes.end()) continue;
    const OpenContainer again(stream);
    const std::string found = present_value(again.there, wanted.field);
    if (same(wanted.field, found, change->after)) continue;
    throw TagError(fmt::format("the written {} \"{}\" reads back as \"{}\"", wanted.name,
                               change->after, found));
  }
}

}  // namespace

std::vector<TagChange> planned_changes(int descriptor, const TagWish& wish) {
  DescriptorStream stream(descriptor, false);
  const OpenContainer open(stream);
  std::vector<TagChange> changes;
  for (const Wanted& wanted : wanted_in(wish))
    changes.push_back(planned(open, wanted, wish.overwrite));
  return changes;
}

void change_tags(int descriptor, const TagWish& wish, const std::function<void()>& alive) {
  const std::vector<TagChange> changes = planned_changes(descriptor, wish);
  DescriptorStream stream(descriptor, true, alive);
  const TagItems before = tag_items(known_container(stream), stream);
  {
    const OpenContainer open(stream);
    if (open.kind == TagContainer::kMp4) refuse_false_tables(*open.file);
    bool others = false;
    const std::vector<Wanted> wanted = wanted_in(wish);
    for (std::size_t i = 0; i < wanted.size(); ++i)
      if (changes[i].outcome == TagOutcome::kWritten) others |= set_everywhere(open, wanted[i]);
    if (!save_tags(open.kind, *open.file, others)) {
      throw TagError(fmt::format("{}: the tags could not be written", name_of(open.kind)));
    }
  }
  check_written(stream, changes);
  const auto lost = lost_items(before, tag_items(known_container(stream), stream));
  if (lost.empty()) return;
  throw TagError(
      fmt::format("the tags would lose {}, which TagLib cannot write", fmt::join(lost, ", ")));
}

}  // namespace tactus
