#include "model/files/safetensors.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <system_error>
#include <utility>

#include "features/files/atomic_file.h"
#include "features/files/data_hash.h"
#include "model/backend/bf16.h"
#include "model/files/model_error.h"
#include "model/files/strict_json.h"

namespace tactus {
namespace {

using nlohmann::json;

static_assert(std::endian::native == std::endian::little, "tensor files hold little-endian floats");

constexpr std::size_t kMaxHeader = std::size_t{16} << 20;
constexpr const char* kMetadata = "__metadata__";
constexpr const char* kHashKey = "content_hash";
constexpr std::string_view kHashKind = "xxh3-128:";

using Bytes = std::span<const std::byte>;

// A fault whose message needs no guess at what the file is.
class KnownFault : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

const char* name_of(TensorType type) {
  return type == TensorType::kBf16 ? "BF16" : "F32";
}
std::size_t size_of(TensorType type) {
  return type == TensorType::kBf16 ? sizeof(std::uint16_t) : sizeof(float);
}

// --- The hash of the content.

struct HashedTensor {
  TensorType type;
  std::vector<std::size_t> shape;
  std::string hash;  // of its bytes
};

std::string content_hash(const std::map<std::string, std::string>& metadata,
                         const std::map<std::string, HashedTensor>& tensors) {
  DataHash hash;
  for (const auto& [key, text] : metadata) {
    hash.add(fmt::format("{} {} {} ", key.size(), key, text.size()));
    hash.add(text);
    hash.add("\n");
  }
  for (const auto& [name, tensor] : tensors) {
    hash.add(fmt::format("{} {} {} [{}] {}\n", name.size(), name, name_of(tensor.type),
                         fmt::join(tensor.shape, ", "), tensor.hash));
  }
  return hash.hex();
}

// Takes the hash out of the metadata; "" if there is none.
std::string take_hash(std::map<std::string, std::string>& metadata) {
  const auto node = metadata.extract(kHashKey);
  if (node.empty()) return "";
  const std::string& text = node.mapped();
  if (!text.starts_with(kHashKind) || text.size() != kHashKind.size() + 32) {
    throw std::invalid_argument(
        fmt::format("{} '{}', expected '{}' and 32 hexadecimal digits", kHashKey, text, kHashKind));
  }
  return text.substr(kHashKind.size());
}

void require_finite(const std::string& name, std::span<const float> values) {
  const auto odd = std::ranges::find_if_not(values, [](float x) { return std::isfinite(x); });
  if (odd == values.end()) return;
  throw std::invalid_argument(fmt::format("tensor '{}': value {} is {}, expected finite numbers",
                                          name, odd - values.begin() + 1, *odd));
}

// --- Writing.

struct HeaderEntry {
  std::string name;
  TensorType type;
  std::vector<std::size_t> shape;
  std::size_t bytes;
};

// Length and header of a file whose tensors lie in this order.
std::string preamble(std::map<std::string, std::string> metadata, const std::string& hash,
                     const std::vector<HeaderEntry>& tensors) {
  metadata[kHashKey] = fmt::format("{}{}", kHashKind, hash);
  nlohmann::ordered_json header;
  header[kMetadata] = metadata;
  std::size_t offset = 0;
  for (const HeaderEntry& tensor : tensors) {
    header[tensor.name] = {{"dtype", name_of(tensor.type)},
                           {"shape", tensor.shape},
                           {"data_offsets", {offset, offset + tensor.bytes}}};
    offset += tensor.bytes;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  const std::uint64_t length = text.size();
  return std::string(reinterpret_cast<const char*>(&length), sizeof length) + text;
}

// What JSON cannot hold becomes replacement characters, as in the header that a reader will see.
std::string valid_utf8(const std::string& text) {
  const json::error_handler_t replace = json::error_handler_t::replace;
  return json::parse(json(text).dump(-1, ' ', false, replace)).get<std::string>();
}

std::vector<std::uint16_t> halves_of(std::span<const float> values) {
  std::vector<std::uint16_t> halves(values.size());
  std::ranges::transform(values, halves.begin(), bf16_of);
  return halves;
}

// --- Reading.

constexpr std::uint64_t kMaxSize = std::uint64_t{1} << 40;     // of one dimension, or an offset
constexpr std::uint64_t kMaxProduct = std::uint64_t{1} << 60;  // so that bytes can be counted

// [n, ...] of non-negative whole numbers.
std::vector<std::size_t> sizes(const json& array, const std::string& what) {
  if (!array.is_array()) throw std::invalid_argument(what + ": expected an array");
  std::vector<std::size_t> result;
  for (const json& item : array) {
    if (!item.is_number_unsigned()) throw std::invalid_argument(what + ": expected whole numbers");
    const std::uint64_t n = item.get<std::uint64_t>();
    if (n > kMaxSize) throw std::invalid_argument(fmt::format("{}: {} is too large", what, n));
    result.push_back(n);
  }
  return result;
}

std::vector<std::size_t> shape_from(const json& array, const std::string& what) {
  const std::vector<std::size_t> shape = sizes(array, what);
  std::uint64_t total = 1;
  for (const std::size_t n : shape) {
    if (n > 0 && total > kMaxProduct / n) {
      throw std::invalid_argument(
          fmt::format("{}: [{}] is too large", what, fmt::join(shape, ", ")));
    }
    total *= std::max<std::uint64_t>(n, 1);
  }
  return shape;
}

std::size_t product(const std::vector<std::size_t>& shape) {
  std::size_t size = 1;
  for (const std::size_t n : shape) size *= n;
  return size;
}

TensorPlace place_of(const std::string& name, const json& entry, std::size_t data_bytes) {
  const std::string what = fmt::format("tensor '{}'", name);
  StrictObject object(entry, what);
  const std::string dtype = object.text("dtype");
  if (dtype != "F32" && dtype != "BF16")
    throw std::invalid_argument(fmt::format("{}: type {}, expected F32 or BF16", what, dtype));
  TensorPlace place;
  place.type = dtype == "BF16" ? TensorType::kBf16 : TensorType::kF32;
  place.shape = shape_from(object.member("shape"), what + ": shape");
  const std::vector<std::size_t> range =
      sizes(object.member("data_offsets"), what + ": data_offsets");
  object.finish();
  if (range.size() != 2 || range[0] > range[1] || range[1] > data_bytes) {
    throw std::invalid_argument(
        fmt::format("{}: data_offsets [{}] are outside the {} bytes of data", what,
                    fmt::join(range, ", "), data_bytes));
  }
  place.begin = range[0];
  place.end = range[1];
  const std::size_t bytes = product(place.shape) * size_of(place.type);
  if (place.end - place.begin != bytes) {
    throw std::invalid_argument(fmt::format("{}: {} bytes for shape [{}], expected {}", what,
                                            place.end - place.begin, fmt::join(place.shape, ", "),
                                            bytes));
  }
  return place;
}

// The tensors in the order of their data.
using Places = std::vector<std::pair<std::string, const TensorPlace*>>;
Places in_order(const TensorHeader& header) {
  Places places;
  for (const auto& [name, place] : header.tensors) places.emplace_back(name, &place);
  std::ranges::stable_sort(
      places, {}, [](const auto& each) { return std::pair(each.second->begin, each.second->end); });
  return places;
}

// The tensors must fill the data without holes or overlaps, in any order.
void check_places(const TensorHeader& header, std::size_t size) {
  std::size_t reached = 0;
  for (const auto& [name, place] : in_order(header)) {
    if (place->begin != reached) {
      throw std::invalid_argument(fmt::format(
          "tensor '{}' begins at byte {} of the data, expected {}: {}", name, place->begin, reached,
          place->begin < reached ? "it overlaps another" : "there is a gap"));
    }
    reached = place->end;
  }
  if (reached != size) {
    throw std::invalid_argument(
        fmt::format("{} bytes of data, but the tensors fill {}", size, reached));
  }
}

TensorHeader header_from(std::string_view text, std::size_t data_bytes) {
  if (text.empty() || text.front() != '{')
    throw std::invalid_argument("byte 8: the header is not a JSON object");
  const json parsed = parse_strict_json(text, "header");
  TensorHeader header;
  for (const auto& [name, entry] : parsed.items()) {
    if (name != kMetadata) {
      header.tensors[name] = place_of(name, entry, data_bytes);
      continue;
    }
    StrictObject object(entry, kMetadata);
    for (const auto& item : entry.items()) header.metadata[item.key()] = object.text(item.key());
  }
  check_places(header, data_bytes);
  return header;
}

// What people get instead of a model when a download goes wrong. Each of these starts reads as a
// length beyond any header.
void refuse_known_kinds(std::string_view start) {
  struct Kind {
    std::string_view start;
    const char* what;
  };
  constexpr Kind kKinds[] = {
      {"version https://git-lfs", "a pointer of Git LFS instead of the file; run git lfs pull"},
      {"<", "a web page instead of the file; download the file itself"},
      {"PK\x03\x04", "a zip archive (or a model of PyTorch), expected safetensors"}};
  const std::size_t text = start.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  if (text == std::string_view::npos) return;
  for (const Kind& kind : kKinds)
    if (start.substr(text).starts_with(kind.start)) throw KnownFault(kind.what);
}

// Where the bytes of a file come from: read(offset, n) fills n bytes. `size` is that of the file.
struct Source {
  std::size_t size;
  std::function<void(std::size_t offset, std::span<std::byte> into)> read;
};

Source source_of(Bytes bytes) {
  return {bytes.size(), [bytes](std::size_t offset, std::span<std::byte> into) {
            std::ranges::copy(bytes.subspan(offset, into.size()), into.begin());
          }};
}

struct OpenedHeader {
  TensorHeader header;
  std::size_t data = 0;  // the offset of the data in the file
};

OpenedHeader open_header(const Source& source) {
  constexpr std::size_t kStart = 64;
  std::string start(std::min(source.size, kStart), '\0');
  source.read(0, std::as_writable_bytes(std::span(start)));
  std::uint64_t length = 0;
  if (source.size < sizeof length) {
    throw std::invalid_argument(fmt::format("{} bytes, too short for a header", source.size));
  }
  std::memcpy(&length, start.data(), sizeof length);
  if (length > kMaxHeader) {
    refuse_known_kinds(start);
    throw std::invalid_argument(
        fmt::format("byte 0: a header of {} bytes, expected at most {}", length, kMaxHeader));
  }
  if (length > source.size - sizeof length) {
    throw std::invalid_argument(fmt::format(
        "byte 0: a header of {} bytes in a file of {}; it is truncated", length, source.size));
  }
  std::string text(length, '\0');
  source.read(sizeof length, std::as_writable_bytes(std::span(text)));
  const std::size_t data = sizeof length + length;
  return {header_from(text, source.size - data), data};
}

// Reads the values of a tensor and returns the hash of their bytes.
std::string read_values(const Source& source, std::size_t offset, TensorType type,
                        std::span<float> values) {
  if (type == TensorType::kF32) {
    source.read(offset, std::as_writable_bytes(values));
    return hash_bytes(std::as_bytes(values));
  }
  std::vector<std::uint16_t> halves(values.size());
  source.read(offset, std::as_writable_bytes(std::span(halves)));
  std::ranges::transform(halves, values.begin(), float_of_bf16);
  return hash_bytes(std::as_bytes(std::span(halves)));
}

TensorFile parse(const Source& source, const HeaderCheck& check) {
  auto [header, data] = open_header(source);
  if (check) check(header);
  TensorFile file;
  std::map<std::string, HashedTensor> hashed;
  for (const auto& [name, place] : in_order(header)) {
    Tensor& tensor = file.tensors[name];
    tensor.type = place->type;
    tensor.shape = place->shape;
    tensor.values.resize(product(place->shape));
    hashed[name] = {place->type, place->shape,
                    read_values(source, data + place->begin, place->type, tensor.values)};
  }
  const std::string stored = take_hash(header.metadata);
  file.metadata = std::move(header.metadata);
  file.content_hash = content_hash(file.metadata, hashed);
  file.has_hash = !stored.empty();
  if (file.has_hash && stored != file.content_hash) {
    throw KnownFault(fmt::format(
        "damaged: its content has the hash {}, expected {}; get another copy of the file",
        file.content_hash, stored));
  }
  for (const auto& [name, tensor] : file.tensors) require_finite(name, tensor.values);
  return file;
}

template <typename Work>
auto naming(std::string_view name, const Work& work) {
  try {
    return work();
  } catch (const KnownFault& error) {
    throw ModelError(fmt::format("{}: {}", name, error.what()));
  } catch (const std::invalid_argument& error) {
    throw ModelError(
        fmt::format("{}: {}; not a Tactus model file, or damaged", name, error.what()));
  }
}

class File {
 public:
  explicit File(const std::filesystem::path& path)
      : path_(path), descriptor_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {
    struct stat status {};
    if (descriptor_ < 0 || ::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) {
      const bool missing = descriptor_ < 0 && errno == ENOENT;
      if (descriptor_ >= 0) ::close(descriptor_);
      throw ModelError(fmt::format("{}: cannot be opened{}", path.string(),
                                   missing ? "; does the file exist?" : " as a file"));
    }
    size_ = static_cast<std::size_t>(status.st_size);
  }
  ~File() { ::close(descriptor_); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;

  Source source() const {
    return {size_, [this](std::size_t offset, std::span<std::byte> into) { read(offset, into); }};
  }

 private:
  void read(std::size_t offset, std::span<std::byte> into) const {
    while (!into.empty()) {
      const ssize_t got =
          ::pread(descriptor_, into.data(), into.size(), static_cast<off_t>(offset));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) throw ModelError(fmt::format("{}: cannot be read to its end", path_.string()));
      offset += static_cast<std::size_t>(got);
      into = into.subspan(static_cast<std::size_t>(got));
    }
  }

  std::filesystem::path path_;
  int descriptor_;
  std::size_t size_ = 0;
};

}  // namespace

std::string tensor_file_bytes(const std::map<std::string, std::string>& metadata,
                              std::span<const TensorView> tensors) {
  std::map<std::string, std::string> valid;
  for (const auto& [key, text] : metadata) valid[valid_utf8(key)] = valid_utf8(text);
  std::vector<std::vector<std::uint16_t>> halves;  // of the tensors that are rounded
  std::vector<Bytes> data;
  std::vector<HeaderEntry> entries;
  std::map<std::string, HashedTensor> hashed;
  for (const TensorView& tensor : tensors) {
    require_finite(tensor.name, tensor.values);
    data.push_back(std::as_bytes(tensor.values));
    if (tensor.type == TensorType::kBf16)
      data.back() = std::as_bytes(std::span(halves.emplace_back(halves_of(tensor.values))));
    entries.push_back({tensor.name, tensor.type, tensor.shape, data.back().size()});
    hashed[tensor.name] = {tensor.type, tensor.shape, hash_bytes(data.back())};
  }
  std::string bytes = preamble(valid, content_hash(valid, hashed), entries);
  for (const Bytes& part : data)
    bytes.append(reinterpret_cast<const char*>(part.data()), part.size());
  return bytes;
}

void write_tensor_file(const std::filesystem::path& path, std::string_view bytes) {
  try {
    write_file_atomically(path, bytes);
  } catch (const std::system_error& error) {
    throw ModelError(error.what());
  }
}

TensorFile parse_tensor_file(Bytes bytes, std::string_view name, const HeaderCheck& check) {
  return naming(name, [&] { return parse(source_of(bytes), check); });
}

TensorFile read_tensor_file(const std::filesystem::path& path, const HeaderCheck& check) {
  const File file(path);
  return naming(path.string(), [&] { return parse(file.source(), check); });
}

}  // namespace tactus
