// The safetensors container (github.com/huggingface/safetensors): N as 8 bytes little-endian, N
// bytes of JSON header padded with spaces to a multiple of 8, then the bytes of the tensors. The
// header maps each name to
// {"dtype": "F32", "shape": [...], "data_offsets": [begin, end]} (offsets count from the end of the
// header) and "__metadata__" to an object of texts. This code reads and writes tensors of type F32
// and BF16; in memory all are single precision.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tactus {

enum class TensorType { kF32, kBf16 };

struct Tensor {
  TensorType type = TensorType::kF32;  // in the file
  std::vector<std::size_t> shape;
  std::vector<float> values;  // product of shape
};

struct TensorFile {
  std::map<std::string, std::string> metadata;
  std::map<std::string, Tensor> tensors;
};

// A tensor to write; `values` is borrowed. kBf16 rounds the values to the nearest.
struct TensorView {
  std::string name;
  std::vector<std::size_t> shape;
  std::span<const float> values;
  TensorType type = TensorType::kF32;
};

// A file's content, tensors in the given order.
std::string tensor_file_bytes(const std::map<std::string, std::string>& metadata,
                              std::span<const TensorView> tensors);
// Writes it atomically. Throws ModelError.
void write_tensor_file(const std::filesystem::path& path, std::string_view bytes);

// Throws ModelError that starts with `name` for any deviation from the format: lengths that
// disagree with the size, holes, overlaps, other types, a header above 16 MiB. Memory is bounded by
// the size of `bytes`.
TensorFile parse_tensor_file(std::span<const std::byte> bytes, std::string_view name);
TensorFile read_tensor_file(const std::filesystem::path& path);

}  // namespace tactus
