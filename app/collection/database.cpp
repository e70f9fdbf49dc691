#include "app/collection/database.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>
#include <utility>

#include "app/collection/folded_text.h"
#include "audio/natural_order.h"
#include "features/files/descriptor.h"

namespace tactus {

namespace fs = std::filesystem;

namespace {

// The SQL function folded(TEXT).
void fold_value(sqlite3_context* context, int, sqlite3_value** values) {
  const auto* text = static_cast<const char*>(sqlite3_value_blob(values[0]));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(values[0]));
  const std::string lower = folded(text ? std::string_view(text, size) : std::string_view());
  sqlite3_result_text(context, lower.data(), static_cast<int>(lower.size()), SQLITE_TRANSIENT);
}

// The collation NATURALLY.
int compare_naturally(void*, int a_size, const void* a_text, int b_size, const void* b_text) {
  const std::string_view a(static_cast<const char*>(a_text), static_cast<std::size_t>(a_size));
  const std::string_view b(static_cast<const char*>(b_text), static_cast<std::size_t>(b_size));
  return natural_less(a, b) ? -1 : natural_less(b, a) ? 1 : 0;
}

// file:PATH?immutable=1
std::string address_of_unchanging(const std::filesystem::path& file) {
  std::string address = "file:";
  for (const char c : file.string()) {
    const bool special = c == '%' || c == '?' || c == '#';
    address += special ? fmt::format("%{:02x}", c) : std::string(1, c);
  }
  return address + "?immutable=1";
}

constexpr int kPrimary = 0xff;  // bits of a code of SQLite; the others say more

bool is_damage(int code) {
  return (code & kPrimary) == SQLITE_CORRUPT || (code & kPrimary) == SQLITE_NOTADB;
}

bool may(const fs::path& file, int what) {
  return ::faccessat(AT_FDCWD, file.c_str(), what, AT_EACCESS) == 0;
}

// Does another process hold one of SQLite's locks of writers?
bool is_locked(const fs::path& file) {
  constexpr off_t kFirst = 0x40000000, kCount = 512;  // bytes that stand for locks
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  struct flock lock {};
  lock.l_type = F_RDLCK;
  lock.l_whence = SEEK_SET;
  lock.l_start = kFirst;
  lock.l_len = kCount;
  return ::fcntl(opened.get(), F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK;
}

constexpr const char* kElsewhere = "; change the permissions, or choose another file";

// Why a file cannot be opened; SQLite says "unable to open database file" in all cases.
std::string why_closed(const fs::path& file) {
  std::error_code none;
  const fs::path folder = file.has_parent_path() ? file.parent_path() : ".";
  if (fs::is_directory(file, none)) return "is a folder, expected a file; choose another";
  if (!fs::is_directory(folder, none)) return "its folder does not exist; make it first";
  return fmt::format("cannot be {}: no permission{}",
                     fs::exists(file, none) && !may(file, R_OK) ? "read" : "written", kElsewhere);
}

std::string explained(const fs::path& file, int code, const std::string& said) {
  switch (code & kPrimary) {
    case SQLITE_NOTADB:
      return "is not an index, or its beginning is damaged; move the file away and rebuild the "
             "index from the JAMS files with `tactus library add FOLDER`, or choose another with "
             "--index";
    case SQLITE_CORRUPT:
      return fmt::format(
          "is damaged ({}); rebuild the index from the JAMS files with `tactus library add FOLDER`",
          said);
    case SQLITE_FULL:
      return "cannot be written: the disk is full; make room and try again";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program is writing to it; try again when the other program has finished";
    case SQLITE_READONLY:
      return fmt::format("cannot be written: no permission{}", kElsewhere);
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_AUTH:
      return why_closed(file);
    case SQLITE_IOERR:
      return fmt::format("cannot be read or written ({}); check the disk", said);
    default:
      return said;
  }
}

}  // namespace

DatabaseError::DatabaseError(const std::filesystem::path& file, int code, const std::string& reason)
    : Error(is_damage(code) ? ErrorCode::kInput : ErrorCode::kOutput,
            fmt::format("{}: {}", file.string(), reason)),
      damaged_(is_damage(code)) {}

DatabaseError DatabaseError::of_sqlite(const fs::path& file, int code, const std::string& said) {
  return {file, code, explained(file, code, said)};
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Statement::Statement(sqlite3* database, const std::filesystem::path& file, std::string_view sql)
    : database_(database), file_(file) {
  sqlite3_stmt* statement = nullptr;
  const int code =
      sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr);
  statement_.reset(statement);
  check(code);
}

void Statement::check(int code) const {
  if (code == SQLITE_OK || code == SQLITE_ROW || code == SQLITE_DONE) return;
  throw DatabaseError::of_sqlite(file_, code, sqlite3_errmsg(database_));
}

void Statement::bind(std::span<const DatabaseValue> values) {
  for (int number = 1; const DatabaseValue& value : values) {
    sqlite3_stmt* statement = statement_.get();
    if (const auto* whole = std::get_if<std::int64_t>(&value))
      check(sqlite3_bind_int64(statement, number, *whole));
    else if (const auto* real = std::get_if<double>(&value))
      check(sqlite3_bind_double(statement, number, *real));
    else if (const auto* text = std::get_if<std::string>(&value))
      check(sqlite3_bind_text64(statement, number, text->data(), text->size(), SQLITE_TRANSIENT,
                                SQLITE_UTF8));
    ++number;
  }
}

void Statement::bind_bytes(int number, std::string_view bytes) {
  check(
      sqlite3_bind_blob64(statement_.get(), number, bytes.data(), bytes.size(), SQLITE_TRANSIENT));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  check(code);
  return code == SQLITE_ROW;
}

void Statement::reset() {
  sqlite3_reset(statement_.get());
}

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_.get(), column);
}

double Statement::real(int column) const {
  return sqlite3_column_double(statement_.get(), column);
}

std::string Statement::text(int column) const {
  return std::string(bytes(column));
}

std::string_view Statement::bytes(int column) const {
  const void* data = sqlite3_column_blob(statement_.get(), column);
  const int size = sqlite3_column_bytes(statement_.get(), column);
  return data ? std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size))
              : std::string_view();
}

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close_v2(database);
}

Database::Database(std::filesystem::path file, Mode mode, int patience) : file_(std::move(file)) {
  std::error_code failed;
  if (mode == Mode::kWrite && file_.has_parent_path())
    fs::create_directories(file_.parent_path(), failed);
  if (failed)
    throw DatabaseError(file_, SQLITE_CANTOPEN,
                        fmt::format("its folder cannot be made: {}", failed.message()));
  if (mode == Mode::kForeign) {
    open_foreign();
  } else if (mode == Mode::kRead && !may_write_beside()) {
    std::error_code none;
    const std::filesystem::path log = file_.string() + "-wal";
    if (std::filesystem::exists(log, none) && std::filesystem::file_size(log, none) > 0)
      throw DatabaseError(file_, SQLITE_BUSY,
                          "another program is writing to it; try "
                          "again when the other program has finished");
    open(address_of_unchanging(file_), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, patience);
  } else {
    open(file_.string(), SQLITE_OPEN_READWRITE | (mode == Mode::kWrite ? SQLITE_OPEN_CREATE : 0),
         patience);
  }
}

void Database::open_foreign() {
  std::error_code none;
  bool busy = is_locked(file_);
  for (const char* log : {"-wal", "-journal"}) {
    const fs::path beside = file_.string() + log;
    if (fs::exists(beside, none) && fs::file_size(beside, none) > 0) busy = true;
  }
  if (busy)
    throw DatabaseError(file_, SQLITE_BUSY,
                        "another program is writing to it, or has not closed it; close that "
                        "program and try again");
  constexpr int kWait = 2000;                  // ms
  constexpr int kLargestValue = 64 << 20;      // bytes
  constexpr int kStepsAtOnce = 1'000'000;      // of the virtual machine
  constexpr std::int64_t kMostTurns = 20'000;  // some minutes
  open(address_of_unchanging(file_), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, kWait);
  sqlite3_limit(database_.get(), SQLITE_LIMIT_LENGTH, kLargestValue);
  sqlite3_progress_handler(
      database_.get(), kStepsAtOnce,
      [](void* turns) { return ++*static_cast<std::int64_t*>(turns) > kMostTurns ? 1 : 0; },
      &turns_);
  run("PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON");
}

// To read a database that others may write, SQLite writes files beside it.
bool Database::may_write_beside() const {
  const std::filesystem::path folder = file_.has_parent_path() ? file_.parent_path() : ".";
  return may(folder, W_OK) && may(file_, W_OK);
}

void Database::open(const std::string& address, int flags, int patience) {
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(address.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) throw DatabaseError::of_sqlite(file_, code, sqlite3_errmsg(database));
  sqlite3_busy_timeout(database, patience);
  sqlite3_create_function(database, "folded", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nullptr,
                          fold_value, nullptr, nullptr);
  sqlite3_create_collation(database, "NATURALLY", SQLITE_UTF8, nullptr, compare_naturally);
}

Database::~Database() = default;

void Database::run(const std::string& sql) {
  char* reason = nullptr;
  const int code = sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, &reason);
  if (code == SQLITE_OK) return;
  const std::string text = reason ? reason : "unknown error";
  sqlite3_free(reason);
  throw DatabaseError::of_sqlite(file_, code, text);
}

void Database::use_write_ahead_log(int patience) {
  constexpr const char* kSwitch = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL";
  constexpr std::chrono::milliseconds kPause(5);
  // SQLite itself does not wait while another process makes this switch.
  const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(patience);
  while (sqlite3_exec(database_.get(), kSwitch, nullptr, nullptr, nullptr) == SQLITE_BUSY &&
         std::chrono::steady_clock::now() < end)
    std::this_thread::sleep_for(kPause);
  run(kSwitch);
}

std::int64_t Database::number(std::string_view sql) const {
  Statement statement = prepare(sql);
  return statement.step() ? statement.integer(0) : 0;
}

bool Database::are_plain_tables(std::initializer_list<const char*> names) const {
  Statement plain = prepare(
      "SELECT count(*) FROM sqlite_master AS made WHERE made.type = 'table' AND made.name = ?1 "
      "COLLATE NOCASE AND made.sql NOT LIKE 'CREATE VIRTUAL%' AND NOT EXISTS (SELECT 1 FROM "
      "pragma_table_xinfo(made.name) AS columns WHERE columns.hidden > 0)");
  return std::ranges::all_of(names, [&](const char* name) {
    plain.reset();
    plain.bind(std::array<DatabaseValue, 1>{std::string(name)});
    return plain.step() && plain.integer(0) == 1;
  });
}

Transaction::Transaction(Database& database) : database_(database) {
  database_.run("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.run("ROLLBACK");
  } catch (const DatabaseError&) {  // it was rolled back already
  }
}

void Transaction::commit() {
  database_.run("COMMIT");
  open_ = false;
}

}  // namespace tactus
