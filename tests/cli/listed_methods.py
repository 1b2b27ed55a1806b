"""Texts for --method, made from the methods that the program lists, so that tests include every new method."""

import json
import os
import subprocess


def variants(method):
    """The method with defaults, with every other choice of a parameter, and with 0.5 for parameters from 0 to 1."""
    texts = [method["name"]]
    for parameter in method["parameters"]:
        if parameter["kind"] == "choice":
            values = [choice for choice in parameter["choices"] if choice != parameter["default"]]
        else:
            values = [0.5] if parameter["most"] == 1 else []
        texts += [f"{method['name']}:{parameter['name']}={value}" for value in values]
    return texts


def listed(kind):
    """Every variant of every method of a kind: seeder, refiner or transform."""
    binary = os.environ.get("MIXSEED_BINARY")
    if not binary:
        return ["unknown"]  # tests that use it fail, because the program is missing
    done = subprocess.run([binary, "methods", "--json"], capture_output=True, text=True, check=True)
    methods = json.loads(done.stdout)["methods"]
    return [text for method in methods if method["kind"] == kind for text in variants(method)]


SEEDERS, REFINERS = listed("seeder"), listed("refiner")
# `or` needs a start on both sides.
FRAMES = ["rehearse:tries=2/uniform/or" if frame == "or" else frame for frame in listed("transform")]
