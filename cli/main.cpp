// The program: runs the chosen command and turns its outcome into an exit code.
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "commands.h"
#include "file_check.h"
#include "mixseed/error.h"
#include "mpi.h"
#include "output.h"
#include "parser.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

constexpr int kDone = 0, kCouldNot = 1, kWrongUse = 2;

int end_of(const Error& error) {
  complain(error.code() == ErrorCode::cancelled ? "interrupted, nothing was written" : error.what());
  if (interrupted()) return exit_code_of_signal();
  return error.code() == ErrorCode::failed ? kCouldNot : kWrongUse;
}

int run(const std::vector<std::string>& words) {
  try {
    if (ranks() && is_silent_rank()) be_silent();
    const Command program = mixseed_program();
    const Request request = parse(program, words);
    if (request.command == nullptr) {
      if (!is_silent_rank()) print(request.text);
    } else {
      if (ranks() && !request.command->takes_ranks) {
        throw Error(ErrorCode::usage, "mpirun can share out mixseed fit and mixseed lab run, nothing else");
      }
      check_files(*request.command);
      request.command->run();
    }
    return kDone;
  } catch (const Error& error) {
    return end_of(error);
  }
}

}  // namespace
}  // namespace mixseed::cli

int main(int count, char** words) {
  using namespace mixseed::cli;
  reserve_standard_descriptors();
  install_signals();
  try {
    const int code = run({words + (count > 0 ? 1 : 0), words + count});
    leave_ranks();
    return code;
  } catch (const StandardOutputError& error) {
    if (!error.reader_left()) complain(error.what());
  } catch (const std::bad_alloc&) {
    complain("not enough memory");
  } catch (const std::length_error&) {
    complain("not enough memory");
  } catch (const std::exception& error) {
    complain(error.what());
  }
  return kCouldNot;
}
