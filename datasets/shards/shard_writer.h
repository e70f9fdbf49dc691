// Writes a shard (shard_index.h).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "datasets/outputs/output_files.h"
#include "datasets/shards/shard_index.h"
#include "features/frames/frame_matrix.h"
#include "features/frames/frame_view.h"

namespace tactus {

// A file that grows beside its place and gets its name in commit(): whole or absent. Methods throw
// std::filesystem::filesystem_error with path and reason.
class ShardWriter {
 public:
  // `head`: an index whose songs are to come.
  ShardWriter(OutputFiles& files, const std::filesystem::path& file, ShardIndex head);

  // Fills in place, length, hash and sums of the song. The frames have the bins of the index.
  // Throws std::invalid_argument for others, and for no frames.
  void add(ShardSong song, const FrameView& frames);
  // Bytes that the frames take so far.
  std::uint64_t frame_bytes() const { return at_; }
  std::size_t songs() const { return index_.songs.size(); }
  // Returns name and hash. Throws KeptError if a file of somebody else is there.
  ShardFileHash commit();

 private:
  void write(std::string_view bytes);

  OutputFiles& files_;
  StagedFile file_;
  ShardIndex index_;
  std::uint64_t at_ = 0;
};

}  // namespace tactus
