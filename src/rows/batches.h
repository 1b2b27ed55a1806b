// A source cut into batches of whole windows, read ahead by a thread.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "mixseed/source.h"
#include "rows/rows.h"

namespace mixseed {

// Consecutive rows. The view refers to the memory of the batch or of the source.
class Batch {
 public:
  Batch(const DataView& view, std::size_t first) : view_(view), first_(first) {}
  Batch(std::vector<double> values, std::vector<double> weights, std::size_t columns, std::size_t first);
  Batch(Batch&&) = default;  // the memory of a vector stays where it is
  Batch& operator=(Batch&&) = default;

  const DataView& view() const { return view_; }
  std::size_t first() const { return first_; }  // the number of its first row in the whole data

 private:
  std::vector<double> values_, weights_;
  DataView view_;
  std::size_t first_;
};

// One walk through a source.
class Batches {
 public:
  // Batches have about `bytes` bytes; two are read ahead. `first`: the number of the source's first row in the whole
  // data. The source must outlive this object.
  Batches(Source& source, std::size_t bytes, std::size_t first);
  ~Batches();
  Batches(const Batches&) = delete;
  Batches& operator=(const Batches&) = delete;

  // No value at the end. Throws what the source throws, and Error(input) for rows of another length.
  std::optional<Batch> next();

 private:
  void read();
  bool has_more();
  std::optional<Batch> make();
  Batch copied(std::size_t wanted);

  Source& source_;
  std::size_t bytes_, at_;
  std::size_t columns_ = 0, rows_of_batch_ = 0;
  std::optional<DataView> rest_;  // the part of the last rows of the source that is not yet in a batch

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<std::optional<Batch>> ready_;
  std::exception_ptr failure_;
  bool is_over_ = false;
  std::thread reader_;
};

}  // namespace mixseed
