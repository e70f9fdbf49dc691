// The demo songs that come with the program, for the first start.
#pragma once

#include <filesystem>

namespace tactus::ui {

// Where they are: PREFIX/share/tactus/demo beside an installed program, else datasets/demo of the
// source tree it was built from. Empty when neither is there.
std::filesystem::path shipped_demo_folder();

// Copies the songs and their true annotations to a folder of the person's own, so that they can be
// edited and saved; files that are there stay. Returns the folder, empty when it cannot be done.
std::filesystem::path copy_demo(const std::filesystem::path& to);

struct DemoSong {
  std::filesystem::path audio;
  std::filesystem::path reference;  // empty = none
};
DemoSong first_demo_song(const std::filesystem::path& folder);

}  // namespace tactus::ui
