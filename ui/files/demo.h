// The demo songs of the program, for the first start and the first training.
#pragma once

#include <filesystem>

namespace tactus::ui {

// Returns PREFIX/share/tactus/demo beside an installed program, else datasets/demo of the source
// tree of the build. Empty if neither exists.
std::filesystem::path shipped_demo_folder();

// Copies the songs, true annotations and manifest to a folder of the user, who can edit
// and save them.
// Existing files stay. Returns the folder; empty on failure.
std::filesystem::path copy_demo(const std::filesystem::path& to);

struct DemoSong {
  std::filesystem::path audio;
  std::filesystem::path reference;  // empty = none
};
DemoSong first_demo_song(const std::filesystem::path& folder);

}  // namespace tactus::ui
