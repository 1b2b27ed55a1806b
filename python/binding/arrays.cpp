#include "arrays.h"

#include "mixseed/error.h"
#include "mixseed/family.h"

namespace mixseed::python {
namespace {

py::ssize_t as_size(std::size_t size) { return static_cast<py::ssize_t>(size); }

// In numbers of that size, not in bytes.
std::size_t stride_of(const py::array& rows, py::ssize_t axis, std::size_t size) {
  const py::ssize_t stride = rows.strides(axis);
  if (stride < 0 || stride % as_size(size) != 0) {
    throw py::type_error("expected strides of whole elements, none negative");
  }
  return static_cast<std::size_t>(stride) / size;
}

template <typename Number>
DataView strided(const py::array& rows) {
  return {static_cast<const Number*>(rows.data()), static_cast<std::size_t>(rows.shape(0)),
          static_cast<std::size_t>(rows.shape(1)), stride_of(rows, 0, sizeof(Number)),
          stride_of(rows, 1, sizeof(Number))};
}

std::optional<Noise> noise_of(const py::object& noise) {
  if (noise.is_none()) return std::nullopt;
  const auto parts = py::cast<py::dict>(noise);
  return Noise{py::cast<double>(parts["weight"]), py::cast<double>(parts["log_volume"]),
               numbers_of(py::cast<Doubles>(parts["corner"])), numbers_of(py::cast<Doubles>(parts["edges"]))};
}

py::object as_object(const std::optional<Noise>& noise) {
  if (!noise) return py::none();
  const py::ssize_t dim = as_size(noise->corner.size());
  py::dict out;
  out["weight"] = noise->weight;
  out["log_volume"] = noise->log_volume;
  out["corner"] = as_array(noise->corner);
  out["edges"] =
      noise->edges.size() == noise->corner.size() ? as_array(noise->edges) : as_array(noise->edges, {dim, dim});
  return out;
}

}  // namespace

DataView view_of(const py::array& rows) {
  if (rows.ndim() != 2) throw py::type_error("expected an array of two dimensions");
  if ((rows.flags() & py::detail::npy_api::NPY_ARRAY_ALIGNED_) == 0) throw py::type_error("expected aligned numbers");
  // Equality of types includes the byte order.
  if (rows.dtype().equal(py::dtype::of<double>())) return strided<double>(rows);
  if (rows.dtype().equal(py::dtype::of<float>())) return strided<float>(rows);
  throw py::type_error("expected float64 or float32 in native byte order");
}

DataView view_of(const py::array& rows, const py::object& weights) {
  const DataView view = view_of(rows);
  if (weights.is_none()) return view;
  const auto array = py::cast<py::array>(weights);
  const bool usable = array.dtype().equal(py::dtype::of<double>()) && array.ndim() == 1 &&
                      (array.flags() & py::array::c_style) != 0 && array.shape(0) == rows.shape(0);
  if (!usable) throw py::type_error("expected one contiguous float64 weight per row");
  return view.with_weights(static_cast<const double*>(array.data()));
}

std::vector<double> numbers_of(const Doubles& array) { return {array.data(), array.data() + array.size()}; }

Mixture mixture_of(const std::string& covariance, const Doubles& weights, const Doubles& means,
                   const Doubles& covariances, const py::object& noise) {
  const auto dim = static_cast<std::size_t>(means.ndim() == 2 ? means.shape(1) : 0);
  const FamilyInfo& family = covariance_family(covariance);
  const bool constrained = family.name != name_of(family.covariance);
  return {family.covariance,       dim,
          numbers_of(weights),     numbers_of(means),
          numbers_of(covariances), std::string(constrained ? family.name : ""),
          noise_of(noise)};
}

py::array_t<double> in_shape_of(const Layout& layout, std::vector<double> numbers, const Mixture& mixture) {
  std::vector<py::ssize_t> shape;
  for (const std::size_t length : layout.extents(mixture.size(), mixture.dim)) {
    shape.push_back(as_size(length));
  }
  return as_array(std::move(numbers), shape);
}

py::dict as_dict(const Mixture& mixture) {
  py::dict out;
  out["covariance"] = std::string(name_of(mixture.covariance));
  out["family"] = std::string(family_name(mixture));
  out["weights"] = as_array(mixture.weights);
  out["means"] = as_array(mixture.means, {as_size(mixture.size()), as_size(mixture.dim)});
  out["covariances"] = in_shape_of(layout_of(mixture.covariance), mixture.covariances, mixture);
  out["noise"] = as_object(mixture.noise);
  return out;
}

}  // namespace mixseed::python
