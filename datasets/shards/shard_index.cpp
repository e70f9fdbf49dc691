#include "datasets/shards/shard_index.h"

#include <fmt/core.h>

#include <bit>
#include <cmath>
#include <concepts>
#include <cstring>

#include "datasets/dataset_error.h"
#include "features/files/data_hash.h"

namespace tactus {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are written as they lie");

constexpr std::string_view kEndMagic{"tactus index 1\n\0", 16};
constexpr const char* kRemedy = "remove the file and run `tactus dataset shards` again";

[[noreturn]] void fail(const std::string& file, const std::string& what) {
  throw DatasetError(fmt::format("{}: damaged: {}; {}", file, what, kRemedy));
}

class Writer {
 public:
  template <typename Number>
  requires std::integral<Number> || std::floating_point<Number>
  void put(Number number) { bytes_.append(reinterpret_cast<const char*>(&number), sizeof number); }
  void put(std::string_view text) {
    put(static_cast<std::uint32_t>(text.size()));
    bytes_.append(text);
  }
  void put(const std::vector<double>& numbers) {
    for (const double number : numbers) put(number);
  }
  template <typename Item, typename Put>
  void list(const std::vector<Item>& items, const Put& put_item) {
    put(static_cast<std::uint32_t>(items.size()));
    for (const Item& item : items) put_item(item);
  }
  std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  Reader(std::span<const std::byte> bytes, const std::string& file) : bytes_(bytes), file_(file) {}

  template <typename Number>
  void get(Number& number) {
    std::memcpy(&number, take(sizeof number).data(), sizeof number);
  }
  void get(std::string& text) {
    std::uint32_t size = 0;
    get(size);
    const std::span<const std::byte> part = take(size);
    text.assign(reinterpret_cast<const char*>(part.data()), part.size());
  }
  void get(std::vector<double>& numbers, std::size_t count) {
    const std::span<const std::byte> part = take(count * sizeof(double));
    numbers.resize(count);
    std::memcpy(numbers.data(), part.data(), part.size());
  }
  // An item has at least `least` bytes: a damaged count takes no memory.
  template <typename Item, typename Get>
  void list(std::vector<Item>& items, std::size_t least, const Get& get_item) {
    std::uint32_t count = 0;
    get(count);
    if (count > (bytes_.size() - at_) / least) fail_here();
    items.resize(count);
    for (Item& item : items) get_item(item);
  }
  void require(bool good) const {
    if (!good) fail_here();
  }
  void finish() const { require(at_ == bytes_.size()); }

 private:
  std::span<const std::byte> take(std::size_t size) {
    if (size > bytes_.size() - at_) fail_here();
    at_ += size;
    return bytes_.subspan(at_ - size, size);
  }
  [[noreturn]] void fail_here() const {
    fail(file_, fmt::format("byte {} of {} in its index is not as expected", at_, bytes_.size()));
  }

  std::span<const std::byte> bytes_;
  std::size_t at_ = 0;
  const std::string& file_;
};

void put_labels(Writer& out, const Annotation& labels) {
  out.list(labels.beats, [&](const Beat& beat) {
    out.put(beat.time), out.put(static_cast<std::uint16_t>(beat.position));
    out.put(beat.confidence);
  });
  for (const SegmentLayerInfo& layer : segment_layers()) {
    out.list(labels.*layer.member, [&](const LabelledSegment& segment) {
      out.put(segment.start), out.put(segment.end), out.put(segment.label);
    });
  }
}

void get_labels(Reader& in, Annotation& labels) {
  const auto get_time = [&](double& time) {
    in.get(time);
    in.require(std::isfinite(time));
  };
  in.list(labels.beats, 18, [&](Beat& beat) {
    std::uint16_t position = 0;
    get_time(beat.time), in.get(position), get_time(beat.confidence);
    beat.position = position;
  });
  for (const SegmentLayerInfo& layer : segment_layers()) {
    in.list(labels.*layer.member, 20, [&](LabelledSegment& segment) {
      get_time(segment.start), get_time(segment.end), in.get(segment.label);
    });
  }
}

void get_song(Reader& in, ShardSong& song, const ShardIndex& index, std::uint64_t frame_bytes) {
  in.get(song.corpus), in.get(song.place);
  for (std::string* text :
       {&song.id, &song.artist, &song.song, &song.split, &song.source, &song.content})
    in.get(*text);
  in.get(song.offset), in.get(song.frames), in.get(song.hash);
  const std::uint64_t row = index.bins * sizeof(float);
  in.require(song.corpus < index.corpora.size());
  in.require(song.split == "train" || song.split == "validation");
  in.require(song.offset % kShardPage == 0 && song.offset <= frame_bytes);
  in.require(song.frames > 0 && song.frames <= (frame_bytes - song.offset) / row);
  in.get(song.sum, index.bins), in.get(song.squares, index.bins);
  get_labels(in, song.labels);
}

}  // namespace

std::string label_bytes(const Annotation& labels) {
  Writer out;
  put_labels(out, labels);
  return out.take();
}

std::string index_bytes(const ShardIndex& index) {
  Writer out;
  out.put(index.task), out.put(index.key), out.put(index.bins), out.put(index.fps);
  out.put(index.part), out.put(index.parts);
  out.list(index.corpora, [&](const ShardCorpus& corpus) {
    out.put(corpus.name), out.put(corpus.licence), out.put(corpus.source);
  });
  out.list(index.songs, [&](const ShardSong& song) {
    out.put(song.corpus), out.put(song.place), out.put(song.id), out.put(song.artist);
    out.put(song.song), out.put(song.split), out.put(song.source), out.put(song.content);
    out.put(song.offset), out.put(song.frames), out.put(song.hash);
    out.put(song.sum), out.put(song.squares);
    put_labels(out, song.labels);
  });
  out.list(index.files,
           [&](const ShardFileHash& file) { out.put(file.name), out.put(file.index); });
  out.list(index.failed, [&](const std::string& text) { out.put(text); });
  return out.take();
}

ShardIndex parse_index(std::span<const std::byte> bytes, std::uint64_t frame_bytes,
                       const std::string& file) {
  constexpr std::size_t kLeastSong = 80;
  ShardIndex index;
  Reader in(bytes, file);
  in.get(index.task), in.get(index.key), in.get(index.bins), in.get(index.fps);
  in.get(index.part), in.get(index.parts);
  in.require(index.bins > 0 && std::isfinite(index.fps) && index.fps > 0.0);
  in.require(index.part >= 1 && index.part <= index.parts);
  in.list(index.corpora, 12, [&](ShardCorpus& corpus) {
    in.get(corpus.name), in.get(corpus.licence), in.get(corpus.source);
  });
  in.list(index.songs, kLeastSong,
          [&](ShardSong& song) { get_song(in, song, index, frame_bytes); });
  in.list(index.files, 8, [&](ShardFileHash& each) { in.get(each.name), in.get(each.index); });
  in.list(index.failed, 4, [&](std::string& text) { in.get(text); });
  in.finish();
  return index;
}

std::string shard_end(std::uint64_t offset, std::uint64_t size, const std::string& hash) {
  std::string end(kEndMagic);
  end.append(reinterpret_cast<const char*>(&offset), sizeof offset);
  end.append(reinterpret_cast<const char*>(&size), sizeof size);
  return end + hash;
}

ShardIndexPlace find_index(std::span<const std::byte> file, const std::string& name) {
  const std::string_view text(reinterpret_cast<const char*>(file.data()), file.size());
  if (text.size() < kShardPage + kShardEnd || !text.starts_with(kShardStart))
    throw DatasetError(fmt::format("{}: not a shard of this version of Tactus; {}", name, kRemedy));
  const std::string_view end = text.substr(text.size() - kShardEnd);
  if (!end.starts_with(kEndMagic))
    fail(name, "its end is missing: the file was cut off or overwritten");
  ShardIndexPlace place;
  std::uint64_t size = 0;
  std::memcpy(&place.offset, end.data() + kEndMagic.size(), 8);
  std::memcpy(&size, end.data() + kEndMagic.size() + 8, 8);
  const std::uint64_t room = text.size() - kShardEnd;
  if (place.offset < kShardPage || place.offset > room || size != room - place.offset)
    fail(name,
         fmt::format("its index should be at byte {} with a size of {}, but the file has {} bytes",
                     place.offset, size, text.size()));
  place.bytes = file.subspan(place.offset, size);
  place.hash = end.substr(kEndMagic.size() + 16);
  if (hash_bytes(place.bytes) != place.hash) fail(name, "its index does not match its hash");
  return place;
}

}  // namespace tactus
