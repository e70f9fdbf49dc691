// Internal to audio/: files that are rows of chunks (WAV, RF64, W64, AIFF, 8SVX, CAF), and what
// lies behind the sound of a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "audio/decoders/interface/byte_source.h"

namespace tactus {

// A number in the file.
struct SizeField {
  std::int64_t at = 0;
  int bytes = 4;
  bool big_endian = false;
};
std::uint64_t number_at(const ByteSource& source, const SizeField& field);
inline std::uint64_t little_at(const ByteSource& source, std::int64_t offset, int bytes) {
  return number_at(source, {offset, bytes, false});
}
inline std::uint64_t big_at(const ByteSource& source, std::int64_t offset, int bytes) {
  return number_at(source, {offset, bytes, true});
}
// Every later read sees `value` there.
void overlay_number(ByteSource& source, const SizeField& field, std::uint64_t value);
std::string text_at(const ByteSource& source, std::int64_t offset);

// How a kind of file writes its chunks: a name, a size, the contents.
struct ChunkLayout {
  std::string_view sound;  // name of the chunk with the sound
  int name_bytes = 4;      // the size follows them
  int size_bytes = 4;
  bool big_endian = false;
  std::int64_t first = 12;   // offset of the first chunk
  std::int64_t counted = 0;  // bytes of name and size that the size includes
  std::int64_t align = 2;
  std::uint64_t prefix = 0;  // bytes of the contents before the sound

  std::int64_t head() const { return name_bytes + size_bytes; }
};
// nullopt for a file without chunks.
std::optional<ChunkLayout> chunk_layout(const ByteSource& source);

struct FileChunk {
  std::string name;  // four characters
  SizeField field;
  std::uint64_t size = 0;     // as the file says
  std::int64_t contents = 0;  // their offset
  std::int64_t next = 0;      // offset of the next chunk
};
FileChunk chunk_at(const ByteSource& source, const ChunkLayout& layout, std::int64_t offset);
// Is there a chunk that ends within the file?
bool chunk_begins(const ByteSource& source, const ChunkLayout& layout, std::int64_t offset);
// Offset of the first of the chunks that lead to the end of the file one after the other, in the
// last 64 KiB; nullopt without any.
std::optional<std::int64_t> last_chunk(const ByteSource& source, const ChunkLayout& layout);

enum class RestKind {
  kOrdinary,  // nothing, chunks, tags
  kZeros,     // to the end of the file, or more than a chunk needs before it
  kFile,      // a second file
  kUnknown
};
struct Rest {
  RestKind kind = RestKind::kOrdinary;
  std::int64_t begin = 0;  // of a second file, of what is unknown, of zeros at the end of the file
  const char* name = "";   // of the kind of the second file
};
// What lies between `offset`, the announced end of the sound, and the end of the file. `layout` may
// be nullptr.
Rest rest_from(const ByteSource& source, const ChunkLayout* layout, std::int64_t offset);

}  // namespace tactus
