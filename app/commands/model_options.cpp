#include "app/commands/model_options.h"

#include <CLI/App.hpp>

#include "app/commands/option_checks.h"

namespace tactus {

void add_model_options(CLI::App& command, std::vector<std::string>& models,
                       const std::string& help) {
  CLI::Option* model = command.add_option("--model", models, help + "; may be repeated");
  command
      .add_option_function<std::string>(
          "--quality",
          [&models](const std::string& quality) {
            if (quality != "standard") models = {quality};
          },
          "Shipped models: standard (the default); fast: less time, and a few recordings come out "
          "worse; best: slower, chords a little more exact")
      ->check(one_of({"fast", "standard", "best"}))
      ->excludes(model);
}

}  // namespace tactus
