// Small shards for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "datasets/outputs/output_files.h"
#include "datasets/shards/shard_folder.h"
#include "datasets/shards/shard_writer.h"
#include "features/frames/frame_matrix.h"

namespace tactus::test {

inline constexpr std::uint32_t kShardBins = 3;

// Every value differs.
inline FrameMatrix shard_frames(std::size_t frames, float offset) {
  FrameMatrix made(frames, kShardBins, 10.0);
  for (std::size_t i = 0; i < made.data.size(); ++i)
    made.data[i] = offset + 0.25f * static_cast<float>(i);
  return made;
}

inline ShardIndex shard_head(int part = 1, int parts = 1) {
  ShardIndex head;
  head.task = "beats";
  head.key = "a key";
  head.bins = kShardBins;
  head.fps = 10.0;
  head.part = static_cast<std::uint32_t>(part);
  head.parts = static_cast<std::uint32_t>(parts);
  head.corpora = {{"corpus", "CC0", "made here"}};
  return head;
}

inline ShardSong shard_song(const std::string& id) {
  ShardSong song;
  song.id = id;
  song.artist = "the " + id + "s";
  song.split = "train";
  song.source = "/music/" + id + " 5 6";
  song.content = "hash of " + id;
  song.labels.beats = {{0.1, 1}, {0.6, 2, 0.7}, {1.0 / 3.0 + 1.0, 0}};
  song.labels.chords = {{0.0, 2.5, "C:maj"}, {2.5, 3.0, "A:min/5"}};
  return song;
}

// A file with those songs of 5, 6, 7, ... frames.
inline ShardFileHash write_shard(const std::filesystem::path& folder, const ShardName& name,
                                 const std::vector<std::string>& ids) {
  OutputFiles files;
  ShardWriter writer(files, folder / text_of(name), shard_head(name.part, name.parts));
  std::size_t frames = 5;
  for (const std::string& id : ids) {
    const FrameMatrix made = shard_frames(frames, 1000.0f * static_cast<float>(frames));
    writer.add(shard_song(id), {made.data.data(), made.frames, made.bins, made.fps});
    ++frames;
  }
  return writer.commit();
}

inline void write_shard_end(const std::filesystem::path& folder, int part, int parts,
                            const std::vector<ShardFileHash>& hashes) {
  OutputFiles files;
  ShardIndex end = shard_head(part, parts);
  end.files = hashes;
  ShardWriter(files, folder / text_of({part, parts, 0}), end).commit();
}

}  // namespace tactus::test
