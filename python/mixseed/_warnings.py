"""What a fit warns of, besides scikit-learn's own ConvergenceWarning."""


class CollapseWarning(UserWarning):
    """Components have collapsed: their likelihood says nothing."""


class DataWarning(UserWarning):
    """The data have a property that no Gaussian mixture describes well: repeated values, or more columns than rows tell."""
