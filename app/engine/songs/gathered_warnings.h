// Warnings of many songs: what all have in common is one sentence.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tactus {

class GatheredWarnings {
 public:
  using Sink = std::function<void(const std::string&)>;
  explicit GatheredWarnings(const Sink& report_to) : report_to_(report_to) {}

  // From now on print_all() prints the sentences about files, each once.
  void gather() { gathers_ = true; }

  void say(const std::string& message) const {
    report_to_(message.starts_with("warning:") ? message : "warning: " + message);
  }
  // `kind`: sentences of one kind that differ count as one, and the figures of the first stand for
  // it.
  void say(const std::filesystem::path& file, std::string what, std::string kind = "") {
    if (!gathers_) return say(fmt::format("{}: {}", file.string(), what));
    if (kind.empty()) kind = what;
    const auto same = std::ranges::find(gathered_, kind, &Sentence::kind);
    if (same != gathered_.end())
      ++same->others;
    else
      gathered_.push_back({std::move(kind), std::move(what), file});
  }

  void print_all() const {
    for (const Sentence& each : gathered_)
      say(fmt::format("{}{}: {}{}", each.first.string(),
                      each.others > 0 ? fmt::format(" and {} more", each.others) : "", each.what,
                      each.others > 0 && each.what != each.kind ? " (the first)" : ""));
  }

 private:
  struct Sentence {
    std::string kind;
    std::string what;
    std::filesystem::path first;
    std::size_t others = 0;
  };
  const Sink& report_to_;
  bool gathers_ = false;
  std::vector<Sentence> gathered_;
};

}  // namespace tactus
