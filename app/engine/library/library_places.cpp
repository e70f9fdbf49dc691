#include "app/engine/library/library_places.h"

#include <dlfcn.h>

namespace tactus {

namespace fs = std::filesystem;

namespace {

// The folder of the library, or of the program or plug-in that it is linked into; empty if the
// system does not say it.
fs::path library_folder() {
  static const char here = 0;
  Dl_info info = {};
  if (dladdr(&here, &info) == 0 || info.dli_fname == nullptr) return {};
  std::error_code error;
  const fs::path file = fs::canonical(info.dli_fname, error);
  return error ? fs::path() : file.parent_path();
}

// NAME beside the library; in a folder of the prefix where it is installed, or where the plug-in is
// that it is linked into (LIBDIR/vamp); and in that of the prefix for which it was built.
std::vector<fs::path> places_of(const char* name, const char* folder, const char* built_folder) {
  const fs::path here = library_folder();
  std::vector<fs::path> places;
  if (!here.empty()) {
    places.push_back(here / name);
    for (const fs::path& lib : {here, here.parent_path()})
      places.push_back((lib / TACTUS_LIBRARY_TO_PREFIX / folder / name).lexically_normal());
  }
  places.push_back(fs::path(built_folder) / name);
  return places;
}

}  // namespace

Places library_places() {
  Places places;
  places.models = first_existing(places_of("models", TACTUS_DATA_FOLDER, TACTUS_BUILT_DATA_FOLDER));
  places.decoder = {
      first_existing(places_of("tactus-decode", TACTUS_PROGRAM_FOLDER, TACTUS_BUILT_PROGRAM_FOLDER))
          .string()};
  places.cuda_modules =
      places_of("libtactus_cuda.so", TACTUS_MODULE_FOLDER, TACTUS_BUILT_MODULE_FOLDER);
  return places;
}

}  // namespace tactus
