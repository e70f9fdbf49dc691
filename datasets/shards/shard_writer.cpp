#include "datasets/shards/shard_writer.h"

#include <fmt/core.h>

#include <stdexcept>
#include <utility>

#include "features/files/data_hash.h"
#include "model/network/standardisation.h"

namespace tactus {

ShardWriter::ShardWriter(OutputFiles& files, const std::filesystem::path& file, ShardIndex head)
    : files_(files), file_(files.stage(file)), index_(std::move(head)) {
  std::string start(kShardStart);
  start.resize(kShardPage, '\0');
  write(start);
}

void ShardWriter::write(std::string_view bytes) {
  file_.write(std::as_bytes(std::span(bytes)));
  at_ += bytes.size();
}

void ShardWriter::add(ShardSong song, const FrameView& frames) {
  if (frames.bins != index_.bins || frames.frames == 0) {
    throw std::invalid_argument(fmt::format("ShardWriter: {}: {} frames of {} bins, expected {}",
                                            song.id, frames.frames, frames.bins, index_.bins));
  }
  const auto bytes = std::as_bytes(std::span(frames.data, frames.frames * frames.bins));
  FrameSums sums(frames.bins);
  sums.add(frames);
  song.offset = at_;
  song.frames = frames.frames;
  song.hash = hash_bytes(bytes);
  song.sum = std::move(sums.sum);
  song.squares = std::move(sums.squares);
  file_.write(bytes);
  at_ += bytes.size();
  write(std::string((kShardPage - at_ % kShardPage) % kShardPage, '\0'));
  index_.songs.push_back(std::move(song));
}

ShardFileHash ShardWriter::commit() {
  const std::string index = index_bytes(index_);
  const std::string hash = hash_text(index);
  const std::uint64_t offset = at_;
  write(index);
  write(shard_end(offset, index.size(), hash));
  files_.commit(file_, {.overwrite = true});
  return {file_.path().filename().string(), hash};
}

}  // namespace tactus
