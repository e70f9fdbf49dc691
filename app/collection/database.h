// SQLite with errors as exceptions and values that know their type.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>

#include "audio/error.h"

struct sqlite3;
struct sqlite3_stmt;

namespace tactus {

class DatabaseError : public Error {
 public:
  DatabaseError(const std::filesystem::path& file, int code, const std::string& reason);
  // What SQLite says, as a person needs it: the file, the reason, the remedy.
  static DatabaseError of_sqlite(const std::filesystem::path& file, int code,
                                 const std::string& said);
  // The file is no database, or its content contradicts itself.
  bool damaged() const { return damaged_; }

 private:
  bool damaged_;
};

using DatabaseValue = std::variant<std::int64_t, double, std::string>;

class Statement {
 public:
  Statement(sqlite3* database, const std::filesystem::path& file, std::string_view sql);
  // Values for the `?` of the statement, in their order.
  void bind(std::span<const DatabaseValue> values);
  // Bytes instead of text for the `?` of this number, from 1.
  void bind_bytes(int number, std::string_view bytes);
  bool step();  // to the next row; false at the end
  void reset();

  // Of the present row, columns from 0; NULL is 0 or "".
  std::int64_t integer(int column) const;
  double real(int column) const;
  std::string text(int column) const;
  std::string_view bytes(int column) const;  // valid until the next call of another function

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  void check(int code) const;

  sqlite3* database_;
  std::filesystem::path file_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

// One connection, for one thread at a time. Other processes may read and write the same file:
// writers wait for each other. What was committed survives the end of any process. All throw
// DatabaseError. kRead where this process may not write: the file is taken as one that nobody
// changes meanwhile, and refused if another program has its log open. kForeign reads a file of
// another program, or a damaged one: writes nothing beside it, refuses it while somebody writes to
// it, and ends statements without end or with endless values. SQL has a function folded(TEXT), see
// folded_text.h; the collation NATURALLY, see natural_order.h.
class Database {
 public:
  enum class Mode { kRead, kWrite, kForeign };  // kWrite creates the file and its folder
  static constexpr int kPatience = 60000;       // milliseconds that a writer waits for others
  Database(std::filesystem::path file, Mode mode, int patience = kPatience);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  const std::filesystem::path& file() const { return file_; }
  void run(const std::string& sql);  // statements without results
  // Others can read while one writes. Waits up to `patience` ms for others that open the file.
  void use_write_ahead_log(int patience);
  Statement prepare(std::string_view sql) const { return {database_.get(), file_, sql}; }
  std::int64_t number(std::string_view sql) const;  // the first value of the first row, else 0
  // Are these tables there, and none of them computes its rows or columns, perhaps without end?
  bool are_plain_tables(std::initializer_list<const char*> names) const;

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };

  bool may_write_beside() const;
  void open_foreign();
  void open(const std::string& address, int flags, int patience);

  std::filesystem::path file_;
  std::int64_t turns_ = 0;  // of kForeign, until it is too long
  std::unique_ptr<sqlite3, Close> database_;
};

// Changes of its lifetime are kept by commit(), all or none.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace tactus
