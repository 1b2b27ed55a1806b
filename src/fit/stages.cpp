// The public registry: seeders, refiners, and the words of a pipeline that are neither.
#include "fit/stages.h"

#include "base/text.h"
#include "mixseed/error.h"

namespace mixseed {
namespace {

MethodInfo automatic() {
  return {.kind = MethodInfo::Kind::seeder,
          .name = "auto",
          .alias = "",
          .summary = "the best of a search from kmeans++, one from adaptive, and projections, on a sample; the default",
          .reference = "",
          .parameters = {}};
}

MethodInfo quick() {
  return {.kind = MethodInfo::Kind::seeder,
          .name = "quick",
          .alias = "",
          .summary = "greedy kmeans++ and kmeans on standardised columns, rehearsed, without a search",
          .reference = "",
          .parameters = {}};
}

MethodInfo alternative() {
  return {.kind = MethodInfo::Kind::transform,
          .name = "or",
          .alias = "",
          .summary = "stands between two starts that a rehearsal tries in turn",
          .reference = "",
          .parameters = {}};
}

ParameterInfo whole(std::string_view name, std::string_view summary, double fallback, double least) {
  return {.name = name,
          .summary = summary,
          .kind = ParameterInfo::Kind::integer,
          .fallback = fallback,
          .least = least,
          .most = 1e9,
          .quiet = true};
}

MethodInfo short_runs() {
  return {.kind = MethodInfo::Kind::transform,
          .name = "rehearse",
          .alias = "",
          .summary =
              "stands first: tries the start and some rounds of em on a sample of the rows, and goes on from the best",
          .reference = "Biernacki, Celeux & Govaert 2003",
          .parameters = {
              whole("tries", "number of starts; the one with the highest likelihood goes on", 4, 1),
              whole("rows", "rows of the subsample per component", 250, 1),
              whole("rounds", "most rounds of em in a try", 5, 0),
              {.name = "margin",
               .summary = "nats per free parameter that a later try must be above the first one to take its place",
               .fallback = 0,
               .least = 0,
               .most = 1e9,
               .quiet = true},
              whole("agree", "number of tries ending as high as the best that is enough; 0: make all tries", 0, 0),
              whole("kicks", "perturbations of the best that fail in a row before the search ends, unless tries agree",
                    0, 0)}};
}

MethodInfo standardise() {
  return {.kind = MethodInfo::Kind::transform,
          .name = "standardise",
          .alias = "std",
          .summary = "stands first: the stages before em see every column divided by its standard deviation",
          .reference = "",
          .parameters = {}};
}

MethodInfo whiten() {
  return {.kind = MethodInfo::Kind::transform,
          .name = "whiten",
          .alias = "",
          .summary =
              "stands first: the stages before em see the columns turned and scaled, with the identity as covariance",
          .reference = "",
          .parameters = {}};
}

}  // namespace

const std::vector<MethodInfo>& methods() {
  static const std::vector<MethodInfo> list = [] {
    std::vector<MethodInfo> all{automatic(), quick()};
    for (const Seeder& seeder : seeders()) all.push_back(seeder.info);
    for (const Refiner& refiner : refiners()) all.push_back(refiner.info);
    all.push_back(short_runs());
    all.push_back(standardise());
    all.push_back(whiten());
    all.push_back(alternative());
    return all;
  }();
  return list;
}

const MethodInfo& method_named(std::string_view name) {
  for (const MethodInfo& info : methods()) {
    if (info.name == name || (!info.alias.empty() && info.alias == name)) return info;
  }
  std::vector<std::string_view> names;
  for (const MethodInfo& info : methods()) names.push_back(info.name);
  throw Error(ErrorCode::usage, "unknown method '" + std::string(name) + "', expected one of " + join(names, ", ") +
                                    did_you_mean(name, names));
}

const Seeder& seeder_of(const Stage& stage) {
  for (const Seeder& seeder : seeders()) {
    if (seeder.info.name == stage.method->name) return seeder;
  }
  throw Error(ErrorCode::usage, "'" + std::string(stage.method->name) + "' has to be resolved first");
}

const Refiner& refiner_of(const Stage& stage) {
  for (const Refiner& refiner : refiners()) {
    if (refiner.info.name == stage.method->name) return refiner;
  }
  throw Error(ErrorCode::usage, "'" + std::string(stage.method->name) + "' is not a refiner");
}

EstimationOptions estimation_of(const Pipeline& pipeline) {
  const Stage& em = pipeline.refiners.back();
  return refiner_of(em).estimation(em.parameters);
}

bool chooses_method(const Pipeline& pipeline) {
  return pipeline.seeder && (pipeline.seeder->method->name == "auto" || pipeline.seeder->method->name == "quick");
}

}  // namespace mixseed
