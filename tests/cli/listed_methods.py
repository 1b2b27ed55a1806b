"""The methods that the program lists, as texts for --method: a new one is tested by being listed."""

import json
import os
import subprocess


def variants(method):
    """The method as it is, with every other choice of a parameter, and with half of every share."""
    texts = [method["name"]]
    for parameter in method["parameters"]:
        if parameter["kind"] == "choice":
            values = [choice for choice in parameter["choices"] if choice != parameter["default"]]
        else:
            values = [0.5] if parameter["most"] == 1 else []
        texts += [f"{method['name']}:{parameter['name']}={value}" for value in values]
    return texts


def listed(kind):
    """Every variant of every method of a kind: seeder, refiner or frame."""
    binary = os.environ.get("MIXSEED_BINARY")
    if not binary:
        return ["unknown"]  # the tests that get it fail for want of the program
    done = subprocess.run([binary, "methods", "--json"], capture_output=True, text=True, check=True)
    methods = json.loads(done.stdout)["methods"]
    return [text for method in methods if method["kind"] == kind for text in variants(method)]


SEEDERS, REFINERS = listed("seeder"), listed("refiner")
# `or` stands between two starts.
FRAMES = ["rehearse:tries=2/uniform/or" if frame == "or" else frame for frame in listed("transform")]
