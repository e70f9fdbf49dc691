#include "audio/file_tags/tag_items.h"

#include <fmt/core.h>
#include <oggfile.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <string_view>

namespace tactus {
namespace {

// Frames that versions 2.2, 2.3 and 2.4 of ID3v2 arrange in different ways.
constexpr std::array<std::string_view, 17> kRearranged = {
    "TYER", "TDAT", "TIME", "TRDA", "TDRC", "TDOR", "TORY", "TDRL", "IPLS",
    "TIPL", "TMCL", "TYE",  "TDA",  "TIM",  "TRD",  "TOR",  "IPL"};

class Reader {
 public:
  explicit Reader(DescriptorStream& stream) : stream_(stream) {}

  std::string bytes(long offset, long count) {
    if (offset < 0 || count <= 0 || offset >= stream_.length()) return "";
    stream_.seek(offset, TagLib::IOStream::Beginning);
    const TagLib::ByteVector block =
        stream_.readBlock(static_cast<unsigned long>(std::min(count, stream_.length() - offset)));
    return {block.data(), block.size()};
  }
  long size() { return stream_.length(); }

 private:
  DescriptorStream& stream_;
};

// `bits` per byte: 8, or 7 in ID3v2.
long big_endian(std::string_view bytes, int bits = 8) {
  long value = 0;
  for (const char c : bytes)
    value = value << bits | (static_cast<unsigned char>(c) & ((1 << bits) - 1));
  return value;
}

long little_endian(std::string_view bytes) {
  return big_endian(std::string(bytes.rbegin(), bytes.rend()));
}

bool is_frame_name(std::string_view name) {
  return std::all_of(name.begin(), name.end(),
                     [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0; });
}

// ID3v2.2 and 2.3 put a zero after each FF of the whole tag.
std::string synchronised(std::string_view raw) {
  std::string text;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    text += raw[i];
    if (raw[i] == '\xFF' && i + 1 < raw.size() && raw[i + 1] == '\0') ++i;
  }
  return text;
}

// Some programs write plain sizes into ID3v2.4: the size that leads to a frame is right.
long frame_size(std::string_view body, std::size_t at, int version) {
  const std::string_view field = body.substr(at + 4, 4);
  if (version < 4) return big_endian(field);
  const long size = big_endian(field, 7);
  const auto leads_on = [&](long next) {
    const auto end = at + 10 + static_cast<std::size_t>(next);
    return end >= body.size() || body[end] == '\0' || is_frame_name(body.substr(end, 4));
  };
  return leads_on(size) || !leads_on(big_endian(field)) ? size : big_endian(field);
}

void add_frames(std::string_view body, int version, TagItems& items) {
  const std::size_t name_size = version == 2 ? 3 : 4;
  const std::size_t head = version == 2 ? 6 : 10;
  std::size_t at = 0;
  while (at + head <= body.size() && body[at] != '\0') {
    const std::string_view name = body.substr(at, name_size);
    if (!is_frame_name(name)) return;
    const long size =
        version == 2 ? big_endian(body.substr(at + 3, 3)) : frame_size(body, at, version);
    if (size > 1) ++items[std::string(name)];  // the first byte is the encoding
    at += head + static_cast<std::size_t>(size);
  }
}

// Returns the size of the tag at `offset`; 0 if there is none.
long add_id3(Reader& file, long offset, TagItems& items) {
  const std::string head = file.bytes(offset, 10);
  if (head.size() < 10 || !head.starts_with("ID3")) return 0;
  const int version = head[3];
  const int flags = head[5];
  const long size = big_endian(std::string_view(head).substr(6), 7);
  std::string body = file.bytes(offset + 10, size);
  if (version < 4 && (flags & 0x80) != 0) body = synchronised(body);
  if (version > 2 && (flags & 0x40) != 0 && body.size() >= 4) {
    const std::string_view field = std::string_view(body).substr(0, 4);
    const long extended = version == 3 ? big_endian(field) + 4 : big_endian(field, 7);
    body.erase(0,
               static_cast<std::size_t>(std::min<long>(extended, static_cast<long>(body.size()))));
  }
  add_frames(body, version, items);
  return 10 + size + ((flags & 0x10) != 0 ? 10 : 0);
}

long add_leading_id3(Reader& file, TagItems& items) {
  long offset = 0;
  while (const long size = add_id3(file, offset, items)) offset += size;
  return offset;
}

void add_riff(Reader& file, bool big, TagItems& items) {
  for (long at = 12; at + 8 <= file.size();) {
    const std::string head = file.bytes(at, 8);
    const std::string_view size_field = std::string_view(head).substr(4);
    const long size = big ? big_endian(size_field) : little_endian(size_field);
    if (head.starts_with("ID3 ") || head.starts_with("id3 ")) add_id3(file, at + 8, items);
    at += 8 + size + (size & 1);
  }
}

// vendor, then the number of comments and the comments, each with its length before it.
void add_comments(std::string_view packet, TagItems& items) {
  std::size_t at = 0;
  const auto number = [&]() -> std::size_t {
    if (at + 4 > packet.size()) return 0;
    at += 4;
    return static_cast<std::size_t>(little_endian(packet.substr(at - 4, 4)));
  };
  at += number();
  for (std::size_t left = number(); left > 0 && at + 4 <= packet.size(); --left) {
    const std::size_t size = number();
    if (at > packet.size()) return;
    const std::string_view comment = packet.substr(at, size);
    std::string name(comment.substr(0, comment.find('=')));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    if (name.size() + 1 < comment.size()) ++items[name];
    at += size;
  }
}

std::string flac_block_name(int type) {
  constexpr int kPicture = 6;
  return type == kPicture ? "a FLAC picture" : fmt::format("a FLAC block of type {}", type);
}

void add_flac(Reader& file, long at, TagItems& items) {
  constexpr int kPadding = 1, kComments = 4;
  for (at += 4; at + 4 <= file.size();) {
    const std::string head = file.bytes(at, 4);
    const int first = static_cast<unsigned char>(head[0]);
    const int type = first & 127;
    const long size = big_endian(std::string_view(head).substr(1));
    if (type == kComments) add_comments(file.bytes(at + 4, size), items);
    if (type != kPadding) ++items[flac_block_name(type)];
    at += 4 + size;
    if ((first & 128) != 0) return;
  }
}

// The second packet of the stream, after the bytes that name it.
void add_ogg(FileTagContainer container, DescriptorStream& stream, TagItems& items) {
  const std::size_t name = container == FileTagContainer::kOggVorbis ? 7
                           : container == FileTagContainer::kOpus    ? 8
                                                                     : 4;
  const auto file = open_tags(container, stream);
  auto* ogg = dynamic_cast<TagLib::Ogg::File*>(file.get());
  if (!ogg || !ogg->isValid()) return;
  const TagLib::ByteVector packet = ogg->packet(1);
  const std::string_view text(packet.data(), packet.size());
  if (text.size() > name) add_comments(text.substr(name), items);
}

// The atoms in [at, end): size, name, content.
template <class Each>
void each_atom(Reader& file, long at, long end, const Each& each) {
  while (at + 8 <= end) {
    const std::string head = file.bytes(at, 16);
    if (head.size() < 8) return;
    long size = big_endian(std::string_view(head).substr(0, 4));
    long begin = 8;
    if (size == 1 && head.size() == 16) {
      size = big_endian(std::string_view(head).substr(8));
      begin = 16;
    }
    if (size == 0) size = end - at;
    if (size < begin || size > end - at) return;
    each(head.substr(4, 4), at + begin, at + size);
    at += size;
  }
}

// "----:com.apple.iTunes:initialkey": its atoms mean and name say so.
std::string item_name(Reader& file, const std::string& atom, long begin, long end) {
  std::string name = atom == "gnre" ? "\251gen" : atom;  // a genre by number becomes its name
  if (atom != "----") return name;
  each_atom(file, begin, end, [&](const std::string& part, long from, long to) {
    if (part == "mean" || part == "name")
      name += fmt::format(":{}", file.bytes(from + 4, to - from - 4));
  });
  return name;
}

void add_mp4(Reader& file, TagItems& items) {
  const auto inside = [&](const char* wanted, long skipped, const auto& next) {
    return [&file, wanted, skipped, next](const std::string& atom, long begin, long end) {
      if (atom == wanted) each_atom(file, begin + skipped, end, next);
    };
  };
  const auto add = [&](const std::string& atom, long begin, long end) {
    if (atom != "free") ++items[item_name(file, atom, begin, end)];
  };
  constexpr long kMetaVersion = 4;  // bytes before the atoms in `meta`
  const auto list = inside("ilst", 0, add);
  const auto meta = inside("meta", kMetaVersion, list);
  const auto user = inside("udta", 0, meta);
  each_atom(file, 0, file.size(), inside("moov", 0, user));
}

}  // namespace

TagItems tag_items(FileTagContainer container, DescriptorStream& stream) {
  TagItems items;
  Reader file(stream);
  switch (container) {
    case FileTagContainer::kWav:
    case FileTagContainer::kAiff:
      add_riff(file, container == FileTagContainer::kAiff, items);
      break;
    case FileTagContainer::kFlac:
      add_flac(file, add_leading_id3(file, items), items);
      break;
    case FileTagContainer::kOggVorbis:
    case FileTagContainer::kOpus:
    case FileTagContainer::kOggFlac:
      add_ogg(container, stream, items);
      break;
    case FileTagContainer::kMp4:
      add_mp4(file, items);
      break;
    default:
      add_leading_id3(file, items);
  }
  return items;
}

std::vector<std::string> lost_items(const TagItems& before, const TagItems& after) {
  constexpr std::size_t kOldName = 3, kNewName = 4;  // letters of ID3v2.2, of later versions
  const auto rearranged = [](const std::string& name) {
    return std::find(kRearranged.begin(), kRearranged.end(), name) != kRearranged.end();
  };
  std::set<std::string> lost;  // in words that can be printed
  const auto printable = [](std::string name) {
    std::replace_if(
        name.begin(), name.end(), [](unsigned char c) { return c < 32 || c > 126; }, '?');
    return name;
  };
  int old_before = 0, all_after = 0;
  for (const auto& [name, count] : after)
    if (name.size() == kNewName && !rearranged(name)) all_after += count;
  for (const auto& [name, count] : before) {
    if (rearranged(name)) continue;
    const auto found = after.find(name);
    const int kept = found == after.end() ? 0 : found->second;
    if (name.size() == kOldName && kept == 0) {
      old_before += count;
    } else if (kept < count) {
      lost.insert(printable(name));
    }
  }
  if (old_before > all_after) lost.insert("a frame of ID3v2.2");
  return {lost.begin(), lost.end()};
}

}  // namespace tactus
