// Internal to audio/file_tags: an open file for TagLib.
#pragma once

#include <taglib.h>
#include <tiostream.h>

#include <cstdint>
#include <functional>

namespace tactus {

#if TAGLIB_MAJOR_VERSION >= 2
using TagPosition = TagLib::offset_t;
#else
using TagPosition = unsigned long;
#endif

// TagLib's own stream ignores faults of writing; this one throws std::system_error, through
// TagLib's functions. Does not own the descriptor. Positions are independent of the descriptor's.
class DescriptorStream : public TagLib::IOStream {
 public:
  // `alive` is called for each block written.
  DescriptorStream(int descriptor, bool writable, std::function<void()> alive = {});

  TagLib::FileName name() const override { return ""; }
  TagLib::ByteVector readBlock(unsigned long length) override;
  void writeBlock(const TagLib::ByteVector& data) override;
  void insert(const TagLib::ByteVector& data, TagPosition start, unsigned long replace) override;
  void removeBlock(TagPosition start, unsigned long length) override;
  bool readOnly() const override { return !writable_; }
  bool isOpen() const override { return true; }
  void seek(long offset, Position from) override;
  long tell() const override { return position_; }
  long length() override { return length_; }
  void truncate(long length) override;

 private:
  void write(const char* bytes, long count, long offset) const;
  // Moves the bytes [from, end of the file) to `to`.
  void move_rest(long from, long to);

  int descriptor_;
  bool writable_;
  std::function<void()> alive_;
  long position_ = 0;
  long length_ = 0;
};

}  // namespace tactus
