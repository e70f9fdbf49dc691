#include "datasets/formats/format_losses.h"
#include "datasets/formats/interface/format_functions.h"

namespace tactus {

std::span<const FormatInfo> all_formats() {
  using enum Layer;
#define TITLE(context, text) text
#define TACTUS_FORMAT(constant, name, ending, title, parse, serialise, compare, ...) \
  {Format::constant, name, ending, title, parse, serialise, compare, {__VA_ARGS__}},
  static const std::vector<FormatInfo> formats = {
#include "datasets/formats/interface/formats.inc"
  };
#undef TACTUS_FORMAT
#undef TITLE
  return formats;
}

}  // namespace tactus
