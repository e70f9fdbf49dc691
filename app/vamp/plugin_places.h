// Where the plug-in looks for the files of Tactus.
#pragma once

#include <string>

namespace tactus::vamp {

// Empty: the library looks for them as its header says.
struct PluginPlaces {
  std::string models;  // $TACTUS_MODELS, else PREFIX/share/tactus/models of an installed plug-in
  std::string cuda_module;  // PREFIX/lib/tactus/libtactus_cuda.so of an installed plug-in
};

PluginPlaces plugin_places();

}  // namespace tactus::vamp
