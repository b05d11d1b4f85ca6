#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Private functions have one spelling: what a *-private.h declares begins with _ts_, and nobody outside
the folder uses what begins so: check-names.py SRC"""

import os
import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DECLARED = re.compile(r"^(?!typedef)[A-Za-z][\w \n*]*?\b(ts_\w+)\s*\(", re.MULTILINE)
PRIVATE = re.compile(r"\b_ts_\w+(?=\s*\()")


def read(src):
    """path below src -> its code without comments"""
    files = {}
    for folder, _, names in os.walk(src):
        for name in names:
            if name.endswith((".c", ".h")):
                path = os.path.join(folder, name)
                with open(path, encoding="utf-8") as file:
                    files[os.path.relpath(path, src)] = COMMENT.sub("", file.read())
    return files


def main():
    files = read(sys.argv[1])
    faults, homes = [], {}
    for path, code in sorted(files.items()):
        if path.endswith("-private.h"):
            faults += [f"{path}: {name} is private and does not begin with _ts_" for name in DECLARED.findall(code)]
        if path.endswith(".h"):
            for name in PRIVATE.findall(code):
                homes.setdefault(name, os.path.dirname(path))
    for path, code in sorted(files.items()):
        for name in sorted(set(PRIVATE.findall(code))):
            home = homes.get(name)
            if home is None:
                faults.append(f"{path}: {name} is in no header: it is static, without _ts_")
            elif home != os.path.dirname(path):
                faults.append(f"{path}: {name} belongs to {home}")
    print("\n".join(faults) if faults else f"{len(homes)} private functions are spelled so")
    sys.exit(1 if faults or not homes else 0)


main()
