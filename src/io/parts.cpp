// Reads several files as one data set.
#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstring>
#include <memory>

#include "base/text.h"
#include "io/memory.h"
#include "io/message.h"
#include "io/number.h"
#include "mixseed/error.h"
#include "mixseed/io.h"

namespace mixseed {
namespace io {
namespace {

// Numbers inside names are compared as numbers: part-2 comes before part-10.
bool comes_before(const std::string& a, const std::string& b) {
  std::size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    if (!is_digit(a[i]) || !is_digit(b[j])) {
      if (a[i] != b[j]) return a[i] < b[j];
      ++i, ++j;
      continue;
    }
    const auto number = [](const std::string& text, std::size_t& at) {
      while (at < text.size() && text[at] == '0') ++at;
      const std::size_t first = at;
      while (at < text.size() && is_digit(text[at])) ++at;
      return text.substr(first, at - first);
    };
    const std::string left = number(a, i), right = number(b, j);
    if (left.size() != right.size()) return left.size() < right.size();
    if (left != right) return left < right;
  }
  return a.size() - i != b.size() - j ? a.size() - i < b.size() - j : a < b;
}

// False for hidden files and for markers of engines such as _SUCCESS.
bool is_part(const std::string& name) { return name[0] != '.' && name[0] != '_'; }

std::vector<std::string> files_in(const std::string& directory) {
  const std::unique_ptr<DIR, int (*)(DIR*)> opened(opendir(directory.c_str()), closedir);
  if (!opened) fail(ErrorCode::input, directory, std::string("cannot be read: ") + std::strerror(errno));
  std::vector<std::string> files;
  while (const dirent* entry = readdir(opened.get())) {
    const std::string path = directory + "/" + entry->d_name;
    struct stat status {};
    if (is_part(entry->d_name) && stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode)) files.push_back(path);
  }
  if (files.empty()) fail(ErrorCode::input, directory, "is a directory without files of rows");
  return files;
}

std::vector<std::string> files_like(const std::string& pattern) {
  glob_t found{};
  const int code = glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found);
  const std::unique_ptr<glob_t, void (*)(glob_t*)> freed(&found, globfree);
  if (code != 0) fail(ErrorCode::input, pattern, "no file matches this pattern");
  return {found.gl_pathv, found.gl_pathv + found.gl_pathc};
}

}  // namespace
}  // namespace io

std::size_t memory_limit(const ReadOptions& options) {
  return options.memory > 0 ? options.memory : io::default_memory_limit();
}

std::vector<std::string> files_of(const std::string& path) {
  struct stat status {};
  const bool exists = stat(path.c_str(), &status) == 0;
  if (path == "-" || (exists && !S_ISDIR(status.st_mode))) return {path};
  if (!exists && path.find_first_of("*?[") == std::string::npos) return {path};
  std::vector<std::string> files = exists ? io::files_in(path) : io::files_like(path);
  std::sort(files.begin(), files.end(), io::comes_before);
  return files;
}

std::vector<Data> read_parts(const std::string& path, const ReadOptions& options) {
  const std::vector<std::string> files = files_of(path);
  std::vector<Data> parts;
  ReadOptions own = options;
  for (const std::string& file : files) {
    parts.push_back(read_data(file, own));
    const Data &first = parts.front(), &last = parts.back();
    if (last.view.columns() != first.view.columns()) {
      io::fail(
          ErrorCode::input, file,
          filled("got {} columns, expected {}, as in {}", last.view.columns(), first.view.columns(), files.front()));
    }
    if (!own.expected) own.expected = ExpectedColumns{first.names, first.view.columns(), files.front()};
  }
  return parts;
}

Data joined(const std::vector<Data>& parts) {
  if (parts.size() == 1) return parts.front();
  std::vector<double> values, weights;
  std::vector<std::string> notes;
  std::size_t dropped = 0;
  for (const Data& part : parts) {
    for (std::size_t i = 0; i < part.view.rows(); ++i) {
      for (std::size_t j = 0; j < part.view.columns(); ++j) values.push_back(part.view.at(i, j));
      if (part.view.weights()) weights.push_back(part.view.weight(i));
    }
    notes.insert(notes.end(), part.notes.begin(), part.notes.end());
    dropped += part.dropped;
  }
  const std::size_t columns = parts.front().view.columns(), rows = values.size() / columns;
  Data all = Data::from(std::move(values), rows, columns);
  if (!weights.empty()) all = all.weighted(std::move(weights));
  all.names = parts.front().names;
  all.notes = std::move(notes);
  all.dropped = dropped;
  return all;
}

}  // namespace mixseed
