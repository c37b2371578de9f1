"""Reads SARIF logs by Python's json, and holds them against the published schema where that is at hand.

    sarif.py check LOG...            every log is right; says "schema" if the schema was there to ask, else "no schema"
    sarif.py show LOG                a line per result: rule, kind, level, place, names, steps of the code flow
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SCHEMA = os.environ.get("INDUCT_SARIF_SCHEMA", os.path.join(HERE, "../../.downloads/sarif-2.1.0.json"))


def schema_check():
    """A function that raises on a wrong log, or None."""
    try:
        import jsonschema

        with open(SCHEMA, encoding="utf-8") as file:
            schema = json.load(file)
    except (ImportError, OSError):
        return None
    validator = jsonschema.validators.validator_for(schema)
    validator.check_schema(schema)
    # What must not pass, so that a check that checks nothing is seen.
    if validator(schema).is_valid({"version": "2.1.0", "runs": [{"tool": {}}]}):
        raise SystemExit("the schema accepts anything")
    return validator(schema).validate


def places(location):
    physical = location.get("physicalLocation")
    if not physical:
        return "-"
    uri, region = physical["artifactLocation"], physical.get("region", {})
    where = uri["uri"] + (":%d" % region["startLine"] if region else "")
    return where + ("" if "uriBaseId" in uri else " (no base)")


def no_duplicates(pairs):
    keys = [key for key, _ in pairs]
    assert len(keys) == len(set(keys)), keys
    return dict(pairs)


def load(path):
    with open(path, encoding="utf-8") as file:  # also: it is UTF-8
        return json.load(file, object_pairs_hook=no_duplicates)


def rules_hold(log):
    """What the schema does not say, but the standard does."""
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        bases = run["originalUriBaseIds"]
        for result in run["results"]:
            assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
            assert result["kind"] == "fail" or result["level"] == "none"
            assert result["kind"] in ("pass", "fail", "open")
            assert result["locations"] and result["message"]["text"].endswith(".")
            flows = [f for c in result.get("codeFlows", []) for f in c["threadFlows"]]
            at = [s["location"] for f in flows for s in f["locations"]] + result["locations"]
            for location in at:
                uri = location.get("physicalLocation", {}).get("artifactLocation", {})
                if "uriBaseId" in uri:
                    assert uri["uriBaseId"] in bases and not uri["uri"].startswith("/")
                elif uri:
                    assert uri["uri"].startswith("file:///")
            for flow in flows:
                order = [s["executionOrder"] for s in flow["locations"]]
                assert order == sorted(order)
                assert all(s["location"]["message"]["text"] for s in flow["locations"])


def check(logs):
    validate = schema_check()
    for path in logs:
        log = load(path)
        rules_hold(log)
        if validate:
            validate(log)
    print("schema" if validate else "no schema")


def show(path):
    run = load(path)["runs"][0]
    invocation = run["invocations"][0]
    print("exit", invocation["exitCode"], "successful" if invocation["executionSuccessful"] else "failed",
          len(invocation.get("toolExecutionNotifications", [])))
    for result in run["results"]:
        location = result["locations"][0]
        name = location["logicalLocations"][0]["fullyQualifiedName"]
        steps = result["codeFlows"][0]["threadFlows"][0]["locations"] if "codeFlows" in result else []
        print(result["ruleId"], result["kind"], result["level"], places(location), ascii(name), len(steps))
        if steps:
            last = steps[-1]
            print("  ", places(last["location"]), last["location"]["message"]["text"].split(":")[0])
            print("  ", sorted({value for s in steps for value in s.get("state", {})})[:3])


if sys.argv[1] == "check":
    check(sys.argv[2:])
else:
    show(sys.argv[2])
