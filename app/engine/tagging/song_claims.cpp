#include "app/engine/tagging/song_claims.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <vector>

#include "audio/error.h"
#include "features/files/atomic_file.h"
#include "features/files/data_hash.h"
#include "features/files/descriptor.h"

namespace tactus {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string content_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

// When the process started, in ticks since the boot; "" = there is no such process. Numbers of
// processes come again, but not with the same start.
std::string start_of(int process) {
  const std::string stat = content_of(fmt::format("/proc/{}/stat", process));
  const std::size_t name_end = stat.rfind(')');  // the name may have blanks
  if (name_end == std::string::npos) return "";
  std::istringstream fields(stat.substr(name_end + 1));
  constexpr int kStart = 20;  // fields after the name
  std::string field;
  for (int i = 0; i < kStart; ++i) fields >> field;
  return field;
}

// Names the set of processes in which a number means this process: one boot of one machine, and
// there one container.
const std::string& this_boot() {
  static const std::string boot = [] {
    std::string id = content_of("/proc/sys/kernel/random/boot_id");
    while (!id.empty() && id.back() == '\n') id.pop_back();
    std::error_code unknown;
    return id + " " + fs::read_symlink("/proc/self/ns/pid", unknown).string();
  }();
  return boot;
}

std::string host_name() {
  std::vector<char> name(256, '\0');
  return gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "unknown";
}

std::string line_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace) + "\n";
}

[[noreturn]] void fail(const fs::path& file) {
  throw fs::filesystem_error("", file, std::error_code(errno, std::generic_category()));
}

void touch(const fs::path& file) {
  ::utimensat(AT_FDCWD, file.c_str(), nullptr, 0);
}

}  // namespace

SongClaims::SongClaims(fs::path folder, std::chrono::milliseconds silence)
    : folder_(std::move(folder)), silence_(silence) {
  try {
    fs::create_directories(folder_);
    const fs::path clock = folder_ / "clock";
    if (Descriptor(::open(clock.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666)).get() < 0)
      fail(clock);
  } catch (const fs::filesystem_error& error) {
    throw ArgumentError(
        fmt::format("--claim {}: cannot be written: {}", folder_.string(), error.code().message()));
  }
  life_ = std::jthread([this](const std::stop_token& stop) {
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, stop, silence_ / 10, [&] { return stop.stop_requested(); }))
      show_life();
  });
}

SongClaims::~SongClaims() {
  life_.request_stop();
  life_.join();
  while (!held_.empty()) give_back(std::string(held_.begin()->first));
}

fs::path SongClaims::file_of(const std::string& song, int number) const {
  const std::string hash = hash_text(song);
  return folder_ / hash.substr(0, 2) / fmt::format("{}.{}", hash, number);
}

SongClaims::Claim SongClaims::look(const std::string& song) const {
  int number = 1;
  return look(song, number);
}

SongClaims::Claim SongClaims::look(const std::string& song, int& number) const {
  for (;; ++number) {
    const fs::path claim = file_of(song, number);
    if (!fs::exists(claim)) return Claim::kMine;
    const std::string text = content_of(claim);
    const std::size_t first = text.find('\n');
    if (first != std::string::npos && text.find('\n', first + 1) != std::string::npos)
      return Claim::kDone;
    if (!is_dead(claim, std::string_view(text).substr(0, first))) return Claim::kOthers;
  }
}

SongClaims::Claim SongClaims::take(const std::string& song) {
  for (int number = 1;;) {
    const Claim found = look(song, number);
    if (found != Claim::kMine) return found;
    const fs::path claim = file_of(song, number);
    fs::create_directories(claim.parent_path());
    const std::string line = line_of({{"song", song},
                                      {"host", host_name()},
                                      {"boot", this_boot()},
                                      {"process", getpid()},
                                      {"started", start_of(getpid())}});
    StagedFile staged(claim);
    staged.write(std::as_bytes(std::span(line)));
    staged.flush();
    const std::lock_guard lock(mutex_);
    if (!staged.place()) continue;  // another process was faster
    held_[song] = claim;
    return Claim::kMine;
  }
}

bool SongClaims::is_dead(const fs::path& claim, std::string_view first_line) const {
  const json owner = json::parse(first_line, nullptr, false);
  const auto text = [&](const char* name) {
    const bool there = owner.is_object() && owner.contains(name) && owner[name].is_string();
    return there ? owner[name].get<std::string>() : "";
  };
  const bool here = text("boot") == this_boot() && owner.contains("process") &&
                    owner["process"].is_number_integer();
  return here ? start_of(owner["process"].get<int>()) != text("started") : is_silent(claim);
}

bool SongClaims::is_silent(const fs::path& claim) const {
  const fs::path clock = folder_ / "clock";
  touch(clock);
  std::error_code gone;
  const auto now = fs::last_write_time(clock, gone);
  const auto seen = fs::last_write_time(claim, gone);
  return !gone && now - seen > silence_;
}

void SongClaims::show_life() {
  for (const auto& [song, claim] : held_) touch(claim);
}

void SongClaims::finish(const std::string& song, std::string_view status,
                        std::string_view message) {
  const std::lock_guard lock(mutex_);
  const auto held = held_.extract(song);
  if (held.empty()) return;
  const fs::path& claim = held.mapped();
  const Descriptor file(::open(claim.c_str(), O_WRONLY | O_APPEND | O_CLOEXEC));
  if (file.get() < 0) fail(claim);
  // In one call, so that nobody reads half of a line as a whole one.
  const std::string line = line_of({{"status", status}, {"message", message}});
  if (::write(file.get(), line.data(), line.size()) != static_cast<ssize_t>(line.size()))
    fail(claim);
}

void SongClaims::give_back(const std::string& song) noexcept {
  const std::lock_guard lock(mutex_);
  const auto held = held_.find(song);
  if (held == held_.end()) return;
  const fs::path claim = held->second;
  held_.erase(held);
  // Not if another process took the song because this one was silent: its claim needs those before.
  const int number = std::stoi(claim.extension().string().substr(1));
  std::error_code unknown;
  if (!fs::exists(file_of(song, number + 1), unknown)) ::unlink(claim.c_str());
}

}  // namespace tactus
