// What a shard holds. A shard is a file with the features and labels of many songs, for training
// that reads files of a few hundred MB one after the other instead of many small ones.
//
//   file    = "tactus shard 2\n", zeros up to 4096 | frames of each song | index | end
//   frames  = float32 [frames, bins], row by row; begins at a multiple of 4096 bytes
//   end     = the last 64 bytes: "tactus index 1\n\0", offset of the index, its size (8 bytes
//   each),
//             hash of the index (32 hexadecimal digits; data_hash.h)
//   index   = task, key of the features, bins (4 bytes), frames per second (8), part (4), parts
//   (4),
//             corpora: count (4), for each: name, licence, source
//             songs: count (4), for each: corpus (4), place in it (4), id, artist, song, split,
//               source, hash of the audio, offset (8), frames (8), hash of the frames,
//               sums and sums of squares of each bin (8 each), labels
//             files: count (4), for each: name, hash of its index     only in the last file of a
//             part failed: count (4), for each: a text                     only in the last file of
//             a part
//   labels  = beats: count (4), for each: time (8), position (2), confidence (8)
//             chords, keys, sections: count (4), for each: start (8), end (8), label
//   text    = size (4), bytes: all names, ids, keys and hashes
//
// All numbers are little-endian. Of confidences, the index has those of beats alone: no task learns
// from others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/annotation.h"

namespace tactus {

struct ShardCorpus {
  std::string name;
  std::string licence;
  std::string source;
  bool operator==(const ShardCorpus&) const = default;
};

struct ShardSong {
  std::uint32_t corpus = 0;  // in ShardIndex::corpora
  std::uint32_t place = 0;   // in the corpus, from 0: songs are trained in this order
  std::string id;            // as in the corpus
  std::string artist;
  std::string song;
  std::string split;    // "train" or "validation"
  std::string source;   // path, size and time of change of the audio, to see that it is as before
  std::string content;  // hash of the audio file
  std::uint64_t offset = 0;  // of the frames in the file, bytes
  std::uint64_t frames = 0;  // > 0
  std::string hash;          // of the frames
  std::vector<double> sum;   // over the frames, for each bin
  std::vector<double> squares;
  Annotation labels;  // beats, chords, keys and sections that the task learns from
  bool operator==(const ShardSong&) const = default;
};

struct ShardFileHash {
  std::string name;
  std::string index;  // hash
  bool operator==(const ShardFileHash&) const = default;
};

struct ShardIndex {
  std::string task;
  std::string key;  // of the features and the decoding
  std::uint32_t bins = 0;
  double fps = 0.0;
  std::uint32_t part = 1;  // of `parts`, from 1
  std::uint32_t parts = 1;
  std::vector<ShardCorpus> corpora;
  std::vector<ShardSong> songs;
  std::vector<ShardFileHash> files;  // all others of the part
  std::vector<std::string> failed;   // songs of the part that could not be prepared, with reasons
  bool operator==(const ShardIndex&) const = default;
};

inline constexpr std::size_t kShardPage = 4096;
inline constexpr std::size_t kShardEnd = 64;  // bytes
inline constexpr std::string_view kShardStart = "tactus shard 2\n";

std::string index_bytes(const ShardIndex& index);
std::string label_bytes(const Annotation& labels);  // as they lie in an index
// Throws DatasetError "FILE: damaged: ..." for anything that index_bytes does not write, and for
// frames outside the first `frame_bytes` of the file.
ShardIndex parse_index(std::span<const std::byte> bytes, std::uint64_t frame_bytes,
                       const std::string& file);

// The end of a file whose index has this place and hash.
std::string shard_end(std::uint64_t offset, std::uint64_t size, const std::string& hash);
// The index within a whole file: its place is checked, and its hash. Throws DatasetError.
struct ShardIndexPlace {
  std::uint64_t offset = 0;
  std::span<const std::byte> bytes;
  std::string hash;
};
ShardIndexPlace find_index(std::span<const std::byte> file, const std::string& name);

}  // namespace tactus
