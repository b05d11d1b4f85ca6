#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the packages say against each other and against the project: check-packages.py SOURCE_FOLDER VERSION"""
import json
import os
import re
import sys
import unittest

TOP, VERSION = sys.argv[1:3]


def read(*path):
    with open(os.path.join(TOP, *path), encoding="utf-8") as file:
        return file.read()


def needed():
    """Library and least version, with the window, of every dependency() in meson.build that has one; what is needed
    without it stands before a colon, and a version may have a name."""
    text = re.sub(r"headless \? '[^']*' : ", "", read("meson.build"))
    names = dict(re.findall(r"^(\w+) = '([\d.]+)'$", text, re.MULTILINE))
    found = re.findall(r"dependency\('([\w.-]+)', version: '>= (?:([\d.]+)'|' \+ (\w+))", text)
    return {library: version or names[name] for library, version, name in found if not library.startswith("gio-")}


class Packages(unittest.TestCase):
    def test_one_version(self):
        self.assertTrue(read("debian", "changelog").startswith(f"trendscope ({VERSION}-"))
        self.assertIn(f"\nVersion:        {VERSION}\n", read("rpm", "trendscope.spec"))
        self.assertIn(f'<release version="{VERSION}"', read("data", "org.trendscope.Trendscope.metainfo.xml.in"))

    def test_rpm_needs_what_meson_needs(self):
        spec = read("rpm", "trendscope.spec")
        self.assertGreater(len(needed()), 5)
        for library, version in needed().items():
            self.assertIn(f"pkgconfig({library}) >= {version}\n", spec)

    def test_flatpak_is_pinned_and_asks_for_no_files(self):
        manifest = json.loads(read("flatpak", "org.trendscope.Trendscope.json"))
        self.assertEqual(manifest["id"], "org.trendscope.Trendscope")
        self.assertFalse([word for word in manifest["finish-args"] if "filesystem" in word or "talk-name" in word])
        source = manifest["modules"][-1]["sources"][0]
        self.assertEqual(source["tag"], f"v{VERSION}")
        self.assertRegex(source["commit"], r"^[0-9a-f]{40}$")

    def test_folders_keep_their_file_manager(self):
        entry = read("data", "org.trendscope.Trendscope.desktop.in")
        self.assertNotIn("inode/directory", entry)
        self.assertIn("Exec=trendscope %F\n", entry)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
