// A folder that cannot be read.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <optional>
#include <utility>

namespace tactus::test {

// For the length of a scope this process, if it is root's, is nobody's.
class NobodysRights {
 public:
  NobodysRights() : user_(::geteuid()) {
    if (user_ == 0 && ::seteuid(kNobody) != 0) ADD_FAILURE() << "the user stays root";
  }
  ~NobodysRights() {
    if (user_ == 0 && ::seteuid(user_) != 0) ADD_FAILURE() << "the user is not root again";
  }
  NobodysRights(const NobodysRights&) = delete;
  NobodysRights& operator=(const NobodysRights&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  uid_t user_;
};

// For the length of a scope nobody has a right to the folder, and this process is nobody's.
class UnreadableFolder {
 public:
  explicit UnreadableFolder(const std::filesystem::path& folder)
      : folder_(without_rights(folder)) {}
  ~UnreadableFolder() {
    nobody_.reset();
    std::error_code ignored;
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
  }
  UnreadableFolder(const UnreadableFolder&) = delete;
  UnreadableFolder& operator=(const UnreadableFolder&) = delete;

 private:
  static const std::filesystem::path& without_rights(const std::filesystem::path& folder) {
    std::filesystem::permissions(folder, std::filesystem::perms::none);
    return folder;
  }
  std::filesystem::path folder_;
  std::optional<NobodysRights> nobody_{std::in_place};
};

}  // namespace tactus::test
