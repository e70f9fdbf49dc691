#include "datasets/formats/sheet/sheet_sections.h"

#include <utility>

namespace tactus {

void SheetSections::begin(Section section) {
  if (open_ && sections_.back().begin == section.begin) {
    const Section& last = sections_.back();
    if (last.heading != section.heading || (!last.heading && !last.named)) {
      if (last.named) section.label = last.label;
      section.heading = false;
      sections_.pop_back();
      open_ = false;
    }
  }
  close(section.begin);
  sections_.push_back(std::move(section));
  open_ = true;
}

void SheetSections::close(std::size_t bar) {
  if (open_) sections_.back().end = bar;
  open_ = false;
}

void SheetSections::close_environment(std::size_t bar) {
  if (open_ && !sections_.back().heading) close(bar);
}

}  // namespace tactus
