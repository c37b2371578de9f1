#!/usr/bin/python3
"""Pages of reports in a browser: tests/browser/pages.py PROGRAM SOURCES [--pictures FOLDER]

Runs the examples, opens the page of each, and looks at what is there, what keys and clicks do, and how it looks.
With --pictures the pictures of the documentation are made as well."""
import base64
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from browser import Browser, Failed  # noqa: E402
from picture import Picture  # noqa: E402

PROGRAM, ROOT = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
EXAMPLES = {  # page: the call
    'circuit-unsafe': ['examples/peterson-unsafe.aig.gz'],
    'circuit-safe': ['examples/peterson-safe.aag'],
    'circuit-several': ['examples/traffic-light-properties.aag'],
    'verilog': ['examples/fifo.sv', '--reset', 'rst', '-D', 'BUG'],
    'verilog-safe': ['examples/fifo.sv', '--reset', 'rst', '--engine', 'default'],
    'verilog-memory': ['tests/browser/memory.sv', '--reset', 'rst'],
    'btor2-several': ['examples/fifo-properties.btor2'],
    'btor2-safe': ['examples/lock-step-safe.btor2'],
    'vmt-unsafe': ['examples/fischer-unsafe.vmt'],
    'vmt-safe': ['examples/thermostat-safe.vmt'],
    'program-unsafe': ['examples/midpoint-unsafe.c'],
    'program-safe': ['examples/ring-buffer-safe.c', '--engine', 'default'],
    'program-ring': ['tests/browser/ring.c', '--engine', 'bmc'],
    'program-calls': ['tests/browser/calls.c', '--engine', 'bmc'],
}
HOSTILE = '</script><img src=x onerror=alert(1)>'
tests = []
count = failed = 0


def test(function):
    tests.append(function)
    return function


def expect(condition, what):
    if not condition:
        raise Failed(what)


def equal(got, wanted):
    expect(got == wanted, f'{got!r}, expected {wanted!r}')


def run(*arguments, cwd=ROOT):
    return subprocess.run([PROGRAM, *arguments], cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120)


def make(folder, name):
    page = os.path.join(folder, name + '.html')
    done = run('check', *EXAMPLES[name], '--report', page, '--quiet', '--jobs', '1')
    expect(done.returncode in (0, 1), f'{name}: {done.stderr.decode()}')
    return page


def looks(page, dark=False):
    """A picture of the page, loosely: its size, that it is not blank, and which colour is most of it."""
    width, height = page.value('[innerWidth, innerHeight]')
    data = page.call('Page.captureScreenshot', format='png',
                     clip={'x': 0, 'y': 0, 'width': width, 'height': height, 'scale': 0.125})['data']
    picture = Picture(base64.b64decode(data))
    equal((picture.width, picture.height), (round(width / 8), round(height / 8)))
    colours = picture.colours()
    most, share = next(iter(colours.items()))
    equal(most, (0, 0, 0) if dark else (7, 7, 7))
    expect(0.3 < share < 0.995, f'{share:.3f} of the picture has one colour')
    expect(len(colours) > 8, f'{len(colours)} colours')


# ---- every page ----

@test
def every_page_opens_without_a_complaint(browser, pages):
    for name, path in pages.items():
        page = browser.open(path)
        try:
            for tab in ('#history', '#overview'):
                page.value(f'location.hash = "{tab}"')
                page.settle()
                expect(page.count('.view:not(.hidden)') == 1, f'{name}: one view is in sight')
            expect(page.count('.table .line') > 0, name + ': has properties')
            page.click('.table .line')
            equal(page.value('location.hash'), '#property')
            looks(page)
            equal(page.complaints, [])
        finally:
            page.close()


@test
def dark_and_light(browser, pages):
    page = browser.open(pages['verilog'], dark=True)
    looks(page, dark=True)
    page.key('t')
    equal(page.value('document.documentElement.dataset.theme'), 'light')
    looks(page)
    equal(page.complaints, [])
    page.close()


# ---- the overview ----

@test
def overview_filters_and_sorts(browser, pages):
    page = browser.open(pages['verilog'])
    names = page.texts('.table .line > span:first-child')
    equal(sorted(names), ['gets_full', 'in_bounds', 'positions', 'push_fills', 'two_pushes'])
    page.key('/')
    page.type('pos')
    equal(page.texts('.table .line > span:first-child'), ['positions'])
    page.key('Escape')
    page.value('document.querySelector("input[type=search]").value = ""')
    page.value('document.querySelector("input[type=search]").dispatchEvent(new Event("input"))')
    page.click('.table .head button', 'property')
    page.click('.table .head button', 'property')
    equal(page.texts('.table .line > span:first-child'), sorted(names, reverse=True))
    page.click('.bar button', 'unsafe')
    expect(all(v == 'unsafe' for v in page.texts('.table .line > span:nth-child(2)')), 'the chip filters')
    page.key('ArrowDown')
    page.key('Enter')
    equal(page.value('location.hash'), '#property')
    expect(page.text('.view:not(.hidden) .badge') == 'unsafe', 'Enter opens')
    equal(page.complaints, [])
    page.close()


# ---- hardware ----

def value_of(page, signal):
    return page.value('''[...document.querySelectorAll('.names .sig')].find(
        e => e.querySelector('.n')?.textContent.startsWith(%s))?.querySelector('.v').textContent''' % json.dumps(signal))


@test
def waveform_of_verilog(browser, pages):
    page = browser.open(pages['verilog'])
    page.click('.table .line', 'in_bounds')
    page.settle()
    equal(value_of(page, 'count'), '9')
    equal(value_of(page, 'mode'), 'FILLING')
    equal(value_of(page, 'clk'), 'rising')
    expect('count <= DEPTH' in page.text('.source .l.error'), 'the assertion is marked in the source')
    equal(page.text('.bar [role=status]'), 'step 10 of 10')
    page.key('ArrowLeft')
    equal(value_of(page, 'count'), '8')
    equal(page.text('.bar [role=status]'), 'step 9 of 10')
    page.key('Home')
    equal(page.text('.names .top .mono'), '0')
    page.click('.names .sig', 'next')
    expect('logic [2:0] first, next;' in page.text('.source .l.here'), 'a click shows the declaration')
    page.key('ArrowRight', shift=True)
    expect(value_of(page, 'next') not in (None, ''), 'next change')
    before = len(page.texts('.names .sig'))
    page.key('m')
    expect(len(page.texts('.names .sig')) < before, 'only what changes')
    page.key('m')
    page.value('''(() => { const s = document.querySelector('select[aria-label=radix]'); s.value = 'bin';
                  s.dispatchEvent(new Event('change')); })()''')
    page.key('End')
    equal(value_of(page, 'count'), '1001')
    width = page.value('document.querySelector(".plot > div").offsetWidth')
    page.key('+')
    expect(page.value('document.querySelector(".plot > div").offsetWidth') >= width, 'zoom in')
    page.key('f')
    left, top, wide, high = page.box('.plot')
    page.mouse(left + 3, top + 60)
    equal(page.text('.names .top .mono'), '0')
    page.key('/')
    page.type('cou')
    expect(all('cou' in t or '▾' in t for t in page.texts('.names .sig')), 'signals are filtered')
    equal(page.complaints, [])
    page.close()


@test
def waveform_of_a_memory(browser, pages):
    page = browser.open(pages['verilog-memory'])
    expect('words' in (page.text('.side .pane table caption') or ''), 'the memory is shown')
    words = [int(t, 16) for t in page.texts('.side .pane table td:nth-child(2)')]
    equal(len(words), 4)
    equal((int(value_of(page, 'seen'), 16) + words[0] + words[1]) % 256, 200)
    expect(any('words (memory)' in t for t in page.texts('.names .sig.scope')), 'its words are one group')
    page.key('Home')
    page.value('new Promise(done => setTimeout(done, 50))')
    equal([int(t, 16) for t in page.texts('.side .pane table td:nth-child(2)')][:1], [0])
    equal(page.complaints, [])
    page.close()


@test
def waveform_of_a_circuit(browser, pages):
    page = browser.open(pages['circuit-unsafe'])
    equal([value_of(page, name) for name in ('pc0', 'pc1', 'turn', 'both_in')], ['3', '3', '1', '1'])
    expect(page.count('.names .sig.scope') == 1, 'scopes')
    page.click('.names .sig.scope')
    equal(value_of(page, 'both_in'), None)
    equal(page.complaints, [])
    page.close()


@test
def proof_of_a_circuit(browser, pages):
    page = browser.open(pages['circuit-safe'])
    text = page.text('.view:not(.hidden)')
    expect('An invariant of 7 conjuncts' in text and 'confirmed by CaDiCaL' in text, 'size and judge')
    expect('pc0[1]' in text, 'names of the file')
    expect('that the proof never needed' in text, 'what it depends on')
    shown = page.count('.view:not(.hidden) .conjunct')
    page.click('.bar button', 'fold all')
    equal(page.count('.view:not(.hidden) details[open]'), 0)
    page.click('.bar button', 'unfold all')
    expect(page.count('details[open] .conjunct') >= shown > 0, 'folding')
    equal(page.complaints, [])
    page.close()


@test
def proof_of_verilog(browser, pages):
    page = browser.open(pages['verilog-safe'])
    page.click('.table .line', 'in_bounds')
    page.click('.bar button', 'unfold all')
    conjuncts = page.texts('.conjunct')
    expect(len(conjuncts) > 10 and any('next != ' in c for c in conjuncts), 'words of the design')
    expect(not any('[2:2]' in c for c in conjuncts), 'bits as the design has them')
    expect('confirmed by a solver started afresh' in page.text('.view:not(.hidden)'), 'judge')
    equal(page.complaints, [])
    page.close()


# ---- programs ----

@test
def run_of_a_program(browser, pages):
    page = browser.open(pages['program-unsafe'])
    expect('assert(low <= middle' in page.text('.source .l.error'), 'the error is marked')
    expect('by compiling and running the program' in page.text('.view:not(.hidden)'), 'how it was judged')
    page.key('Home')
    expect(page.text('.bar [role=status]').startswith('step 0 of '), 'the first step')
    changed = page.texts('tr.changed td:first-child')
    expect('low' in changed and 'high' in changed, f'what changed: {changed}')
    page.key('ArrowRight')
    expect(page.text('.bar [role=status]').startswith('step 1 of '), 'keys step')
    equal(page.count('tr.changed'), 0)
    page.click('.steps .step', 'the error is reached')
    expect(page.text('.step.chosen').endswith('the error is reached'), 'a click goes there')
    equal(page.complaints, [])
    page.close()


@test
def variables_of_a_program(browser, pages):
    page = browser.open(pages['program-ring'])
    equal(page.texts('table[aria-label=variables] td:first-child'), ['count', 'next'])
    equal(page.texts('table[aria-label=variables] td:nth-child(2)')[0], '5')
    equal(page.count('tr.changed'), 0)
    steps = page.texts('.steps .step')
    for count in range(1, 6):
        expect(sum(f'count = {count}' in s for s in steps) == 1, 'a change is told once')
    page.click('.steps .step', 'count = 3')
    equal(page.texts('tr.changed td:first-child'), ['count', 'next'])
    page.key('p')
    expect('count = 2' in page.text('.step.chosen'), 'the time before that the line was passed')
    equal(page.complaints, [])
    page.close()


@test
def calls_of_a_program(browser, pages):
    page = browser.open(pages['program-calls'])
    equal(page.texts('table[aria-label=calls] td'), ['add_some', 'line 10', 'add_twice', 'line 16', 'main', 'line 20'])
    page.key('Home')
    equal(page.texts('table[aria-label=calls] td')[2:4], ['add_twice', 'line 15'])
    equal(page.complaints, [])
    page.close()


@test
def proof_of_a_program(browser, pages):
    page = browser.open(pages['program-safe'])
    text = page.text('.view:not(.hidden)')
    expect('executed in agreement with the model. What was never executed was never compared.' in text, 'coverage')
    notes = page.texts('.source .note')
    expect(notes and all(n.startswith('always here: ') for n in notes) and 'count' in ''.join(notes), 'invariants at the loop')
    expect(page.count('.source .l.passed') >= 5, 'lines executed in agreement are marked')
    expect('✓ 8' in page.texts('.source .l.passed i'), 'and so is their number')
    page.key('/')
    page.type('first')
    expect(0 < page.count('.conjunct') and all('first' in t for t in page.texts('.conjunct')), 'conjuncts are filtered')
    equal(page.complaints, [])
    page.close()


@test
def what_happened(browser, pages):
    folder = os.path.dirname(pages['verilog'])
    data = {'tool': 'induct', 'file': 'x', 'ending': 'timeout', 'exit': 3, 'messages': ['one'], 'properties': [], 'statistics': {'lemmas': 7},
            'samples': {'columns': ['time', 'frames', 'memory', 'predicates'], 'rows': [[i / 10, i, 1000 * i, 0] for i in range(50)]},
            'workers': [{'name': 'default', 'from': 0, 'won': True}, {'name': 'bmc (bmc)', 'from': 0.5, 'to': 3, 'end': 'ended'}]}
    with open(folder + '/happened.json', 'w') as file:
        json.dump(data, file)
    equal(run('report', folder + '/happened.json', '-o', folder + '/happened.html').returncode, 0)
    page = browser.open(folder + '/happened.html')
    page.key('3')
    equal(page.count('.lane'), 2)
    equal(page.count('.lane.won'), 1)
    equal(page.texts('figcaption'), ['frames', 'memory'])
    left, top, width, height = page.box('.lane:not(.won)')
    page.call('Input.dispatchMouseEvent', type='mouseMoved', x=left + width / 2, y=top + height / 2)
    page.settle()
    equal(page.text('.tip'), 'bmc (bmc): 0.500 s to 3.000 s, ended')
    expect('lemmas' in page.text('.view:not(.hidden) table'), 'the statistics')
    equal(page.complaints, [])
    page.close()


# ---- much, and hostile ----

@test
def five_thousand_properties(browser, pages):
    folder = os.path.dirname(pages['verilog'])
    rows = [{'name': f'p{i:04}', 'index': i, 'verdict': ('safe', 'unsafe', 'unknown')[i % 3], 'verified': True,
             'depth': i % 50, 'time': i / 1000, 'evidence': []} for i in range(5000)]
    data = {'tool': 'induct', 'version': 'x', 'file': 'many.aig', 'engine': 'ic3', 'seed': 0, 'ending': 'done', 'exit': 1,
            'messages': [], 'properties': rows, 'statistics': {}, 'level': 'circuit'}
    with open(folder + '/many.json', 'w') as file:
        json.dump(data, file)
    done = run('report', folder + '/many.json', '-o', folder + '/many.html')
    equal((done.returncode, done.stderr), (0, b''))
    page = browser.open(folder + '/many.html')
    expect(page.took < 2, f'{page.took:.2f} s to load')
    expect(page.count('.table .line') < 100, 'only rows in sight are elements')
    for _ in range(10):
        page.value('document.querySelector(".table .body").scrollTop += 12000')
        page.settle()
        expect(page.count('.table .line') > 10, 'rows while scrolling')
    page.key('End')
    expect('p4999' in page.texts('.table .line > span:first-child'), 'the last row')
    start = time.monotonic()
    page.click('.table .head button', 'time')
    page.click('.table .head button', 'time')
    expect(time.monotonic() - start < 2, 'sorting is quick')
    page.key('Home')
    expect('p4999' in page.texts('.table .line > span:first-child'), 'sorted by time, downwards')
    equal(page.complaints, [])
    page.close()


@test
def hostile_names_change_nothing(browser, pages):
    folder = os.path.dirname(pages['verilog'])
    with open(folder + '/hostile.aag', 'w') as file:  # a counter that its property says it never is 1
        file.write('aag 2 1 1 1 0\n2\n4 2\n4\ni0 %s\nl0 "%s\no0 %s\n' % (HOSTILE, HOSTILE, HOSTILE))
    name = '<img src=x onerror=alert(2)>.c'
    with open(f'{folder}/{name}', 'w') as file:
        file.write('// %s <!-- <script> \u2028 & &lt;\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n'
                   'int main(void) { int a = __VERIFIER_nondet_int(); if (a == 3) reach_error(); return 0; }\n' % HOSTILE)
    for model in ('hostile.aag', name):
        page_path = folder + '/hostile.html'
        done = run('check', './' + model, '--report', page_path, '--quiet', '--engine', 'bmc', cwd=folder)
        equal((done.returncode, done.stderr), (1, b''))
        page = browser.open(page_path)
        text = page.text('main')
        expect('onerror=alert' in text, 'it is shown as it is')
        for tab in ('Properties', 'What happened'):
            page.click('nav button', tab)
        equal(page.count('img'), 0)
        equal(page.count('script'), 2)
        equal(page.complaints, [])
        page.close()


@test
def hostile_data_changes_nothing(browser, pages):
    """Every string of a run, and every name of a member, is hostile; every number is a string."""
    folder = os.path.dirname(pages['verilog'])
    for name in ('verilog', 'program-ring', 'program-safe', 'circuit-safe'):
        path = f'{folder}/{name}-hostile.json'
        with open(pages[name]) as file:
            data = json.loads(file.read().split('id="data">')[1].split('</script>')[0])

        def spoil(value, key=''):
            if isinstance(value, dict):
                return {k: spoil(v, k) for k, v in value.items()}
            if isinstance(value, list):
                return [spoil(v, key) for v in value]
            if isinstance(value, str) and key not in ('tool', 'kind', 'level', 'verdict', 'values', 'role', 'language'):
                return value + HOSTILE + '\u2028\u202e"\'`${1}'
            return value
        for which, spoilt in (('strings', spoil(data)), ('numbers', json.loads(json.dumps(data), parse_int=lambda n: HOSTILE))):
            with open(path, 'w') as file:
                json.dump(spoilt, file)
            out = f'{folder}/{name}-{which}.html'
            equal(run('report', path, '-o', out).returncode, 0)
            page = browser.open(out)
            page.click('nav button')
            page.click('.table .line')
            equal(page.count('img'), 0)
            equal([c for c in page.complaints if which == 'strings' or 'alert' in c or 'dialog' in c or 'request' in c], [])
            page.close()


@test
def policy_forbids_what_is_not_the_page(browser, pages):
    page = browser.open(pages['circuit-safe'])
    page.value('''(() => { const s = document.createElement('script'); s.textContent = 'window.caught = 1';
                  document.body.append(s); const i = document.createElement('img'); i.src = 'http://localhost:9/x';
                  document.body.append(i); })()''')
    page.settle()
    equal(page.value('window.caught ?? null'), None)
    expect(any('Content Security Policy' in c for c in page.complaints), 'the policy speaks')
    expect(not any(c.startswith('request: http') and 'blocked' not in c for c in page.complaints if 'log' in c), 'nothing is loaded')
    page.close()


@test
def paper_has_everything(browser, pages):
    page = browser.open(pages['verilog'])
    page.click('.table .line', 'in_bounds')
    pdf = page.call('Page.printToPDF', printBackground=True)['data']
    expect(len(pdf) > 5000, 'something is printed')
    equal(page.complaints, [])
    page.close()


@test
def pages_are_small(browser, pages):
    """A hundred steps of two hundred signals are at most 300 kB."""
    folder = os.path.dirname(pages['verilog'])
    lines = ['1 sort bitvec 16', '2 sort bitvec 1', '3 zero 1', '4 one 1', '5 constd 1 25173']
    for i in range(200):  # the first one counts, the others are stirred with it
        lines.append(f'{10 + i} state 1 a_register_{i}')
    lines += [f'{1000 + i} init 1 {10 + i} 3' for i in range(200)]
    lines += ['2000 add 1 10 4', '2001 next 1 10 2000']
    for i in range(1, 200):
        at = 3000 + 10 * i
        lines += [f'{at} mul 1 {10 + i} 5', f'{at + 1} constd 1 {2 * i + 1}', f'{at + 2} add 1 {at} {at + 1}',
                  f'{at + 3} next 1 {10 + i} {at + 2}']
    lines += ['9000 constd 1 99', '9001 eq 2 10 9000', '9002 bad 9001']
    with open(folder + '/wide.btor2', 'w') as file:
        file.write('\n'.join(lines) + '\n')
    done = run('check', 'wide.btor2', '--engine', 'bmc', '--report', 'wide.html', '--quiet', cwd=folder)
    equal((done.returncode, done.stdout[:6], done.stderr), (1, b'unsafe', b''))
    size = os.path.getsize(folder + '/wide.html')
    expect(size <= 300000, f'{size} bytes')
    page = browser.open(folder + '/wide.html')
    expect(page.text('.bar [role=status]') == 'step 99 of 99', 'a hundred steps')
    equal(page.complaints, [])
    page.close()


# ---- campaigns ----

def campaign(folder, out, quick, *more):
    """Two tools that sleep and say what the names of files tell them to; `quick` does not know half of the answers."""
    honest = 'case {} in *unsafe*) echo unsafe 0;; *) echo safe 0;; esac'
    return run('bench', 'manifest.csv', '--tool', 'honest:generic=' + honest, '--tool', 'quick:generic=' + quick, '-o', out,
               '--timeout', '5', '--jobs', '2', *more, cwd=folder)


@test
def campaigns_and_their_comparison(browser, pages):
    folder = os.path.join(os.path.dirname(pages['verilog']), 'campaign')
    names = [f'{family}/{i}-{kind}.aig' for family in ('one', 'two') for i in range(3) for kind in ('safe', 'unsafe')]
    names.append('one/<img src=x onerror=alert(1)>-safe.aig')
    for name in names:
        os.makedirs(os.path.dirname(os.path.join(folder, name)), exist_ok=True)
        with open(os.path.join(folder, name), 'w') as file:
            file.write('aag 0 0 0 1 0\n0\n')
    with open(folder + '/manifest.csv', 'w') as file:
        file.write('path,expected\n' + ''.join(f'"{n}",{"unsafe" if "unsafe" in n else "safe"}\n' for n in names))
    half = 'case {} in */1-*) echo unknown;; *unsafe*) echo unsafe 0;; *) echo safe 0;; esac'
    other = 'case {} in */2-*) echo unknown;; */0-safe*) echo unsafe 0;; *unsafe*) echo unsafe 0;; *) echo safe 0;; esac'
    equal(campaign(folder, 'before', half).returncode, 0)
    equal(campaign(folder, 'now', other, '--against', 'before').returncode, 1)
    page = browser.open(folder + '/now/campaign.html')
    cells = page.texts('.view:not(.hidden) table.plain tr:nth-child(3) td')
    equal(cells[:3] + cells[8:9], ['quick', '13', '7', '2'])
    equal(page.count('.view:not(.hidden) svg[aria-label*="files solved"] circle'), 13 + 7)
    left, top, width, height = page.box('svg[aria-label="honest and quick"] circle')
    page.call('Input.dispatchMouseEvent', type='mouseMoved', x=left + width / 2, y=top + height / 2)
    page.settle()
    expect('honest' in (page.text('.tip') or ''), 'a point says which file it is')
    page.click('nav button', 'Runs')
    equal(page.text('.bar [role=status]'), '13 of 13 files')
    expect(any('WRONG' in t for t in page.texts('.table .line span')), 'wrong verdicts are shouted')
    page.key('/')
    page.type('onerror')
    equal(page.text('.bar [role=status]'), '1 of 13 files')
    equal(page.count('img'), 0)
    page.click('nav button', 'Comparison')
    text = page.text('.view:not(.hidden)')
    expect('quick' in text and '6 lost, 4 gained' in text, text[:400])
    expect('newly wrong: 2' in text and 'lost: 6' in text and 'gained: 4' in text, text[:400])
    looks(page)
    equal(page.complaints, [])
    page.close()
    equal(run('report', folder + '/now/campaign.json', '-o', folder + '/again.html').returncode, 0)
    with open(folder + '/again.html') as one, open(folder + '/now/campaign.html') as other:
        equal(one.read(), other.read())


# ---- pictures of the documentation ----

def pictures(browser, pages, folder):
    page = browser.open(pages['verilog'])
    page.click('.table .line', 'in_bounds')
    page.key('f')
    save(page, folder + '/report-waveform.png')
    page = browser.open(pages['program-ring'])
    for _ in range(3):
        page.key('ArrowLeft')
    save(page, folder + '/report-program.png')


def save(page, path):
    with open(path, 'wb') as file:
        file.write(Picture(page.picture()).with_few_colours())
    page.close()


def main():
    global count, failed
    with tempfile.TemporaryDirectory(prefix='induct-report-') as folder:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            pages = dict(zip(EXAMPLES, pool.map(lambda name: make(folder, name), EXAMPLES)))
        if '--pictures' in sys.argv:
            with Browser(1120, 640) as browser:
                pictures(browser, pages, sys.argv[sys.argv.index('--pictures') + 1])
            return 0
        with Browser() as browser:
            for function in tests:
                count += 1
                name = function.__name__.replace('_', ' ')
                start = time.monotonic()
                try:
                    function(browser, pages)
                    print(f'ok {count} - {name}  # {time.monotonic() - start:.1f} s', flush=True)
                except Failed as wrong:
                    failed += 1
                    print(f'not ok {count} - {name}\n# {wrong}', flush=True)
    print(f'1..{count}')
    return failed > 0


sys.exit(main())
