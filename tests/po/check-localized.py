#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the program speaks the user's language straight from the build folder.

usage: check-localized.py PROGRAM
"""

import os
import shutil
import subprocess
import sys
import tempfile

SKIP = 77
CASES = (
    (["--help"], "用法："),
    (["--convert", "--help"], "msProbe 数据文件夹"),
    # A number whose C type differs from machine to machine.
    (["--plot-parallelism", "--world-size", "0", "--num-layers", "4"], "“0”不是 1 到"),
)


def run(program, arguments, locale, folder):
    environment = {**os.environ, "LC_ALL": locale, "LANGUAGE": "zh_CN", "LOCPATH": folder}
    result = subprocess.run([program, *arguments], env=environment, cwd=folder, stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, encoding="utf-8", timeout=30)
    return result.stdout


def check(program, locale, folder):
    outputs = ((arguments, expected, run(program, arguments, locale, folder)) for arguments, expected in CASES)
    return [f"{' '.join(arguments)}: expected “{expected}”, got:\n{output}"
            for arguments, expected, output in outputs if expected not in output]


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        # Until 2.36, glibc heeded LANGUAGE in this locale, which is always there.
        if not check(program, "C.UTF-8", folder):
            return 0
        made = shutil.which("localedef") is not None and subprocess.run(
            ["localedef", "-i", "zh_CN", "-f", "UTF-8", os.path.join(folder, "zh_CN.UTF-8")],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
        if not made:
            return SKIP
        faults = check(program, "zh_CN.UTF-8", folder)
    for fault in faults:
        print(fault, file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
