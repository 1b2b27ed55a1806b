// What signals do that end the program: Ctrl-C (SIGINT), SIGTERM, SIGHUP, SIGQUIT, SIGXCPU and SIGALRM.
#pragma once

namespace mixseed::cli {

// From here on a signal ends the program with one message and the exit code that shells expect, 128 and the number of
// the signal: at once, unless one of the two classes below says otherwise. SIGHUP, SIGQUIT and SIGXCPU stay ignored
// where the program was started so. A closed pipe and a limit of file size give a write error instead of a signal. A
// mapped file that somebody has shortened meanwhile ends the program with a message and exit code 1.
void install_signals();

// True once a signal has come.
bool interrupted() noexcept;
// 130 after Ctrl-C; only once a signal has come.
int exit_code_of_signal() noexcept;
// Throws Error(cancelled) once a signal has come.
void check_interrupted();
// The message of a later signal no longer promises that nothing was written.
void output_has_begun() noexcept;

// While one lives, a signal only sets the flag, so that temporary files can be removed; what is not over some seconds
// later is ended all the same.
class DeferredSignals {
 public:
  DeferredSignals();
  ~DeferredSignals();
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;
};

// While one lives, a signal sets the flag first, and ends the program when nobody has heeded it for a second: a
// seeder can be at work for minutes without asking. No temporary file may exist meanwhile.
class HeededSignals {
 public:
  HeededSignals();
  ~HeededSignals();
  HeededSignals(const HeededSignals&) = delete;
  HeededSignals& operator=(const HeededSignals&) = delete;
};

// While one lives, the first Ctrl-C only says that the work is to end with what it has; a second one is like any other.
class ForgivenInterrupt {
 public:
  ForgivenInterrupt();
  ~ForgivenInterrupt();
  ForgivenInterrupt(const ForgivenInterrupt&) = delete;
  ForgivenInterrupt& operator=(const ForgivenInterrupt&) = delete;
};
// Whether it came.
bool interrupt_came() noexcept;

}  // namespace mixseed::cli
