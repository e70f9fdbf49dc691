#include "app/engine/songs/similar_path.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <system_error>
#include <vector>

#include "audio/text.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

// What is used of glib/gunicode.h.
struct Glib {
  void* const library = dlopen("libglib-2.0.so.0", RTLD_NOW | RTLD_LOCAL);
  char* (*normalize)(const char* text, std::ptrdiff_t bytes, int mode) = nullptr;
  char* (*casefold)(const char* text, std::ptrdiff_t bytes) = nullptr;
  void (*free)(void* text) = nullptr;

  Glib() {
    if (!library) return;
    find("g_utf8_normalize", normalize);
    find("g_utf8_casefold", casefold);
    find("g_free", free);
  }
  bool usable() const { return normalize && casefold && free; }

 private:
  template <class Function>
  void find(const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
  }
};

const Glib& glib() {
  static const Glib library;
  return library;
}

using Text = std::unique_ptr<char, void (*)(void*)>;

// One form for all spellings of a name; text that is no UTF-8 as it is.
std::string composed(const std::string& name) {
  constexpr int kComposed = 1;  // G_NORMALIZE_NFC
  if (!glib().usable()) return name;
  const Text text(glib().normalize(name.c_str(), -1, kComposed), glib().free);
  return text ? text.get() : name;
}

std::string caseless(const std::string& name) {
  if (!glib().usable()) return lower_case(name);
  const std::string form = composed(name);
  const Text whole(glib().normalize(form.c_str(), -1, 1), glib().free);  // null: no UTF-8
  if (!whole) return lower_case(name);
  const Text text(glib().casefold(whole.get(), -1), glib().free);
  return composed(text.get());
}

struct Entry {
  std::string name, composed, caseless;
};

// Lists name many files of one folder: the last one is kept until it changes.
const std::vector<Entry>& entries_of(const fs::path& folder) {
  thread_local fs::path last;
  thread_local fs::file_time_type changed;
  thread_local std::vector<Entry> entries;
  std::error_code error;
  const fs::path place = folder.empty() ? fs::current_path(error) : folder;
  const fs::file_time_type now = fs::last_write_time(place, error);
  if (place == last && now == changed) return entries;
  last = place;
  changed = now;
  entries.clear();
  fs::directory_iterator entry(place, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    entries.push_back({name, composed(name), caseless(name)});
  }
  return entries;
}

std::vector<fs::path> entries_like(const fs::path& folder, const std::string& name,
                                   std::string Entry::*form) {
  const std::string wanted = form == &Entry::composed ? composed(name) : caseless(name);
  std::vector<fs::path> found;
  std::error_code unknown;
  for (const Entry& entry : entries_of(folder))  // a link that leads nowhere is no file
    if (entry.*form == wanted && fs::exists(folder / entry.name, unknown))
      found.push_back(folder / entry.name);
  return found;
}

std::vector<std::string> names_of(const std::vector<fs::path>& files) {
  std::vector<std::string> names;
  for (const fs::path& file : files) names.push_back(file.filename().string());
  return names;
}

}  // namespace

SimilarPath similar_path(const fs::path& path) {
  std::error_code unknown;
  if (fs::exists(path, unknown)) return {path, "", ""};
  fs::path found;
  const char* difference = "";
  for (const fs::path& part : path) {
    if (fs::exists(found / part, unknown)) {
      found /= part;
      continue;
    }
    std::vector<fs::path> like = entries_like(found, part.string(), &Entry::composed);
    if (like.empty()) {
      like = entries_like(found, part.string(), &Entry::caseless);
      difference = "upper and lower case";
    } else if (*difference == '\0') {
      difference = "its Unicode form";
    }
    if (like.empty()) return {path, "", ""};
    if (like.size() > 1)
      return {path, "",
              fmt::format("several files differ in {}: {}", difference,
                          fmt::join(names_of(like), ", "))};
    found = like.front();
  }
  return {found, fmt::format("found as {}, which differs in {}", found.string(), difference), ""};
}

}  // namespace tactus
