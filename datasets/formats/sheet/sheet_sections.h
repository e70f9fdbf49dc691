// The sections of a song sheet while it is read: those of directives ({start_of_verse}) and those
// of headings (a comment or line "Verse 1").
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace tactus {

class SheetSections {
 public:
  struct Section {
    std::size_t begin = 0;  // bars
    std::size_t end = 0;
    std::string label;
    bool named = false;    // by the sheet, not by its directive
    bool heading = false;  // outside of an environment; lasts until the next section
  };

  const std::vector<Section>& all() const { return sections_; }

  // Closes the open section, unless it has no bars yet and is the other kind of name for this one,
  // as {comment: Verse 1} before {start_of_verse}.
  void begin(Section section);
  void close(std::size_t bar);
  // Closes the open section unless it is a heading.
  void close_environment(std::size_t bar);

 private:
  std::vector<Section> sections_;
  bool open_ = false;  // the last one
};

}  // namespace tactus
