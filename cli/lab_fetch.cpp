// mixseed lab fetch: downloads the real data of the paper.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

#include "arguments.h"
#include "lab.h"
#include "lab/format.h"
#include "lab/real_data.h"
#include "output.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

namespace fs = std::filesystem;

struct FetchArguments {
  std::vector<std::string> names;
  std::string data_dir, from;
};

// Runs another program and returns its standard output. Throws Error(failed) if it cannot be run or fails.
std::string run_program(const std::vector<std::string>& words) {
  std::array<int, 2> pipe_ends{};
  if (::pipe(pipe_ends.data()) != 0) throw Error(ErrorCode::failed, formatted("pipe: {}", std::strerror(errno)));
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(pipe_ends[1], STDOUT_FILENO);
    ::close(pipe_ends[0]);
    ::close(pipe_ends[1]);
    ::execvp(arguments[0], arguments.data());
    ::_exit(127);
  }
  ::close(pipe_ends[1]);
  std::string output;
  std::array<char, 4096> buffer{};
  for (ssize_t got; (got = ::read(pipe_ends[0], buffer.data(), buffer.size())) > 0;) {
    output.append(buffer.data(), static_cast<std::size_t>(got));
  }
  ::close(pipe_ends[0]);
  int result = -1;
  ::waitpid(child, &result, 0);
  if (child < 0 || !WIFEXITED(result) || WEXITSTATUS(result) == 127) {
    throw Error(ErrorCode::failed, formatted("{} could not be run; is it installed?", words.front()));
  }
  if (WEXITSTATUS(result) != 0) {
    throw Error(ErrorCode::failed, formatted("{} failed with code {}", joined(words, " "), WEXITSTATUS(result)));
  }
  return output;
}

// A temporary folder, so that no incomplete file ever has the final name.
class Workplace {
 public:
  explicit Workplace(const std::string& beside) {
    std::string pattern = beside + "/.fetch-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) {
      throw Error(ErrorCode::output, formatted("{}: {}", beside, std::strerror(errno)));
    }
    path_ = pattern;
  }
  ~Workplace() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;
  std::string file(const std::string& name) const { return (path_ / name).string(); }

 private:
  fs::path path_;
};

std::string last_part(const std::string& url) { return url.substr(url.find_last_of('/') + 1); }

void check_download(const lab::RealData& set, const std::string& file) {
  const auto bytes = fs::file_size(file);
  if (set.bytes > 0 && bytes != set.bytes) {
    throw Error(ErrorCode::failed, formatted("{}: {} bytes expected, got {}", set.name, set.bytes, bytes));
  }
  const std::string digest = run_program({"sha256sum", file}).substr(0, 64);
  if (!set.sha256.empty() && digest != set.sha256) {
    throw Error(ErrorCode::failed, formatted("{}: sha256 {} expected, got {}", set.name, set.sha256, digest));
  }
  print_line(formatted("{}: {} bytes, sha256 {}{}", set.name, bytes, digest,
                       set.sha256.empty() ? " (its home publishes none to compare with)" : ", as expected"));
}

void fetch(const lab::RealData& set, const std::string& folder, const std::string& from) {
  const lab::Copy& original = set.copies.front();
  const fs::path target = fs::path(folder) / original.file;
  if (fs::exists(target)) return print_line(formatted("{}: {} is there", set.name, target.string()));
  const Workplace place(folder);
  const std::string download = place.file("download");
  const std::string url = from.empty() ? set.url : from + "/" + last_part(set.url);
  run_program({"curl", "--fail", "--location", "--silent", "--show-error", "--output", download, url});
  check_download(set, download);
  // The download must contain rows before it gets its final name.
  const std::string named = place.file(original.file);
  if (!set.member.empty()) run_program({"unzip", "-q", "-o", download, set.member, "-d", place.file("")});
  fs::rename(set.member.empty() ? download : place.file(set.member), named);
  const lab::FileSource source{.name = set.name,
                               .path = named,
                               .columns = original.columns,
                               .normalised = set.normalised,
                               .mercator = set.mercator};
  const lab::LoadedData loaded = lab::load({1, {}, source});
  print_line(formatted("{}: {} rows, {} columns", set.name, loaded.data.view.rows(), loaded.data.view.columns()));
  fs::rename(named, target);
}

void run_fetch(const FetchArguments& arguments) {
  const std::string folder = data_dir_of(arguments.data_dir);
  std::vector<const lab::RealData*> sets;
  for (const std::string& name : arguments.names) sets.push_back(&lab::real_data_named(name));
  if (sets.empty()) {
    for (const lab::RealData& set : lab::real_data()) sets.push_back(&set);
  }
  if (!fs::is_directory(folder)) throw Error(ErrorCode::usage, formatted("{} is no directory", folder));
  const DeferredSignals deferred;
  for (const lab::RealData* set : sets) {
    check_interrupted();
    fetch(*set, folder, arguments.from);
  }
}

}  // namespace

Command lab_fetch_command() {
  const auto arguments = std::make_shared<FetchArguments>();
  return {.name = "fetch",
          .summary = "Download the paper's real data (needs curl, unzip and sha256sum)",
          .options = {{.names = "NAMES",
                       .value = &arguments->names,
                       .help = "covertype, aloi-27, aloi-64, cities, spambase (default: all)",
                       .completion = Completion::data_sets},
                      data_dir_option(arguments->data_dir),
                      {.names = "--from",
                       .value = &arguments->from,
                       .type = "URL",
                       .help = "Base URL of a mirror, to which the file names are appended"}},
          .examples = {"mixseed lab fetch cities --data-dir data"},
          .run = [arguments] { run_fetch(*arguments); }};
}

}  // namespace mixseed::cli
