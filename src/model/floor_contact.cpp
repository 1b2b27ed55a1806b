// Which components touch the floor, and with which part of it.
#include <algorithm>

#include "model/floor.h"
#include "model/layout.h"

namespace mixseed {
namespace {

constexpr double kTouch = 1 + 1e-6;      // a variance up to this multiple of the floor's touches it
constexpr double kMostlyRounding = 0.5;  // share of the floor's variance that comes from recording steps
constexpr double kMostlyFlat = 0.5;      // share of a direction that lies where the data do not vary

using Shape = Layout::Shape;

Floor::Contact contact_by(double rounding_share) {
  return rounding_share > kMostlyRounding ? Floor::Contact::rounding : Floor::Contact::relative;
}

}  // namespace

std::vector<Floor::Contact> Floor::contacts(const Mixture& mixture) const {
  const Layout layout = layout_of(mixture.covariance);
  const std::vector<bool> above = matrices_above(mixture, kTouch);
  std::vector<Contact> contacts;
  for (std::size_t k = 0; k < above.size(); ++k) {
    const bool is_above = above[k] || (!layout.shared && mixture.weights[k] == 0);
    contacts.push_back(is_above ? Contact::none : contact_of(mixture.covariance, stored_covariance(mixture, k)));
  }
  if (layout.shared) contacts.resize(mixture.size(), contacts.front());
  return contacts;
}

std::size_t Floor::count_contacts(const Mixture& mixture) const {
  const std::vector<Contact> all = contacts(mixture);
  return all.size() - static_cast<std::size_t>(std::count(all.begin(), all.end(), Contact::none));
}

// The direction that depends least on the recording steps decides.
Floor::Contact Floor::contact_of(Covariance type, const double* covariance) const {
  if (allows(type, covariance, kTouch)) return Contact::none;
  const Layout layout = layout_of(type);
  const PlainCovariances plain = plain_covariance(layout, dim_, covariance);
  if (layout.shape == Shape::matrix) return contact_of_matrix(plain[0]);
  const std::span<const double> least = least_variances(layout.shape);
  Contact contact = Contact::none;
  for (std::size_t j = 0; j < dim_; ++j) {
    const std::size_t at = j % least.size();
    if (flat_columns_[j] || !(plain[0][at] <= kTouch * least[at])) continue;
    contact = std::max(contact, contact_by(rounding_of_columns_[layout.shape == Shape::spherical ? dim_ : j]));
  }
  return contact;
}

Floor::Contact Floor::contact_of_matrix(const double* matrix) const {
  const Spectrum eigen = spectrum_of(in_units_of_the_floor(matrix));
  Contact contact = Contact::none;
  for (std::size_t i = 0; i < dim_ && eigen.values[i] <= kTouch; ++i) {
    double flat = 0, rounding = 0;
    for (std::size_t j = 0; j < dim_; ++j) {
      if (flat_axes_[j]) flat += eigen.axes(j, i) * eigen.axes(j, i);
      for (std::size_t l = 0; l < rounding_.rows(); ++l)
        rounding += eigen.axes(j, i) * rounding_(j, l) * eigen.axes(l, i);
    }
    if (flat < kMostlyFlat) contact = std::max(contact, contact_by(rounding));
  }
  return contact;
}

}  // namespace mixseed
