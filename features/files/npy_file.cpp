#include "features/files/npy_file.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "features/files/atomic_file.h"
#include "features/files/file_error.h"
#include "features/files/npy_header.h"

namespace tactus {
namespace {

static_assert(std::endian::native == std::endian::little,
              "write_npy writes '<f4' as it lies in memory");

constexpr std::size_t kMaxHeader = 65535;  // ours has about 70 bytes; structured types are not read

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what) {
  throw FeatureError(fmt::format("{}: {}", path.string(), what));
}

template <class T>
float element(const char* bytes, bool swap) {
  std::array<char, sizeof(T)> own;
  std::memcpy(own.data(), bytes, sizeof(T));
  if (swap) std::reverse(own.begin(), own.end());
  return static_cast<float>(std::bit_cast<T>(own));
}

struct ElementType {
  std::size_t size = 0;
  float (*to_float)(const char*, bool swap) = nullptr;
  bool swap = false;
};

std::optional<ElementType> element_type(std::string_view descr) {
  struct Entry {
    std::string_view name;
    ElementType type;
  };
  static constexpr Entry kTypes[] = {
      {"f4", {4, &element<float>}},         {"f8", {8, &element<double>}},
      {"i1", {1, &element<std::int8_t>}},   {"u1", {1, &element<std::uint8_t>}},
      {"b1", {1, &element<std::uint8_t>}},  {"i2", {2, &element<std::int16_t>}},
      {"u2", {2, &element<std::uint16_t>}}, {"i4", {4, &element<std::int32_t>}},
      {"u4", {4, &element<std::uint32_t>}}, {"i8", {8, &element<std::int64_t>}},
      {"u8", {8, &element<std::uint64_t>}}};
  if (descr.size() != 3) return std::nullopt;
  const std::string_view order = descr.substr(0, 1);
  if (std::string_view("<>|=").find(order) == std::string_view::npos) return std::nullopt;
  for (const Entry& entry : kTypes) {
    if (entry.name != descr.substr(1)) continue;
    if (order == "|" && entry.type.size != 1) return std::nullopt;
    return ElementType{entry.type.size, entry.type.to_float, order == ">"};
  }
  return std::nullopt;
}

void read_exactly(std::ifstream& file, char* into, std::size_t size,
                  const std::filesystem::path& path, std::string_view what) {
  file.read(into, static_cast<std::streamsize>(size));
  if (static_cast<std::size_t>(file.gcount()) != size) {
    fail(path,
         fmt::format("{}: found {} of {} bytes, the file is truncated", what, file.gcount(), size));
  }
}

// Reads magic, version and header; afterwards the file is at the first element.
NpyHeader read_header(std::ifstream& file, const std::filesystem::path& path) {
  std::array<char, 8> start;
  read_exactly(file, start.data(), start.size(), path, "npy magic");
  if (std::string_view(start.data(), kNpyMagic.size()) != kNpyMagic) {
    fail(path,
         "first bytes: expected \"\\x93NUMPY\", this is not an .npy file (unzip an .npz file "
         "first)");
  }
  const int major = static_cast<unsigned char>(start[6]);
  if (major < 1 || major > 3) fail(path, fmt::format("npy version {}: expected 1, 2 or 3", major));
  std::array<unsigned char, 4> length_bytes{};
  read_exactly(file, reinterpret_cast<char*>(length_bytes.data()), major == 1 ? 2 : 4, path,
               "length of the npy header");
  const std::size_t length = length_bytes[0] | length_bytes[1] << 8 | length_bytes[2] << 16 |
                             static_cast<std::size_t>(length_bytes[3]) << 24;
  if (length > kMaxHeader) {
    fail(path, fmt::format("npy header of {} bytes: expected at most {}", length, kMaxHeader));
  }
  std::string text(length, '\0');
  read_exactly(file, text.data(), length, path, "npy header");
  return parse_npy_header(text, path.string());
}

// rows * columns * element size; nullopt if it does not fit.
std::optional<std::uint64_t> data_bytes(std::uint64_t rows, std::uint64_t columns,
                                        std::size_t size) {
  std::uint64_t bytes = 0;
  if (__builtin_mul_overflow(rows, columns, &bytes)) return std::nullopt;
  if (__builtin_mul_overflow(bytes, std::uint64_t{size}, &bytes)) return std::nullopt;
  return bytes;
}

void read_elements(std::ifstream& file, const std::filesystem::path& path, const ElementType& type,
                   bool fortran_order, FrameMatrix& matrix) {
  const std::size_t total = matrix.data.size();
  std::vector<char> block(std::min<std::size_t>(total, 1 << 16) * type.size);
  for (std::size_t done = 0; done < total;) {
    const std::size_t count = std::min(total - done, block.size() / type.size);
    read_exactly(file, block.data(), count * type.size, path, "npy data");
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t n = done + i;
      const std::size_t at =
          fortran_order ? (n % matrix.frames) * matrix.bins + n / matrix.frames : n;
      matrix.data[at] = type.to_float(block.data() + i * type.size, type.swap);
    }
    done += count;
  }
}

}  // namespace

std::string npy_header_of(const FrameMatrix& matrix) {
  if (matrix.data.size() != matrix.frames * matrix.bins) {
    throw std::invalid_argument(fmt::format("write_npy: {} values in a matrix of {} x {}",
                                            matrix.data.size(), matrix.frames, matrix.bins));
  }
  return npy_preamble(matrix.frames, matrix.bins);
}

std::array<std::span<const std::byte>, 2> npy_parts(const std::string& header,
                                                    const FrameMatrix& matrix) {
  return {std::as_bytes(std::span(header)), std::as_bytes(std::span(matrix.data))};
}

void write_npy(const FrameMatrix& matrix, const std::filesystem::path& path) {
  const std::string header = npy_header_of(matrix);
  try {
    write_file_atomically(path, npy_parts(header, matrix));
  } catch (const std::filesystem::filesystem_error& error) {
    throw FeatureError(file_fault(error));
  }
}

FrameMatrix read_npy(const std::filesystem::path& path, double fps) {
  if (!(fps > 0))
    throw std::invalid_argument(fmt::format("read_npy: fps is {}, expected > 0", fps));
  std::error_code size_error;
  if (std::filesystem::is_other(path, size_error) || std::filesystem::is_fifo(path, size_error))
    fail(path, "is a pipe or a device, not a file: save it to a file first");
  const std::uint64_t file_size = std::filesystem::file_size(path, size_error);
  if (size_error) fail(path, fmt::format("cannot be read: {}", size_error.message()));
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, "cannot be opened for reading");
  const NpyHeader header = read_header(file, path);
  const auto type = element_type(header.descr);
  if (!type) {
    fail(path, fmt::format("npy type '{}': expected floats of 4 or 8 bytes or integers, "
                           "convert with numpy's astype('float32')",
                           header.descr));
  }
  if (header.shape.empty() || header.shape.size() > 2) {
    fail(path,
         fmt::format("npy shape of {} dimensions: expected [T] or [T,K]", header.shape.size()));
  }
  const std::uint64_t rows = header.shape[0];
  const std::uint64_t columns = header.shape.size() == 2 ? header.shape[1] : 1;
  const auto wanted = data_bytes(rows, columns, type->size);
  const std::uint64_t found = file_size - static_cast<std::uint64_t>(file.tellg());
  if (!wanted || *wanted != found) {
    fail(path, fmt::format("npy shape [{}, {}] of '{}': found {} bytes of data, expected {}", rows,
                           columns, header.descr, found,
                           wanted ? std::to_string(*wanted) : std::string("more than 2^64")));
  }
  FrameMatrix matrix(rows, columns, fps);
  read_elements(file, path, *type, header.fortran_order, matrix);
  return matrix;
}

std::string npy_type(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) fail(path, "cannot be opened for reading");
  return read_header(file, path).descr;
}

}  // namespace tactus
