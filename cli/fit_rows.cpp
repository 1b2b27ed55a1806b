#include "fit_rows.h"

#include <sys/stat.h>

#include <algorithm>
#include <thread>

#include "arguments.h"
#include "output.h"

namespace mixseed::cli {
namespace {

// Bytes of the files on disk; rows in text take about as much in memory.
std::size_t bytes_of(const std::string& path) {
  std::size_t bytes = 0;
  for (const std::string& file : files_of(path)) {
    struct stat status {};
    if (stat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode)) bytes += static_cast<std::size_t>(status.st_size);
  }
  return bytes;
}

std::vector<DataView> views_of(const std::vector<Data>& parts) {
  std::vector<DataView> views;
  for (const Data& part : parts) views.push_back(part.view);
  return views;
}

// Processes on one machine share its threads.
int threads_of_rank(int threads, const Ranks& ranks) {
  const auto all = static_cast<int>(std::thread::hardware_concurrency());
  return threads > 0 ? threads : std::max(1, all / ranks.neighbours());
}

}  // namespace

FitRows::FitRows(const std::string& path, const ReadOptions& options, int threads, bool quiet) {
  Ranks* const started = ranks();
  const std::size_t memory = memory_limit(options);
  bool is_large = false;
  run_on_all_ranks([&] { is_large = bytes_of(path) > memory; });
  ReadOptions own = options;
  own.unseen = (is_large || started) && !options.drop_missing;
  run_on_all_ranks([&] { parts_ = read_parts(path, own); });
  for (const Data& part : parts_) {
    for (const std::string& note : part.notes) {
      if (!quiet) complain(note);
    }
  }
  if (started) {
    size_ = started->size();
    const std::size_t share = memory / static_cast<std::size_t>(started->neighbours());
    shared_ = std::make_unique<SharedRows>(*started, views_of(parts_), threads_of_rank(threads, *started), share);
    team_ = shared_->team();
  } else if (is_large) {
    source_ = source_of(views_of(parts_));
    team_ = team_of(*source_, threads, memory / 2);
  } else {
    data_ = joined(parts_);
    team_ = team_of(data_->view, threads);
  }
}

}  // namespace mixseed::cli
