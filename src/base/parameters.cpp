#include <algorithm>
#include <cmath>

#include "base/portable.h"
#include "base/text.h"
#include "mixseed/error.h"
#include "mixseed/pipeline.h"

namespace mixseed {
namespace {

using Kind = ParameterInfo::Kind;

std::string limits_text(const ParameterInfo& info) {
  if (info.kind == Kind::choice) return "one of " + join(info.choices, ", ");
  const std::string kind = info.kind == Kind::integer ? "a whole number " : "a number ";
  const std::string low = (info.above_least ? "above " : "from ") + number_text(info.least);
  std::string text = kind + low + " to " + number_text(info.most);
  for (const auto& [word, value] : info.words) text += " or " + std::string(word);
  return text;
}

[[noreturn]] void refuse(const MethodInfo& method, const ParameterInfo& info, std::string_view value) {
  throw Error(ErrorCode::usage, std::string(method.name) + ": " + std::string(info.name) + ": expected " +
                                    limits_text(info) + ", got '" + std::string(value) + "'");
}

bool allows(const ParameterInfo& info, double value) {
  for (const auto& [word, number] : info.words) {
    if (number == value) return true;
  }
  const bool within = info.above_least ? value > info.least : value >= info.least;
  return within && value <= info.most && (info.kind != Kind::integer || value == std::floor(value));
}

double parse_value(const MethodInfo& method, const ParameterInfo& info, std::string_view text) {
  if (info.kind == Kind::choice) {
    std::string_view word = text;
    for (const auto& [other, choice] : info.synonyms) word = other == text ? choice : word;
    for (std::size_t i = 0; i < info.choices.size(); ++i) {
      if (info.choices[i] == word) return static_cast<double>(i);
    }
    refuse(method, info, text);
  }
  for (const auto& [word, number] : info.words) {
    if (word == text) return number;
  }
  double value = 0;
  const auto [end, error] = read_double(text.data(), text.data() + text.size(), value);
  const bool parsed = error == std::errc() && end == text.data() + text.size();
  if (!parsed || !allows(info, value)) refuse(method, info, text);
  return value + 0.0;  // -0 becomes 0
}

}  // namespace

Parameters::Parameters(const MethodInfo& method) : method_(&method) {
  for (const auto& info : method.parameters) values_.push_back(info.fallback);
}

bool Parameters::has(std::string_view name) const {
  for (const auto& info : method_->parameters) {
    if (info.name == name) return true;
  }
  return false;
}

const ParameterInfo& Parameters::info(std::string_view name) const {
  for (const auto& info : method_->parameters) {
    if (info.name == name) return info;
  }
  std::vector<std::string_view> names;
  for (const auto& info : method_->parameters) names.push_back(info.name);
  throw Error(ErrorCode::usage, std::string(method_->name) + ": unknown parameter '" + std::string(name) + "', " +
                                    (names.empty() ? "it has none" : "expected one of " + join(names, ", ")) +
                                    did_you_mean(name, names));
}

void Parameters::set(std::string_view name, std::string_view value) {
  const ParameterInfo& described = info(name);
  values_[static_cast<std::size_t>(&described - method_->parameters.data())] = parse_value(*method_, described, value);
}

void Parameters::set(std::string_view name, double value) {
  const ParameterInfo& described = info(name);
  if (described.kind == Kind::choice || !allows(described, value)) refuse(*method_, described, number_text(value));
  values_[static_cast<std::size_t>(&described - method_->parameters.data())] = value + 0.0;
}

double Parameters::number(std::string_view name) const {
  return values_[static_cast<std::size_t>(&info(name) - method_->parameters.data())];
}

std::string_view Parameters::choice(std::string_view name) const {
  return info(name).choices[static_cast<std::size_t>(number(name))];
}

std::string Parameters::text() const {
  std::string text;
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const ParameterInfo& info = method_->parameters[i];
    if (info.quiet && values_[i] == info.fallback) continue;
    if (!text.empty()) text += ',';
    text += info.name;
    text += '=';
    const auto is_word = [&](const auto& word) { return word.second == values_[i]; };
    const auto word = std::find_if(info.words.begin(), info.words.end(), is_word);
    if (word != info.words.end()) {
      text += word->first;
    } else if (info.kind == Kind::choice) {
      text += info.choices[static_cast<std::size_t>(values_[i])];
    } else if (info.kind == Kind::integer) {
      text += std::to_string(static_cast<long long>(values_[i]));
    } else {
      text += number_text(values_[i]);
    }
  }
  return text;
}

}  // namespace mixseed
