// A shard, mapped into memory for reading (shard_index.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "datasets/cache/file_mapping.h"
#include "datasets/cache/mapped_frames.h"
#include "datasets/shards/shard_index.h"

namespace tactus {

// Opening reads the index alone. The frames lie in the file until somebody reads them; check()
// compares them with their hash. Thread-safe after opening.
class MappedShard : public std::enable_shared_from_this<MappedShard> {
 public:
  // Throws DatasetError "FILE: what, remedy" if the index is damaged or the file is no shard.
  static std::shared_ptr<const MappedShard> open(const std::filesystem::path& file);

  const std::filesystem::path& path() const { return path_; }
  const std::string& hash() const { return hash_; }  // of the index
  // Reads the index again: it is not kept in memory.
  ShardIndex index() const;

  // The frames of a song of the index; they share this mapping.
  MappedFrames frames(const ShardSong& song, const ShardIndex& index) const;
  // Reads all frames of the view, one of this shard. "" or the reason: "FILE: damaged: ...".
  std::string damage_of(const FrameView& view, const std::string& hash,
                        const std::string& id) const;

  void will_need() const noexcept { mapping_.will_need(frame_area()); }
  void release() const noexcept { mapping_.release(mapping_.bytes()); }

 private:
  explicit MappedShard(const std::filesystem::path& file);
  std::span<const std::byte> frame_area() const { return mapping_.bytes().first(index_offset_); }

  std::filesystem::path path_;
  FileMapping mapping_;
  std::uint64_t index_offset_ = 0;
  std::uint64_t index_size_ = 0;
  std::string hash_;
};

}  // namespace tactus
