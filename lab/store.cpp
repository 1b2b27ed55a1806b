#include "lab/store.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <limits>
#include <map>
#include <utility>

#include "lab/format.h"
#include "lab/schema.h"
#include "mixseed/error.h"

namespace mixseed::lab {
namespace {

// Only one process may write: before 3.51.3 two writers can damage a file (SQLite's "WAL reset" bug). The lock is an
// flock, which the system releases when the process ends.
class WriteLock {
 public:
  void take(const std::string& path) {
    descriptor_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw Error(ErrorCode::output, formatted("{}: {}", path, std::strerror(errno)));
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    throw Error(ErrorCode::output, formatted("{}: another mixseed lab is writing to this store", path));
  }
  ~WriteLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  int descriptor_ = -1;
};

bool can_write_beside(const std::string& path) {
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return ::faccessat(AT_FDCWD, folder.empty() ? "." : folder.c_str(), W_OK, AT_EACCESS) == 0;
}

bool has_content(const std::string& path) {
  std::error_code none;
  return std::filesystem::exists(path, none) && std::filesystem::file_size(path, none) > 0;
}

// SQLite creates files next to a store with a write-ahead log even to read it, unless `immutable` is set.
std::string still_uri(const std::string& path) {
  std::string uri = "file:";
  for (const char letter : std::filesystem::absolute(path).string()) {
    const bool is_plain = std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '/' || letter == '.';
    uri += is_plain ? std::string(1, letter) : formatted("%{:02x}", static_cast<unsigned char>(letter));
  }
  return uri + "?immutable=1";
}

// SQLite's error as a message of our own.
std::string reason_of(int result, sqlite3* database) {
  switch (result & 0xff) {
    case SQLITE_NOTADB: return "is no store of runs";
    case SQLITE_CORRUPT: return "is damaged: run the plan again into another store";
    case SQLITE_FULL: return "cannot be written: the disk is full";
    case SQLITE_READONLY: return "cannot be written: it is read-only";
    case SQLITE_CANTOPEN: return "cannot be opened";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "is in use by another program: try again later";
    case SQLITE_IOERR: return "cannot be read or written: the disk gives an error";
    case SQLITE_NOMEM: return "not enough memory";
    default: return formatted("is no store of runs ({})", database ? sqlite3_errmsg(database) : sqlite3_errstr(result));
  }
}

}  // namespace

// Wrapper of the C interface: checks every call, finalises every statement.
struct Store::Connection {
  WriteLock lock;  // must outlive the database: closing the file drops SQLite's own locks
  sqlite3* database = nullptr;
  std::string path;
  ErrorCode code;

  Connection(const std::string& file, Mode mode)
      : path(file), code(mode == Mode::read ? ErrorCode::input : ErrorCode::output) {
    if (path.find('\0') != std::string::npos) fail("a file name cannot have a byte of zero");
    if (mode == Mode::write) lock.take(path);
    if (mode == Mode::read && !can_write_beside(path)) {
      if (has_content(path + "-wal")) {
        fail(formatted("its last runs are in {}-wal, which can only be read where files can be written: copy both",
                       path));
      }
      open(still_uri(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
    } else {
      open(path, mode == Mode::read ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    }
    sqlite3_busy_timeout(database, 10'000);
  }
  // A failed open also returns a connection, which the destructor would not close.
  void open(const std::string& name, int flags) {
    const int result = sqlite3_open_v2(name.c_str(), &database, flags, nullptr);
    if (result == SQLITE_OK) return;
    const std::string reason = reason_of(result, database);
    sqlite3_close(database);
    fail(reason);
  }
  ~Connection() { sqlite3_close(database); }

  [[noreturn]] void fail(const std::string& message) const { throw Error(code, formatted("{}: {}", path, message)); }
  void check(int result) const {
    if (result == SQLITE_OK || result == SQLITE_DONE || result == SQLITE_ROW) return;
    fail(reason_of(result, database));
  }
  void execute(const std::string& text) const {
    check(sqlite3_exec(database, text.c_str(), nullptr, nullptr, nullptr));
  }
};

namespace {

template <typename Connection>
class Statement {
 public:
  Statement(const Connection& in, const std::string& text) : in_(in) {
    in_.check(sqlite3_prepare_v2(in_.database, text.c_str(), -1, &statement_, nullptr));
  }
  ~Statement() { sqlite3_finalize(statement_); }
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  template <typename... Values>
  Statement& bind(const Values&... values) {
    in_.check(sqlite3_reset(statement_));
    int at = 0;
    (bind_one(++at, values), ...);
    return *this;
  }
  // The columns of an outcome, after `at` others.
  void bind_outcome(int at, const Outcome& outcome) {
    for_each_kept(outcome, [&](const std::string&, const auto& value) { bind_one(++at, value); });
  }
  void read_outcome(int column, Outcome& outcome) const {
    for_each_kept(outcome, [&](const std::string&, auto& value) { read_one(column++, value); });
  }
  bool step() {
    const int result = sqlite3_step(statement_);
    in_.check(result);
    return result == SQLITE_ROW;
  }
  std::int64_t whole(int column) const { return sqlite3_column_int64(statement_, column); }
  double number(int column) const {  // SQLite keeps NaN as NULL
    const bool is_null = sqlite3_column_type(statement_, column) == SQLITE_NULL;
    return is_null ? std::numeric_limits<double>::quiet_NaN() : sqlite3_column_double(statement_, column);
  }
  std::string text(int column) const {
    const auto* letters = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
    return letters ? std::string(letters, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))) : "";
  }

 private:
  void bind_one(int at, const std::string& value) {
    in_.check(sqlite3_bind_text(statement_, at, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT));
  }
  void bind_one(int at, double value) { in_.check(sqlite3_bind_double(statement_, at, value)); }
  void bind_one(int at, std::int64_t value) { in_.check(sqlite3_bind_int64(statement_, at, value)); }
  void bind_one(int at, std::uint64_t value) { bind_one(at, static_cast<std::int64_t>(value)); }
  void bind_one(int at, int value) { bind_one(at, static_cast<std::int64_t>(value)); }

  void read_one(int column, double& value) const { value = number(column); }
  void read_one(int column, std::string& value) const { value = text(column); }
  void read_one(int column, int& value) const { value = static_cast<int>(whole(column)); }
  void read_one(int column, std::size_t& value) const { value = static_cast<std::size_t>(whole(column)); }

  const Connection& in_;
  sqlite3_stmt* statement_ = nullptr;
};

template <typename Connection>
std::int64_t asked(const Connection& in, const char* question) {
  Statement statement(in, question);
  return statement.step() ? statement.whole(0) : 0;
}

// Finds or inserts a text in one of the small tables and returns its id.
template <typename Connection>
class Names {
 public:
  Names(const Connection& in, const char* find, const char* make) : find_(in, find), make_(in, make) {}

  template <typename... More>
  std::int64_t id(const std::string& name, const More&... more) {
    const auto known = ids_.find(name);
    if (known != ids_.end()) return known->second;
    if (!find_.bind(name).step()) {
      make_.bind(name, more...).step();
      find_.bind(name).step();
    }
    return ids_[name] = find_.whole(0);
  }

 private:
  Statement<Connection> find_, make_;
  std::map<std::string, std::int64_t> ids_;
};

template <typename Connection>
void prepare(const Connection& in, bool writes) {
  const std::int64_t tables = asked(in, "SELECT count(*) FROM sqlite_master");
  const std::int64_t application = asked(in, "PRAGMA application_id");
  if (tables > 0 && application != kApplication) in.fail("this SQLite file is not a store of mixseed lab run");
  if (!writes && tables == 0) in.fail("this store is empty");
  if (tables > 0) {
    const std::int64_t schema = asked(in, "PRAGMA user_version");
    if (schema != kSchema) in.fail(formatted("this store has format {}, expected {}", schema, kSchema));
  }
  if (!writes) return;
  in.execute("PRAGMA journal_mode=WAL");  // without support of the file system SQLite keeps its rollback journal
  in.execute("PRAGMA synchronous=FULL");
  if (tables > 0) return;
  in.execute(formatted("BEGIN IMMEDIATE; {} PRAGMA application_id={}; PRAGMA user_version={}; COMMIT", schema_text(),
                       kApplication, kSchema));
}

}  // namespace

Store::Store(const std::string& path, Mode mode) {
  if (mode == Mode::read && !std::filesystem::exists(path)) {
    throw Error(ErrorCode::input, formatted("{}: no such store; mixseed lab run makes one", path));
  }
  connection_ = std::make_unique<Connection>(path, mode);
  prepare(*connection_, mode == Mode::write);
}

Store::~Store() = default;

std::size_t Store::add(const std::vector<StoredRun>& runs) { return add_all({&runs, 1}).front(); }

std::vector<std::size_t> Store::add_all(std::span<const std::vector<StoredRun>> lots) {
  const Connection& in = *connection_;
  in.execute("BEGIN IMMEDIATE");
  try {
    Names data_sets(in, "SELECT id FROM data_sets WHERE key=?", "INSERT INTO data_sets(key) VALUES(?)");
    Names methods(in, "SELECT id FROM methods WHERE pipeline=?", "INSERT INTO methods(pipeline, label) VALUES(?,?)");
    Names versions(in, "SELECT id FROM versions WHERE version=?", "INSERT INTO versions(version) VALUES(?)");
    Statement insert(in, text_to_insert_run());
    std::vector<std::size_t> added(lots.size(), 0);
    for (std::size_t lot = 0; lot < lots.size(); ++lot) {
      for (const StoredRun& run : lots[lot]) {
        insert.bind(versions.id(run.key.version), data_sets.id(run.key.data), methods.id(run.key.pipeline, run.label),
                    static_cast<int>(run.key.rules), run.key.seed);
        insert.bind_outcome(5, run.outcome);
        insert.step();
        added[lot] += static_cast<std::size_t>(sqlite3_changes(in.database));
      }
    }
    in.execute("COMMIT");
    return added;
  } catch (...) {
    sqlite3_exec(in.database, "ROLLBACK", nullptr, nullptr, nullptr);
    throw;
  }
}

Store::RunKeys Store::finished_runs(const std::string& data, const std::string& version) const {
  RunKeys known;
  Statement find(*connection_, kSelectKnown);
  find.bind(version, data);
  while (find.step()) {
    known.emplace(find.text(0), static_cast<RuleSet>(find.whole(1)), static_cast<std::uint64_t>(find.whole(2)));
  }
  return known;
}

std::vector<StoredRun> Store::runs(const std::string& version, RuleSet rules) const {
  std::vector<StoredRun> runs;
  Statement all(*connection_, text_to_select_runs());
  all.bind(version, static_cast<int>(rules));
  while (all.step()) {
    StoredRun run;
    run.key = {all.text(0), all.text(1), static_cast<std::uint64_t>(all.whole(2)), rules, version};
    run.label = all.text(3);
    all.read_outcome(4, run.outcome);
    Seconds& seconds = run.outcome.seconds;
    seconds.total = seconds.seed + seconds.refine + seconds.em;
    runs.push_back(std::move(run));
  }
  return runs;
}

std::vector<std::string> Store::versions() const {
  std::vector<std::string> versions;
  Statement all(*connection_, "SELECT version FROM versions ORDER BY id");
  while (all.step()) versions.push_back(all.text(0));
  return versions;
}

std::size_t Store::size(const std::string& version) const {
  Statement count(*connection_, "SELECT count(*) FROM runs WHERE version=(SELECT id FROM versions WHERE version=?)");
  return count.bind(version).step() ? static_cast<std::size_t>(count.whole(0)) : 0;
}

}  // namespace mixseed::lab
