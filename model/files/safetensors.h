// The safetensors container (github.com/huggingface/safetensors): N as 8 bytes little-endian, N
// bytes of JSON header padded with spaces to a multiple of 8, then the bytes of the tensors. The
// header maps each name to
// {"dtype": "F32", "shape": [...], "data_offsets": [begin, end]} (offsets count from the end of the
// header) and "__metadata__" to an object of texts. This code reads and writes tensors of type F32
// and BF16; in memory all are single precision.
//
// Damage is found by the entry "content_hash" of the metadata, "xxh3-128:" and 32 hexadecimal
// digits. They are the hash (data_hash.h) of a text with one line for each other entry of the
// metadata and then one for each tensor, both sorted by name:
//   NAME_BYTES NAME TEXT_BYTES TEXT
//   NAME_BYTES NAME TYPE SHAPE HASH     TYPE "F32" or "BF16", SHAPE "[2, 3]", HASH of its bytes
// where NAME_BYTES and TEXT_BYTES count the bytes of what follows them. So the hash covers all that
// a reader takes from the file, and a program that only orders the header differently keeps it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

enum class TensorType { kF32, kBf16 };

// What the header says of a tensor. Its values lie at `begin` to `end` of the data.
struct TensorPlace {
  TensorType type = TensorType::kF32;
  std::vector<std::size_t> shape;
  std::size_t begin = 0, end = 0;  // bytes
};

// A header whose tensors fill the data of the file without holes and overlaps.
struct TensorHeader {
  std::map<std::string, std::string> metadata;
  std::map<std::string, TensorPlace> tensors;
};

struct Tensor {
  TensorType type = TensorType::kF32;  // in the file
  std::vector<std::size_t> shape;
  std::vector<float> values;  // product of shape, all finite
};

struct TensorFile {
  std::map<std::string, std::string> metadata;  // without the hash
  std::map<std::string, Tensor> tensors;
  std::string content_hash;  // 32 hexadecimal digits
  bool has_hash = false;     // the file holds this hash; without one nobody can find damage
};

// A tensor to write; `values` is borrowed. kBf16 rounds the values to the nearest.
struct TensorView {
  std::string name;
  std::vector<std::size_t> shape;
  std::span<const float> values;
  TensorType type = TensorType::kF32;
};

// A file's content with its hash, tensors in the given order. Throws std::invalid_argument for
// values that are not finite.
std::string tensor_file_bytes(const std::map<std::string, std::string>& metadata,
                              std::span<const TensorView> tensors);
// Writes it atomically. Throws ModelError.
void write_tensor_file(const std::filesystem::path& path, std::string_view bytes);

// Looks at a header before a value is read; throws std::invalid_argument if it cannot belong to the
// wanted file.
using HeaderCheck = std::function<void(const TensorHeader&)>;

// Throws ModelError that starts with `name` for any deviation from the format: lengths that
// disagree with the size, holes, overlaps, other types, a header above 16 MiB, values that are not
// finite, another content than the hash says. Says what the file is instead, for a pointer of Git
// LFS, a web page and a zip archive. Memory is bounded by the size of `bytes`.
TensorFile parse_tensor_file(std::span<const std::byte> bytes, std::string_view name,
                             const HeaderCheck& check = {});
// The same of a file. Reads the values only after the header agrees with the size of the file and
// `check` has passed.
TensorFile read_tensor_file(const std::filesystem::path& path, const HeaderCheck& check = {});

}  // namespace tactus
