#include "datasets/shards/mapped_shard.h"

#include <fmt/core.h>

#include "features/files/data_hash.h"

namespace tactus {

MappedShard::MappedShard(const std::filesystem::path& file) : path_(file), mapping_(file) {
  ShardIndexPlace place = find_index(mapping_.bytes(), file.string());
  index_offset_ = place.offset;
  index_size_ = place.bytes.size();
  hash_ = std::move(place.hash);
}

std::shared_ptr<const MappedShard> MappedShard::open(const std::filesystem::path& file) {
  return std::shared_ptr<const MappedShard>(new MappedShard(file));
}

ShardIndex MappedShard::index() const {
  const std::span<const std::byte> bytes = mapping_.bytes().subspan(index_offset_, index_size_);
  ShardIndex index = parse_index(bytes, index_offset_, path_.string());
  mapping_.release(bytes);
  return index;
}

MappedFrames MappedShard::frames(const ShardSong& song, const ShardIndex& index) const {
  const auto* data = reinterpret_cast<const float*>(mapping_.bytes().data() + song.offset);
  return {shared_from_this(), {data, song.frames, index.bins, index.fps}};
}

std::string MappedShard::damage_of(const FrameView& view, const std::string& hash,
                                   const std::string& id) const {
  const auto bytes = std::as_bytes(std::span(view.data, view.frames * view.bins));
  if (hash_bytes(bytes) == hash) return {};
  const auto offset = bytes.data() - mapping_.bytes().data();
  return fmt::format(
      "{}: damaged: the frames of {}, {} bytes from byte {} on, do not match their hash; remove "
      "the "
      "file and run `tactus dataset shards` again",
      path_.string(), id, bytes.size(), offset);
}

}  // namespace tactus
