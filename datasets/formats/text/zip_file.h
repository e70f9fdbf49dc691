// Reads ZIP archives as compressed scores are: entries that are stored or deflated.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "datasets/formats/interface/format_functions.h"

namespace tactus {

bool is_zip(std::string_view content);

struct ZipEntry {
  std::string name;        // "META-INF/container.xml"
  std::size_t header = 0;  // its place in the archive
  std::size_t packed = 0;  // bytes
  std::size_t bytes = 0;   // unpacked
  unsigned method = 0;     // 0 = stored, 8 = deflated
  unsigned long checksum = 0;
};

// The entries of the directory at the end. Throws FormatError if there is none, or it is damaged.
std::vector<ZipEntry> zip_entries(const FormatInput& archive);
// Throws FormatError if the entry is damaged, packed in another way, or larger than 256 MiB.
std::string unzipped(const FormatInput& archive, const ZipEntry& entry);

}  // namespace tactus
