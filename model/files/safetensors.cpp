#include "model/files/safetensors.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <fstream>
#include <limits>
#include <system_error>

#include "features/files/atomic_file.h"
#include "model/backend/bf16.h"
#include "model/files/model_error.h"
#include "model/files/strict_json.h"

namespace tactus {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "tensor files hold little-endian floats");

constexpr std::size_t kMaxHeader = std::size_t{16} << 20;
constexpr const char* kMetadata = "__metadata__";

std::size_t product(const std::vector<std::size_t>& shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  return size;
}

const char* name_of(TensorType type) {
  return type == TensorType::kBf16 ? "BF16" : "F32";
}
std::size_t size_of(TensorType type) {
  return type == TensorType::kBf16 ? sizeof(std::uint16_t) : sizeof(float);
}

std::string header_of(const std::map<std::string, std::string>& metadata,
                      std::span<const TensorView> tensors) {
  nlohmann::ordered_json header;
  header[kMetadata] = metadata;
  std::size_t offset = 0;
  for (const TensorView& tensor : tensors) {
    const std::size_t end = offset + tensor.values.size() * size_of(tensor.type);
    header[tensor.name] = {
        {"dtype", name_of(tensor.type)}, {"shape", tensor.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

// The place of a tensor in the data.
struct Extent {
  std::size_t begin, end;
  std::string name;
};

// [n, ...] of non-negative whole numbers whose product stays below 2^62.
std::vector<std::size_t> sizes(const json& array, const std::string& what) {
  if (!array.is_array()) throw std::invalid_argument(what + ": expected an array");
  std::vector<std::size_t> result;
  std::size_t total = 1;
  for (const json& item : array) {
    if (!item.is_number_unsigned()) throw std::invalid_argument(what + ": expected whole numbers");
    const std::uint64_t n = item.get<std::uint64_t>();
    if (n > (std::uint64_t{1} << 40) || (n > 0 && total > (std::size_t{1} << 62) / n)) {
      throw std::invalid_argument(fmt::format("{}: {} is too large", what, n));
    }
    total *= std::max<std::uint64_t>(n, 1);
    result.push_back(n);
  }
  return result;
}

std::vector<float> values_of(std::span<const std::byte> bytes, TensorType type) {
  std::vector<float> values(bytes.size() / size_of(type));
  if (values.empty()) return values;
  if (type == TensorType::kF32) {
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
  }
  std::vector<std::uint16_t> halves(values.size());
  std::memcpy(halves.data(), bytes.data(), bytes.size());
  std::transform(halves.begin(), halves.end(), values.begin(), float_of_bf16);
  return values;
}

Tensor read_tensor(const std::string& name, const json& entry, std::span<const std::byte> data,
                   std::vector<Extent>& extents) {
  const std::string what = fmt::format("tensor '{}'", name);
  StrictObject object(entry, what);
  const std::string dtype = object.text("dtype");
  if (dtype != "F32" && dtype != "BF16")
    throw std::invalid_argument(fmt::format("{}: type {}, expected F32 or BF16", what, dtype));
  Tensor tensor;
  tensor.type = dtype == "BF16" ? TensorType::kBf16 : TensorType::kF32;
  tensor.shape = sizes(object.member("shape"), what + ": shape");
  const std::vector<std::size_t> range =
      sizes(object.member("data_offsets"), what + ": data_offsets");
  object.finish();
  if (range.size() != 2 || range[0] > range[1] || range[1] > data.size()) {
    throw std::invalid_argument(
        fmt::format("{}: data_offsets [{}] are outside the {} bytes of data", what,
                    fmt::join(range, ", "), data.size()));
  }
  const std::size_t bytes = product(tensor.shape) * size_of(tensor.type);
  if (range[1] - range[0] != bytes) {
    throw std::invalid_argument(fmt::format("{}: {} bytes for shape [{}], expected {}", what,
                                            range[1] - range[0], fmt::join(tensor.shape, ", "),
                                            bytes));
  }
  tensor.values = values_of(data.subspan(range[0], bytes), tensor.type);
  extents.push_back({range[0], range[1], name});
  return tensor;
}

// The tensors must fill the data without holes or overlaps, in any order.
void check_extents(std::vector<Extent> extents, std::size_t size) {
  std::sort(extents.begin(), extents.end(), [](const Extent& a, const Extent& b) {
    return std::tie(a.begin, a.end) < std::tie(b.begin, b.end);
  });
  std::size_t reached = 0;
  for (const Extent& extent : extents) {
    if (extent.begin != reached) {
      throw std::invalid_argument(fmt::format(
          "tensor '{}' begins at byte {} of the data, expected {}: {}", extent.name, extent.begin,
          reached, extent.begin < reached ? "it overlaps another" : "there is a hole"));
    }
    reached = extent.end;
  }
  if (reached != size) {
    throw std::invalid_argument(
        fmt::format("{} bytes of data, but the tensors fill {}", size, reached));
  }
}

TensorFile parse(std::span<const std::byte> bytes) {
  std::uint64_t length = 0;
  if (bytes.size() < sizeof length) {
    throw std::invalid_argument(fmt::format("{} bytes, too short for a header", bytes.size()));
  }
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > kMaxHeader) {
    throw std::invalid_argument(
        fmt::format("byte 0: a header of {} bytes, expected at most {}", length, kMaxHeader));
  }
  if (length > bytes.size() - sizeof length) {
    throw std::invalid_argument(fmt::format(
        "byte 0: a header of {} bytes in a file of {}; it is truncated", length, bytes.size()));
  }
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()) + sizeof length, length);
  if (text.empty() || text.front() != '{')
    throw std::invalid_argument("byte 8: the header is not a JSON object");
  const json header = parse_strict_json(text, "header");
  const auto data = bytes.subspan(sizeof length + length);

  TensorFile file;
  std::vector<Extent> extents;
  std::size_t total = 0;  // limits the memory if tensors overlap
  for (const auto& [name, entry] : header.items()) {
    if (name == kMetadata) {
      StrictObject object(entry, kMetadata);
      for (const auto& item : entry.items()) file.metadata[item.key()] = object.text(item.key());
      continue;
    }
    Tensor tensor = read_tensor(name, entry, data, extents);
    total += tensor.values.size() * size_of(tensor.type);
    if (total > data.size())
      throw std::invalid_argument(fmt::format("tensor '{}' overlaps another", name));
    file.tensors[name] = std::move(tensor);
  }
  check_extents(std::move(extents), data.size());
  return file;
}

}  // namespace

std::string tensor_file_bytes(const std::map<std::string, std::string>& metadata,
                              std::span<const TensorView> tensors) {
  const std::string header = header_of(metadata, tensors);
  const std::uint64_t length = header.size();
  std::string bytes(reinterpret_cast<const char*>(&length), sizeof length);
  bytes += header;
  for (const TensorView& tensor : tensors) {
    if (tensor.type == TensorType::kF32) {
      bytes.append(reinterpret_cast<const char*>(tensor.values.data()), tensor.values.size_bytes());
      continue;
    }
    for (const float value : tensor.values) {
      const std::uint16_t half = bf16_of(value);
      bytes.append(reinterpret_cast<const char*>(&half), sizeof half);
    }
  }
  return bytes;
}

void write_tensor_file(const std::filesystem::path& path, std::string_view bytes) {
  try {
    write_file_atomically(path, bytes);
  } catch (const std::system_error& error) {
    throw ModelError(error.what());
  }
}

TensorFile parse_tensor_file(std::span<const std::byte> bytes, std::string_view name) {
  try {
    return parse(bytes);
  } catch (const std::invalid_argument& error) {
    throw ModelError(
        fmt::format("{}: {}; not a model file of Tactus, or damaged", name, error.what()));
  }
}

TensorFile read_tensor_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = in ? static_cast<std::streamoff>(in.tellg()) : -1;
  if (size < 0 || std::filesystem::is_directory(path)) {
    throw ModelError(fmt::format("{}: cannot be opened; does the file exist?", path.string()));
  }
  std::vector<std::byte> bytes(static_cast<std::size_t>(size));
  in.seekg(0);
  in.read(reinterpret_cast<char*>(bytes.data()), size);
  if (in.gcount() != size)
    throw ModelError(fmt::format("{}: cannot be read to its end", path.string()));
  return parse_tensor_file(bytes, path.string());
}

}  // namespace tactus
