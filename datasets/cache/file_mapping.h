// A file mapped into memory, for reading.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

namespace tactus {

// Owns the mapping; move-only. The bytes stay where they are after a move, and stay readable if the
// file is removed or replaced; a file that is cut short ends the process (SIGBUS).
class FileMapping {
 public:
  // Throws DatasetError "FILE: cannot be opened: REASON", also for an empty file.
  explicit FileMapping(const std::filesystem::path& path);
  ~FileMapping();
  FileMapping(FileMapping&& other) noexcept;
  FileMapping& operator=(FileMapping&& other) noexcept;

  std::span<const std::byte> bytes() const { return {data_, size_}; }

  // Hints for the kernel, of a part of bytes(); they change no content. Whole pages only.
  void read_sequentially(std::span<const std::byte> part) const noexcept;
  void read_anyhow(std::span<const std::byte> part) const noexcept;
  void will_need(std::span<const std::byte> part) const noexcept;
  void release(std::span<const std::byte> part) const noexcept;  // leaves this process's memory

 private:
  void advise(std::span<const std::byte> part, int advice) const noexcept;

  const std::byte* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace tactus
