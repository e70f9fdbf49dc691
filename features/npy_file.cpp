#include "features/npy_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace tactus {
namespace {

static_assert(std::endian::native == std::endian::little,
              "write_npy writes '<f4' as it lies in memory");

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeader =
    65535;  // ours needs about 70 bytes, structured types are not read

[[noreturn]] void fail(const std::filesystem::path& path, std::string_view what) {
  throw FeatureError(fmt::format("{}: {}", path.string(), what));
}

struct NpyHeader {
  std::string descr;
  bool fortran_order = false;
  std::vector<std::uint64_t> shape;
};

// The Python dictionary of the header; every function throws FeatureError at the offending
// character.
class HeaderParser {
 public:
  HeaderParser(const std::filesystem::path& path, std::string_view text)
      : path_(path), text_(text) {}

  NpyHeader parse() {
    NpyHeader header;
    bool has_descr = false, has_order = false, has_shape = false;
    expect('{');
    while (!accept('}')) {
      const std::string key = quoted();
      expect(':');
      bool* seen = key == "descr"           ? &has_descr
                   : key == "fortran_order" ? &has_order
                   : key == "shape"         ? &has_shape
                                            : nullptr;
      if (!seen) error(fmt::format("key '{}', expected descr, fortran_order or shape", key));
      if (*seen) error(fmt::format("key '{}' twice, expected once", key));
      *seen = true;
      if (seen == &has_descr) header.descr = quoted();
      if (seen == &has_order) header.fortran_order = boolean();
      if (seen == &has_shape) header.shape = tuple();
      if (accept('}')) break;
      expect(',');
    }
    skip_blanks();
    if (at_ != text_.size()) error("text after the closing '}', expected only blanks");
    if (!has_descr || !has_order || !has_shape) {
      error("the header ends, expected the keys descr, fortran_order and shape");
    }
    return header;
  }

 private:
  [[noreturn]] void error(std::string_view what) const {
    fail(path_, fmt::format("character {} of the npy header: found {}", at_, what));
  }
  std::string here() const {
    return at_ < text_.size() ? fmt::format("'{}'", text_[at_]) : std::string("the end");
  }
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
  }
  bool accept(char wanted) {
    skip_blanks();
    if (at_ >= text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  void expect(char wanted) {
    if (!accept(wanted)) error(fmt::format("{}, expected '{}'", here(), wanted));
  }
  std::string quoted() {
    skip_blanks();
    const char quote = at_ < text_.size() ? text_[at_] : '\0';
    if (quote != '\'' && quote != '"') error(fmt::format("{}, expected a quoted text", here()));
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) error("a quoted text without its end");
    const std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return std::string(inside);
  }
  bool boolean() {
    skip_blanks();
    for (const bool value : {true, false}) {
      const std::string_view name = value ? "True" : "False";
      if (text_.substr(at_, name.size()) != name) continue;
      at_ += name.size();
      return value;
    }
    error(fmt::format("{}, expected True or False", here()));
  }
  std::vector<std::uint64_t> tuple() {
    std::vector<std::uint64_t> values;
    expect('(');
    while (!accept(')')) {
      skip_blanks();
      std::uint64_t value = 0;
      const char* begin = text_.data() + at_;
      const auto [end, ec] = std::from_chars(begin, text_.data() + text_.size(), value);
      if (ec != std::errc{}) error(fmt::format("{}, expected a size that fits 64 bits", here()));
      at_ += static_cast<std::size_t>(end - begin);
      values.push_back(value);
      if (values.size() > 32) error("more than 32 dimensions, expected 1 or 2");
      if (accept(')')) break;
      expect(',');
    }
    return values;
  }

  const std::filesystem::path& path_;
  std::string_view text_;
  std::size_t at_ = 0;
};

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

// Reads magic, version and header; the file stands at the first element afterwards.
NpyHeader read_header(std::ifstream& file, const std::filesystem::path& path) {
  std::array<char, 8> start;
  read_exactly(file, start.data(), start.size(), path, "npy magic");
  if (std::string_view(start.data(), kMagic.size()) != kMagic) {
    fail(path,
         "first bytes: expected \"\\x93NUMPY\", this is no .npy file (an .npz must be unpacked)");
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
  return HeaderParser(path, text).parse();
}

// rows * columns * element size, or nothing when it does not fit.
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

std::string header_text(const FrameMatrix& matrix) {
  std::string dict = fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}",
                                 matrix.frames, matrix.bins);
  constexpr std::size_t kAlignment = 64, kPrefix = 10;  // the data begin at a multiple of 64
  while ((kPrefix + dict.size() + 1) % kAlignment != 0) dict += ' ';
  dict += '\n';
  std::string text(kMagic);
  text += '\x01';
  text += '\x00';
  text += static_cast<char>(dict.size() & 0xff);
  text += static_cast<char>(dict.size() >> 8);
  return text + dict;
}

// A file that removes itself unless commit() has renamed it to its target.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::filesystem::path& target) : target_(target), name_(target) {
    name_ += fmt::format(".{:08x}.tmp", std::random_device{}());
    fd_ = ::open(name_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (fd_ < 0) fail_here("cannot create", errno);
  }
  ~TemporaryFile() {
    if (fd_ >= 0) ::close(fd_);
    if (!committed_) ::unlink(name_.c_str());
  }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;

  void write(const char* bytes, std::size_t size) {
    while (size > 0) {
      const ssize_t written = ::write(fd_, bytes, size);
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_here("cannot write", errno);
      bytes += written;
      size -= static_cast<std::size_t>(written);
    }
  }
  void commit() {
    if (::fsync(fd_) != 0) fail_here("cannot flush", errno);
    if (::close(std::exchange(fd_, -1)) != 0) fail_here("cannot close", errno);
    std::error_code error;
    std::filesystem::rename(name_, target_, error);
    if (error) fail_here("cannot rename", error.value());
    committed_ = true;
  }

 private:
  [[noreturn]] void fail_here(std::string_view what, int error) const {
    fail(target_, fmt::format("{} {}: {}", what, name_.filename().string(),
                              std::generic_category().message(error)));
  }

  std::filesystem::path target_, name_;
  int fd_ = -1;
  bool committed_ = false;
};

}  // namespace

void write_npy(const FrameMatrix& matrix, const std::filesystem::path& path) {
  if (matrix.data.size() != matrix.frames * matrix.bins) {
    throw std::invalid_argument(fmt::format("write_npy: {} values in a matrix of {} x {}",
                                            matrix.data.size(), matrix.frames, matrix.bins));
  }
  TemporaryFile file(path);
  const std::string header = header_text(matrix);
  file.write(header.data(), header.size());
  file.write(reinterpret_cast<const char*>(matrix.data.data()), matrix.data.size() * sizeof(float));
  file.commit();
}

FrameMatrix read_npy(const std::filesystem::path& path, double fps) {
  if (!(fps > 0))
    throw std::invalid_argument(fmt::format("read_npy: fps is {}, expected > 0", fps));
  std::error_code size_error;
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

}  // namespace tactus
