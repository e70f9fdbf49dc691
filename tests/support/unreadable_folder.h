// A folder that cannot be read.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>

namespace tactus::test {

// For the length of a scope nobody has a right to the folder, and this process, if it is root's,
// is nobody's.
class UnreadableFolder {
 public:
  explicit UnreadableFolder(const std::filesystem::path& folder)
      : folder_(folder), user_(::geteuid()) {
    std::filesystem::permissions(folder_, std::filesystem::perms::none);
    if (user_ == 0 && ::seteuid(kNobody) != 0) ADD_FAILURE() << "the user stays root";
  }
  ~UnreadableFolder() {
    if (user_ == 0 && ::seteuid(user_) != 0) ADD_FAILURE() << "the user is not root again";
    std::error_code ignored;
    std::filesystem::permissions(folder_, std::filesystem::perms::owner_all, ignored);
  }
  UnreadableFolder(const UnreadableFolder&) = delete;
  UnreadableFolder& operator=(const UnreadableFolder&) = delete;

 private:
  static constexpr uid_t kNobody = 65534;
  std::filesystem::path folder_;
  uid_t user_;
};

}  // namespace tactus::test
