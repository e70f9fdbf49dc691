#include "datasets/formats/format_functions.h"
#include "datasets/formats/format_losses.h"

namespace tactus {

std::span<const FormatInfo> all_formats() {
  using enum Layer;
#define TITLE(context, text) text
#define TACTUS_FORMAT(constant, name, ending, title, parse, serialise, compare, ...) \
  {Format::constant, name, ending, title, parse, serialise, compare, {__VA_ARGS__}},
  static const std::vector<FormatInfo> formats = {
#include "datasets/formats/formats.inc"
  };
#undef TACTUS_FORMAT
#undef TITLE
  return formats;
}

}  // namespace tactus
