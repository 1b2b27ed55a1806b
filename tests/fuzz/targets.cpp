#include "fuzz/targets.h"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <stdexcept>
#include <string>

#include "io/bytes.h"
#include "io/columns.h"
#include "io/npy.h"
#include "io/table_text.h"
#include "lab/plan_file.h"
#include "lab/store.h"
#include "mixseed/error.h"
#include "mixseed/mixseed.h"
#include "pass/team.h"
#include "team/remote.h"

namespace mixseed::fuzz {
namespace {

// Ends the process if the claim is false, which the fuzzer reports.
void claim(bool holds) {
  if (!holds) std::abort();
}

// A temporary file with these bytes, for functions that need a path.
class NamedFile {
 public:
  explicit NamedFile(std::string_view bytes)
      : path_((std::filesystem::temp_directory_path() / "mixseed-fuzz-XXXXXX").string()) {
    const int descriptor = mkstemp(path_.data());
    claim(descriptor >= 0 && write(descriptor, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()));
    close(descriptor);
  }
  ~NamedFile() { unlink(path_.c_str()); }
  NamedFile(const NamedFile&) = delete;
  NamedFile& operator=(const NamedFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// The first byte chooses the options.
void csv(std::string_view bytes) {
  if (bytes.empty()) return;
  const auto first = static_cast<unsigned char>(bytes[0]);
  ReadOptions options;
  options.drop_missing = (first & 1) != 0;
  if ((first & 2) != 0) options.header = (first & 4) != 0;
  if ((first & 8) != 0) options.delimiter = ",;\t |"[(first >> 4) % 5];
  if ((first & 128) != 0) options.weights = "1";
  const io::TableLayout layout = io::inspect_table(bytes.substr(1), "f.csv", options);
  const io::ColumnChoice choice = io::choose_columns(options, layout.columns, "f.csv");
  const io::TableRows rows = io::parse_table(layout, choice, "f.csv", options);
  claim(rows.features.size() == rows.rows * choice.features.size());
}

void npy(std::string_view bytes) {
  const io::Bytes file = io::Bytes::from(std::string(bytes));
  const io::NpyHeader header = io::parse_npy_header(file.view, "f.npy");
  std::vector<std::size_t> columns(std::min<std::size_t>(header.columns, 50));
  for (std::size_t j = 0; j < columns.size(); ++j) columns[j] = columns.size() - 1 - j;
  const Data data = io::read_npy(file, header, columns, "f.npy");
  claim(data.view.rows() == header.rows && std::isfinite(data.view.at(header.rows - 1, 0)));
  io::read_npy_column(file, header, header.columns - 1);
}

void packed(std::string_view bytes) { io::read_bytes(NamedFile(bytes).path(), std::size_t{1} << 22); }

void model(std::string_view bytes) {
  const ModelFile file = from_json(bytes, "m.json");
  check(file.mixture);
  claim(from_json(to_json(file), "again").mixture == file.mixture);
  const std::vector<double> row(file.mixture.dim, 1.0);
  score_rows(file.mixture, DataView(row.data(), 1, row.size()), 1);
}

void plan(std::string_view bytes) { lab::parse_plan(bytes, "p.json"); }

void method(std::string_view bytes) {
  const std::string text = Pipeline::parse(bytes).text();
  claim(Pipeline::parse(text).text() == text);
}

void store(std::string_view bytes) {
  const NamedFile file(bytes);
  const lab::Store store(file.path(), lab::Store::Mode::read);
  for (const std::string& version : store.versions()) {
    for (const lab::RuleSet rules : {lab::RuleSet::paper, lab::RuleSet::standard}) store.runs(version, rules);
    store.size(version);
  }
}

// Any bytes decode to a value or are refused.
template <typename Value>
void value(std::string_view bytes) {
  try {
    const Bytes again = encoded(decoded<Value>(bytes));
    claim(again == bytes);
  } catch (const std::runtime_error&) {
  }
}
void answers(std::string_view bytes) {
  value<Answer>(bytes);
  value<Request>(bytes);
}

const Data& few_rows() {
  static const Data rows = [] {
    std::vector<double> values;
    for (int i = 0; i < 40; ++i) values.insert(values.end(), {std::sin(i * 1.7) + (i % 2) * 5, std::cos(i * 2.3)});
    return Data::from(std::move(values), 40, 2);
  }();
  return rows;
}

// Sends the content, with a valid header, to workers with rows in memory and rows from a source.
void question(std::string_view bytes) {
  const std::string letter = with_header(bytes);
  Worker(few_rows().view, 0).answer(letter);
  const auto source = source_of({few_rows().view});
  Worker(*source, 0).answer(letter);
}

// The first byte chooses the answer of a fit that the rest replaces, the second the method.
void reply(std::string_view bytes) {
  if (bytes.size() < 2) return;
  const auto& methods = methods_of_replies();
  const std::size_t replaced = static_cast<unsigned char>(bytes[0]) % 32;
  const Pipeline method = Pipeline::parse(methods[static_cast<unsigned char>(bytes[1]) % methods.size()]);
  Worker worker(few_rows().view, 0);
  std::size_t asked = 0;
  const Ask ask = [&](const std::string& letter) {
    std::string answer = worker.answer(letter);
    // The digest of the question stays.
    const std::string digest = answer.substr(with_header("").size(), sizeof(std::uint64_t));
    if (asked++ == replaced) answer = with_header(digest + std::string(bytes.substr(2)));
    return std::vector<std::string>{answer};
  };
  fit(*team_of(ask, 1), 2, method, {.threads = 1});
}

// The bytes as answers after a valid beginning, and as the beginning itself.
void checkpoint(std::string_view bytes) {
  const std::string beginning = "mixseed checkpoint\n" + std::string(kVersion) + "\nfit\n";
  const NamedFile whole(beginning + std::string(bytes)), other(bytes);
  std::size_t answers = 0;
  {
    CheckpointFile file(whole.path(), "fit", true);
    while (file.next()) ++answers;
    claim(answers == file.found());
    file.append("one more");
  }
  CheckpointFile again(whole.path(), "fit", true);
  claim(again.found() == answers + 1 && !again.was_cut());
  CheckpointFile(other.path(), "fit", true);
}

template <void (*kFeed)(std::string_view)>
void refusing(std::string_view bytes) {
  try {
    kFeed(bytes);
  } catch (const Error& error) {
    const auto names_library = [](std::string_view text) {
      return text.find("json.exception") != std::string_view::npos;
    };
    claim(!names_library(error.what()) || names_library(bytes));
  }
}

}  // namespace

const std::vector<std::string_view>& methods_of_replies() {
  static const std::vector<std::string_view> all{"kmeans++/kmeans:rounds=1/cem:rounds=1/em:rounds=2",
                                                 "adaptive/em:rounds=1",
                                                 "whiten/gonzalez/em:rounds=1,noise=0.1",
                                                 "hac:s=0.5/em:rounds=1",
                                                 "kmeans++:trials=3/search:sweeps=1/em:rounds=1,covariance=tied",
                                                 "standardise/spherical-gonzalez/lift/em:rounds=1,covariance=EVI",
                                                 "kwedlo:s=0.5/em:rounds=1,covariance=diagonal",
                                                 "projections/em:rounds=2,covariance=spherical,prior=1",
                                                 "rehearse:tries=2/uniform/em:rounds=1,covariance=VVE"};
  return all;
}

const std::vector<Target>& targets() {
  static const std::vector<Target> all{
      {"csv", refusing<csv>},           {"npy", refusing<npy>},         {"packed", refusing<packed>},
      {"model", refusing<model>},       {"plan", refusing<plan>},       {"method", refusing<method>},
      {"store", refusing<store>},       {"answers", refusing<answers>}, {"checkpoint", refusing<checkpoint>},
      {"question", refusing<question>}, {"reply", refusing<reply>}};
  return all;
}

}  // namespace mixseed::fuzz
