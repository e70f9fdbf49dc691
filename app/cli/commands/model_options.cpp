#include "app/cli/commands/model_options.h"

namespace tactus {

OptionRows model_options(std::vector<std::string>& models, const std::string& help) {
  return {{"--model", &models, kModel, kAny, help + "; may be repeated"},
          {"--quality",
           [&models](const std::string& quality) {
             if (quality != "standard") models = {quality};
           },
           kText, one_of({"fast", "standard", "best"}),
           "Shipped models: standard (the default); fast: less time, and a few recordings come out "
           "worse; best: slower, chords a little more exact",
           excludes({"--model"})}};
}

}  // namespace tactus
