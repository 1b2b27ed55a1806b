#include "arrow.h"

#include <pybind11/stl.h>

#include <algorithm>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "arrays.h"
#include "arrow_abi.h"
#include "mixseed/error.h"

namespace mixseed::python {
namespace {

bool bit(const void* bits, std::int64_t i) {
  return (static_cast<const std::uint8_t*>(bits)[i / 8] >> (i % 8) & 1) != 0;
}

// `from` is the first row's place in the buffers.
template <typename Number, typename Out>
void copy_numbers(const void* buffer, std::int64_t from, std::int64_t rows, Out* out, std::size_t stride) {
  const Number* in = static_cast<const Number*>(buffer) + from;
  for (std::int64_t i = 0; i < rows; ++i) out[static_cast<std::size_t>(i) * stride] = static_cast<Out>(in[i]);
}

template <typename Out>
void copy_bits(const void* buffer, std::int64_t from, std::int64_t rows, Out* out, std::size_t stride) {
  for (std::int64_t i = 0; i < rows; ++i) out[static_cast<std::size_t>(i) * stride] = bit(buffer, from + i) ? 1 : 0;
}

// One entry per type of Arrow's that holds numbers.
template <typename Out>
struct Copier {
  char format;
  void (*copy)(const void*, std::int64_t, std::int64_t, Out*, std::size_t);
};
template <typename Out>
constexpr Copier<Out> kCopiers[] = {
    {'g', copy_numbers<double, Out>},
    {'f', copy_numbers<float, Out>},
    {'c', copy_numbers<std::int8_t, Out>},
    {'C', copy_numbers<std::uint8_t, Out>},
    {'s', copy_numbers<std::int16_t, Out>},
    {'S', copy_numbers<std::uint16_t, Out>},
    {'i', copy_numbers<std::int32_t, Out>},
    {'I', copy_numbers<std::uint32_t, Out>},
    {'l', copy_numbers<std::int64_t, Out>},
    {'L', copy_numbers<std::uint64_t, Out>},
    {'b', copy_bits<Out>},
};

template <typename Out>
const Copier<Out>* copier_of(std::string_view format) {
  const auto is_it = [&](const Copier<Out>& copier) { return format == std::string_view(&copier.format, 1); };
  const auto* found = std::find_if(std::begin(kCopiers<Out>), std::end(kCopiers<Out>), is_it);
  return found == std::end(kCopiers<Out>) ? nullptr : found;
}

struct Column {
  std::size_t number;  // among those of the stream
  std::string name, format;
};

// A column of a batch into every stride-th place; what is null becomes NaN.
template <typename Out>
void copy_column(const ArrowArray& batch, const Column& column, Out* out, std::size_t stride) {
  const ArrowArray& values = *batch.children[column.number];
  const std::int64_t from = batch.offset + values.offset;
  copier_of<Out>(column.format)->copy(values.buffers[1], from, batch.length, out, stride);
  const void* valid = values.buffers[0];
  if (!valid || values.null_count == 0) return;
  for (std::int64_t i = 0; i < batch.length; ++i) {
    if (!bit(valid, from + i)) out[static_cast<std::size_t>(i) * stride] = std::numeric_limits<Out>::quiet_NaN();
  }
}

// Batch by batch, rows side by side. float32 when all columns are, else float64.
class ArrowReader {
 public:
  // `names`: the columns that are wanted, in this order; empty: all but the weight's, in the stream's.
  ArrowReader(py::capsule stream, const std::vector<std::string>& names, const std::string& weight)
      : capsule_(std::move(stream)) {
    if (std::string_view(capsule_.name() ? capsule_.name() : "") != "arrow_array_stream") {
      throw py::type_error("expected a capsule of Arrow's C stream");
    }
    stream_ = capsule_.get_pointer<ArrowArrayStream>();
    if (!stream_->release) throw Error(ErrorCode::usage, "this Arrow stream was read already");
    Taken<ArrowSchema> schema;
    check(stream_->get_schema(stream_, &schema));
    choose(columns_of(schema), names, weight);
    narrow_ = std::all_of(columns_.begin(), columns_.end(), [](const Column& column) { return column.format == "f"; });
  }

  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const Column& column : columns_) all.push_back(column.name);
    return all;
  }

  // (rows, weights or None), or None after the last batch.
  py::object next() {
    Taken<ArrowArray> batch;
    int failed = 0;
    {
      const py::gil_scoped_release released;
      failed = stream_->get_next(stream_, &batch);
    }
    check(failed);
    if (!batch.release) return py::none();
    const py::object rows = narrow_ ? rows_of<float>(batch) : rows_of<double>(batch);
    if (weight_.empty()) return py::make_tuple(rows, py::none());
    py::array_t<double> weights(static_cast<py::ssize_t>(batch.length));
    copy_column(batch, weight_.front(), weights.mutable_data(), 1);
    return py::make_tuple(rows, weights);
  }

 private:
  void check(int failed) const {
    if (failed == 0) return;
    if (PyErr_Occurred()) throw py::error_already_set();
    const char* said = stream_->get_last_error ? stream_->get_last_error(stream_) : nullptr;
    throw Error(ErrorCode::input, "reading an Arrow stream: " + std::string(said ? said : "it failed"));
  }

  static std::vector<Column> columns_of(const ArrowSchema& schema) {
    if (std::string_view(schema.format) != "+s") {
      throw Error(ErrorCode::input,
                  "expected an Arrow stream of tables, got one of type '" + std::string(schema.format) + "'");
    }
    std::vector<Column> columns;
    for (std::int64_t i = 0; i < schema.n_children; ++i) {
      const ArrowSchema& child = *schema.children[i];
      const std::string format = child.dictionary ? "dictionary" : child.format;
      columns.push_back({static_cast<std::size_t>(i), child.name ? child.name : "", format});
    }
    return columns;
  }

  void choose(const std::vector<Column>& all, const std::vector<std::string>& names, const std::string& weight) {
    const auto find = [&](const std::string& name) {
      const auto found = std::find_if(all.begin(), all.end(), [&](const Column& one) { return one.name == name; });
      if (found == all.end()) throw Error(ErrorCode::input, "no column is named '" + name + "'");
      return *found;
    };
    for (const std::string& name : names) columns_.push_back(find(name));
    if (!weight.empty()) weight_.push_back(find(weight));
    for (const Column& column : all) {
      if (names.empty() && column.name != weight) columns_.push_back(column);
    }
    for (const auto* group : {&columns_, &weight_}) {
      for (const Column& column : *group) {
        if (copier_of<double>(column.format)) continue;
        throw Error(ErrorCode::input, "column '" + column.name + "': expected numbers, got Arrow's type '" +
                                          column.format + "'; name the columns that are wanted");
      }
    }
  }

  template <typename Out>
  py::object rows_of(const ArrowArray& batch) const {
    const auto width = columns_.size();
    py::array_t<Out> rows({static_cast<py::ssize_t>(batch.length), static_cast<py::ssize_t>(width)});
    Out* out = rows.mutable_data();
    {
      const py::gil_scoped_release released;
      for (std::size_t j = 0; j < width; ++j) copy_column(batch, columns_[j], out + j, width);
    }
    return rows;
  }

  py::capsule capsule_;  // releases the stream
  ArrowArrayStream* stream_;
  std::vector<Column> columns_, weight_;  // the weight's, if there is one
  bool narrow_ = false;
};

}  // namespace

void bind_arrow(py::module_& module) {
  py::class_<ArrowReader>(module, "ArrowReader")
      .def(py::init<py::capsule, const std::vector<std::string>&, const std::string&>(), py::arg("stream"),
           py::arg("names"), py::arg("weight"))
      .def("names", &ArrowReader::names)
      .def("next", &ArrowReader::next);
}

}  // namespace mixseed::python
