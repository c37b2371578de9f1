"""Reads a JUnit report by Python's XML parser (expat) and says what is in it, after checking its sums."""
import sys
import xml.etree.ElementTree as tree

root = tree.parse(sys.argv[1]).getroot()
assert root.tag == "testsuites" and len(root) == 1
suite = root[0]
cases = suite.findall("testcase")
for element in (root, suite):
    assert int(element.get("tests")) == len(cases)
    assert int(element.get("failures")) == len(suite.findall("testcase/failure"))
    assert int(element.get("errors")) == len(suite.findall("testcase/error"))
    assert int(element.get("skipped")) == 0
    assert float(element.get("time")) >= 0
print(ascii(suite.get("name")), len(cases))
for case in cases:
    assert float(case.get("time")) >= 0 and case.get("classname") == suite.get("name")
    verdict = case.find("failure") if case.find("failure") is not None else case.find("error")
    if verdict is None:
        print("passed", ascii(case.get("name")), case.find("system-out").text)
    else:
        print(verdict.tag, ascii(case.get("name")), verdict.get("type"), "|", ascii(verdict.get("message")), "|",
              len((verdict.text or "").splitlines()))
