#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Which tests were skipped: skipped.py meson-logs/testlog.json

Prints a line for each program that was skipped as a whole and for each case that one of them skipped, with its reason.
Exit status 1: all programs of a suite were skipped, so nothing of it was tested."""
import json
import re
import sys


def read_results(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return [json.loads(line) for line in file if line.strip()]


def skipped_cases(output):
    """The names and reasons of TAP lines like “ok 3 /window/drop # SKIP needs a display”, and of Python's unittest."""
    for line in output.splitlines():
        match = re.match(r"ok \d+ (\S+) # SKIP ?(.*)", line) or re.match(r"(\w+) \(.*skipped '(.*)'", line)
        if match is not None:
            yield f"{match.group(1)} ({match.group(2)})" if match.group(2) else match.group(1)


def main():
    suites = {}
    for result in read_results(sys.argv[1]):
        suite, _, name = result["name"].partition(" / ")
        skipped = result["result"] == "SKIP"
        suites.setdefault(suite, []).append(skipped)
        cases = list(skipped_cases(result["stdout"] + "\n" + result.get("stderr", "")))
        if skipped and not cases:
            print(name)
        for case in cases:
            print(f"{name} {case}")
    sys.exit(any(all(skips) for skips in suites.values()))


if __name__ == "__main__":
    main()
