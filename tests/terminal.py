#!/usr/bin/env python3
"""What a terminal shows while a check works: runs PROGRAM on a terminal of our own and reads what arrives there.

usage: tests/terminal.py PROGRAM
"""
import fcntl, os, pty, re, select, struct, subprocess, sys, tempfile, termios, time

PROGRAM = os.path.abspath(sys.argv[1])
HARD = """1 sort bitvec 1
2 sort bitvec 64
3 one 2
4 state 2 seed
5 init 2 4 3
6 constd 2 6364136223846793005
7 mul 2 4 6
8 add 2 7 3
9 next 2 4 8
10 mul 2 4 4
"""


def model(folder, count):
    """Properties that nobody decides soon, but one that is easy."""
    lines, number = [HARD], 11
    for i in range(count):
        factor = 982451653 + 2 * i  # a square of an odd number is 1 modulo 8: no low bits tell that it is never reached
        lines.append(f"{number} constd 2 {factor}\n{number + 1} mul 2 10 {number}\n"
                     f"{number + 2} constd 2 {factor + 8 * 0x123456789abcd}\n{number + 3} eq 1 {number + 1} {number + 2}\n"
                     f"{number + 4} bad {number + 3} a_property_with_a_long_name_{i}\n")
        number += 5
    if count > 1:
        lines.append(f"{number} one 1\n{number + 1} bad {number} easy\n")
    path = os.path.join(folder, f"hard{count}.btor2")
    with open(path, "w") as file:
        file.write("".join(lines))
    return path


def on_terminal(arguments, rows=24, width=80, environment=None, stdout_too=True):
    """All bytes that arrive at a terminal, and the seconds that it took."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", rows, width, 0, 0))
    variables = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "COLUMNS", "LINES")}
    variables["TERM"] = "xterm"
    variables.update(environment or {})
    start = time.monotonic()
    child = subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, env=variables, stderr=theirs,
                             stdout=theirs if stdout_too else subprocess.DEVNULL)
    os.close(theirs)
    said = b""
    while True:
        try:
            if select.select([ours], [], [], 30)[0]:
                piece = os.read(ours, 65536)
                if not piece:
                    break
                said += piece
            else:
                break
        except OSError:
            break
    child.wait()
    os.close(ours)
    return said.decode(), time.monotonic() - start


def screen(said):
    """What is there at the end."""
    lines, row, column = [""], 0, 0
    for token in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|[^\x1b]", said):
        if token.startswith("\x1b["):
            number = int(re.sub(r"\D", "", token) or "1")
            if token[-1] == "A":
                row = max(0, row - number)
            elif token[-1] == "J":
                lines = lines[:row + 1]
                lines[row] = lines[row][:column]
            elif token[-1] == "K":
                lines[row] = lines[row][:column]
        elif token == "\n":
            row, column = row + 1, 0
            if row == len(lines):
                lines.append("")
        elif token == "\r":
            column = 0
        else:
            lines[row] = lines[row][:column].ljust(column) + token + lines[row][column + 1:]
            column += 1
    return lines


count = failed = 0


def test(name, good, told=""):
    global count, failed
    count += 1
    failed += not good
    print(f"{'' if good else 'not '}ok {count} - {name}")
    if not good:
        print("".join(f"# {line!r}\n" for line in told.split("\n")[-12:]), end="")


try:
    for end in pty.openpty():
        os.close(end)
except OSError as why:
    print(f"ok 1 # SKIP there are no terminals to be had here: {why}\n1..1")
    sys.exit(0)

with tempfile.TemporaryDirectory() as folder:
    several, single, many = model(folder, 3), model(folder, 1), model(folder, 60)
    wait = ["--timeout", "0.8", "--engine", "default"]

    said, seconds = on_terminal(["check", several, *wait])
    lines = screen(said)
    test("several properties are a table", "state" in said and "depth" in said and "open" in said, said)
    test("it says how many are decided", "1 of 4 decided" in said, said)
    test("it is redrawn at most ten times a second", 1 <= said.count(" of 4 decided") <= 10 * seconds + 2, said)
    test("nothing of it is left at the end", not any(" of 4 decided" in line or line.startswith("property ") for line in lines),
         "\n".join(lines))
    test("verdicts stand", sum(line.startswith(("unsafe ", "unknown ")) for line in lines) == 4, "\n".join(lines))
    drawn = re.findall(r"(?:^|\r\n|\x1b\[J)((?:\x1b\[\d+m)?a_property[^\r]*|[^\r]* of 4 decided[^\r]*)", said)
    test("lines fit", drawn and max(len(re.sub(r"\x1b\[\d+m", "", line)) for line in drawn) < 80, said)

    said, _ = on_terminal(["check", several, *wait], width=30)
    parts = re.findall(r"(?:^|\r|\x1b\[J)([^\r\n\x1b]*(?:open|decided|state|checking)[^\r\n\x1b]*)", said)
    test("a narrow terminal has narrow lines", parts and max(map(len, parts)) < 30, said)
    test("and no depth", "depth   time" not in said, said)

    said, _ = on_terminal(["check", many, *wait], rows=12)
    heights = [int(n) for n in re.findall(r"\x1b\[(\d+)A", said)]
    test("a low terminal is never full", heights and max(heights) < 12, said)
    test("the rest is counted", re.search(r"and \d+ more", said), said)

    said, _ = on_terminal(["check", several, *wait], stdout_too=False)
    test("verdicts that go elsewhere are in the table, in color", "\x1b[31measy" in said.replace("property", ""), said)
    said, _ = on_terminal(["check", several, *wait], stdout_too=False, environment={"NO_COLOR": "1"})
    test("NO_COLOR is respected", "easy" in said and not re.search(r"\x1b\[[0-9]+m", said), said)

    said, _ = on_terminal(["check", single, *wait])
    test("one property is one line", "frame" in said and not re.search(r"\x1b\[\d+A", said), said)

    said, _ = on_terminal(["check", several, "--timeout", "2.5", "--jobs", "2"], stdout_too=False)
    test("a portfolio has a column of workers", re.search(r"time s +worker", said), said)

    for words in (["--quiet"], ["--as", "hwmcc"], ["--as", "sby"]):
        said, _ = on_terminal(["check", several, *wait, *words], stdout_too=False)
        test(f"{' '.join(words)}: no table, no statistics",
             "\x1b" not in said and "frame" not in said and "queries" not in said, said)
    said, _ = on_terminal(["check", several, *wait], environment={"TERM": "dumb"})
    test("nor on a terminal that cannot go back", "\x1b" not in said, said)
    piped = subprocess.run([PROGRAM, "check", several, *wait], capture_output=True, text=True)
    test("nor in a pipe", "\x1b" not in piped.stderr + piped.stdout and " of 4 decided" not in piped.stderr, piped.stderr)

print(f"1..{count}")
sys.exit(failed > 0)
