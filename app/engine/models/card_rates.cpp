#include "app/engine/models/card_rates.h"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <stdexcept>

#include "model/files/strict_json.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostBytes = 1 << 16;

const gpu::RateKind& kind_of(const std::string& name) {
  for (const gpu::RateKind& kind : gpu::rate_kinds()) {
    if (name == kind.name) return kind;
  }
  throw std::invalid_argument(fmt::format("unknown rate '{}'", name));
}

std::string date_of(const std::string& text) {
  std::string form = text;
  for (char& c : form) {
    if (std::isdigit(static_cast<unsigned char>(c))) c = '0';
  }
  if (form != "0000-00-00")
    throw std::invalid_argument("key 'date': expected a date such as 2026-11-26");
  return text;
}

std::string read_text(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMostBytes, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (file.bad() || !file.is_open()) throw std::invalid_argument("cannot be read");
  if (!file.eof()) throw std::invalid_argument("is too long for rates of a card");
  return text;
}

// Those of this card, all of them plausible.
gpu::MeasuredRates checked(gpu::MeasuredRates rates, const gpu::DeviceProperties& card) {
  if (rates.card != card.name || rates.compute_capability != card.compute_capability) {
    throw std::invalid_argument(fmt::format("is from another card: {} (sm_{}), expected {} (sm_{})",
                                            rates.card, rates.compute_capability, card.name,
                                            card.compute_capability));
  }
  const gpu::CardRates published = gpu::card_rates(card);
  for (const auto& [name, value] : rates.values) {
    const std::string why = gpu::why_implausible(kind_of(name), value, published);
    if (!why.empty()) throw std::invalid_argument(why);
  }
  return rates;
}

}  // namespace

fs::path rates_file(const fs::path& folder, const gpu::DeviceProperties& card) {
  std::string name = card.name;
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '-');
  return folder / fmt::format("rates-{}-{}.{}.json", name, card.compute_capability / 10,
                              card.compute_capability % 10);
}

std::string rates_text(const gpu::MeasuredRates& rates) {
  nlohmann::ordered_json values = nlohmann::ordered_json::object();
  for (const gpu::RateKind& kind : gpu::rate_kinds()) {
    const auto found = rates.values.find(kind.name);
    if (found != rates.values.end())
      values[kind.name] = {{"value", found->second}, {"unit", kind.unit}};
  }
  const nlohmann::ordered_json json = {{"card", rates.card},
                                       {"compute_capability", rates.compute_capability},
                                       {"date", rates.date},
                                       {"rates", values}};
  return json.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n';
}

gpu::MeasuredRates parse_rates(std::string_view text) {
  const nlohmann::json json = parse_strict_json(text, "not JSON");
  StrictObject file(json, "rates of a card");
  gpu::MeasuredRates rates;
  rates.card = file.text("card");
  rates.compute_capability = file.integer("compute_capability");
  rates.date = date_of(file.text("date"));
  const nlohmann::json& values = file.member("rates");
  file.finish();
  StrictObject checked_object(values, "key 'rates'");
  for (const auto& [name, json_of_rate] : values.items()) {
    const gpu::RateKind& kind = kind_of(name);
    StrictObject rate(json_of_rate, fmt::format("rate '{}'", name));
    rates.values[name] = rate.number("value");
    if (const std::string unit = rate.text("unit"); unit != kind.unit)
      throw std::invalid_argument(
          fmt::format("rate '{}': found {}, expected {}", name, unit, kind.unit));
    rate.finish();
  }
  return rates;
}

FoundRates find_rates(const fs::path& folder, const gpu::DeviceProperties& card) {
  if (folder.empty()) return {};
  const fs::path path = rates_file(folder, card);
  std::error_code unknown;
  if (!fs::exists(path, unknown)) return {};
  try {
    return {checked(parse_rates(read_text(path)), card)};
  } catch (const std::invalid_argument& error) {
    return {
        {},
        fmt::format("{}: {}; published rates are used (run `tactus bench rates` to measure again)",
                    path.string(), error.what())};
  }
}

std::string describe(const FoundRates& found) {
  return found.rates ? fmt::format("rates measured on {}", found.rates->date) : "published rates";
}

}  // namespace tactus
