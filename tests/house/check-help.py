#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The help pages against the program: check-help.py SOURCE_FOLDER OPTIONS

OPTIONS has a line “COMMAND OPTION” for each option of each command."""
import os
import re
import sys
import unittest
import xml.etree.ElementTree as ElementTree

TOP, OPTIONS = sys.argv[1:3]
HELP = os.path.join(TOP, "data", "help")
LANGUAGES = ("en", "zh_CN")


def pages(language):
    return sorted(name for name in os.listdir(os.path.join(HELP, language)) if name.endswith(".html"))


def read(*path):
    with open(os.path.join(HELP, *path), encoding="utf-8") as file:
        return file.read()


def parse(language, page):
    return ElementTree.fromstring(read(language, page).split("\n", 1)[1])


def text_of(language):
    return "\n".join("".join(parse(language, page).itertext()) for page in pages(language))


class Help(unittest.TestCase):
    def test_same_pages_in_all_languages(self):
        self.assertGreater(len(pages("en")), 10)
        for language in LANGUAGES:
            self.assertEqual(pages(language), pages("en"))

    def test_pages_are_built_and_installed(self):
        built = re.search(r"help_pages = \[(.*?)\]", read("meson.build"), re.DOTALL).group(1)
        self.assertEqual(sorted(name + ".html" for name in re.findall(r"'(.*?)'", built)), pages("en"))

    def test_links_and_pictures_are_there(self):
        for language in LANGUAGES:
            for page in pages(language):
                for element in parse(language, page).iter():
                    target = element.get("href") or element.get("src")
                    if target is None or "//" in target:
                        continue
                    path = os.path.join(HELP, language, target.split("#")[0])
                    self.assertTrue(os.path.exists(path), f"{language}/{page}: {target}")
                    if element.tag.endswith("img"):
                        self.assertTrue(element.get("alt"), f"{language}/{page}: {target} has no description")

    def test_every_page_is_in_the_contents(self):
        for language in LANGUAGES:
            contents = read(language, "index.html")
            for page in pages(language):
                if page != "index.html":
                    self.assertIn(f'href="{page}"', contents)

    def test_every_command_is_explained(self):
        with open(OPTIONS, encoding="utf-8") as file:
            commands = {line.split()[0] for line in file}
        for language in LANGUAGES:
            text = text_of(language)
            for command in commands:
                self.assertIn(f"trendscope {command}", text, language)

    def test_options_that_are_named_exist(self):
        with open(OPTIONS, encoding="utf-8") as file:
            options = {word for line in file for word in line.split()}
        for language in LANGUAGES:
            # Other programs have options of their own.
            ours = [line for line in text_of(language).splitlines() if not line.startswith("sbatch ")]
            for option in re.findall(r"--[a-z][a-z-]+", "\n".join(ours)):
                self.assertIn(option, options, language)

    def test_every_shortcut_is_listed(self):
        overlay = ElementTree.parse(os.path.join(TOP, "ui", "help-overlay.ui"))
        listed = read("en", "keyboard.html")
        for shortcut in overlay.iter("object"):
            if shortcut.get("class") == "GtkShortcutsShortcut":
                title = next(p.text for p in shortcut.iter("property") if p.get("name") == "title")
                self.assertIn(f"<td>{title.replace('&', '&amp;')}</td>", listed)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
