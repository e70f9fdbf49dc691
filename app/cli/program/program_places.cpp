#include "app/cli/program/program_places.h"

#include <cstdlib>
#include <string>

namespace tactus {

namespace fs = std::filesystem;

namespace {

constexpr const char* kCudaModule = "libtactus_cuda.so";
constexpr const char* kConfigFile = "tactus/config.yaml";

std::string environment(const char* name) {
  const char* given = std::getenv(name);
  return given ? given : "";
}

// Where a module may lie: beside the program, or where it is installed.
std::vector<fs::path> modules(const char* name) {
  const fs::path folder = program_path().parent_path();
  return {folder / name, folder.parent_path() / TACTUS_MODULE_FOLDER / name};
}

}  // namespace

fs::path program_path() {
  std::error_code error;
  const fs::path self = fs::read_symlink("/proc/self/exe", error);
  return error ? fs::path("tactus") : self;
}

fs::path command_line_program() {
  const fs::path self = program_path();
  for (const auto& folder : {self.parent_path(), self.parent_path().parent_path()}) {
    if (fs::is_regular_file(folder / "tactus")) return folder / "tactus";
  }
  return self;
}

fs::path child_program(const char* name) {
  const fs::path folder = program_path().parent_path(), above = folder.parent_path();
  return first_existing({folder / name, above / name, above / TACTUS_PROGRAM_FOLDER / name});
}

fs::path config_file() {
  if (const char* given = std::getenv("TACTUS_CONFIG")) return given;
  const fs::path folder = environment("XDG_CONFIG_HOME");
  if (folder.is_absolute()) return folder / kConfigFile;
  const fs::path home = environment("HOME");
  return home.empty() ? fs::path() : home / ".config" / kConfigFile;
}

bool names_config_file() {
  return !environment("TACTUS_CONFIG").empty();
}

fs::path shipped_folder(const char* name) {
  const fs::path installed = program_path().parent_path().parent_path() / TACTUS_DATA_FOLDER / name;
  if (fs::is_directory(installed)) return installed;
  return fs::path(TACTUS_SOURCE_FOLDER) / "datasets" / name;
}

Places program_places() {
  Places places;
  const std::string models = environment("TACTUS_MODELS");
  places.models = models.empty() ? shipped_folder("models") : fs::path(models);
  if (const std::string module = environment("TACTUS_CUDA_MODULE"); !module.empty()) {
    places.cuda_modules = {module};
    places.needs_driver = false;
  } else {
    places.cuda_modules = modules(kCudaModule);
  }
  places.mpi_modules = modules("libtactus_mpi.so");
  places.card_rates = card_rates_folder();
  places.decoder = {child_program("tactus-decode").string()};
  places.file_tag_worker = {command_line_program().string(), kFileTagWorkerCommand, "--"};
  return places;
}

fs::path card_rates_folder() {
  if (const char* given = std::getenv("TACTUS_RATES")) return given;
  const fs::path home = environment("HOME");
  return home.empty() ? fs::path() : home / ".cache/tactus";
}

bool is_one_of_ranks() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMI_SIZE"})
    if (std::atoi(environment(name).c_str()) > 1) return true;
  return !environment("PMIX_RANK").empty() && std::atoi(environment("SLURM_NTASKS").c_str()) > 1;
}

fs::path temporary_folder() {
  const std::string folder = environment("TMPDIR");
  return folder.empty() ? "/tmp" : folder;
}

}  // namespace tactus
