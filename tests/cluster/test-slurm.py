#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An import as a job array of a real Slurm: test-slurm.py TRENDSCOPE SOURCE_ROOT

Starts munge, slurmctld and slurmd for itself on this machine and ends them. 32 ranks in four tasks, one of which is killed;
the check says which part is missing; the same command again does that part alone; what the parts show is what a single
import shows, cell for cell. Exit status 77 (skipped) only where Slurm is not installed or can't run."""
import json, os, shutil, signal, socket, subprocess, sys, tempfile, time

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), sys.argv[2]
TOOLS = os.path.join(ROOT, "tests", "tools")
N_PARTS = 4


def skip(why):
    print("SKIP:", why)
    sys.exit(77)


def run(*command, check=True):
    done = subprocess.run(command, capture_output=True, text=True)
    if check and done.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stdout}{done.stderr}")
    return done


def wait_for(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.2)
    print(f"waited {seconds} s in vain: {what}")
    return False


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return str(s.getsockname()[1])


class Slurm:
    def __init__(self, folder):
        self.folder, self.munged, self.started = folder, None, []
        for name in ("state", "spool"):
            os.mkdir(os.path.join(folder, name))
        with open(os.path.join(ROOT, "tests", "cluster", "slurm.conf.in")) as file:
            text = file.read()
        host = run("hostname", "-s").stdout.strip()
        for key, value in (("DIR", folder), ("HOST", host), ("PORT", free_port()), ("NODE_PORT", free_port())):
            text = text.replace(f"@{key}@", value)
        self.conf = os.path.join(folder, "slurm.conf")
        with open(self.conf, "w") as file:
            file.write(text)
        os.environ["SLURM_CONF"] = self.conf

    def munge_answers(self):
        return subprocess.run("munge -n | unmunge", shell=True, capture_output=True).returncode == 0

    def start(self):
        """Why it could not be started; None."""
        if not self.munge_answers():
            run("install", "-d", "-o", "munge", "-g", "munge", "/run/munge", check=False)
            self.munged = subprocess.Popen(["su", "-s", "/bin/sh", "munge", "-c", "exec munged --foreground --force"],
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
            if not wait_for("munge", self.munge_answers, 10):
                return "munge does not answer"
        for program in ("slurmctld", "slurmd"):
            with open(os.path.join(self.folder, program + ".out"), "w") as out:
                self.started.append(subprocess.Popen([program, "-D"], stdout=out, stderr=out, start_new_session=True))
        if not wait_for("a node", lambda: "idle" in run("sinfo", "-h", "-o", "%t", check=False).stdout, 30):
            return "no node comes up"
        return None

    def stop(self):
        for process in reversed(self.started):
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
        if self.munged is not None:
            os.killpg(self.munged.pid, signal.SIGTERM)
            self.munged.wait(10)


def jobs():
    return run("squeue", "-h", "-r", "-o", "%i %T %j").stdout.splitlines()


def submit(program, data, db):
    command = ["sbatch", "--parsable", f"--array=1-{N_PARTS}", "--output=/dev/null", f"--export=ALL,TRENDSCOPE={program}",
               os.path.join(ROOT, "data", "slurm", "trendscope.sbatch"), data, db]
    return run(*command).stdout.strip()


def part(db, i):
    return os.path.join(db, f"monitor_data.{i}-of-{N_PARTS}.trend.db")


def finish():
    assert wait_for("the end of all jobs", lambda: not jobs(), 120), jobs()


def export(database, out, *options):
    run(PROGRAM, "--export-heatmap", database, "--output", out, *options)
    with open(out) as file:
        return file.read()


def compare_views(one, db, folder):
    """Every metric and statistic, by each of the three dimensions."""
    import sqlite3
    row = sqlite3.connect(one).execute("SELECT * FROM global_stats")
    names = [column[0] for column in row.description]
    stats = {name: value.split(",") for name, value in zip(names, row.fetchone()) if isinstance(value, str)}
    n = 0
    for metric in stats:
        for stat in stats[metric][:2]:
            for dimension in ("step", "rank", "module_name"):
                options = ("--metric", metric, "--stat", stat, "--dimension", dimension)
                a = export(one, os.path.join(folder, "a.csv"), *options)
                b = export(db, os.path.join(folder, "b.csv"), *options)
                assert a == b, (metric, stat, dimension)
                assert a.count("\n") > 4, a
                n += 1
    print(f"{n} views are the same in parts and in one")


def check(folder):
    data, db, single = (os.path.join(folder, name) for name in ("data", "db", "single"))
    run(sys.executable, os.path.join(TOOLS, "gen_monitor.py"), data, "--ranks", "32", "--steps", "6", "--layers", "2",
        "--per-file", "3")

    # A program that stands still at the second part for as long as there is the file.
    slow, stuck = os.path.join(folder, "slow"), os.path.join(folder, "stuck")
    with open(slow, "w") as file:
        file.write(f'#!/bin/sh\ncase "$*" in *" --shard 2/"*) while [ -e {stuck} ]; do sleep 0.2; done ;; esac\n'
                   f'exec {PROGRAM} "$@"\n')
    os.chmod(slow, 0o755)
    open(stuck, "w").close()
    job = submit(slow, data, db)
    others = [part(db, i) for i in range(1, N_PARTS + 1) if i != 2]
    assert wait_for("the other parts", lambda: all(map(os.path.exists, others))
                    and any(line.startswith(f"{job}_2 RUNNING") for line in jobs())), jobs()
    run("scancel", "--signal=KILL", "--full", f"{job}_2")
    finish()
    assert not os.path.exists(part(db, 2))
    log = open(os.path.join(db, "check.log")).read()
    assert os.path.basename(part(db, 2)) + ": it is missing" in log and "1 of 4 parts" in log, log
    state = run("scontrol", "show", "job", str(int(job) + N_PARTS), check=False).stdout
    assert run(PROGRAM, "--check-parts", db, check=False).returncode == 1, state
    print("killed: the check names the part")

    # The same again does what is missing.
    before = {path: os.stat(path).st_mtime_ns for path in others}
    os.remove(stuck)
    submit(slow, data, db)
    finish()
    assert os.path.exists(part(db, 2))
    assert before == {path: os.stat(path).st_mtime_ns for path in others}
    log = open(os.path.join(db, "check.log")).read()
    assert "all 4 parts are there" in log, log
    report = json.load(open(os.path.join(db, "report.json")))
    assert report["rows_read"] == report["rows_stored"] > 0, report
    print("again: the one part alone, and the check is content")

    run(PROGRAM, "--convert", "--data", data, "--db", single, "--find-faults", "false")
    one = os.path.join(single, "monitor_data.trend.db")
    compare_views(one, db, folder)
    merged = os.path.join(folder, "merged.trend.db")
    run(PROGRAM, "--merge", merged, db)
    print(run(sys.executable, os.path.join(TOOLS, "compare_db.py"), one, merged).stdout.strip())


def main():
    lacking = [name for name in ("munged", "munge", "slurmctld", "slurmd", "sbatch") if shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin") is None]
    if lacking:
        skip("not installed: " + ", ".join(lacking))
    os.environ["PATH"] += ":/usr/sbin:/sbin"
    if os.geteuid() != 0:
        skip("Slurm's daemons need root")
    folder = tempfile.mkdtemp(prefix="ts-slurm-")
    slurm = Slurm(folder)
    try:
        why = slurm.start()
        if why is not None:
            skip(why)
        check(folder)
    finally:
        slurm.stop()
        shutil.rmtree(folder, ignore_errors=True)


main()
