// A fit that can be cut short and go on, to the same bits.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mixseed {

class Team;

// The answers of a team in the order in which they came.
class AnswerLog {
 public:
  virtual ~AnswerLog() = default;
  // Those that were written down before, one after the other; nothing once all have been read.
  virtual std::optional<std::string> next() = 0;
  virtual void append(const std::string& answer) = 0;
};

// A team whose answers come from the log as long as it has some, and are appended to it from then on. All else that a
// fit does follows from them, so a fit through a team with the log of one that was cut short goes on where that one
// was. The log must outlive the team.
std::shared_ptr<Team> team_with(std::shared_ptr<Team> team, AnswerLog& log);

// A log in a file. Every answer is appended as soon as it is there, with a checksum, and brought to the disk every few
// seconds; what a crash leaves half written at the end is left out when the file is read.
class CheckpointFile : public AnswerLog {
 public:
  // `fit` says what is fitted and how, in one line: a file says the same, or it is refused. With `resume` the file is
  // gone on from if there is one; without, there must be none. Throws Error(input) for a file that is no checkpoint, is
  // damaged, or comes from another fit or version, Error(output) when it cannot be written.
  CheckpointFile(std::string path, const std::string& fit, bool resume);
  ~CheckpointFile() override;
  CheckpointFile(const CheckpointFile&) = delete;
  CheckpointFile& operator=(const CheckpointFile&) = delete;

  std::optional<std::string> next() override;
  void append(const std::string& answer) override;

  // How many answers the file had when it was opened, and whether its end was half written.
  std::size_t found() const { return found_; }
  bool was_cut() const { return was_cut_; }
  // The fit has ended: the file goes.
  void remove();

 private:
  void write_beginning(const std::string& beginning);
  void check_answers(const std::string& beginning);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t at_ = 0, end_ = 0;  // where the next answer is read, and where whole ones end
  std::size_t found_ = 0;
  bool was_cut_ = false;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace mixseed
