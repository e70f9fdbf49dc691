#include "audio/decoders/interface/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tactus {

ByteSource::ByteSource(const std::filesystem::path& path) : path_(path) {
  // Non-blocking, so that open() does not wait for a named pipe; the check below refuses it.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const bool inherited = path.string().starts_with("/dev/fd/");  // "<(...)", of another process
  if (descriptor_ < 0 && inherited)
    throw error(
        "is open in another process alone, like a pipe of the shell: save it to a file first");
  if (descriptor_ < 0) throw error(std::string("cannot be opened: ") + std::strerror(errno));
  struct stat status = {};
  std::string refusal;
  if (::fstat(descriptor_, &status) != 0) {
    refusal = std::strerror(errno);
  } else if (S_ISDIR(status.st_mode)) {
    refusal = "is a folder, not an audio file";
  } else if (!S_ISREG(status.st_mode)) {
    refusal = "is not a regular file (a pipe or a device): save it to a file first";
  } else if (status.st_size == 0) {
    refusal = "is empty (0 bytes)";
  }
  if (!refusal.empty()) {
    ::close(descriptor_);
    throw error(refusal);
  }
  size_ = status.st_size;
}

ByteSource::~ByteSource() {
  ::close(descriptor_);
}

std::size_t ByteSource::read_at(std::int64_t offset, std::span<unsigned char> out) const noexcept {
  if (offset < 0 || offset >= size_) return 0;
  out = out.first(
      static_cast<std::size_t>(std::min(size_ - offset, static_cast<std::int64_t>(out.size()))));
  std::size_t done = 0;
  while (done < out.size()) {
    const auto at = static_cast<off_t>(offset + static_cast<std::int64_t>(done));
    const ssize_t got = ::pread(descriptor_, out.data() + done, out.size() - done, at);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fault_ = std::strerror(errno);
    if (got <= 0) break;
    done += static_cast<std::size_t>(got);
  }
  const std::int64_t end = offset + static_cast<std::int64_t>(done);
  for (const Overlay& overlay : overlays_) {
    const std::int64_t overlay_end =
        overlay.offset + static_cast<std::int64_t>(overlay.bytes.size());
    const std::int64_t from = std::max(offset, overlay.offset);
    for (std::int64_t at = from; at < std::min(end, overlay_end); ++at) {
      out[static_cast<std::size_t>(at - offset)] =
          overlay.bytes[static_cast<std::size_t>(at - overlay.offset)];
    }
  }
  return done;
}

std::vector<unsigned char> ByteSource::bytes(std::int64_t offset, std::size_t count) const {
  std::vector<unsigned char> result(count);
  result.resize(read_at(offset, result));
  return result;
}

void ByteSource::overlay(std::int64_t offset, std::vector<unsigned char> bytes) {
  overlays_.push_back({offset, std::move(bytes)});
}

AudioError ByteSource::error(const std::string& what) const {
  return AudioError(path_.string() + ": " + what);
}

ByteWindow::ByteWindow(const ByteSource& source, std::int64_t begin, std::int64_t end)
    : source_(&source) {
  append({begin, end - begin});
}

ByteWindow::ByteWindow(const ByteSource& source, const std::vector<ByteExtent>& extents)
    : source_(&source) {
  for (const ByteExtent& extent : extents) append(extent);
}

void ByteWindow::append(const ByteExtent& extent) {
  if (extent.length <= 0) return;
  if (!parts_.empty() && parts_.back().extent.begin + parts_.back().extent.length == extent.begin) {
    parts_.back().extent.length += extent.length;
  } else {
    parts_.push_back({size_, extent});
  }
  size_ += extent.length;
}

std::vector<ByteWindow::Part>::const_iterator ByteWindow::part_at(std::int64_t position) const {
  auto part = std::upper_bound(parts_.begin(), parts_.end(), position,
                               [](std::int64_t at, const Part& p) { return at < p.position; });
  if (part != parts_.begin()) --part;
  return part;
}

std::int64_t ByteWindow::source_offset(std::int64_t position) const {
  const auto part = part_at(position);
  return part == parts_.end() ? 0 : part->extent.begin + (position - part->position);
}

std::size_t ByteWindow::read(std::span<unsigned char> out) noexcept {
  std::size_t done = 0;
  auto part = part_at(position_);
  for (; part != parts_.end() && done < out.size() && position_ < size_; ++part) {
    const std::int64_t inside = position_ - part->position;
    const std::int64_t wanted = std::min<std::int64_t>(static_cast<std::int64_t>(out.size() - done),
                                                       part->extent.length - inside);
    const std::size_t got = source_->read_at(part->extent.begin + inside,
                                             out.subspan(done, static_cast<std::size_t>(wanted)));
    done += got;
    position_ += static_cast<std::int64_t>(got);
    if (static_cast<std::int64_t>(got) < wanted) break;
  }
  return done;
}

std::int64_t ByteWindow::seek(std::int64_t offset, int whence) noexcept {
  const std::int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position_ : size_;
  constexpr std::int64_t kFarthest = std::int64_t{1} << 62;
  if (offset > kFarthest - base || offset < -base) return -1;
  position_ = base + offset;
  return position_;
}

}  // namespace tactus
