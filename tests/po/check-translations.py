#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that everything a user reads can be translated, and is.

usage: check-translations.py SOURCE_ROOT

 - po/POTFILES.in is in order, names only files that exist and every file with translatable text;
 - no translatable text holds one of GLib's format macros: xgettext cuts the text off there;
 - text in ui/*.ui is marked as translatable;
 - every language in po/LINGUAS is complete and has no doubtful (fuzzy) entry.
"""

import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as tree

STRING = r'"(?:[^"\\\n]|\\.)*"'
CALL = re.compile(r"(?<!\w)(?:_|N_|C_|NC_|Q_|(?:g_)?d?c?n?p?gettext2?) ?\(")
MARKED = re.compile(rf"(?<!\w)(?:_|N_) \((?:\s*(?:{STRING}|[A-Z][A-Z0-9_]+|PRI[a-z]\d+))+\)")
MACRO = re.compile(r"\bG_G\w+_(?:FORMAT|MODIFIER)\b")
SHOWN = {"title", "subtitle", "label", "description", "heading", "body", "tooltip-text", "placeholder-text"}
NAMES = {"Trendscope"}


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def is_translatable(path):
    text = path.read_text(encoding="utf-8")
    if path.suffix in {".c", ".h"}:
        return CALL.search(without_comments(text)) is not None
    if path.suffix == ".ui":
        return 'translatable="yes"' in text
    return True


def sources(root):
    for folder, patterns in (("src", ("*.c", "*.h")), ("ui", ("*.ui",)), ("data", ("*.desktop.in", "*.metainfo.xml.in", "*.gschema.xml"))):
        for pattern in patterns:
            yield from (root / folder).rglob(pattern)


def check_potfiles(root):
    lines = (root / "po" / "POTFILES.in").read_text(encoding="utf-8").splitlines()
    listed = [line for line in lines if line and not line.startswith("#")]
    expected = sorted(path.relative_to(root).as_posix() for path in sources(root) if is_translatable(path))
    if listed != sorted(listed):
        yield "po/POTFILES.in is not in alphabetical order"
    for name in sorted(set(name for name in listed if listed.count(name) > 1)):
        yield f"po/POTFILES.in lists {name} twice"
    for name in sorted(set(listed) - set(expected)):
        yield f"po/POTFILES.in lists {name}, which is missing or has nothing to translate"
    for name in sorted(set(expected) - set(listed)):
        yield f"po/POTFILES.in lacks {name}"


def check_macros(root):
    for path in sources(root):
        if path.suffix in {".c", ".h"}:
            for match in MARKED.finditer(path.read_text(encoding="utf-8")):
                if MACRO.search(match.group()):
                    yield f"{path.relative_to(root)}: use PRId64, PRIu64 or %zu: {match.group()}"


def check_ui(root):
    for path in sorted((root / "ui").glob("*.ui")):
        for element in tree.parse(path).iter():
            text = (element.text or "").strip()
            if (element.tag in {"property", "attribute"} and element.get("name") in SHOWN and text
                    and text not in NAMES and element.get("translatable") != "yes"):
                yield f'ui/{path.name}: “{text}” lacks translatable="yes"'


def messages(path, *options):
    output = subprocess.run(["msgattrib", *options, "--no-wrap", "--no-obsolete", path], check=True,
                            capture_output=True, text=True, encoding="utf-8").stdout
    found = re.findall(r'^msgid (".*"(?:\n".*")*)$', output, flags=re.M)
    return [text for text in ("".join(line[1:-1] for line in lines.split("\n")) for lines in found) if text]


def check_languages(root):
    for language in (root / "po" / "LINGUAS").read_text(encoding="utf-8").split():
        path = root / "po" / f"{language}.po"
        for text in messages(path, "--untranslated"):
            yield f"po/{path.name}: untranslated: {text}"
        for text in messages(path, "--only-fuzzy"):
            yield f"po/{path.name}: fuzzy: {text}"


def main():
    root = pathlib.Path(sys.argv[1]).resolve()
    faults = [fault for check in (check_potfiles, check_macros, check_ui, check_languages) for fault in check(root)]
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
