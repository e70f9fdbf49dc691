#include "app/cli/commands/model_options.h"

namespace tactus {

OptionRows model_options(std::vector<std::string>& models, const std::string& help) {
  return {{"--model", &models, kModel, kAny, help + "; may be repeated"},
          {"--quality",
           [&models](const std::string& quality) {
             if (quality != "standard") models = {quality};
           },
           kText, one_of({"fast", "standard", "best"}),
           "Shipped models: standard (the default); fast: faster, but worse on a few "
           "recordings; best: slower, with slightly more accurate chords",
           excludes({"--model"})}};
}

}  // namespace tactus
