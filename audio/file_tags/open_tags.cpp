#include "audio/file_tags/open_tags.h"

#include <aifffile.h>
#include <apefile.h>
#include <apetag.h>
#include <asffile.h>
#include <asftag.h>
#include <flacfile.h>
#include <id3v1tag.h>
#include <id3v2framefactory.h>
#include <id3v2header.h>
#include <id3v2tag.h>
#include <infotag.h>
#include <mp4file.h>
#include <mp4tag.h>
#include <mpcfile.h>
#include <mpegfile.h>
#include <oggflacfile.h>
#include <opusfile.h>
#include <speexfile.h>
#include <trueaudiofile.h>
#include <vorbisfile.h>
#include <wavfile.h>
#include <wavpackfile.h>
#include <xiphcomment.h>

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace tactus {
namespace {

using Tags = std::vector<TagLib::Tag*>;

struct Magic {
  std::size_t at;
  std::string_view bytes;
  FileTagContainer container;
};
constexpr Magic kMagics[] = {
    {0, "fLaC", FileTagContainer::kFlac},
    {4, "ftyp", FileTagContainer::kMp4},
    {0, "wvpk", FileTagContainer::kWavPack},
    {0, "MAC ", FileTagContainer::kMonkeysAudio},
    {0, "MP+", FileTagContainer::kMusepack},
    {0, "MPCK", FileTagContainer::kMusepack},
    {0, "TTA1", FileTagContainer::kTrueAudio},
    {0, "\x30\x26\xB2\x75", FileTagContainer::kWindowsMedia},
};
constexpr Magic kOggStreams[] = {
    {0, "\x01vorbis", FileTagContainer::kOggVorbis},
    {0, "OpusHead", FileTagContainer::kOpus},
    {0,
     "\x7F"
     "FLAC",
     FileTagContainer::kOggFlac},
    {0, "Speex   ", FileTagContainer::kSpeex},
};

std::string bytes_at(DescriptorStream& stream, long offset, unsigned long count) {
  stream.seek(offset, TagLib::IOStream::Beginning);
  const TagLib::ByteVector block = stream.readBlock(count);
  return {block.data(), block.size()};
}

template <std::size_t N>
std::optional<FileTagContainer> find(const Magic (&magics)[N], std::string_view head) {
  for (const Magic& magic : magics) {
    if (head.size() >= magic.at && head.substr(magic.at).starts_with(magic.bytes))
      return magic.container;
  }
  return std::nullopt;
}

// The first page of an Ogg file holds the head of its first stream alone.
std::optional<FileTagContainer> ogg_container(DescriptorStream& stream, long start) {
  const std::string head = bytes_at(stream, start, 27);
  if (head.size() < 27) return std::nullopt;
  const long segments = static_cast<unsigned char>(head[26]);
  return find(kOggStreams, bytes_at(stream, start + 27 + segments, 8));
}

// Bytes of the ID3v2 tags at the start.
long id3_size(DescriptorStream& stream) {
  for (long offset = 0;;) {
    const std::string head = bytes_at(stream, offset, 10);
    if (head.size() < 10 || !head.starts_with("ID3")) return offset;
    long size = 0;
    for (int i = 6; i < 10; ++i) size = size << 7 | (head[static_cast<std::size_t>(i)] & 127);
    offset += 10 + size + ((head[5] & 0x10) != 0 ? 10 : 0);
  }
}

std::uint64_t object_number(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;)
    value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

// Windows Media: an object with attributes that says it has more than its bytes can hold (ASF
// specification, sections 3.10, 4.7 and 4.8). TagLib would make them all, for seconds.
bool has_too_many_attributes(DescriptorStream& stream) {
  using namespace std::string_view_literals;
  constexpr std::string_view kNames[] = {
      "\x40\xA4\xD0\xD2\x07\xE3\xD2\x11\x97\xF0\x00\xA0\xC9\x5E\xA8\x50"sv,
      "\xEA\xCB\xF8\xC5\xAF\x5B\x77\x48\x84\x67\xAA\x8C\x44\xFA\x4C\xCA"sv,
      "\x94\x1C\x23\x44\x98\x94\xD1\x49\xA1\x41\x1D\x13\x4E\x45\x70\x54"sv};
  constexpr std::uint64_t kMost = std::uint64_t{1} << 24, kHead = 26, kShortest = 6;
  const std::uint64_t size = object_number(bytes_at(stream, 16, 8));
  const std::string header = bytes_at(stream, 0, std::min(size, kMost));
  const std::string_view text = header;
  for (const std::string_view name : kNames) {
    for (std::size_t at = text.find(name); at != text.npos; at = text.find(name, at + 1)) {
      if (at + kHead > text.size()) break;
      const std::uint64_t length = object_number(text.substr(at + 16, 8));
      const std::uint64_t attributes = object_number(text.substr(at + 24, 2));
      if (attributes * kShortest + kHead > length) return true;
    }
  }
  return false;
}

// The synchronisation of an MPEG frame; layer 0 is AAC.
bool is_mpeg(std::string_view head) {
  return head.size() > 1 && head[0] == '\xFF' && (head[1] & 0xE0) == 0xE0 && (head[1] & 6) != 0;
}

template <class File, class... More>
std::unique_ptr<TagLib::File> opened(DescriptorStream& stream, More... more) {
  return std::make_unique<File>(&stream, more..., false);
}

void add(Tags& tags, TagLib::Tag* tag) {
  if (tag && !tag->isEmpty()) tags.push_back(tag);
}

// Copies the texts of the other tags of the file into a new, empty tag; the first tag counts.
TagLib::Tag* with_values_of(TagLib::Tag* fresh, const Tags& others) {
  TagLib::PropertyMap texts;
  for (const TagLib::Tag* other : others) {
    for (const auto& [name, values] : texts_of(*other))
      if (!texts.contains(name)) texts.insert(name, values);
  }
  if (auto* id3 = dynamic_cast<TagLib::ID3v2::Tag*>(fresh)) id3->setProperties(texts);
  if (auto* xiph = dynamic_cast<TagLib::Ogg::XiphComment*>(fresh)) xiph->setProperties(texts);
  if (auto* ape = dynamic_cast<TagLib::APE::Tag*>(fresh)) ape->setProperties(texts);
  return fresh;
}

TagLib::ID3v2::Version version_of(const TagLib::ID3v2::Tag* tag, bool existed) {
  return existed && tag->header()->majorVersion() >= 4 ? TagLib::ID3v2::v4 : TagLib::ID3v2::v3;
}

}  // namespace

const char* name_of(FileTagContainer container) {
  switch (container) {
    case FileTagContainer::kMpeg:
      return "MPEG audio";
    case FileTagContainer::kWav:
      return "WAV";
    case FileTagContainer::kAiff:
      return "AIFF";
    case FileTagContainer::kFlac:
      return "FLAC";
    case FileTagContainer::kOggVorbis:
      return "Ogg Vorbis";
    case FileTagContainer::kOpus:
      return "Ogg Opus";
    case FileTagContainer::kOggFlac:
      return "Ogg FLAC";
    case FileTagContainer::kSpeex:
      return "Ogg Speex";
    case FileTagContainer::kMp4:
      return "MPEG-4";
    case FileTagContainer::kWavPack:
      return "WavPack";
    case FileTagContainer::kMonkeysAudio:
      return "Monkey's Audio";
    case FileTagContainer::kMusepack:
      return "Musepack";
    case FileTagContainer::kTrueAudio:
      return "TTA (True Audio)";
    case FileTagContainer::kWindowsMedia:
      return "Windows Media";
  }
  return "unknown";
}

std::optional<FileTagContainer> tag_container(DescriptorStream& stream) {
  const long start = id3_size(stream);
  const std::string head = bytes_at(stream, start, 12);
  if (const auto found = find(kMagics, head)) {
    if (found == FileTagContainer::kWindowsMedia && has_too_many_attributes(stream))
      return std::nullopt;
    return found;
  }
  if (head.starts_with("OggS")) return ogg_container(stream, start);
  const std::string_view inner =
      std::string_view(head).substr(std::min<std::size_t>(8, head.size()));
  if (start == 0 && head.starts_with("RIFF") && inner == "WAVE") return FileTagContainer::kWav;
  if (start == 0 && head.starts_with("FORM") && (inner == "AIFF" || inner == "AIFC"))
    return FileTagContainer::kAiff;
  if (is_mpeg(head)) return FileTagContainer::kMpeg;
  return std::nullopt;
}

std::unique_ptr<TagLib::File> open_tags(FileTagContainer container, DescriptorStream& stream) {
  auto* frames = TagLib::ID3v2::FrameFactory::instance();
  stream.seek(0, TagLib::IOStream::Beginning);  // RIFF and Windows Media are read from here
  switch (container) {
    case FileTagContainer::kMpeg:
      return opened<TagLib::MPEG::File>(stream, frames);
    case FileTagContainer::kWav:
      return opened<TagLib::RIFF::WAV::File>(stream);
    case FileTagContainer::kAiff:
      return opened<TagLib::RIFF::AIFF::File>(stream);
    case FileTagContainer::kFlac:
      return opened<TagLib::FLAC::File>(stream, frames);
    case FileTagContainer::kOggVorbis:
      return opened<TagLib::Ogg::Vorbis::File>(stream);
    case FileTagContainer::kOpus:
      return opened<TagLib::Ogg::Opus::File>(stream);
    case FileTagContainer::kOggFlac:
      return opened<TagLib::Ogg::FLAC::File>(stream);
    case FileTagContainer::kSpeex:
      return opened<TagLib::Ogg::Speex::File>(stream);
    case FileTagContainer::kMp4:
      return opened<TagLib::MP4::File>(stream);
    case FileTagContainer::kWavPack:
      return opened<TagLib::WavPack::File>(stream);
    case FileTagContainer::kMonkeysAudio:
      return opened<TagLib::APE::File>(stream);
    case FileTagContainer::kMusepack:
      return opened<TagLib::MPC::File>(stream);
    case FileTagContainer::kTrueAudio:
      return opened<TagLib::TrueAudio::File>(stream);
    case FileTagContainer::kWindowsMedia:
      return opened<TagLib::ASF::File>(stream);
  }
  return nullptr;
}

Tags tags_in(TagLib::File& file) {
  Tags tags;
  if (auto* mpeg = dynamic_cast<TagLib::MPEG::File*>(&file)) {
    add(tags, mpeg->ID3v2Tag());
    add(tags, mpeg->APETag());
    add(tags, mpeg->ID3v1Tag());
  } else if (auto* wav = dynamic_cast<TagLib::RIFF::WAV::File*>(&file)) {
    add(tags, wav->ID3v2Tag());
    add(tags, wav->InfoTag());
  } else if (auto* flac = dynamic_cast<TagLib::FLAC::File*>(&file)) {
    add(tags, flac->xiphComment());
    add(tags, flac->ID3v2Tag());
    add(tags, flac->ID3v1Tag());
  } else if (auto* wavpack = dynamic_cast<TagLib::WavPack::File*>(&file)) {
    add(tags, wavpack->APETag());
    add(tags, wavpack->ID3v1Tag());
  } else if (auto* ape = dynamic_cast<TagLib::APE::File*>(&file)) {
    add(tags, ape->APETag());
    add(tags, ape->ID3v1Tag());
  } else if (auto* musepack = dynamic_cast<TagLib::MPC::File*>(&file)) {
    add(tags, musepack->APETag());
    add(tags, musepack->ID3v1Tag());
  } else if (auto* tta = dynamic_cast<TagLib::TrueAudio::File*>(&file)) {
    add(tags, tta->ID3v2Tag());
    add(tags, tta->ID3v1Tag());
  } else {
    add(tags, file.tag());
  }
  return tags;
}

TagLib::PropertyMap texts_of(const TagLib::Tag& tag) {
  if (const auto* id3 = dynamic_cast<const TagLib::ID3v2::Tag*>(&tag)) return id3->properties();
  if (const auto* xiph = dynamic_cast<const TagLib::Ogg::XiphComment*>(&tag))
    return xiph->properties();
  if (const auto* mp4 = dynamic_cast<const TagLib::MP4::Tag*>(&tag)) return mp4->properties();
  if (const auto* ape = dynamic_cast<const TagLib::APE::Tag*>(&tag)) return ape->properties();
  if (const auto* asf = dynamic_cast<const TagLib::ASF::Tag*>(&tag)) return asf->properties();
  TagLib::PropertyMap texts = tag.properties();
  const auto* info = dynamic_cast<const TagLib::RIFF::Info::Tag*>(&tag);
  const TagLib::String date = info ? info->fieldText("ICRD") : TagLib::String();
  if (!date.isEmpty()) texts.replace("DATE", date);  // properties() has the year alone
  return texts;
}

TagLib::Tag* tag_to_write(FileTagContainer container, TagLib::File& file) {
  const Tags there = tags_in(file);
  const auto filled = [&](TagLib::Tag* tag) {
    return tag->isEmpty() ? with_values_of(tag, there) : tag;
  };
  switch (container) {
    case FileTagContainer::kMpeg:
      return filled(static_cast<TagLib::MPEG::File&>(file).ID3v2Tag(true));
    case FileTagContainer::kWav:
      return filled(static_cast<TagLib::RIFF::WAV::File&>(file).ID3v2Tag());
    case FileTagContainer::kFlac:
      return filled(static_cast<TagLib::FLAC::File&>(file).xiphComment(true));
    case FileTagContainer::kWavPack:
      return filled(static_cast<TagLib::WavPack::File&>(file).APETag(true));
    case FileTagContainer::kMonkeysAudio:
      return filled(static_cast<TagLib::APE::File&>(file).APETag(true));
    case FileTagContainer::kMusepack:
      return filled(static_cast<TagLib::MPC::File&>(file).APETag(true));
    case FileTagContainer::kAiff:
    case FileTagContainer::kOggVorbis:
    case FileTagContainer::kOpus:
    case FileTagContainer::kOggFlac:
    case FileTagContainer::kMp4:
      return file.tag();
    case FileTagContainer::kSpeex:
    case FileTagContainer::kTrueAudio:
    case FileTagContainer::kWindowsMedia:
      break;
  }
  return nullptr;
}

bool save_tags(FileTagContainer container, TagLib::File& file, bool all) {
  if (container == FileTagContainer::kMpeg) {
    auto& mpeg = static_cast<TagLib::MPEG::File&>(file);
    const int kinds =
        TagLib::MPEG::File::ID3v2 | (all && mpeg.hasAPETag() ? TagLib::MPEG::File::APE : 0);
    return mpeg.save(kinds, TagLib::File::StripNone,
                     version_of(mpeg.ID3v2Tag(), mpeg.hasID3v2Tag()), TagLib::File::DoNotDuplicate);
  }
  if (container == FileTagContainer::kWav) {
    auto& wav = static_cast<TagLib::RIFF::WAV::File&>(file);
    return wav.save(TagLib::RIFF::WAV::File::ID3v2, TagLib::File::StripNone,
                    version_of(wav.ID3v2Tag(), wav.hasID3v2Tag()));
  }
  if (container == FileTagContainer::kAiff) {
    auto& aiff = static_cast<TagLib::RIFF::AIFF::File&>(file);
    return aiff.save(version_of(aiff.tag(), aiff.hasID3v2Tag()));
  }
  return file.save();
}

}  // namespace tactus
