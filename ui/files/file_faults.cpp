#include "ui/files/file_faults.h"

#include <sys/stat.h>

#include <QCoreApplication>
#include <system_error>

namespace tactus::ui {

namespace fs = std::filesystem;

namespace {

QString tr(const char* text) {
  return QCoreApplication::translate("tactus::ui", text);
}

bool is_one_of(const std::error_code& code, std::initializer_list<std::errc> conditions) {
  for (const std::errc condition : conditions) {
    if (code == condition) return true;
  }
  return false;
}

QString remedy(const std::error_code& code) {
  using enum std::errc;
  if (is_one_of(code, {no_space_on_device, file_too_large})) {
    return tr("There is not enough space. Free some, or choose another folder.");
  }
  if (is_one_of(code, {permission_denied, operation_not_permitted, read_only_file_system})) {
    return tr(
        "You have no permission to write there. Change the permissions, or choose another folder.");
  }
  if (is_one_of(code, {no_such_file_or_directory, not_a_directory})) {
    return tr("The folder does not exist, or it is a file. Choose another folder.");
  }
  if (code == std::errc::no_such_device) {
    return tr("The disk of this folder is gone. Connect it again, or choose another folder.");
  }
  return tr("Choose another folder.");
}

}  // namespace

QString saving_fault(const fs::path& file, const std::exception& error) {
  const auto* fault = dynamic_cast<const fs::filesystem_error*>(&error);
  if (!fault) return QString::fromUtf8(error.what());
  return tr("Tactus cannot save %1: %2.\n%3")
      .arg(QString::fromStdString(file.string()),
           QString::fromStdString(fault->code().message()).toLower(), remedy(fault->code()));
}

std::uint64_t disk_of(const fs::path& path) {
  struct stat status;
  return ::stat(path.c_str(), &status) == 0 ? status.st_dev : 0;
}

FileStamp FileStamp::of(const fs::path& file) {
  std::error_code error;
  FileStamp stamp;
  stamp.size_ = fs::file_size(file, error);
  if (error) return {};
  stamp.time_ = fs::last_write_time(file, error);
  if (error) return {};
  stamp.exists_ = true;
  return stamp;
}

}  // namespace tactus::ui
