#include "app/engine/models/card_self_test.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>

#include <cerrno>
#include <chrono>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "app/engine/models/card_rates.h"
#include "app/engine/models/places.h"
#include "features/files/atomic_file.h"
#include "features/files/descriptor.h"
#include "features/files/file_error.h"
#include "gpu/self_test.h"

namespace tactus {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPassed = "passed";
// While the test runs, and for good if the card ends this program.
constexpr const char* kBegun = "the test did not finish";
constexpr std::size_t kTestMemory = std::size_t{256} << 20;  // bytes

// What the result depends on.
nlohmann::ordered_json key_of(const TestedCard& card, const Places& places) {
  std::error_code unknown;
  const auto changed = fs::last_write_time(first_existing(places.cuda_modules), unknown);
  return {
      {"card", card.properties.name},
      {"driver", card.module->driver()},
      {"module", fmt::format("{} of {}", card.module->build, changed.time_since_epoch().count())}};
}

void keep(const fs::path& file, nlohmann::ordered_json key, const std::string& result) {
  key["result"] = result;
  write_file_atomically(
      file, key.dump(1, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + '\n');
}

// Nothing for a file that is absent, damaged, or of another driver or module.
std::optional<std::string> kept_result(const fs::path& file, const nlohmann::ordered_json& key) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  nlohmann::ordered_json found = nlohmann::ordered_json::parse(text, nullptr, false);
  if (!found.is_object() || !found.contains("result") || !found["result"].is_string()) return {};
  const auto result = found["result"].get<std::string>();
  found.erase("result");
  return found == key ? std::optional(result) : std::nullopt;
}

// Others wait for a test; one that hangs is not waited for. A folder that cannot be locked is used
// without a lock.
void lock(const Descriptor& folder) {
  constexpr int kTries = 600;
  for (int i = 0; i < kTries && ::flock(folder.get(), LOCK_EX | LOCK_NB) != 0; ++i) {
    if (errno != EWOULDBLOCK && errno != EINTR) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

std::string tested(const TestedCard& card, const fs::path& file,
                   const nlohmann::ordered_json& key) {
  keep(file, key, kBegun);
  const auto open = [&](gpu::Rung rung) {
    return card.module->open(card.number, {.rung = rung, .memory_bound = kTestMemory}).backend;
  };
  try {
    const std::string wrong = gpu::self_test(open);
    keep(file, key, wrong.empty() ? kPassed : wrong);
    return wrong.empty() ? kPassed : wrong;
  } catch (...) {
    fs::remove(file);  // no verdict: perhaps another program has the card now, or its memory
    throw;
  }
}

std::string result_of(const TestedCard& card, const Places& places, const fs::path& file) {
  const nlohmann::ordered_json key = key_of(card, places);
  if (const auto result = kept_result(file, key); result && *result != kBegun) return *result;
  fs::create_directories(places.card_rates);
  const Descriptor folder(::open(places.card_rates.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  lock(folder);
  if (const auto result = kept_result(file, key)) return *result;
  return tested(card, file, key);
}

}  // namespace

fs::path self_test_file(const fs::path& folder, const gpu::DeviceProperties& card) {
  std::string name = rates_file(folder, card).filename().string();
  return folder / name.replace(0, name.find('-'), "self-test");
}

std::string why_not_trusted(const TestedCard& card, const Places& places) {
  if (places.card_rates.empty())
    return "there is no folder for the self-test of the card (see TACTUS_RATES)";
  const fs::path file = self_test_file(places.card_rates, card.properties);
  try {
    const std::string result = result_of(card, places, file);
    if (result == kPassed) return "";
    return fmt::format("the self-test of {} failed: {} (remove {} to test again)",
                       card.properties.name, result, file.string());
  } catch (const fs::filesystem_error& error) {
    return fmt::format("the self-test of the card cannot be saved: {}", file_fault(error));
  }
}

}  // namespace tactus
