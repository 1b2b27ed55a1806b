"""A package, so that its conftest does not clash with those of other folders."""
