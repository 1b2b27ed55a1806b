"""Warnings of a fit, in addition to scikit-learn's ConvergenceWarning."""


class CollapseWarning(UserWarning):
    """Components have collapsed: only a lower bound limits their likelihood."""


class DataWarning(UserWarning):
    """The data have a property that no Gaussian mixture describes well: repeated values, or too few rows for the columns."""
