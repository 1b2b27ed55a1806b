"""What a fit warns of, besides scikit-learn's own ConvergenceWarning."""


class CollapseWarning(UserWarning):
    """Components have collapsed onto a few rows; their likelihood says nothing."""
