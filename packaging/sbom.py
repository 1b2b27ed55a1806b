"""python3 packaging/sbom.py PROGRAM [FILE]: the software bill of materials of a mixseed program, as SPDX 2.3 JSON.

Made from what the program says of itself (mixseed version --verbose), so that it is true of this very file, whose hash
it holds. SOURCE_DATE_EPOCH gives the date, as for other builds that are to be repeated.
"""

import datetime
import hashlib
import json
import os
import pathlib
import subprocess
import sys


def spdx_id(name):
    return "SPDXRef-" + "".join(letter if letter.isalnum() else "-" for letter in name)


def package(name, version, license, comment):
    return {
        "SPDXID": spdx_id(name),
        "name": name,
        "versionInfo": version,
        "licenseConcluded": license,
        "licenseDeclared": license,
        "copyrightText": "NOASSERTION",
        "downloadLocation": "NOASSERTION",
        "filesAnalyzed": False,
        "comment": comment,
    }


def document(program):
    told = json.loads(subprocess.run([program, "version", "--verbose", "--json"], check=True, capture_output=True).stdout)
    digest = hashlib.sha256(pathlib.Path(program).read_bytes()).hexdigest()
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", pathlib.Path(program).stat().st_mtime))
    made = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    own = package("mixseed", told["mixseed_version"], "BSD-3-Clause", "the program itself")
    own["checksums"] = [{"algorithm": "SHA256", "checksumValue": digest}]
    others = [package(one["name"], one["version"], one["license"], one["use"]) for one in told["built_with"]]
    kinds = {"compiler": "BUILD_TOOL_OF", "headers": "STATIC_LINK", "library": "DYNAMIC_LINK"}
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"mixseed-{told['mixseed_version']}",
        "documentNamespace": f"urn:mixseed:{told['mixseed_version']}:{digest}",
        "creationInfo": {"created": made, "creators": ["Tool: mixseed-sbom"]},
        "packages": [own, *others],
        "relationships": [
            {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": own["SPDXID"]},
            *(relation(own, other, kinds[other["comment"]]) for other in others),
        ],
    }


def relation(own, other, kind):
    first, second = (other, own) if kind == "BUILD_TOOL_OF" else (own, other)
    return {"spdxElementId": first["SPDXID"], "relationshipType": kind, "relatedSpdxElement": second["SPDXID"]}


if __name__ == "__main__":
    text = json.dumps(document(sys.argv[1]), indent=2) + "\n"
    if len(sys.argv) > 2:
        pathlib.Path(sys.argv[2]).write_text(text)
    else:
        sys.stdout.write(text)
