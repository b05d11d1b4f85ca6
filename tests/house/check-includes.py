#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fails on includes that run against the picture of the house: check-includes.py SRC"""

import os
import re
import sys

# What each room may include besides itself.
BELOW = {
    "model": "",
    "structure": "model",
    "timeline": "model",
    "parallel": "model",
    "store": "model",
    "ingest": "structure model",
    "compare": "store ingest parallel model",
    "find": "store ingest parallel model",
    "merge": "store ingest model",
    "plot": "parallel structure timeline model",
    "widgets": "plot model",
    "cli": "find compare merge structure timeline parallel store ingest plot model",
    "app": "widgets find compare merge structure timeline parallel store ingest plot model",
}
WITH_GTK = {"widgets", "app"}
# Wings that others of the same room stand on; every other folder of a room is for itself.
GROUND = {"ingest/text", "plot/raster", "app/session"}
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)


def read_includes(src):
    """path below src -> [(bracket, included)]"""
    files = {}
    for folder, _, names in os.walk(src):
        for name in names:
            path = os.path.join(folder, name)
            if name.endswith((".c", ".h")):
                with open(path, encoding="utf-8") as file:
                    files[os.path.relpath(path, src)] = INCLUDE.findall(file.read())
    return files


def judge(path, included):
    """What is wrong with one include of a file of ours; None: nothing."""
    room, other = path.split("/")[0], included.split("/")[0]
    if room != other:
        if room in BELOW and other in BELOW and other not in BELOW[room].split():
            return f"{room} does not stand on {other}"
        return None
    wing, other_wing = os.path.dirname(path), os.path.dirname(included)
    if wing == other_wing or room in (wing, other_wing) or other_wing in GROUND:
        return None
    return f"{wing} is not to know {other_wing}"


def find_circles(edges):
    """Sets of stems each of which reaches all others (Tarjan, without recursion being a worry)."""
    index, low, stack, circles = {}, {}, [], []

    def visit(stem):
        index[stem] = low[stem] = len(index)
        stack.append(stem)
        for other in sorted(edges[stem]):
            if other not in index:
                visit(other)
            if other in stack:
                low[stem] = min(low[stem], low[other])
        if low[stem] == index[stem]:
            at = stack.index(stem)
            circles.append(stack[at:])
            del stack[at:]

    for stem in sorted(edges):
        if stem not in index:
            visit(stem)
    return circles


def of_one_widget(circle):
    names = [os.path.basename(stem) for stem in circle]
    shortest = min(names, key=len).removesuffix("-private")
    return all(name.startswith(shortest) for name in names)


def main():
    files = read_includes(sys.argv[1])
    faults = []
    edges = {os.path.splitext(path)[0]: set() for path in files}
    for path, includes in sorted(files.items()):
        for bracket, included in includes:
            if bracket == "<":
                if re.match(r"gtk/|gdk/|gsk/|adwaita", included) and path.split("/")[0] in BELOW:
                    if path.split("/")[0] not in WITH_GTK:
                        faults.append(f"{path}: {included}: no GTK below the widgets")
                continue
            fault = judge(path, included)
            if fault is not None:
                faults.append(f"{path}: {included}: {fault}")
            stem, other = os.path.splitext(path)[0], os.path.splitext(included)[0]
            if stem != other and other in edges:
                edges[stem].add(other)
    for circle in find_circles(edges):
        if len(circle) > 2 and not of_one_widget(circle):
            faults.append("a circle: " + " ".join(sorted(circle)))
    print("\n".join(faults) if faults else f"{len(files)} files include downward only")
    sys.exit(1 if faults or not files else 0)


main()
