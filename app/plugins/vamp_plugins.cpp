#include "app/plugins/vamp_plugins.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "app/plugins/host_messages.h"
#include "audio/readers/child_process.h"
#include "features/files/home_folder.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::milliseconds kTurn(100);       // between two looks at the stop
constexpr std::chrono::milliseconds kFarewell(2000);  // for a child that has said all
constexpr double kListSeconds = 20;                   // for a library that only lists its plug-ins

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

double number_in(std::string_view text) {
  double value = 0.0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

// Reads the messages of a child, while it looks at the stop.
class HostReader {
 public:
  HostReader(const std::vector<std::string>& command, double stall_seconds, std::string what,
             std::stop_token stop)
      : what_(std::move(what)), stop_(std::move(stop)), stall_seconds_(stall_seconds) {
    try {
      child_.emplace(command, kHostDescriptor);
    } catch (const std::system_error& error) {
      throw PluginError(fmt::format("{}: {} cannot be started: {}", what_, command.front(),
                                    error.code().message()));
    }
  }

  // The next message and its text; kEnd is the last. Throws for an error, a crash, a stall.
  std::pair<HostMessage, std::string> next() {
    HostHeader header;
    fill(std::as_writable_bytes(std::span(&header, 1)));
    if (header.size > kLargestHostMessage) fail("says what nobody understands");
    std::string text(header.size, '\0');
    fill(std::as_writable_bytes(std::span(text)));
    const auto kind = static_cast<HostMessage>(header.kind);
    if (kind == HostMessage::kError) throw PluginError(fmt::format("{}: {}", what_, text));
    return {kind, std::move(text)};
  }

  [[noreturn]] void fail(std::string_view why) const {
    throw PluginError(fmt::format("{}: {}", what_, why));
  }

 private:
  // A message comes in one piece: the wait for its first byte is the only long one.
  void fill(std::span<std::byte> bytes) {
    if (bytes.empty()) return;
    const auto patience = std::chrono::duration<double>(stall_seconds_);
    const auto end = std::chrono::steady_clock::now() + patience;
    std::size_t done = 0;
    while (done < bytes.size()) {
      if (stop_.stop_requested()) throw InterruptedError();
      switch (child_->read(bytes.subspan(done, 1), kTurn)) {
        case ChildProcess::Read::kFull:
          ++done;
          if (done < bytes.size() &&
              child_->read(bytes.subspan(done),
                           std::chrono::duration_cast<std::chrono::milliseconds>(patience)) !=
                  ChildProcess::Read::kFull)
            gone();
          return;
        case ChildProcess::Read::kEnd:
          gone();
        case ChildProcess::Read::kStalled:
          if (std::chrono::steady_clock::now() > end)
            fail(fmt::format("the plug-in has done nothing for {:.0f} seconds and was ended",
                             stall_seconds_));
      }
    }
  }

  [[noreturn]] void gone() { fail("the plug-in " + child_->end(kFarewell)); }

  const std::string what_;
  const std::stop_token stop_;
  const double stall_seconds_;
  std::optional<ChildProcess> child_;
};

std::vector<std::string> command_of(const PluginHost& host, std::vector<std::string> arguments) {
  std::vector<std::string> command = host.command;
  std::ranges::move(arguments, std::back_inserter(command));
  return command;
}

std::vector<VampPlugin> plugins_in(const PluginHost& host, const fs::path& library,
                                   const std::stop_token& stop) {
  HostReader reader(command_of(host, {"list", library.string()}), kListSeconds, library.string(),
                    stop);
  std::vector<VampPlugin> plugins;
  for (;;) {
    const auto [kind, text] = reader.next();
    if (kind == HostMessage::kEnd) return plugins;
    const std::vector<std::string_view> fields = fields_of(text);
    if (fields.size() != 4) reader.fail("says what nobody understands");
    const auto field = [&](std::size_t number) { return std::string(fields[number]); };
    if (kind == HostMessage::kPlugin)
      plugins.push_back({library, field(1), field(0), field(2), field(3), {}});
    else if (kind == HostMessage::kOutput && !plugins.empty())
      plugins.back().outputs.push_back({field(0), field(1), field(2),
                                        user_lane_kind(fields[3]).value_or(UserLaneKind::kPoints)});
  }
}

void take_items(std::string_view text, std::vector<UserItem>& items) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::vector<std::string_view> fields = fields_of(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (fields.size() == 4)
      items.push_back({number_in(fields[0]), number_in(fields[1]), number_in(fields[2]),
                       std::string(fields[3])});
  }
}

}  // namespace

std::vector<fs::path> vamp_libraries() {
  const char* variable = std::getenv("VAMP_PATH");
  const fs::path home = home_folder();
  std::vector<fs::path> folders = {home / "vamp", home / ".vamp", "/usr/local/lib/vamp",
                                   "/usr/lib/vamp", "/usr/lib64/vamp"};
  const std::string of_processor = TACTUS_LIBRARY_ARCHITECTURE;  // Debian's vamp-examples
  if (!of_processor.empty()) folders.push_back(fs::path("/usr/lib") / of_processor / "vamp");
  if (variable && *variable) {
    folders.clear();
    std::string_view rest = variable;
    for (; !rest.empty(); rest.remove_prefix(std::min(rest.find(':'), rest.size() - 1) + 1))
      folders.emplace_back(rest.substr(0, rest.find(':')));
  }
  std::set<std::string> seen;
  std::vector<fs::path> libraries;
  for (const fs::path& folder : folders) {
    std::error_code unreadable;
    std::vector<fs::path> found;
    for (fs::directory_iterator entry(folder, unreadable), end; !unreadable && entry != end;
         entry.increment(unreadable))
      if (entry->path().extension() == ".so") found.push_back(entry->path());
    std::ranges::sort(found);
    for (const fs::path& library : found)
      if (seen.insert(library.filename()).second) libraries.push_back(library);
  }
  return libraries;
}

VampList list_vamp_plugins(const PluginHost& host, const std::vector<fs::path>& libraries,
                           const std::stop_token& stop) {
  VampList list;
  for (const fs::path& library : libraries) {
    try {
      std::ranges::move(plugins_in(host, library, stop), std::back_inserter(list.plugins));
    } catch (const PluginError& error) {
      list.faults.emplace_back(error.what());
    } catch (const InterruptedError&) {
      break;
    }
  }
  std::ranges::stable_sort(list.plugins, {}, &VampPlugin::name);
  return list;
}

UserLane run_vamp_plugin(const PluginHost& host, const VampPlugin& plugin, const VampOutput& output,
                         const fs::path& audio, const std::function<void(double)>& progress,
                         const std::stop_token& stop) {
  std::vector<std::string> arguments = {"run", plugin.library.string(), plugin.key,
                                        output.identifier, audio.string()};
  arguments.insert(arguments.end(), host.decoder.begin(), host.decoder.end());
  HostReader reader(command_of(host, arguments), host.stall_seconds, plugin.name, stop);
  UserLane lane{plugin.name + ": " + output.name, output.kind, 0, output.unit, {}};
  for (;;) {
    const auto [kind, text] = reader.next();
    if (kind == HostMessage::kEnd) break;
    if (kind == HostMessage::kProgress) progress(number_in(text));
    if (kind == HostMessage::kItems) take_items(text, lane.items);
    if (lane.items.size() > kMostUserItems)
      reader.fail(fmt::format("finds more than {} items, which no lane can show", kMostUserItems));
  }
  order_user_items(lane.items);
  return lane;
}

}  // namespace tactus
