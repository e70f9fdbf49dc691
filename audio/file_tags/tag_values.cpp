#include "audio/file_tags/tag_values.h"

#include <apetag.h>
#include <id3v2tag.h>
#include <mp4tag.h>
#include <textidentificationframe.h>
#include <xiphcomment.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "audio/file_tags/serato_values.h"

namespace tactus {
namespace {

using TagLib::String;

constexpr const char* kTempoAtom = "tmpo";
constexpr const char* kFreeForm = "----:com.apple.iTunes:";

// The first name is the one that is written where none exists.
const std::vector<std::string>& names_of(FileTagField field) {
  static const std::vector<std::string> kBpm = {"BPM"};
  static const std::vector<std::string> kKey = {"INITIALKEY", "KEY"};
  return field == FileTagField::kBpm ? kBpm : kKey;
}

const char* frame_of(FileTagField field) {
  return field == FileTagField::kBpm ? "TBPM" : "TKEY";
}

std::string utf8(const String& text) {
  return text.stripWhiteSpace().to8Bit(true);
}

// The MP4 items under which a tag holds the field, the whole number of `tmpo` last: it is rounded.
std::vector<String> mp4_items(const TagLib::MP4::Tag& tag, FileTagField field) {
  std::vector<String> found;
  for (const auto& [name, item] : tag.itemMap()) {
    for (const std::string& wanted : names_of(field))
      if (name.upper() == String(kFreeForm + wanted).upper()) found.push_back(name);
  }
  if (field == FileTagField::kBpm && tag.contains(kTempoAtom)) found.emplace_back(kTempoAtom);
  return found;
}

std::string mp4_value(const TagLib::MP4::Tag& tag, const String& name) {
  const TagLib::MP4::Item item = tag.item(name);
  if (name == kTempoAtom) return item.toInt() > 0 ? std::to_string(item.toInt()) : "";
  return utf8(item.toStringList().toString(", "));
}

std::string whole(const std::string& bpm) {
  double tempo = 0.0;
  std::from_chars(bpm.data(), bpm.data() + bpm.size(), tempo);
  return std::to_string(std::lround(tempo));
}

void set_mp4(TagLib::MP4::Tag& tag, FileTagField field, const std::string& value) {
  std::vector<String> names = mp4_items(tag, field);
  if (field == FileTagField::kBpm && !tag.contains(kTempoAtom)) names.emplace_back(kTempoAtom);
  if (names.empty()) names.emplace_back(String(kFreeForm) + "initialkey");
  for (const String& name : names) {
    if (name == kTempoAtom) {
      tag.setItem(name, std::atoi(whole(value).c_str()));
    } else {
      tag.setItem(name, TagLib::StringList(String(value, String::UTF8)));
    }
  }
}

// Tags of named texts: Vorbis comments and APEv2.
template <class Map>
std::string text_in(const Map& texts, FileTagField field) {
  for (const std::string& name : names_of(field)) {
    const auto found = texts.find(name);
    if (found == texts.end()) continue;
    const std::string value = utf8(found->second.toString());
    if (!value.empty()) return value;
  }
  return "";
}

// `put(name, value)` for all names that exist, else for the first.
template <class Map, class Put>
void set_texts(const Map& texts, FileTagField field, const Put& put) {
  std::vector<std::string> there;
  for (const std::string& name : names_of(field))
    if (texts.contains(name)) there.push_back(name);
  if (there.empty()) there.push_back(names_of(field).front());
  for (const std::string& name : there) put(name);
}

}  // namespace

std::string value_in(const TagLib::Tag& tag, FileTagField field) {
  if (is_serato(field)) return serato_value(tag, field);
  if (const auto* id3 = dynamic_cast<const TagLib::ID3v2::Tag*>(&tag)) {
    const auto& frames = id3->frameList(frame_of(field));
    return frames.isEmpty() ? "" : utf8(frames.front()->toString());
  }
  if (const auto* xiph = dynamic_cast<const TagLib::Ogg::XiphComment*>(&tag))
    return text_in(xiph->fieldListMap(), field);
  if (const auto* ape = dynamic_cast<const TagLib::APE::Tag*>(&tag))
    return text_in(ape->itemListMap(), field);
  if (const auto* mp4 = dynamic_cast<const TagLib::MP4::Tag*>(&tag)) {
    for (const String& name : mp4_items(*mp4, field)) {
      std::string value = mp4_value(*mp4, name);
      if (!value.empty()) return value;
    }
    return "";
  }
  return text_in(texts_of(tag), field);  // Windows Media
}

std::string plain(std::string text) {
  constexpr std::size_t kMostBytes = 1000;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (byte(i) < 0x20 || byte(i) == 0x7F) text[i] = ' ';
    // U+0080 to U+009F are control characters too.
    if (byte(i) == 0xC2 && i + 1 < text.size() && byte(i + 1) >= 0x80 && byte(i + 1) < 0xA0)
      text.replace(i, 2, "  ");
  }
  if (text.size() > kMostBytes) {
    std::size_t end = kMostBytes;
    while (end > 0 && (text[end] & 0xC0) == 0x80) --end;
    text.resize(end);
  }
  const std::size_t begin = text.find_first_not_of(' ');
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(' ') + 1 - begin);
}

std::string value_as_held(const TagLib::Tag& tag, FileTagField field, const std::string& value) {
  const auto* mp4 = dynamic_cast<const TagLib::MP4::Tag*>(&tag);
  if (!mp4 || field != FileTagField::kBpm) return value;
  const std::vector<String> names = mp4_items(*mp4, field);
  return names.empty() || names.front() == kTempoAtom ? whole(value) : value;
}

void set_value(TagLib::Tag& tag, FileTagField field, const std::string& value,
               FileTagContainer container) {
  if (is_serato(field)) return set_serato_value(tag, field, value, container);
  const String text(value, String::UTF8);
  if (auto* id3 = dynamic_cast<TagLib::ID3v2::Tag*>(&tag)) {
    auto* frame = new TagLib::ID3v2::TextIdentificationFrame(frame_of(field), String::Latin1);
    frame->setText(text);
    id3->removeFrames(frame_of(field));
    id3->addFrame(frame);  // takes it over
  } else if (auto* xiph = dynamic_cast<TagLib::Ogg::XiphComment*>(&tag)) {
    set_texts(xiph->fieldListMap(), field,
              [&](const std::string& name) { xiph->addField(name, text, true); });
  } else if (auto* ape = dynamic_cast<TagLib::APE::Tag*>(&tag)) {
    set_texts(ape->itemListMap(), field,
              [&](const std::string& name) { ape->addValue(name, text, true); });
  } else if (auto* mp4 = dynamic_cast<TagLib::MP4::Tag*>(&tag)) {
    set_mp4(*mp4, field, value);
  }
}

}  // namespace tactus
