// Rows that are not one array: teams and their parts.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>

#include "mixseed/team.h"

namespace mixseed::python {

// What was passed for rows, if it is a team; else null.
std::shared_ptr<Team> team_in(const pybind11::object& rows);

void bind_teams(pybind11::module_& module);

}  // namespace mixseed::python
