#include "audio/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace tactus {

ByteSource::ByteSource(const std::filesystem::path& path) : path_(path) {
  // Non-blocking, so that a named pipe is refused below instead of waited for.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
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
  if (offset < 0) return 0;
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

std::size_t ByteWindow::read(std::span<unsigned char> out) noexcept {
  const std::int64_t left = std::max<std::int64_t>(0, size() - position);
  const auto wanted = std::min<std::int64_t>(static_cast<std::int64_t>(out.size()), left);
  const std::size_t got =
      source->read_at(begin + position, out.first(static_cast<std::size_t>(wanted)));
  position += static_cast<std::int64_t>(got);
  return got;
}

std::int64_t ByteWindow::seek(std::int64_t offset, int whence) noexcept {
  const std::int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? position : size();
  constexpr std::int64_t kFarthest = std::int64_t{1} << 62;
  if (offset > kFarthest - base || offset < -base) return -1;
  position = base + offset;
  return position;
}

}  // namespace tactus
