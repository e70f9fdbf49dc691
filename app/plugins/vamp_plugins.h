// The Vamp plug-ins of this computer, and running one over a song. Plug-ins are code of other
// people: each library is looked at, and each plug-in runs, in a child of its own (tactus-vamp), so
// that one that crashes or hangs takes nothing along.
#pragma once

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "audio/error.h"
#include "model/user_lane.h"

namespace tactus {

class PluginError : public ErrorOf<ErrorCode::kInput> {
  using ErrorOf::ErrorOf;
};

struct VampOutput {
  std::string identifier, name, unit;
  UserLaneKind kind = UserLaneKind::kPoints;
};

struct VampPlugin {
  std::filesystem::path library;
  std::string key;  // "vamp-example-plugins:zerocrossing"
  std::string name, maker, description;
  std::vector<VampOutput> outputs;
};

// How plug-ins are run: the child program (searched in PATH unless it contains '/') with the
// decoder that reads the song.
struct PluginHost {
  std::vector<std::string> command;
  std::vector<std::string> decoder;
  double stall_seconds = 60;  // a child that says nothing for so long hangs
};

// The libraries of $VAMP_PATH, else of ~/vamp, ~/.vamp, /usr/local/lib/vamp and /usr/lib/vamp, each
// name once, as hosts do; then of the folders where Fedora and Debian install plug-ins.
std::vector<std::filesystem::path> vamp_libraries();

struct VampList {
  std::vector<VampPlugin> plugins;  // by name
  std::vector<std::string> faults;  // libraries that cannot be used, and why
};
// Looks into all libraries; after a stop, into those before it.
VampList list_vamp_plugins(const PluginHost& host,
                           const std::vector<std::filesystem::path>& libraries,
                           const std::stop_token& stop);

// Runs a plug-in with its usual parameters over the mono sound of a file, at 44,100 Hz. The lane
// has the name of the output and no colour. `progress` gets 0 to 1, of the same thread. Throws
// PluginError if the plug-in refuses, crashes, hangs or finds more than kMostUserItems,
// InterruptedError after a stop, AudioError.
UserLane run_vamp_plugin(const PluginHost& host, const VampPlugin& plugin, const VampOutput& output,
                         const std::filesystem::path& audio,
                         const std::function<void(double)>& progress, const std::stop_token& stop);

}  // namespace tactus
