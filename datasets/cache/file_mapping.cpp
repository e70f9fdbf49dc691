#include "datasets/cache/file_mapping.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <utility>

#include "datasets/dataset_error.h"
#include "features/files/descriptor.h"

namespace tactus {
namespace {

[[noreturn]] void fail(const std::filesystem::path& path, const char* what) {
  throw DatasetError(
      fmt::format("{}: {}: {}", path.string(), what, std::generic_category().message(errno)));
}

}  // namespace

FileMapping::FileMapping(const std::filesystem::path& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  struct stat status {};
  if (file.get() < 0 || ::fstat(file.get(), &status) != 0) fail(path, "cannot be opened");
  const auto size = static_cast<std::size_t>(status.st_size);
  if (size == 0) throw DatasetError(fmt::format("{}: the file is empty", path.string()));
  void* mapping = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (mapping == MAP_FAILED) fail(path, "cannot be mapped");
  data_ = static_cast<const std::byte*>(mapping);
  size_ = size;
}

FileMapping::~FileMapping() {
  if (data_) ::munmap(const_cast<std::byte*>(data_), size_);
}

FileMapping::FileMapping(FileMapping&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

FileMapping& FileMapping::operator=(FileMapping&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

void FileMapping::advise(std::span<const std::byte> part, int advice) const noexcept {
  static const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto at = reinterpret_cast<std::uintptr_t>(part.data());
  const std::uintptr_t begin = at / page * page;  // the mapping begins at a page
  if (!part.empty()) ::madvise(reinterpret_cast<void*>(begin), at - begin + part.size(), advice);
}

void FileMapping::read_sequentially(std::span<const std::byte> part) const noexcept {
  advise(part, MADV_SEQUENTIAL);
}
void FileMapping::read_anyhow(std::span<const std::byte> part) const noexcept {
  advise(part, MADV_NORMAL);
}
void FileMapping::will_need(std::span<const std::byte> part) const noexcept {
  advise(part, MADV_WILLNEED);
}
void FileMapping::release(std::span<const std::byte> part) const noexcept {
  advise(part, MADV_DONTNEED);
}

}  // namespace tactus
