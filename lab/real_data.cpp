#include "lab/real_data.h"

#include <filesystem>

#include "lab/format.h"
#include "mixseed/error.h"

namespace mixseed::lab {

const std::vector<RealData>& real_data() {
  static const std::vector<RealData> kSets{
      // Address, size and hash of the download as scikit-learn's fetch_covtype has them.
      {.name = "covertype",
       .copies = {{"covtype.data.gz", "1-10", ""}, {"covertype10.csv.gz", "1-10", ""}},
       .url = "https://ndownloader.figshare.com/files/5976039",
       .sha256 = "614360d0257557dd1792834a85a1cdebfadc3c4f30b011d56afee7ffb5b15771",
       .bytes = 11240707},
      {.name = "aloi-27",
       .copies = {{"aloi-hsb-3x3x3.csv.gz", "1-27", ""},
                  {"aloi27_rgb_50000.csv.gz", "1-27", "50,000 of 110,250 images, RGB instead of HSV"}},
       .url = "http://elki.dbs.ifi.lmu.de/datasets/multiview/aloi/aloi-hsb-3x3x3.csv.gz"},
      {.name = "aloi-64",
       .copies = {{"aloi-hsb-4x4x4.csv.gz", "1-64", ""},
                  {"aloi64_hsb_1079.csv.gz", "1-64", "1,079 of 110,250 images, 10 of 1,000 objects"}},
       .normalised = true,
       .url = "http://elki.dbs.ifi.lmu.de/datasets/multiview/aloi/aloi-hsb-4x4x4.csv.gz"},
      // GeoNames replaces the file every day.
      {.name = "cities",
       .copies = {{"cities1000.txt", "6,5", "another day of GeoNames"},
                  {"cities_2013.csv.gz", "1,2", "GeoNames of November 2013, 138,398 rows instead of 135,082"}},
       .mercator = true,
       .url = "https://download.geonames.org/export/dump/cities1000.zip",
       .member = "cities1000.txt"},
      // The paper does not name its ten columns. These are the ten that are not zero in the most rows.
      {.name = "spambase",
       .copies = {{"spambase.data", "3,5,12,19,21,50,52,55-57", "ten columns of our choice"},
                  {"spambase.csv.gz", "3,5,12,19,21,50,52,55-57", "ten columns of our choice"}},
       .url = "https://archive.ics.uci.edu/static/public/94/spambase.zip",
       .member = "spambase.data"},
  };
  return kSets;
}

const RealData& real_data_named(std::string_view name) {
  std::vector<std::string_view> names;
  for (const RealData& set : real_data()) {
    if (set.name == name) return set;
    names.push_back(set.name);
  }
  throw Error(ErrorCode::usage, formatted("unknown data '{}', expected one of {}", name, joined(names, ", ")));
}

std::optional<FileSource> real_data_file(std::string_view name, const std::string& folder) {
  const RealData& set = real_data_named(name);
  for (const Copy& copy : set.copies) {
    const auto path = std::filesystem::path(folder) / copy.file;
    if (!std::filesystem::is_regular_file(path)) continue;
    return FileSource{.name = set.name,
                      .path = path.string(),
                      .columns = copy.columns,
                      .normalised = set.normalised,
                      .mercator = set.mercator};
  }
  return std::nullopt;
}

}  // namespace mixseed::lab
