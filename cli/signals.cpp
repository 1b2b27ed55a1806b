#include "signals.h"

#include <unistd.h>

#include <atomic>
#include <csignal>
#include <string_view>

#include "mixseed/error.h"

namespace mixseed::cli {
namespace {

constexpr std::string_view kNothingWritten = "mixseed: interrupted, nothing was written\n";
constexpr std::string_view kPartlyWritten = "mixseed: interrupted\n";

constexpr std::string_view kGone =
    "mixseed: a file that is in use has become shorter, or cannot be read any more: run the command again\n";

constexpr std::string_view kForgiven = "mixseed: ending with the best model so far; a second Ctrl-C ends without it\n";

constexpr unsigned kSecondsToHeed = 1, kSecondsToTidyUp = 5;
constexpr int kSignalled = 128, kFailed = 1;

std::atomic<int> signal_came{0};  // its number
std::atomic<int> deferrals{0};
std::atomic<bool> heeded{false};
std::atomic<bool> forgiving{false}, forgiven{false};
std::atomic<bool> output_begun{false};
std::atomic<bool> on_terminal{false};

// The handlers make only async-signal-safe calls.
void say(std::string_view message) {
  [[maybe_unused]] ssize_t written = 0;
  if (heeded && on_terminal) written = ::write(STDERR_FILENO, "\n", 1);  // below the rest of the progress bar
  written = ::write(STDERR_FILENO, message.data(), message.size());
}

void end_now() {
  say(output_begun ? kPartlyWritten : kNothingWritten);
  ::_exit(exit_code_of_signal());
}

void on_signal(int number) {
  if (number == SIGINT && forgiving && !forgiven) {
    forgiven = true;
    return say(kForgiven);
  }
  if (number == SIGXCPU && signal_came == number) return;  // comes every second and must not postpone the alarm
  signal_came = number;
  if (deferrals > 0) {
    ::alarm(kSecondsToTidyUp);
    return;
  }
  if (!heeded) end_now();
  ::alarm(kSecondsToHeed);
}

// Ends a program that hangs in a system call, such as a write to a pipe without a reader, even if a temporary file
// remains. An alarm that comes before any other signal comes from outside the program.
void on_alarm(int number) {
  if (signal_came == 0) return on_signal(number);
  static std::atomic<bool> patient{true};
  if (deferrals > 0 && heeded && patient.exchange(false)) {
    ::alarm(kSecondsToTidyUp);
    return;
  }
  end_now();
}

// A mapped file became shorter while it was in use.
void on_bus_error(int) {
  say(kGone);
  ::_exit(kFailed);
}

bool is_ignored(int signal) {
  struct sigaction action = {};
  return ::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

void handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  ::sigaction(signal, &action, nullptr);
}

}  // namespace

void install_signals() {
  on_terminal = ::isatty(STDERR_FILENO) == 1;
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
  for (const int signal : {SIGHUP, SIGQUIT, SIGXCPU}) {
    if (!is_ignored(signal)) handle(signal, on_signal);  // nohup and shells start programs with some ignored
  }
  handle(SIGALRM, on_alarm);
  handle(SIGBUS, on_bus_error);
  // Writing then fails with an error that gives the reason, and temporary files are removed.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

bool interrupted() noexcept { return signal_came != 0; }

int exit_code_of_signal() noexcept { return kSignalled + signal_came; }

void check_interrupted() {
  // `cancelled` is reported as "nothing was written".
  if (interrupted()) throw Error(output_begun ? ErrorCode::failed : ErrorCode::cancelled, "interrupted");
}

void output_has_begun() noexcept { output_begun = true; }

DeferredSignals::DeferredSignals() { ++deferrals; }
DeferredSignals::~DeferredSignals() { --deferrals; }

ForgivenInterrupt::ForgivenInterrupt() { forgiving = true; }
ForgivenInterrupt::~ForgivenInterrupt() { forgiving = false; }
bool interrupt_came() noexcept { return forgiven; }

HeededSignals::HeededSignals() { heeded = true; }
HeededSignals::~HeededSignals() {
  if (interrupted()) ::alarm(0);
  heeded = false;
}

}  // namespace mixseed::cli
