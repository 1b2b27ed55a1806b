// Work of the engine that Ctrl-C can stop and whose progress Python is told.
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <exception>
#include <functional>

#include "mixseed/fit.h"

namespace mixseed::python {

namespace py = pybind11;

using Observer = std::function<bool(const Progress&)>;

// Runs work(observer) on a thread of its own while the calling thread, which alone may handle signals, waits for it
// without the GIL and looks up every 50 milliseconds: a signal handler that raises stops the work at its next round,
// and `tell`, unless it is None, is called with a list of tuples, the members of Progress in their order. With `enough`
// the first KeyboardInterrupt is forgiven: it only becomes true.
void run_watched(const std::function<void(const Observer&)>& work, const py::object& tell,
                 std::atomic<bool>* enough = nullptr);

}  // namespace mixseed::python
