"""induct as an engine of sby: `aiger induct [options]` and `btor induct [options]` in [engines].

The model is the one that sby makes for its slot (model/design_aiger.aig, model/design_btor.btor). induct writes waveforms
itself, with the names of the design: engine_N/trace.vcd, with several properties engine_N/trace-NAME.vcd. The status is
taken from its JSON, so that a limit is never mistaken for an answer:

    prove   PASS  every property is safe               FAIL  one is unsafe
    bmc     PASS  nothing violated up to the depth     FAIL  one is unsafe
    cover   PASS  every cover is reached               FAIL  one is unreachable, or not reached up to the depth
    else    UNKNOWN, with the reasons in the log

All properties are decided in any case; --keep-going is accepted and changes nothing.
"""

import getopt
import json
import os
import shlex

from sby_core import SbyProc


def command(mode, task, engine_idx, kind, args):
    """The words of the call, relative to the work directory."""
    model, names = (
        ("design_aiger.aig", "design_aiger.aim") if kind == "aiger" else ("design_btor.btor", "design_btor.info")
    )
    words = [os.environ.get("INDUCT", "induct"), "check", "--quiet"]
    words += ["--stats", f"engine_{engine_idx}/induct.json", "--witness", f"engine_{engine_idx}/trace.vcd"]
    words += ["--map", f"model/{names}"]
    if mode in ("bmc", "cover"):
        words += ["--engine", "bmc", "--set", f"bmc-bound={task.opt_depth - 1}"]
    if mode == "cover":
        words += ["--cover", "*"]
    return words + args + [f"model/{model}"]


def undecided(properties, depth):
    """Those that are neither decided nor searched up to the depth."""
    return [
        p
        for p in properties
        if p["verdict"] == "unknown" and not (p["reason"] == "bound reached" and (p["depth"] or -1) >= depth - 1)
    ]


def status_of(mode, result, depth):
    """What sby is told, and lines for its log."""
    properties = result["properties"]
    verdicts = [p["verdict"] for p in properties]
    left = [p for p in properties if p["verdict"] == "unknown"] if mode in ("prove", "live") else undecided(properties, depth)
    reasons = [f"{p['name']}: {p['reason']}, nothing up to depth {p['depth']}" for p in left]
    if mode == "cover":
        if "unreachable" in verdicts:
            return "FAIL", [f"{p['name']} is unreachable" for p in properties if p["verdict"] == "unreachable"]
        if left or not properties:
            return "UNKNOWN", reasons
        return ("PASS" if all(v == "covered" for v in verdicts) else "FAIL"), []
    if "unsafe" in verdicts:
        return "FAIL", []
    if left or not properties:
        return "UNKNOWN", reasons
    return "PASS", []


def summarize(task, engine_idx, engine, status, properties):
    """Summaries are a list in old versions of sby, an object in newer ones."""
    if hasattr(task.summary, "set_engine_status"):
        task.summary.set_engine_status(engine_idx, status)
    else:
        task.summary.append(f"engine_{engine_idx} ({' '.join(engine)}) returned {status}")
        for p in properties:
            for path in p["evidence"]:
                task.summary.append(f"trace of {p['name']}: {task.workdir}/{path}")


def run(kind, mode, task, engine_idx, engine):
    options, words = getopt.getopt(engine[1:], "", ["seed=", "keep-going"])
    args = words[1:]
    for name, value in options:
        if name == "--seed":
            args = ["--seed", value] + args
    if kind == "btor" and mode == "live":
        task.error("The btor engine has no live mode; use aiger.")
    deps = task.model("aig" if kind == "aiger" else "btor")
    script = " ".join(shlex.quote(w) for w in command(mode, task, engine_idx, kind, args))
    proc = SbyProc(
        task,
        f"engine_{engine_idx}",
        deps,
        f"cd {task.workdir}; {script}",
        logfile=open(f"{task.workdir}/engine_{engine_idx}/logfile.txt", "w"),
    )
    proc.checkretcode = True
    proc.retcodes = [0, 1, 3]

    def exit_callback(retcode):
        with open(f"{task.workdir}/engine_{engine_idx}/induct.json") as file:
            result = json.load(file)
        status, lines = status_of(mode, result, getattr(task, "opt_depth", 0))
        for line in lines:
            task.log(f"engine_{engine_idx}: {line}")
        task.update_status(status)
        task.log(f"engine_{engine_idx}: Status returned by engine: {status}")
        summarize(task, engine_idx, engine, status, result["properties"])
        task.terminate()

    proc.exit_callback = exit_callback
    if hasattr(proc, "register_exit_callback"):
        proc.register_exit_callback(exit_callback)
