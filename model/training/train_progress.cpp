#include "model/training/train_progress.h"

#include <fmt/core.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

namespace tactus {
namespace {

using Json = nlohmann::json;

// JSON has no infinities and no NaN, but a score or a metric may be one.
Json number(double value) {
  if (std::isnan(value)) return "nan";
  if (value == std::numeric_limits<double>::infinity()) return "inf";
  if (value == -std::numeric_limits<double>::infinity()) return "-inf";
  return value;
}

double number(const Json& json) {
  if (json == "nan" || json.is_null()) {  // null: in older states
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (json == "inf") return std::numeric_limits<double>::infinity();
  if (json == "-inf") return -std::numeric_limits<double>::infinity();
  return json.get<double>();
}

}  // namespace

std::string to_json(const TrainProgress& progress) {
  Json metrics = Json::array();
  for (const auto& [name, value] : progress.best.metrics) {
    metrics.push_back(Json::array({name, number(value)}));
  }
  Json loss_sum = Json::array();
  for (double value : progress.loss_sum) loss_sum.push_back(number(value));
  return Json{{"fingerprint", progress.fingerprint},
              {"epoch", progress.epoch},
              {"batch", progress.batch},
              {"loss_sum", loss_sum},
              {"smoothed_loss", number(progress.smoothed_loss)},
              {"has_smoothed_loss", progress.has_smoothed_loss},
              {"best_epoch", progress.best_epoch},
              {"best_score", number(progress.best.score)},
              {"best_metrics", metrics},
              {"seconds", progress.seconds}}
      .dump();
}

TrainProgress train_progress_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    TrainProgress progress;
    progress.fingerprint = json.at("fingerprint").get<std::string>();
    progress.epoch = json.at("epoch").get<int>();
    progress.batch = json.at("batch").get<std::size_t>();
    for (const Json& value : json.at("loss_sum")) progress.loss_sum.push_back(number(value));
    progress.smoothed_loss = number(json.at("smoothed_loss"));
    progress.has_smoothed_loss = json.at("has_smoothed_loss").get<bool>();
    progress.best_epoch = json.at("best_epoch").get<int>();
    progress.best.score = number(json.at("best_score"));
    for (const Json& pair : json.at("best_metrics")) {
      progress.best.metrics.emplace_back(pair.at(0).get<std::string>(), number(pair.at(1)));
    }
    progress.seconds = json.at("seconds").get<double>();
    return progress;
  } catch (const Json::exception& error) {
    throw TrainError(fmt::format(
        "training state: progress: {}; start the training again without --resume", error.what()));
  }
}

}  // namespace tactus
