#include "datasets/outputs/output_files.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iterator>
#include <system_error>

#include "datasets/cache/content_hash.h"
#include "datasets/dataset_error.h"
#include "datasets/formats/jams/jams_mark.h"
#include "datasets/outputs/kept_copy.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

fs::path folder_of(const fs::path& file) {
  return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

// The bytes of a file that may be JAMS, else "".
std::string json_in(const fs::path& file, off_t size) {
  constexpr off_t kLargest = off_t{256} << 20;
  std::ifstream stream(file, std::ios::binary);
  if (size > kLargest || stream.peek() != '{') return {};
  return {std::istreambuf_iterator<char>(stream), {}};
}

bool has_mark(const fs::path& file) {
  struct stat status;
  return ::stat(file.c_str(), &status) == 0 &&
         jams_mark(json_in(file, status.st_size)) != JamsMark::kNone;
}

Owner owner_by(JamsMark mark) {
  switch (mark) {
    case JamsMark::kHolds:
      return Owner::kTactus;
    case JamsMark::kReviewed:
      return Owner::kPerson;
    case JamsMark::kBroken:
      return Owner::kChanged;
    case JamsMark::kNone:
      break;
  }
  return Owner::kStranger;
}

bool belongs_to_writer(Owner owner, const OutputRules& rules) {
  return owner == Owner::kTactus || (owner == Owner::kPerson && rules.of_person);
}

bool may_replace(Owner owner, const OutputRules& rules) {
  if (owner == Owner::kLink || owner == Owner::kNoFile) return false;
  return rules.overwrite || owner == Owner::kNobody || belongs_to_writer(owner, rules);
}

// Is this a device or a pipe, or a link to one or to an open file?
bool is_written_directly(const fs::path& file) {
  struct stat status;
  if (::stat(file.c_str(), &status) != 0 || S_ISDIR(status.st_mode)) return false;
  if (!S_ISREG(status.st_mode)) return true;
  const std::string name = file.string();
  return name.starts_with("/dev/std") || name.starts_with("/dev/fd/") ||
         name.starts_with("/proc/self/fd/");
}

[[noreturn]] void refuse(const fs::path& file, Owner owner, const OutputRules& rules) {
  if (owner != Owner::kNoFile) throw KeptError(file, owner, rules.can_overwrite);
  const bool folder = fs::is_directory(file);
  throw fs::filesystem_error(
      "cannot be replaced", file,
      std::make_error_code(folder ? std::errc::is_a_directory : std::errc::file_exists));
}

// "" if the file cannot be read: then nobody knows whose it is.
std::string readable_hash(const fs::path& file) {
  try {
    return hash_file(file);
  } catch (const DatasetError&) {
    return {};
  }
}

fs::path readable_path(const StagedFile& staged) {
  return fmt::format("/proc/self/fd/{}", staged.descriptor());
}

}  // namespace

struct OutputFiles::Seen {
  Owner owner = Owner::kNobody;
  struct stat status {};
  bool same_bytes = false;

  bool is_current(const fs::path& file) const {
    struct stat now;
    return ::lstat(file.c_str(), &now) == 0 && now.st_ino == status.st_ino &&
           now.st_dev == status.st_dev && now.st_size == status.st_size &&
           now.st_mtim.tv_sec == status.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == status.st_mtim.tv_nsec;
  }
};

std::string_view reason_of(Owner owner) {
  switch (owner) {
    case Owner::kPerson:
      return "saved by a person";
    case Owner::kChanged:
      return "changed since Tactus wrote it";
    case Owner::kStranger:
      return "not marked as made by Tactus";
    case Owner::kLink:
      return "a link, and Tactus does not write through links";
    case Owner::kNoFile:
      return "not a regular file";
    case Owner::kNobody:
    case Owner::kTactus:
      break;
  }
  return "";
}

KeptError::KeptError(const fs::path& file, Owner owner, bool can_overwrite)
    : ErrorOf(fmt::format("{}: kept: {}; {}", file.string(), reason_of(owner),
                          owner == Owner::kLink ? "remove the link or choose another name"
                          : can_overwrite ? "--overwrite replaces it and keeps a copy as NAME.orig"
                                          : "move it away or write to another place")) {}

// `hash`: of the bytes that shall be written, or "".
OutputFiles::Seen OutputFiles::look_at(const fs::path& file, const std::string& hash) {
  Seen seen;
  if (::lstat(file.c_str(), &seen.status) != 0) {
    if (errno == ENOENT || errno == ENOTDIR) return seen;
    throw fs::filesystem_error("cannot be read", file,
                               std::error_code(errno, std::generic_category()));
  }
  seen.owner = S_ISLNK(seen.status.st_mode)   ? Owner::kLink
               : S_ISREG(seen.status.st_mode) ? Owner::kStranger
                                              : Owner::kNoFile;
  if (seen.owner != Owner::kStranger) return seen;
  if (seen.status.st_size == 0) {
    seen.owner = Owner::kTactus;
    return seen;
  }
  if (const std::string json = json_in(file, seen.status.st_size); !json.empty())
    seen.owner = owner_by(jams_mark(json));
  // First the bytes, then the records: another program adds the record before it puts its file in
  // place.
  const std::string bytes = readable_hash(file);
  std::vector<OutputRecord> known;
  {
    const std::lock_guard lock(mutex_);
    known = index_of(file).records(file.filename().string());
  }
  if (seen.owner == Owner::kStranger && !known.empty()) seen.owner = Owner::kChanged;
  seen.same_bytes = !hash.empty() && bytes == hash;
  const auto record = std::find_if(known.rbegin(), known.rend(),
                                   [&](const OutputRecord& each) { return each.hash == bytes; });
  if (record != known.rend()) seen.owner = record->person ? Owner::kPerson : Owner::kTactus;
  return seen;
}

Owner OutputFiles::owner_of(const fs::path& file) {
  return look_at(file, "").owner;
}

void OutputFiles::require_free(const fs::path& file, const OutputRules& rules) {
  if (is_written_directly(file)) return;
  const Owner owner = owner_of(file);
  if (!may_replace(owner, rules)) refuse(file, owner, rules);
}

fs::path OutputFiles::song_of(const fs::path& stem, std::span<const std::string> endings) {
  const std::lock_guard lock(mutex_);
  OutputIndex& index = index_of(stem);
  index.refresh();
  for (const std::string& ending : endings) {
    const auto& known = index.known(stem.filename().string() + ending);
    if (!known.empty() && !known.back().song.empty()) return known.back().song;
  }
  return {};
}

std::string OutputFiles::damage_of(const fs::path& file) {
  const std::lock_guard lock(mutex_);
  const auto& known = index_of(file).records(file.filename().string());
  return known.empty() ? "" : known.back().damage;
}

OutputIndex& OutputFiles::index_of(const fs::path& file) {
  const fs::path folder = folder_of(file);
  return indexes_.try_emplace(folder, folder).first->second;
}

std::vector<std::string> OutputFiles::take_warnings() {
  const std::lock_guard lock(mutex_);
  std::vector<std::string> warnings;
  for (auto& [folder, index] : indexes_)
    if (std::string failure = index.take_failure(); !failure.empty())
      warnings.push_back(std::move(failure));
  return warnings;
}

StagedFile OutputFiles::stage(const fs::path& file) {
  const fs::path folder = folder_of(file);
  fs::create_directories(folder);
  {
    const std::lock_guard lock(mutex_);
    if (swept_.insert(folder).second) sweep_partials(folder);
  }
  struct stat status;
  if (::lstat(file.c_str(), &status) == 0 && S_ISLNK(status.st_mode))
    throw KeptError(file, Owner::kLink);
  return StagedFile(file);
}

std::optional<fs::path> OutputFiles::commit(StagedFile& staged, const OutputRules& rules) {
  staged.flush();
  const fs::path file = staged.path();
  const std::string hash = hash_file(readable_path(staged));
  const auto record_it = [&] {
    if (!has_mark(readable_path(staged))) record(file, hash, rules);
  };
  std::optional<fs::path> kept;
  for (;;) {
    const Seen seen = look_at(file, hash);
    if (seen.owner == Owner::kNobody) {
      record_it();
      if (staged.place()) return kept;
      continue;
    }
    const bool own = belongs_to_writer(seen.owner, rules);
    if (seen.same_bytes) {
      if (own) record_it();
      return kept;
    }
    if (!may_replace(seen.owner, rules)) refuse(file, seen.owner, rules);
    if (!own) kept = keep_copy(file);
    record_it();
    if (!seen.is_current(file)) continue;
    staged.replace();
    return kept;
  }
}

void OutputFiles::record(const fs::path& file, const std::string& hash, const OutputRules& rules) {
  std::error_code unknown;
  const fs::path song = rules.song.empty() ? fs::path() : fs::absolute(rules.song, unknown);
  const std::lock_guard lock(mutex_);
  index_of(file).add(file.filename().string(),
                     {hash, rules.of_person, song.lexically_normal().string(), rules.damage});
}

std::optional<fs::path> OutputFiles::write(const fs::path& file,
                                           std::span<const std::span<const std::byte>> parts,
                                           const OutputRules& rules) {
  if (is_written_directly(file)) {
    write_file_atomically(file, parts);
    return std::nullopt;
  }
  StagedFile staged = stage(file);
  for (const auto& part : parts) staged.write(part);
  return commit(staged, rules);
}

std::optional<fs::path> OutputFiles::write(const fs::path& file, std::string_view content,
                                           const OutputRules& rules) {
  const std::span<const std::byte> part = std::as_bytes(std::span(content));
  return write(file, std::span(&part, 1), rules);
}

void OutputFiles::remove(const fs::path& file, const OutputRules& rules) {
  const Owner owner = owner_of(file);
  if (owner == Owner::kNobody) return;
  if (!may_replace(owner, rules)) refuse(file, owner, rules);
  if (!belongs_to_writer(owner, rules)) keep_copy(file);
  fs::remove(file);
}

void OutputFiles::mark(const fs::path& file, std::string_view bytes) {
  record(file, hash_text(bytes), {});
}

std::string kept_message(const fs::path& file, const std::optional<fs::path>& copy) {
  return copy ? fmt::format("{}: kept as {}", file.string(), copy->string()) : "";
}

}  // namespace tactus
