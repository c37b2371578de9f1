"""The engine of integrations/sby/ in a dialogue with what sby is to it: a task that has a model, and a process to start.

    dialogue.py ENGINE-FOLDER MODELS "aiger induct" MODE DEPTH

prints what the engine tells: lines of its log, then the status. The models are recorded from sby itself (cnt.sby).
"""

import shutil
import subprocess
import sys
import tempfile
import types


class SbyProc:
    def __init__(self, task, info, deps, cmdline, logfile=None):
        self.cmdline, self.logfile, self.retcodes, self.exit_callback = cmdline, logfile, [0], None
        task.procs.append(self)


class Task:
    def __init__(self, workdir, depth):
        self.workdir, self.opt_depth, self.procs, self.summary = workdir, depth, [], []

    def model(self, name):
        return [name]

    def log(self, line):
        print(line)

    def update_status(self, status):
        print(f"status {status}")

    def terminate(self):
        print("terminated")

    def error(self, message):
        sys.exit(f"ERROR: {message}")


core = types.ModuleType("sby_core")
core.SbyProc = SbyProc
sys.modules["sby_core"] = core
folder, models, engine, mode, depth = sys.argv[1:]
sys.path.insert(0, folder)
import sby_engine_induct

with tempfile.TemporaryDirectory() as workdir:
    shutil.copytree(models, f"{workdir}/model")
    subprocess.run(["mkdir", f"{workdir}/engine_0"], check=True)
    task = Task(workdir, int(depth))
    words = engine.split()
    sby_engine_induct.run(words[0], mode, task, 0, words)
    for proc in task.procs:
        done = subprocess.run(proc.cmdline, shell=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        print(done.stdout, end="")
        proc.logfile.close()
        if done.returncode in proc.retcodes:
            proc.exit_callback(done.returncode)
        else:
            print(f"COMMAND NOT FOUND OR FAILED: {done.returncode}")
    traces = subprocess.run("ls engine_0/*.vcd 2> /dev/null", shell=True, cwd=workdir, stdout=subprocess.PIPE, text=True)
    print(traces.stdout, end="")
