#include "audio/file_tags/descriptor_stream.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

namespace tactus {
namespace {

constexpr long kBlock = 1L << 20;

[[noreturn]] void fail(const char* action) {
  throw std::system_error(errno, std::generic_category(), action);
}

long read_at(int descriptor, char* out, long count, long offset) {
  long done = 0;
  while (done < count) {
    const ssize_t got =
        ::pread(descriptor, out + done, static_cast<std::size_t>(count - done), offset + done);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail("cannot be read");
    if (got == 0) break;
    done += got;
  }
  return done;
}

void write_at(int descriptor, const char* bytes, long count, long offset) {
  long done = 0;
  while (done < count) {
    const ssize_t written =
        ::pwrite(descriptor, bytes + done, static_cast<std::size_t>(count - done), offset + done);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail("cannot be written");
    done += written;
  }
}

}  // namespace

DescriptorStream::DescriptorStream(int descriptor, bool writable, std::function<void()> alive)
    : descriptor_(descriptor), writable_(writable), alive_(std::move(alive)) {
  length_ = ::lseek(descriptor, 0, SEEK_END);  // the sandbox of a decoding child has no fstat()
  if (length_ < 0) fail("cannot be read");
}

TagLib::ByteVector DescriptorStream::readBlock(unsigned long length) {
  const long left = std::max(0L, length_ - position_);
  const long count = std::min(static_cast<long>(std::min(length, 1UL << 62)), left);
  TagLib::ByteVector block(static_cast<unsigned int>(count), 0);
  const long got = count > 0 ? read_at(descriptor_, block.data(), count, position_) : 0;
  block.resize(static_cast<unsigned int>(got));
  position_ += got;
  return block;
}

void DescriptorStream::writeBlock(const TagLib::ByteVector& data) {
  if (!writable_) throw std::system_error(EBADF, std::generic_category(), "cannot be written");
  const long count = static_cast<long>(data.size());
  write(data.data(), count, position_);
  position_ += count;
  length_ = std::max(length_, position_);
}

void DescriptorStream::write(const char* bytes, long count, long offset) const {
  write_at(descriptor_, bytes, count, offset);
  if (alive_) alive_();
}

void DescriptorStream::move_rest(long from, long to) {
  std::vector<char> block(static_cast<std::size_t>(kBlock));
  const long count = length_ - from;
  for (long done = 0; done < count;) {
    const long size = std::min(kBlock, count - done);
    const long at = to > from ? count - done - size : done;  // backwards to a later place
    if (read_at(descriptor_, block.data(), size, from + at) != size) {
      errno = EIO;
      fail("cannot be read");
    }
    write(block.data(), size, to + at);
    done += size;
  }
}

void DescriptorStream::insert(const TagLib::ByteVector& data, TagPosition start,
                              unsigned long replace) {
  const long from = std::min(static_cast<long>(start) + static_cast<long>(replace), length_);
  const long to = static_cast<long>(start) + static_cast<long>(data.size());
  if (to != from) {
    move_rest(from, to);
    const long length = length_ + to - from;
    if (length < length_) truncate(length);
    length_ = length;
  }
  seek(static_cast<long>(start), Beginning);
  writeBlock(data);
}

void DescriptorStream::removeBlock(TagPosition start, unsigned long length) {
  insert(TagLib::ByteVector(), start, length);
}

void DescriptorStream::seek(long offset, Position from) {
  const long base = from == Beginning ? 0 : from == Current ? position_ : length_;
  position_ = std::max(0L, base + offset);
}

void DescriptorStream::truncate(long length) {
  if (!writable_ || ::ftruncate(descriptor_, length) != 0) fail("cannot be shortened");
  length_ = length;
}

}  // namespace tactus
