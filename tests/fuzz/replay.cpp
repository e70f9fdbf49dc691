// Runs a fuzz entry point without a fuzzer: NAME_fuzz FOLDER [MUTATIONS]. Every file of the folder
// goes in as it is and then in MUTATIONS (100) damaged forms, the same ones each time.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes damaged(Bytes bytes, std::mt19937& random) {
  const auto below = [&](std::size_t limit) { return random() % std::max<std::size_t>(limit, 1); };
  switch (below(4)) {
    case 0:  // cut
      bytes.resize(below(bytes.size()));
      break;
    case 1:  // a part twice
      bytes.insert(bytes.end(), bytes.begin() + static_cast<std::ptrdiff_t>(below(bytes.size())),
                   bytes.end());
      break;
    default:  // a few bytes changed, most often near the start, where headers are
      for (std::size_t n = 1 + below(8); n > 0 && !bytes.empty(); --n) {
        const std::size_t reach =
            below(2) == 0 ? std::min<std::size_t>(bytes.size(), 128) : bytes.size();
        const std::uint8_t extremes[] = {0, 1, 127, 128, 255, static_cast<std::uint8_t>(random())};
        bytes[below(reach)] = extremes[below(std::size(extremes))];
      }
  }
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: " << argv[0] << " FOLDER [MUTATIONS]\n";
    return 2;
  }
  const int mutations = argc > 2 ? std::atoi(argv[2]) : 100;
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(argv[1]))
    paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::mt19937 random(1);
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
    for (int n = 0; n < mutations; ++n) {
      const Bytes input = damaged(bytes, random);
      LLVMFuzzerTestOneInput(input.data(), input.size());
    }
  }
  std::cout << paths.size() << " inputs, each with " << mutations << " damaged forms\n";
  return paths.empty() ? 1 : 0;
}
