// Interrupted fits that resume and give the same bits.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace mixseed {

class Team;

// The answers of a team in the order of its questions.
class AnswerLog {
 public:
  virtual ~AnswerLog() = default;
  // The next stored answer; nothing after the last one.
  virtual std::optional<std::string> next() = 0;
  virtual void append(const std::string& answer) = 0;
};

// A team that answers from the log until its end, and then asks `team` and appends the answers. A fit depends on the
// answers alone, so with the log of an interrupted fit it resumes where that one stopped. The log must outlive the
// team.
std::shared_ptr<Team> team_with(std::shared_ptr<Team> team, AnswerLog& log);

// A log in a file. Every answer is appended at once, with a checksum, and synced to the disk every few seconds. Reading
// ignores an incomplete answer at the end.
class CheckpointFile : public AnswerLog {
 public:
  // `fit` identifies the data and the settings in one line. With `resume` an existing file is continued; without, the
  // file must not exist. Throws Error(input) for a file that is not a checkpoint, is damaged, or belongs to another fit
  // or version, Error(output) when it cannot be written.
  CheckpointFile(std::string path, const std::string& fit, bool resume);
  ~CheckpointFile() override;
  CheckpointFile(const CheckpointFile&) = delete;
  CheckpointFile& operator=(const CheckpointFile&) = delete;

  std::optional<std::string> next() override;
  void append(const std::string& answer) override;

  // The number of answers in the file when it was opened, and whether an incomplete one followed.
  std::size_t found() const { return found_; }
  bool was_cut() const { return was_cut_; }
  // Deletes the file; call it when the fit has ended.
  void remove();

 private:
  void write_beginning(const std::string& beginning);
  void check_answers(const std::string& beginning);

  std::string path_;
  int descriptor_ = -1;
  std::uint64_t at_ = 0, end_ = 0;  // where the next answer is read, and where complete answers end
  std::size_t found_ = 0;
  bool was_cut_ = false;
  std::chrono::steady_clock::time_point synced_;
};

}  // namespace mixseed
