// Reads the file with a JSON library instead of mixseed's own reader.
#include <fstream>
#include <nlohmann/json.hpp>

#include "saved/exact.h"

namespace mixseed::saved {
namespace {

using Json = nlohmann::json;

Reals reals(const Json& array) {
  Reals numbers;
  for (const Json& value : array) numbers.push_back(value.get<double>());
  return numbers;
}

// The D x D matrix of one component, from the numbers that its layout stores.
Reals as_matrix(const Json& stored, const std::string& layout, std::size_t dim) {
  Reals matrix(dim * dim, 0);
  for (std::size_t i = 0; i < dim; ++i) {
    if (layout == "spherical") matrix[i * dim + i] = stored.get<double>();
    if (layout == "diagonal") matrix[i * dim + i] = stored.at(i).get<double>();
    if (layout != "full" && layout != "tied") continue;
    for (std::size_t j = 0; j < dim; ++j) matrix[i * dim + j] = stored.at(i).at(j).get<double>();
  }
  return matrix;
}

void read_noise(const Json& noise, SavedModel& model) {
  model.has_noise = true;
  model.noise_weight = noise.at("weight").get<double>();
  model.log_volume = noise.at("log_volume").get<double>();
  model.corner = reals(noise.at("corner"));
  for (const Json& edge : noise.at("edges")) {
    const Reals numbers = edge.is_array() ? reals(edge) : Reals{edge.get<double>()};
    model.edges.insert(model.edges.end(), numbers.begin(), numbers.end());
  }
}

}  // namespace

SavedModel read_saved(const std::string& path) {
  std::ifstream file(path);
  const Json document = Json::parse(file);
  SavedModel model;
  model.layout = document.at("covariance").get<std::string>();
  model.family = document.at("family").get<std::string>();
  model.weights = reals(document.at("weights"));
  for (const Json& mean : document.at("means")) model.means.push_back(reals(mean));
  model.dim = model.means.at(0).size();
  const Json& covariances = document.at("covariances");
  for (std::size_t k = 0; k < model.weights.size(); ++k) {
    const Json& stored = model.layout == "tied" ? covariances : covariances.at(k);
    model.covariances.push_back(as_matrix(stored, model.layout, model.dim));
  }
  if (document.contains("noise")) read_noise(document.at("noise"), model);
  model.log_likelihood = document.at("provenance").at("log_likelihood").get<double>();
  model.rows = document.at("provenance").at("rows").get<std::size_t>();
  return model;
}

}  // namespace mixseed::saved
