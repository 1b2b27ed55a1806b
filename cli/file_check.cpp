#include "file_check.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <utility>

#include "lab/format.h"
#include "mixseed/error.h"
#include "mixseed/io.h"
#include "signals.h"

namespace mixseed::cli {
namespace {

namespace fs = std::filesystem;

// A regular file by its device and inode; one that does not exist yet by those of its folder, and its name.
struct FileIdentity {
  dev_t device = 0;
  ino_t inode = 0;
  std::string name;
  bool operator==(const FileIdentity&) const = default;
};

struct UsedFile {
  const Option* option;
  std::string path;
  FileIdentity identity;

  // As in the messages: "--output model.json".
  std::string option_name() const { return names_of(*option).back(); }
  std::string text() const { return option_name() + " " + path; }
  std::string file() const { return path == "-" ? "the file on standard input" : path; }
};

// The target of symbolic links, even if it does not exist, because the file would be made there.
fs::path end_of_links(fs::path path) {
  constexpr int kMostLinks = 40;  // the limit of Linux
  std::error_code no_link;
  for (int links = 0; links < kMostLinks; ++links) {
    const fs::path target = fs::read_symlink(path, no_link);
    if (no_link) break;
    path = path.parent_path() / target;
  }
  return path;
}

// Nothing for pipes, devices and directories, of which no content can be lost. "-" is the standard descriptor.
std::optional<FileIdentity> identity_of_file(const std::string& path, int standard) {
  struct stat status = {};
  if ((path == "-" ? ::fstat(standard, &status) : ::stat(path.c_str(), &status)) == 0) {
    if (!S_ISREG(status.st_mode)) return std::nullopt;
    return FileIdentity{status.st_dev, status.st_ino, {}};
  }
  const fs::path end = end_of_links(path), folder = end.has_parent_path() ? end.parent_path() : fs::path(".");
  if (::stat(folder.c_str(), &status) != 0) return std::nullopt;
  return FileIdentity{status.st_dev, status.st_ino, end.filename().string()};
}

// "-", /dev/stdout, /dev/fd/3: results that share an open descriptor follow one another and replace nothing.
bool is_descriptor(const std::string& path) {
  std::error_code no_link;
  const std::string target = fs::read_symlink(path, no_link).string();
  return path == "-" || path.starts_with("/dev/fd/") || target.starts_with("/proc/self/fd/");
}

std::vector<std::string> values_of(const Option& option) {
  if (const auto* text = std::get_if<std::string*>(&option.value)) return {**text};
  if (const auto* list = std::get_if<std::vector<std::string>*>(&option.value)) return **list;
  return {};
}

// The files that a value names for reading. There may be none: a column name of --weights, or a missing file, which the
// command reports.
std::vector<std::string> files_read(const Option& option) {
  if (option.files) return option.files();
  std::vector<std::string> files;
  for (const std::string& value : values_of(option)) {
    try {
      const std::vector<std::string> more = files_of(value);
      files.insert(files.end(), more.begin(), more.end());
    } catch (const Error&) {
    }
  }
  return files;
}

std::vector<UsedFile> inputs_of(const Command& command) {
  std::vector<UsedFile> inputs;
  for (const Option& option : command.options) {
    if (option.file != FileUse::read) continue;
    for (const std::string& path : files_read(option)) {
      const std::optional<FileIdentity> identity = identity_of_file(path, STDIN_FILENO);
      if (identity && identity->name.empty()) inputs.push_back({&option, path, *identity});
    }
  }
  return inputs;
}

std::vector<UsedFile> outputs_of(const Command& command) {
  std::vector<UsedFile> outputs;
  for (const Option& option : command.options) {
    if (option.file != FileUse::written && option.file != FileUse::updated) continue;
    for (const std::string& path : values_of(option)) {
      const std::optional<FileIdentity> identity = identity_of_file(path, STDOUT_FILENO);
      if (!path.empty() && identity) outputs.push_back({&option, path, *identity});
    }
  }
  return outputs;
}

bool may_replace(const UsedFile& output, const UsedFile& input) {
  const std::vector<std::string> names = names_of(*output.option);
  const bool is_named = std::find(names.begin(), names.end(), input.option->replaced_by) != names.end();
  return is_named && (input.option->replaced_if == nullptr || *input.option->replaced_if);
}

void check_inputs(const UsedFile& output, const std::vector<UsedFile>& inputs) {
  for (const UsedFile& input : inputs) {
    if (input.identity != output.identity || may_replace(output, input)) continue;
    throw Error(ErrorCode::usage, formatted("{} would replace {}, which {} reads: choose another file for {}",
                                            output.text(), input.file(), input.option_name(), output.option_name()));
  }
}

void check_pairs(const std::vector<UsedFile>& outputs) {
  for (auto one = outputs.begin(); one != outputs.end(); ++one) {
    for (auto other = outputs.begin(); other != one; ++other) {
      if (one->identity != other->identity || (is_descriptor(one->path) && is_descriptor(other->path))) continue;
      throw Error(ErrorCode::usage, formatted("{} and {} are the same file: choose another file for {}", other->text(),
                                              one->text(), one->option_name()));
    }
  }
}

// A shell has already truncated the file unless it appends (>>); the command could then read its own output.
void check_standard_output(const std::vector<UsedFile>& inputs, const std::vector<UsedFile>& outputs) {
  const std::optional<FileIdentity> printed = identity_of_file("-", STDOUT_FILENO);
  if (!printed) return;
  for (const UsedFile& input : inputs) {
    if (input.identity != *printed) continue;
    throw Error(ErrorCode::usage, formatted("standard output goes to {}, which {} reads: redirect it to another file",
                                            input.file(), input.option_name()));
  }
  for (const UsedFile& output : outputs) {
    if (output.identity != *printed || is_descriptor(output.path)) continue;
    throw Error(ErrorCode::usage, formatted("{} is the file that standard output goes to: choose another file for {}",
                                            output.text(), output.option_name()));
  }
}

// Throws Error(output) unless a file can be made. Pipes and devices are not tried: their other end would see it.
void expect_writable(const std::string& path) {
  struct stat status = {};
  const bool is_special = ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
  if (is_special || is_descriptor(path)) return;
  {
    const DeferredSignals deferred;
    const AtomicFile trial(path);
  }
  check_interrupted();
}

}  // namespace

void check_files(const Command& command) {
  const std::vector<UsedFile> inputs = inputs_of(command), outputs = outputs_of(command);
  check_standard_output(inputs, outputs);
  for (const UsedFile& output : outputs) check_inputs(output, inputs);
  check_pairs(outputs);
  for (const Option& option : command.options) {
    if (option.file != FileUse::written) continue;
    for (const std::string& path : values_of(option)) {
      if (!path.empty()) expect_writable(path);
    }
  }
}

}  // namespace mixseed::cli
