#include "mpi.h"

#include <dlfcn.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>

#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/io.h"

namespace mixseed::cli {
namespace {

// The environment variable with the number of processes, and the MPI implementation that sets it.
struct Launcher {
  const char* size;
  const char* implementation;
};
constexpr Launcher kLaunchers[] = {{"OMPI_COMM_WORLD_SIZE", "openmpi"}, {"PMI_SIZE", "mpich"}};

struct Started {
  std::string implementation;
  long size = 1;
};

std::optional<Started> started() {
  for (const Launcher& launcher : kLaunchers) {
    const char* size = std::getenv(launcher.size);
    if (size) return Started{launcher.implementation, std::strtol(size, nullptr, 10)};
  }
  return std::nullopt;
}

std::string directory_of_program() {
  std::string path(4096, '\0');
  const ssize_t length = readlink("/proc/self/exe", path.data(), path.size());
  path.resize(length > 0 ? static_cast<std::size_t>(length) : 0);
  return path.substr(0, path.rfind('/') + 1);
}

std::unique_ptr<Ranks> open(const Started& by) {
  const std::string name = "mixseed-" + by.implementation + ".so", here = directory_of_program();
  std::string reason = "none was built";
  for (const std::string& path : {here + name, here + "../lib/mixseed/" + name}) {
    if (access(path.c_str(), R_OK) != 0) continue;
    // Open MPI's own modules need its symbols to be global.
    void* module = dlopen(path.c_str(), RTLD_NOW | RTLD_GLOBAL);
    const auto open_ranks = module ? reinterpret_cast<OpenRanks>(dlsym(module, kOpenRanks)) : nullptr;
    if (open_ranks) return std::unique_ptr<Ranks>(open_ranks());
    reason = dlerror();
  }
  throw Error(ErrorCode::failed,
              formatted("mpirun started {} processes, but this mixseed has no module for {} ({}), so each would do "
                        "the same: start it once, or build it where MPI's compiler wrapper is installed",
                        by.size, by.implementation, reason));
}

std::unique_ptr<Ranks>& opened() {
  static std::unique_ptr<Ranks> ranks;
  return ranks;
}

// The rows of `parts` from number `first` to `end`.
std::vector<DataView> between(const std::vector<DataView>& parts, std::size_t first, std::size_t end) {
  std::vector<DataView> own;
  std::size_t before = 0;
  for (const DataView& part : parts) {
    const std::size_t from = std::max(first, before), to = std::min(end, before + part.rows());
    if (from < to) own.push_back(part.slice(from - before, to - from));
    before += part.rows();
  }
  return own;
}

std::size_t rows_of(const std::vector<DataView>& parts) {
  std::size_t rows = 0;
  for (const DataView& part : parts) rows += part.rows();
  return rows;
}

// The last byte of an answer.
constexpr char kFine = '+', kWrong = '-';

}  // namespace

Ranks* ranks() {
  static const bool is_alone = [] {
    const auto by = started();
    if (!by || by->size < 2) return true;
    opened() = open(*by);
    return false;
  }();
  return is_alone ? nullptr : opened().get();
}

bool is_silent_rank() { return opened() && opened()->rank() != 0; }

void leave_ranks() { opened().reset(); }

void run_on_all_ranks(const std::function<void()>& work) {
  Ranks* const all = ranks();
  if (!all) return work();
  std::string complaint;
  try {
    work();
  } catch (const Error& error) {
    complaint = static_cast<char>(error.code()) + std::string(error.what());
  } catch (const std::exception& error) {
    complaint = static_cast<char>(ErrorCode::failed) + std::string(error.what());
  }
  for (const std::string& said : all->gather(complaint)) {
    if (complaint.empty()) complaint = said;
  }
  complaint = all->broadcast(complaint);
  if (!complaint.empty()) throw Error(static_cast<ErrorCode>(complaint[0]), complaint.substr(1));
}

SharedRows::SharedRows(Ranks& ranks, const std::vector<DataView>& parts, int threads, std::size_t memory)
    : ranks_(ranks) {
  const std::size_t rows = rows_of(parts);
  const auto size = static_cast<std::size_t>(ranks.size()), rank = static_cast<std::size_t>(ranks.rank());
  // The window boundary nearest to an equal division of the rows; for the last rank it is the end of the data.
  const auto boundary = [&](std::size_t r) {
    const std::size_t windows = (r * rows / size + kRowsOfWindow / 2) / kRowsOfWindow;
    return r == size ? std::max(rows, windows * kRowsOfWindow) : windows * kRowsOfWindow;
  };
  run_on_all_ranks([&] { take(between(parts, boundary(rank), boundary(rank + 1)), boundary(rank), threads, memory); });
  if (rank == 0) team_ = team_of([this](const std::string& question) { return ask(question); }, threads);
}

void SharedRows::take(const std::vector<DataView>& own, std::size_t first, int threads, std::size_t memory) {
  if (own.empty()) {  // more ranks than windows
    worker_ = std::make_unique<Worker>(DataView(static_cast<const double*>(nullptr), 0, 1), first, threads);
  } else if (rows_of(own) * own.front().columns() * sizeof(double) > memory) {
    source_ = source_of(own);
    worker_ = std::make_unique<Worker>(*source_, first, threads, memory / 2);
  } else {
    std::vector<Data> parts;
    for (const DataView& view : own) parts.push_back({view, {}, nullptr});
    data_ = joined(parts);
    worker_ = std::make_unique<Worker>(data_->view, first, threads);
  }
}

SharedRows::~SharedRows() {
  if (team_) ranks_.broadcast("");
}

std::string SharedRows::answer(const std::string& question) {
  try {
    return worker_->answer(question) + kFine;
  } catch (const std::exception& error) {
    return error.what() + std::string(1, kWrong);
  }
}

std::vector<std::string> SharedRows::ask(const std::string& question) {
  ranks_.broadcast(question);
  std::vector<std::string> answers = ranks_.gather(answer(question));
  for (std::size_t r = 0; r < answers.size(); ++r) {
    const bool is_fine = answers[r].back() == kFine;
    answers[r].pop_back();
    if (!is_fine) throw Error(ErrorCode::failed, formatted("rank {}: {}", r, answers[r]));
  }
  return answers;
}

void SharedRows::serve() {
  for (std::string question = ranks_.broadcast(""); !question.empty(); question = ranks_.broadcast("")) {
    ranks_.gather(answer(question));
  }
}

}  // namespace mixseed::cli
