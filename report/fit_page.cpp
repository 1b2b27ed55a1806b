#include "report/fit_page.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "mixseed/advice.h"
#include "mixseed/family.h"
#include "mixseed/version.h"
#include "report/encode.h"
#include "report/rows.h"

namespace mixseed::report {
namespace {

constexpr std::size_t kMostRows = 100'000;
constexpr std::size_t kMostTraces = 200;
constexpr std::size_t kAtOnce = 4096;  // rows per batch of responsibilities

void add_numbers(Section& payload, const Fit& fit) {
  const Restart& best = fit.best_restart();
  for (Fact fact : {Fact{"rows", "", fit.rows}, Fact{"dimension", "", fit.columns},
                    Fact{"components", "", fit.model.size()}, Fact{"method", "", fit.method},
                    Fact{"seed", "", fit.seed}, Fact{"initial.log_likelihood", "", best.initial_log_likelihood},
                    Fact{"final.log_likelihood", "", best.final_log_likelihood}, Fact{"rounds", "", best.rounds},
                    Fact{"converged", "", best.converged}, Fact{"collapsed", "", best.collapsed},
                    Fact{"bic", "", fit.criteria.bic}, Fact{"aic", "", fit.criteria.aic},
                    Fact{"icl", "", fit.criteria.icl}, Fact{"has_criteria", "", fit.criteria.observations > 0},
                    Fact{"share_at_best", "", fit.share_at_best}, Fact{"best_restart", "", fit.best}}) {
    payload.add(std::move(fact));
  }
  add_facts(payload, best.repairs, "repairs.");
}

Cell list_of(std::span<const std::string> texts) { return Cell::List(texts.begin(), texts.end()); }

// The same sentences about the data and about collapsed components as on the command line.
void add_advice(Section& payload, const FitPage& page) {
  payload.add(Fact{"resolution", "", Cell::List(page.fit.resolution.begin(), page.fit.resolution.end())});
  payload.add(Fact{"advice", "", list_of(page.advice ? *page.advice : data_advice(page.fit, page.names))});
  payload.add(Fact{"collapse_advice", "", list_of(collapse_advice(page.fit))});
}

Sheet restarts_of(const Fit& fit) {
  Sheet sheet = sheet_of(fit.restarts);
  sheet.key = "restarts";
  for (std::size_t r = 0; r < fit.restarts.size(); ++r) {
    Row& row = sheet.rows[r];
    if (fit.restarts[r].error.empty()) continue;
    for (const char* key : {"initial.log_likelihood", "final.log_likelihood", "final.penalised"}) {
      row[sheet.index_of(key)] = Missing();
    }
  }
  return sheet;
}

// The candidates of a selection; the page draws one curve per covariance family.
Sheet candidates_of(const FitPage& page) {
  Sheet sheet{.key = "candidates"};
  for (const char* key : {"components", "covariance", "log_likelihood", "bic", "aic", "icl", "collapsed", "chosen"}) {
    sheet.columns.push_back({key, ""});
  }
  for (const Fit& fit : *page.candidates) {
    sheet.rows.push_back({fit.model.size(), family_name(fit.model), fit.best_restart().final_log_likelihood,
                          fit.criteria.bic, fit.criteria.aic, fit.criteria.icl, fit.best_restart().collapsed,
                          &fit == &page.fit});
  }
  return sheet;
}

List traces_of(const Fit& fit) {
  List list{.key = "traces"};
  for (std::size_t r = 0; r < fit.traces.size(); ++r) {
    if ((r >= kMostTraces && r != fit.best) || fit.traces[r].empty()) continue;
    Section& one = list.items.emplace_back();
    one.add(Fact{"restart", "", r});
    List stages{.key = "stages"};
    for (std::size_t from = 0, to = 0; from < fit.traces[r].size(); from = to) {
      std::vector<double> objectives;
      std::vector<std::uint32_t> rounds;
      while (to < fit.traces[r].size() && fit.traces[r][to].stage == fit.traces[r][from].stage) {
        objectives.push_back(fit.traces[r][to].objective);
        rounds.push_back(static_cast<std::uint32_t>(fit.traces[r][to++].round));
      }
      Section& stage = stages.items.emplace_back();
      stage.add(Fact{"stage", "", fit.traces[r][from].stage});
      stage.add(Fact{"rounds", "", encoded(rounds)});
      stage.add(Fact{"objectives", "", encoded(objectives)});
    }
    one.add(std::move(stages));
  }
  return list;
}

// Adds the most probable component of every row, and the probability of all others as its doubt.
void add_memberships(Section& points, const RowSample& rows, const Mixture& model, int threads) {
  std::vector<std::uint16_t> labels;
  std::vector<float> doubts;
  const Scorer scorer(model, threads);
  for (std::size_t first = 0; first < rows.size(); first += kAtOnce) {
    const std::size_t count = std::min(kAtOnce, rows.size() - first);
    const std::vector<double> shares =
        scorer.responsibilities({rows.values.data() + first * rows.columns, count, rows.columns});
    for (std::size_t i = 0; i < count; ++i) {
      const double* row = shares.data() + i * model.size();
      const double* largest = std::max_element(row, row + model.size());
      labels.push_back(static_cast<std::uint16_t>(largest - row));
      double others = 0;
      for (const double* share = row; share != row + model.size(); ++share) others += share == largest ? 0 : *share;
      doubts.push_back(static_cast<float>(others));
    }
  }
  points.add(Fact{"labels", "", encoded(labels)});
  points.add(Fact{"doubts", "", encoded(doubts)});
}

}  // namespace

Section fit_payload(const FitPage& page) {
  const Fit& fit = page.fit;
  Section payload;
  payload.add(Fact{"kind", "", "fit"});
  payload.add(Fact{"version", "", kVersion});
  payload.add(Fact{"source", "", page.source});
  payload.add(Fact{"columns", "", column_names(page.names, fit.columns)});
  add_numbers(payload, fit);
  add_advice(payload, page);
  const double observations = fit.criteria.observations > 0 ? fit.criteria.observations : page.observations;
  payload.add(Fact{"effective_rows", "", effective_rows(fit.model, observations)});
  payload.add(Fact{"covariance", "", family_name(fit.model)});
  payload.add(model_section("model", fit.model));
  payload.add(restarts_of(fit));
  payload.add(traces_of(fit));
  if (page.candidates) {
    payload.add(Fact{"criterion", "", page.criterion});
    payload.add(candidates_of(page));
  }
  const RowSample rows = row_sample(page.rows, kMostRows);
  Section points = rows_section(rows);
  if (rows.size() > 0) add_memberships(points, rows, fit.model, page.threads);
  payload.add(std::move(points));
  return payload;
}

}  // namespace mixseed::report
