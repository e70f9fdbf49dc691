#include "audio/file_tags/serato_values.h"

#include <generalencapsulatedobjectframe.h>
#include <id3v2tag.h>
#include <mp4tag.h>
#include <xiphcomment.h>

#include <algorithm>
#include <vector>

#include "audio/file_tags/serato_cues.h"
#include "audio/file_tags/serato_text.h"

namespace tactus {
namespace {

using ObjectFrame = TagLib::ID3v2::GeneralEncapsulatedObjectFrame;

struct SeratoPlaces {
  const char* frame;    // description of a GEOB frame, and the name in texts
  const char* comment;  // Vorbis, in FLAC
  const char* item;     // MP4
};
constexpr SeratoPlaces kGridPlaces = {kSeratoGridName, "SERATO_BEATGRID",
                                      "----:com.serato.dj:beatgrid"};
constexpr SeratoPlaces kCuePlaces = {kSeratoCuesName, "SERATO_MARKERS_V2",
                                     "----:com.serato.dj:markersv2"};
constexpr SeratoPlaces kOldCuePlaces = {kSeratoOldCuesName, "", "----:com.serato.dj:markers"};
constexpr const char* kOggCues = "SERATO_MARKERS2";
constexpr const char* kCuesHead = "\1\1";

// The frames of that description; they belong to the tag.
std::vector<ObjectFrame*> object_frames(const TagLib::ID3v2::Tag& tag, const char* description) {
  std::vector<ObjectFrame*> found;
  for (TagLib::ID3v2::Frame* frame : tag.frameList("GEOB")) {
    auto* object = dynamic_cast<ObjectFrame*>(frame);
    if (object && object->description() == description) found.push_back(object);
  }
  return found;
}

std::string bytes_or_text(const TagLib::String& text, const char* name) {
  const std::string characters = text.to8Bit(true);
  const std::string bytes = serato_bytes_in(characters, name);
  return bytes.empty() ? characters : bytes;
}

std::string comment_in(const TagLib::Ogg::XiphComment& xiph, const char* name) {
  const auto found = xiph.fieldListMap().find(name);
  if (found == xiph.fieldListMap().end() || found->second.isEmpty()) return "";
  return found->second.front().to8Bit(true);
}

std::string mp4_text(const TagLib::MP4::Tag& mp4, const char* name) {
  if (!mp4.contains(name)) return "";
  const TagLib::MP4::Item item = mp4.item(name);
  const TagLib::String text = item.toStringList().toString();
  const TagLib::ByteVectorList raw = item.toByteVectorList();
  return (text.isEmpty() && !raw.isEmpty() ? TagLib::String(raw.front()) : text).to8Bit(true);
}

std::string bytes_at(const TagLib::Tag& tag, const SeratoPlaces& places) {
  if (const auto* id3 = dynamic_cast<const TagLib::ID3v2::Tag*>(&tag)) {
    for (const ObjectFrame* frame : object_frames(*id3, places.frame))
      return {frame->object().data(), frame->object().size()};
  }
  if (const auto* xiph = dynamic_cast<const TagLib::Ogg::XiphComment*>(&tag))
    return bytes_or_text(comment_in(*xiph, places.comment), places.frame);
  if (const auto* mp4 = dynamic_cast<const TagLib::MP4::Tag*>(&tag))
    return bytes_or_text(mp4_text(*mp4, places.item), places.frame);
  return "";
}

void set_frames(TagLib::ID3v2::Tag& id3, const char* description, const std::string& bytes) {
  std::vector<ObjectFrame*> frames = object_frames(id3, description);
  if (frames.empty()) {
    frames.push_back(new ObjectFrame);
    frames.back()->setMimeType("application/octet-stream");
    frames.back()->setDescription(description);
    id3.addFrame(frames.back());  // takes it over
  }
  for (ObjectFrame* frame : frames)
    frame->setObject({bytes.data(), static_cast<unsigned>(bytes.size())});
}

void set_bytes(TagLib::Tag& tag, const SeratoPlaces& places, const std::string& bytes) {
  const std::string text = serato_text(bytes, places.frame);
  if (auto* id3 = dynamic_cast<TagLib::ID3v2::Tag*>(&tag)) {
    set_frames(*id3, places.frame, bytes);
  } else if (auto* xiph = dynamic_cast<TagLib::Ogg::XiphComment*>(&tag)) {
    xiph->addField(places.comment, text, true);
  } else if (auto* mp4 = dynamic_cast<TagLib::MP4::Tag*>(&tag)) {
    mp4->setItem(places.item, TagLib::StringList(text));
  }
}

SeratoOldForm old_form(const TagLib::Tag& tag) {
  return dynamic_cast<const TagLib::MP4::Tag*>(&tag) ? SeratoOldForm::kMp4 : SeratoOldForm::kId3;
}

std::string cue_value(const TagLib::Tag& tag) {
  std::string bytes = bytes_at(tag, kCuePlaces);
  const auto* xiph = dynamic_cast<const TagLib::Ogg::XiphComment*>(&tag);
  if (xiph && bytes.empty()) {
    const std::string text = comment_in(*xiph, kOggCues);
    return text.empty() ? "" : kCuesHead + text;
  }
  const std::string old = xiph ? "" : bytes_at(tag, kOldCuePlaces);
  const auto cues = serato_cues(bytes);
  if (old.empty() || (!bytes.empty() && !cues)) return bytes;
  const std::vector<SongCue> known = cues.value_or(std::vector<SongCue>());
  const std::vector<SongCue> taken = with_old_cues(known, old, old_form(tag));
  return taken == known ? bytes : serato_cue_bytes(taken, bytes);
}

void set_old_cues(TagLib::Tag& tag, const std::string& bytes) {
  const std::string old = bytes_at(tag, kOldCuePlaces);
  const bool is_mp4 = old_form(tag) == SeratoOldForm::kMp4;
  if (!is_mp4 && old.empty()) return;
  const std::vector<SongCue> cues = serato_cues(bytes).value_or(std::vector<SongCue>());
  set_bytes(tag, kOldCuePlaces, old_cue_bytes(cues, old, old_form(tag)));
}

}  // namespace

bool is_serato(FileTagField field) {
  return field == FileTagField::kGrid || field == FileTagField::kCues;
}

bool holds_serato(FileTagContainer container, FileTagField field) {
  switch (container) {
    case FileTagContainer::kMpeg:
    case FileTagContainer::kWav:
    case FileTagContainer::kAiff:
    case FileTagContainer::kFlac:
    case FileTagContainer::kMp4:
      return true;
    case FileTagContainer::kOggVorbis:
      return field == FileTagField::kCues;
    default:
      return false;
  }
}

std::string serato_value(const TagLib::Tag& tag, FileTagField field) {
  return field == FileTagField::kCues ? cue_value(tag) : bytes_at(tag, kGridPlaces);
}

void set_serato_value(TagLib::Tag& tag, FileTagField field, const std::string& bytes,
                      FileTagContainer container) {
  auto* xiph = dynamic_cast<TagLib::Ogg::XiphComment*>(&tag);
  if (field == FileTagField::kGrid) return set_bytes(tag, kGridPlaces, bytes);
  if (xiph && container != FileTagContainer::kFlac) {
    const std::string text = bytes.substr(std::string_view(kCuesHead).size());
    xiph->addField(kOggCues, text.substr(0, text.find('\0')), true);
    return;
  }
  set_bytes(tag, kCuePlaces, bytes);
  if (!xiph) set_old_cues(tag, bytes);
}

}  // namespace tactus
