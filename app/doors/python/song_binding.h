// A song of the library in Python.
#pragma once

#include <nanobind/nanobind.h>

#include <memory>
#include <string>

#include "app/engine/library/song.h"
#include "model/annotation.h"

namespace tactus {

struct FreeSong {
  void operator()(tactus_song* song) const { tactus_song_free(song); }
};

struct PySong {
  std::unique_ptr<tactus_song, FreeSong> song;

  explicit PySong(tactus_song* owned) : song(owned) {}
  // A song that was read or decoded, not tagged.
  explicit PySong(Annotation annotation, const std::string& warning = "");
};

void bind_song(nanobind::module_& module);

}  // namespace tactus
