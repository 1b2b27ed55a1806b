#include "teams.h"

#include <utility>

#include "arrays.h"
#include "mixseed/error.h"
#include "watched.h"

namespace mixseed::python {
namespace {

// An object of Python's that threads of the engine may let go of.
std::shared_ptr<py::object> shared(py::object object) {
  return {new py::object(std::move(object)), [](py::object* kept) {
            const py::gil_scoped_acquire held;
            delete kept;
          }};
}

// A callable that returns a fresh iterator of arrays, or of pairs of an array and its weights. The engine's thread that
// reads does not hold the GIL.
class ChunkSource : public Source {
 public:
  explicit ChunkSource(py::object make) : make_(shared(std::move(make))) {}

  void rewind() override {
    const py::gil_scoped_acquire held;
    chunk_ = weights_ = nullptr;
    const py::object made = (*make_)();
    iterator_ = shared(py::reinterpret_steal<py::object>(checked(PyObject_GetIter(made.ptr()))));
  }

  std::optional<DataView> next() override {
    const py::gil_scoped_acquire held;
    PyObject* item = PyIter_Next(iterator_->ptr());
    if (!item && PyErr_Occurred()) throw py::error_already_set();
    if (!item) return std::nullopt;
    const auto got = py::reinterpret_steal<py::object>(item);
    py::object rows = got, weights = py::none();
    if (py::isinstance<py::tuple>(got)) {
      const auto pair = py::cast<py::tuple>(got);
      rows = pair[0];
      weights = pair[1];
    }
    chunk_ = shared(rows);
    weights_ = shared(weights);
    return view_of(py::cast<py::array>(rows), weights);
  }

 private:
  static PyObject* checked(PyObject* object) {
    if (!object) throw py::error_already_set();
    return object;
  }

  std::shared_ptr<py::object> make_, iterator_, chunk_, weights_;
};

// What Python holds. The source goes after the team that reads it.
struct HeldTeam {
  std::shared_ptr<Source> source;
  std::shared_ptr<Team> team;
};

HeldTeam team_of_workers(py::object ask, int threads) {
  return {nullptr, team_of(
                       [ask = shared(std::move(ask))](const std::string& question) {
                         const py::gil_scoped_acquire held;
                         std::vector<std::string> answers;
                         for (const py::handle answer : (*ask)(py::bytes(question))) {
                           answers.push_back(py::cast<std::string>(py::cast<py::bytes>(answer)));
                         }
                         return answers;
                       },
                       threads)};
}

HeldTeam team_of_chunks(py::object make, int threads, std::size_t memory) {
  auto source = std::make_shared<ChunkSource>(std::move(make));
  auto team = team_of(*source, threads, memory);
  return {std::move(source), std::move(team)};
}

// Some rows of the whole, and the arrays that they lie in.
struct Part {
  Part(py::array rows, py::object weights, std::size_t first_row, int threads)
      : array(std::move(rows)),
        array_weights(std::move(weights)),
        worker(view_of(array, array_weights), first_row, threads) {}

  py::bytes answer(const py::bytes& question) {
    const std::string asked = question;
    std::string answered;
    {
      const py::gil_scoped_release released;
      answered = worker.answer(asked);
    }
    return py::bytes(answered);
  }

  py::array array;
  py::object array_weights;
  Worker worker;
};

}  // namespace

std::shared_ptr<Team> team_in(const py::object& rows) {
  return py::isinstance<HeldTeam>(rows) ? py::cast<const HeldTeam&>(rows).team : nullptr;
}

void bind_teams(py::module_& module) {
  module.attr("WINDOW") = kRowsOfWindow;
  py::class_<Part>(module, "Part")
      .def(py::init<py::array, py::object, std::size_t, int>(), py::arg("rows"), py::arg("weights") = py::none(),
           py::arg("first_row") = 0, py::arg("threads") = 1)
      .def("answer", &Part::answer, py::arg("question"));
  py::class_<HeldTeam>(module, "Team")
      .def(py::init(&team_of_workers), py::arg("ask"), py::arg("threads") = 1)
      .def_static("from_chunks", &team_of_chunks, py::arg("make_iterator"), py::arg("threads") = 1,
                  py::arg("memory") = std::size_t{1} << 30)
      .def("columns", [](const HeldTeam& rows) {
        std::size_t columns = 0;
        run_watched([&](const Observer&) { columns = columns_of(*rows.team); }, py::none());
        return columns;
      });
}

}  // namespace mixseed::python
