#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Man page and completions against what the program says: check-command-line.py PROGRAM MAN BASH ZSH OPTIONS"""
import shutil
import subprocess
import sys
import unittest

PROGRAM, MAN, BASH, ZSH, OPTIONS = sys.argv[1:6]


def run(*command, **more):
    return subprocess.run(command, text=True, encoding="utf-8", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          check=False, **more)


def complete_in_bash(*words, cursor=None):
    """What bash would offer for the last of these words, which are cut at “=” as readline cuts them."""
    script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; '
              '_trendscope; printf "%s\\n" "${COMPREPLY[@]}"')
    done = run("bash", "-c", script, "bash", BASH, "trendscope", *words, cwd=cursor)
    assert done.returncode in (0, 1), done.stderr
    assert done.stderr == "", done.stderr
    return done.stdout.split()


class CommandLine(unittest.TestCase):
    def setUp(self):
        with open(OPTIONS, encoding="utf-8") as file:
            self.options = [line.split() for line in file]
        self.commands = list(dict.fromkeys(command for command, _ in self.options))

    def test_commands_are_those_of_help(self):
        text = run(PROGRAM, "--help").stdout
        self.assertGreater(len(self.commands), 8)
        for command in self.commands:
            self.assertIn(f"  trendscope {command}", text)

    def test_every_command_says_its_operand_and_ends_well(self):
        for command in self.commands:
            done = run(PROGRAM, command, "--help")
            self.assertEqual(done.returncode, 0, command)
            self.assertIn(f" {command}", done.stdout.split("\n\n")[0], command)
            self.assertIn("Exit status", done.stdout, command)

    def test_unknown_options_are_wrong_usage(self):
        for command in [*self.commands, None]:
            done = run(PROGRAM, *([command, "x"] if command else []), "--no-such-option")
            self.assertEqual(done.returncode, 2, (command, done.stderr))
            self.assertIn("--no-such-option", done.stderr)

    def test_man_page_has_every_option(self):
        with open(MAN, encoding="utf-8") as file:
            page = file.read().replace("\\-", "-")
        for command, option in self.options:
            if option not in ("--help", "-h"):
                self.assertIn(f"\\fB{option}\\fR", page, command)

    @unittest.skipUnless(shutil.which("groff"), "needs groff")
    def test_man_page_is_sound(self):
        done = run("groff", "-man", "-Tutf8", "-Kutf8", "-ww", "-z", MAN)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_bash_offers_commands_then_options(self):
        self.assertEqual(set(complete_in_bash("--")), {*self.commands, "--version", "--help"})
        for command in self.commands:
            offered = {word.rstrip("=") for word in complete_in_bash(command, "--")}
            self.assertEqual(offered, {option for its, option in self.options
                                       if its == command and option.startswith("--")}, command)

    def test_bash_offers_values(self):
        self.assertEqual(complete_in_bash("--convert", "--micro-step", "=", "t"), ["true"])
        self.assertEqual(set(complete_in_bash("--convert", "--micro-step", "=")), {"true", "false"})
        self.assertEqual(complete_in_bash("--convert", "--micro-step", "f"), ["false"])

    @unittest.skipUnless(shutil.which("zsh"), "needs zsh")
    def test_zsh_reads_it(self):
        self.assertEqual(run("zsh", "-n", ZSH).stderr, "")
        script = ('_arguments() { print -rl -- "$@"; }; words=(trendscope --convert x); '
                  'f() { source $1; }; f $1')
        done = run("zsh", "-f", "-c", script, "zsh", ZSH)
        self.assertEqual(done.stderr, "")
        for command, option in self.options:
            if command == "--convert":
                self.assertIn(f"{option}", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
