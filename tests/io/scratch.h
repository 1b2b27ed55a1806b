// Helpers of the io tests: a temporary folder, compressed content, the message of an expected error.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "io/npy.h"
#include "mixseed/error.h"

namespace mixseed::io {

class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "mixseed-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("cannot make " + pattern);
    folder_ = pattern;
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name = "") const { return name.empty() ? folder_ : folder_ + "/" + name; }

  // Writes a file and returns its path.
  std::string put(const std::string& name, std::string_view content) const {
    std::ofstream(path(name), std::ios::binary) << content;
    return path(name);
  }

  std::string get(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }

  std::size_t count() const {
    return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

 private:
  std::string folder_;
};

// Drops root's rights during its lifetime: root could read and write every file.
class Unprivileged {
 public:
  Unprivileged() : was_root_(geteuid() == 0) {
    if (was_root_ && seteuid(65534) != 0) throw std::runtime_error("cannot give up root's rights");
  }
  ~Unprivileged() {
    if (was_root_ && seteuid(0) != 0) std::abort();
  }
  Unprivileged(const Unprivileged&) = delete;
  Unprivileged& operator=(const Unprivileged&) = delete;

 private:
  bool was_root_;
};

inline std::string gzip(std::string_view content) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, static_cast<uLong>(content.size())) + 64, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string zstd(std::string_view content) {
  std::string out(ZSTD_compressBound(content.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), content.data(), content.size(), 3));
  return out;
}

inline std::string npy(const DataView& data) {
  std::string out = make_npy_header(data.rows(), data.columns(), data.floats() != nullptr);
  append_numbers(out, data);
  return out;
}

// The message of the Error that `action` throws, without the scratch folder's name. Fails if it throws nothing, or
// another code.
template <typename Action>
std::string message_of(Action action, ErrorCode code, const Scratch* scratch = nullptr) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_EQ(static_cast<int>(error.code()), static_cast<int>(code)) << error.what();
    std::string message = error.what();
    const std::string folder = scratch != nullptr ? scratch->path() + "/" : "";
    for (std::size_t at; !folder.empty() && (at = message.find(folder)) != std::string::npos;) {
      message.erase(at, folder.size());
    }
    return message;
  }
  ADD_FAILURE() << "no error";
  return "";
}

}  // namespace mixseed::io
