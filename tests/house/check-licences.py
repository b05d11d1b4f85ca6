#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Whether the licence of every file is told, as the REUSE specification wants: check-licences.py SOURCE_FOLDER"""
import os
import re
import sys
import tomllib
from fnmatch import fnmatch

CODE = (".c", ".h", ".py")


def tells_itself(path):
    with open(path, "rb") as file:
        return re.search(rb"SPDX-License-Identifier: +(\S+)", file.read(1000))


def walk(top):
    for folder, folders, files in os.walk(top):
        folders[:] = [name for name in folders if not name.startswith("build") and name not in (".git", "__pycache__")]
        yield from (os.path.join(folder, name) for name in files)


def main():
    top = sys.argv[1]
    with open(os.path.join(top, "REUSE.toml"), "rb") as file:
        annotations = tomllib.load(file)["annotations"]
    bad = [f"{licence} has no text in LICENSES" for licence in
           {annotation["SPDX-License-Identifier"] for annotation in annotations}
           if not os.path.exists(os.path.join(top, "LICENSES", licence + ".txt"))]
    for path in walk(top):
        name = os.path.relpath(path, top)
        own = tells_itself(path)
        if own is None and name.startswith(("src/", "tests/")) and name.endswith(CODE):
            bad.append(f"{name} does not say its licence")
        elif own is None and not any(fnmatch(name, annotation["path"].replace("**", "*")) for annotation in annotations):
            bad.append(f"{name} has no licence in REUSE.toml")
    print("\n".join(bad) or "every file has its licence")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
