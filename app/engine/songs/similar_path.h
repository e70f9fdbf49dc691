// Files whose names are spelled otherwise on the disk than in a list: lists come from other
// systems.
#pragma once

#include <filesystem>
#include <string>

namespace tactus {

struct SimilarPath {
  std::filesystem::path path;  // as given if nothing similar is there
  std::string note;            // how the name of the file differs; "" = it does not
  std::string fault;           // two files or more that it could be; "" = one, or none
};
// The path if it exists. Else that whose names differ only in their Unicode form (é as one
// character or as two), or else only in upper and lower case. GLib compares the names, if it is
// installed; without it only the case of ASCII letters may differ.
SimilarPath similar_path(const std::filesystem::path& path);

}  // namespace tactus
