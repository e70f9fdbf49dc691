#include "datasets/corpora/folder_walk.h"

#include <gtest/gtest.h>

#include "tests/support/test_support.h"
#include "tests/support/unreadable_folder.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;
using test::ScratchFolder;
using test::write_text;

TEST(FolderWalk, FindsFilesInOrderAndGoesRoundWhatIsNone) {
  const ScratchFolder root;
  for (const char* name : {"b.lab", "a/z.lab", "a.lab", "._b.lab", ".hidden/c.lab", "a/.DS_Store"})
    write_text(root / name, "text");
  fs::create_symlink("b.lab", root / "link.lab");
  fs::create_symlink("self.lab", root / "self.lab");
  fs::create_symlink("nowhere.lab", root / "dangling.lab");
  fs::create_directory_symlink("..", root / "a/up");
  const FolderFiles found = files_below(root.path());
  EXPECT_EQ(found.files, (std::vector<fs::path>{root / "a/z.lab", root / "a.lab", root / "b.lab",
                                                root / "link.lab"}));
  EXPECT_TRUE(found.faults.empty());
  EXPECT_EQ(files_below(root / ".hidden").files.size(), 1u) << "named by the user";
}

TEST(FolderWalk, NamesTheFoldersThatCannotBeRead) {
  const ScratchFolder root;
  for (const char* name : {"a/x.lab", "shut/y.lab", "z/w.lab"}) write_text(root / name, "text");
  const FolderFiles found = [&] {
    const test::UnreadableFolder shut(root / "shut");
    return files_below(root.path());
  }();
  EXPECT_EQ(found.files, (std::vector<fs::path>{root / "a/x.lab", root / "z/w.lab"}));
  EXPECT_EQ(found.faults, (std::vector<std::string>{(root / "shut").string() +
                                                    ": folder cannot be read: Permission denied"}));
  EXPECT_EQ(files_below(root / "absent").faults.size(), 1u);
}

}  // namespace
}  // namespace tactus
