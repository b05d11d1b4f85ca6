#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Man page and completions of trendscope, from what its commands say with --help.

    describe-commands.py PROGRAM VERSION man|bash|zsh|options OUT

The option tables of the commands are the only source: whatever is added there appears here."""
import os
import re
import subprocess
import sys

# Values that come from a fixed set are completed; the set stands in the option's own placeholder.
FILES = ("FILE", "OUT", "DIR", "DB", "FOLDER", "PART", "DUMP", "TENSOR")


class Option:
    def __init__(self, names, argument, text):
        self.names, self.argument, self.text = names, argument, text

    def choices(self):
        if self.argument and "|" in self.argument and not any(word in self.argument for word in FILES):
            return self.argument.split("|")
        return []

    def wants_file(self):
        return bool(self.argument) and any(word in self.argument for word in FILES)

    def wants_folder(self):
        return self.argument == "DIR"


class Command:
    def __init__(self, name, usage, summary, options, notes):
        self.name, self.usage, self.summary, self.options, self.notes = name, usage, summary, options, notes


def help_of(program, *arguments):
    environment = dict(os.environ, LC_ALL="C.UTF-8", LANGUAGE="C", ASAN_OPTIONS="detect_leaks=0",
                       GSETTINGS_BACKEND="memory")
    done = subprocess.run([program, *arguments, "--help"], env=environment, text=True, encoding="utf-8",
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        sys.exit(f"{program} {' '.join(arguments)} --help failed: {done.stderr.strip()}")
    return done.stdout


def read_option(line):
    """One line of an option list of GLib: “  -o, --output=FILE    What it is for”."""
    match = re.match(r"  (-\w, )?(--[\w-]+)(=\S+(?: \S+)*?)?(?:\s{2,}(.*))?$", line)
    if match is None:
        return None
    short, name, argument, text = match.groups()
    names = ([short[:2]] if short else []) + [name]
    return Option(names, argument[1:] if argument else None, text or "")


def read_command(program, name):
    paragraphs = [part for part in help_of(program, name).split("\n\n") if part.strip()]
    usage = paragraphs[0].split("\n", 1)[1].strip()
    summary, options, notes = [], [], []
    for part in paragraphs[1:]:
        lines = part.rstrip("\n").split("\n")
        if re.match(r".*[Oo]ptions:$", lines[0]):
            options += [option for option in map(read_option, lines[1:]) if option is not None]
        elif options:
            notes.append(" ".join(lines))
        else:
            summary.append(" ".join(lines))
    known = {tuple(option.names) for option in options}
    if len(known) != len(options):
        sys.exit(f"{name} --help names an option twice")
    return Command(name, usage, " ".join(summary), options, notes)


def read_commands(program):
    names = re.findall(r"^  trendscope (--[\w-]+)", help_of(program), re.MULTILINE)
    return [read_command(program, name) for name in names if name not in ("--version", "--help")]


# ---- man page ----

def roff(text):
    text = text.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    return "\\&" + text if text.startswith(".") else text


def man_option(option):
    shown = ", ".join(f"\\fB{roff(name)}\\fR" for name in option.names)
    if option.argument:
        shown += f"=\\fI{roff(option.argument)}\\fR"
    return f".TP\n{shown}\n{roff(option.text)}"


def man_page(commands, version):
    out = [f'.TH TRENDSCOPE 1 "" "trendscope {version}" "User Commands"',
           ".SH NAME", "trendscope \\- find the first tensor that goes wrong in a training run",
           ".SH SYNOPSIS", ".B trendscope", "[\\fIFOLDER\\fR|\\fIFILE\\fR]...", ".br"]
    for command in commands:
        rest = re.sub(r"^trendscope \[OPTION…\] ?", "", command.usage).replace(command.name, "", 1).strip()
        out += [f"\\fBtrendscope {roff(command.name)}\\fR {roff(rest)} [\\fIOPTION\\fR]...".replace("  ", " "), ".br"]
    out += [".SH DESCRIPTION",
            "Trendscope reads the statistics of tensors that msProbe and others write while a large model trains, "
            "turns them into a database, and shows the whole run as a heat map with linked line charts.",
            ".PP",
            "Without a command it opens its window with the folders and files given. "
            "The commands do the same without a display; standard output carries only what was asked for."]
    for command in commands:
        out += [f'.SH "{roff(command.name.lstrip("-").replace("-", " ").upper())}"',
                f".B {roff(command.usage)}", ".PP", roff(command.summary)]
        out += [man_option(option) for option in command.options if "--help" not in option.names]
        for note in command.notes:
            out += [".PP", roff(note)]
    out += [".SH FILES", ".TP", "\\fINAME\\fR.trend.db",
            "The database of a run: SQLite, in the schema that msProbe reads, too.",
            ".SH LICENSE", "GPL\\-3.0\\-or\\-later."]
    return "\n".join(out) + "\n"


# ---- completions ----

def words_of(command):
    return [name + ("=" if option.argument and name.startswith("--") else "")
            for option in command.options for name in option.names]


def bash_case(command):
    lines = [f"    {command.name})", f"      options='{' '.join(words_of(command))}'", "      case $name in"]
    for option in command.options:
        pattern = "|".join(option.names)
        if option.choices():
            lines.append(f"        {pattern}) choices='{' '.join(option.choices())}' ;;")
        elif option.wants_folder():
            lines.append(f"        {pattern}) kind=folder ;;")
        elif option.wants_file():
            lines.append(f"        {pattern}) kind=file ;;")
        elif option.argument:
            lines.append(f"        {pattern}) kind=none ;;")
    return lines + ["        *) ;;", "      esac ;;"]


BASH_HEAD = """\
# bash completion of trendscope; made from the program's own tables of options.
_trendscope ()
{
  local current=${COMP_WORDS[COMP_CWORD]} name= command= options= choices= kind= word
  COMPREPLY=()
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
"""

BASH_TAIL = """\
  esac
  if [[ -z $command ]]; then
    [[ $current == -* ]] && COMPREPLY=( $(compgen -W "$options" -- "$current") )
  elif [[ -n $choices ]]; then
    COMPREPLY=( $(compgen -W "$choices" -- "$current") )
    return
  elif [[ $kind == none ]]; then
    return
  elif [[ -z $kind && $current == -* ]]; then
    COMPREPLY=( $(compgen -W "$options" -- "$current") )
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace
  fi
  if [[ ${#COMPREPLY[@]} -eq 0 && ( $current != -* || -n $kind ) ]]; then
    compopt -o filenames 2>/dev/null
    local flag=-f
    [[ $kind == folder ]] && flag=-d
    local IFS=$'\\n'
    COMPREPLY=( $(compgen $flag -- "$current") )
  fi
}
complete -F _trendscope trendscope
"""


def bash_completion(commands):
    names = [command.name for command in commands]
    out = BASH_HEAD
    out += f"      {'|'.join(names)}) [[ -n $command ]] || command=$word ;;\n    esac\n  done\n"
    # The line is cut at “=”: the option stands one or two words back.
    out += """\
  if [[ $current == = ]]; then
    name=${COMP_WORDS[COMP_CWORD-1]} current=
  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == = ]]; then
    name=${COMP_WORDS[COMP_CWORD-2]}
  elif [[ ${COMP_WORDS[COMP_CWORD-1]} == -* ]]; then
    name=${COMP_WORDS[COMP_CWORD-1]}
  fi
  case $command in
"""
    out += f"    '') options='{' '.join(names)} --version --help' ;;\n"
    out += "\n".join(line for command in commands for line in bash_case(command)) + "\n"
    return out + BASH_TAIL


def zsh_quote(text):
    return text.replace("\\", "\\\\").replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")


def zsh_option(option):
    if option.choices():
        action = f":{zsh_quote(option.argument)}:({' '.join(option.choices())})"
    elif option.wants_folder():
        action = ":folder:_files -/"
    elif option.wants_file():
        action = ":file:_files"
    elif option.argument:
        action = f":{zsh_quote(option.argument)}: "
    else:
        action = ""
    return [f"'{name}{'=' if option.argument and name.startswith('--') else ''}[{zsh_quote(option.text)}]{action}'"
            for name in option.names]


def zsh_completion(commands):
    out = ["#compdef trendscope", "# Made from the program's own tables of options.", "",
           "local command=${words[(r)(" + "|".join(c.name for c in commands) + ")]}", "case $command in"]
    for command in commands:
        specs = [spec for option in command.options for spec in zsh_option(option)]
        out.append(f"  {command.name})")
        # The command itself has been typed already, perhaps with its operand.
        out += ["    _arguments \\"] + [f"      {spec} \\" for spec in specs if not spec.startswith(f"'{command.name}")]
        out += [f"      '{command.name}[{zsh_quote(command.summary)}]' \\", "      '*:file:_files' ;;"]
    out += ["  *)", "    _arguments \\"]
    out += [f"      '{command.name}[{zsh_quote(command.summary)}]' \\" for command in commands]
    out += ["      '--version[Print the version]' \\", "      '--help[Print the commands]' \\",
            "      '*:file:_files' ;;", "esac"]
    return "\n".join(out) + "\n"


def option_list(commands):
    """COMMAND OPTION, a line each; for tests."""
    return "".join(f"{command.name} {name}\n" for command in commands for option in command.options
                   for name in option.names)


def main():
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    program, version, kind, out = sys.argv[1:]
    commands = read_commands(program)
    text = {"man": lambda: man_page(commands, version), "bash": lambda: bash_completion(commands),
            "zsh": lambda: zsh_completion(commands), "options": lambda: option_list(commands)}[kind]()
    with open(out, "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
