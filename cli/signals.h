// Handles the signals that end the program: Ctrl-C (SIGINT), SIGTERM, SIGHUP, SIGQUIT, SIGXCPU and SIGALRM.
#pragma once

namespace mixseed::cli {

// After this call a signal ends the program at once, unless a class below delays it, with one message and exit code 128
// plus the signal's number. SIGHUP, SIGQUIT and SIGXCPU stay ignored if they were ignored at the start. A closed pipe
// and a file size limit give a write error. A mapped file that becomes shorter ends the program with exit code 1.
void install_signals();

// True once a signal has come.
bool interrupted() noexcept;
// 130 after Ctrl-C; only once a signal has come.
int exit_code_of_signal() noexcept;
// Throws Error(cancelled) once a signal has come.
void check_interrupted();
// The messages of later signals no longer say that nothing was written.
void output_has_begun() noexcept;

// While an object exists, a signal only sets the flag, so that temporary files can be removed. A program that still
// runs some seconds later is ended.
class DeferredSignals {
 public:
  DeferredSignals();
  ~DeferredSignals();
  DeferredSignals(const DeferredSignals&) = delete;
  DeferredSignals& operator=(const DeferredSignals&) = delete;
};

// While an object exists, a signal sets the flag and ends the program one second later if it still runs, because a
// seeder can work for minutes without checking the flag. No temporary file may exist meanwhile.
class HeededSignals {
 public:
  HeededSignals();
  ~HeededSignals();
  HeededSignals(const HeededSignals&) = delete;
  HeededSignals& operator=(const HeededSignals&) = delete;
};

// While an object exists, the first Ctrl-C asks the fit to end with its best model so far; a second one ends the
// program.
class ForgivenInterrupt {
 public:
  ForgivenInterrupt();
  ~ForgivenInterrupt();
  ForgivenInterrupt(const ForgivenInterrupt&) = delete;
  ForgivenInterrupt& operator=(const ForgivenInterrupt&) = delete;
};
// True if that first Ctrl-C has come.
bool interrupt_came() noexcept;

}  // namespace mixseed::cli
