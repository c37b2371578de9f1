"""A browser for tests: Debian's chromium without a window, told what to do over a pipe (the DevTools protocol).

    with Browser() as browser:
        page = browser.open('/tmp/report.html')
        page.key('ArrowRight')
        assert page.value('document.title') == '...'
        assert not page.complaints

Needs nothing but chromium and this Python's library."""
import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

CODES = {'ArrowLeft': 37, 'ArrowUp': 38, 'ArrowRight': 39, 'ArrowDown': 40, 'Enter': 13, 'Escape': 27, 'End': 35,
         'Home': 36, 'PageUp': 33, 'PageDown': 34}


class Failed(Exception):
    pass


class Browser:
    def __init__(self, width=1280, height=800):
        self.width, self.height = width, height
        self.folder = tempfile.mkdtemp(prefix='induct-browser-')
        commands, self.out = os.pipe()
        self.into, answers = os.pipe()
        # The browser reads from 3 and writes to 4.
        def wire():
            os.setsid()
            kept = os.dup(answers) if answers in (3, 4) else answers
            first = os.dup(commands) if commands in (3, 4) else commands
            os.dup2(first, 3)
            os.dup2(kept, 4)
        self.process = subprocess.Popen(
            ['chromium', '--headless=new', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--no-first-run',
             '--disable-extensions', '--disable-background-networking', '--disable-component-update', '--disable-sync',
             '--disable-default-apps', '--no-default-browser-check', '--hide-scrollbars=false', '--mute-audio',
             '--force-device-scale-factor=1', '--remote-debugging-pipe', f'--user-data-dir={self.folder}',
             f'--window-size={width},{height}', 'about:blank'],
            preexec_fn=wire, pass_fds=(3, 4), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, env={**os.environ, 'HOME': self.folder})
        os.close(commands)
        os.close(answers)
        self.received, self.number, self.events = b'', 0, []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)  # its own session: this browser and what it started
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.out)
        os.close(self.into)
        shutil.rmtree(self.folder, ignore_errors=True)

    def message(self):
        while b'\0' not in self.received:
            got = os.read(self.into, 1 << 16)
            if not got:
                raise Failed('the browser is gone')
            self.received += got
        text, self.received = self.received.split(b'\0', 1)
        return json.loads(text)

    def call(self, method, session=None, **parameters):
        self.number += 1
        command = {'id': self.number, 'method': method, 'params': parameters}
        if session:
            command['sessionId'] = session
        os.write(self.out, json.dumps(command).encode() + b'\0')
        while True:
            message = self.message()
            if message.get('id') == self.number:
                if 'error' in message:
                    raise Failed(f'{method}: {message["error"]}')
                return message['result']
            self.events.append(message)

    def open(self, path, dark=False):
        return Page(self, path, dark)


class Page:
    """A page in a tab of its own, that has said that it is ready."""

    def __init__(self, browser, path, dark):
        self.browser = browser
        target = browser.call('Target.createTarget', url='about:blank')['targetId']
        self.target = target
        self.session = browser.call('Target.attachToTarget', targetId=target, flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log', 'Network'):
            self.call(domain + '.enable')
        self.call('Emulation.setEmulatedMedia', features=[
            {'name': 'prefers-color-scheme', 'value': 'dark' if dark else 'light'}])
        browser.events.clear()
        self.asked = time.monotonic()
        self.call('Page.navigate', url='file://' + os.path.abspath(path))
        self.wait('document.documentElement && document.documentElement.dataset.ready')
        self.took = time.monotonic() - self.asked
        self.settle()

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def value(self, expression):
        """What an expression gives, as JSON knows it."""
        result = self.call('Runtime.evaluate', expression=expression, returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise Failed(f'{expression}: {result["exceptionDetails"]}')
        return result['result'].get('value')

    def wait(self, expression, seconds=20):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if self.value(expression):
                    return
            except Failed:
                pass  # between two documents
            time.sleep(0.02)
        raise Failed('never: ' + expression)

    def settle(self):
        """Until what has been asked for has happened, and two frames have been drawn."""
        self.value('new Promise(done => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => done(1)))))')

    def texts(self, selector):
        """Of the elements that are in sight, or could be by scrolling."""
        return self.value(f'[...document.querySelectorAll({json.dumps(selector)})]'
                          '.filter(e => e.getClientRects().length).map(e => e.textContent)')

    def text(self, selector):
        found = self.texts(selector)
        return found[0] if found else None

    def count(self, selector):
        return self.value(f'document.querySelectorAll({json.dumps(selector)}).length')

    def key(self, name, shift=False):
        for kind in ('keyDown', 'keyUp'):
            event = {'type': kind, 'key': name, 'modifiers': 8 if shift else 0}
            if name in CODES:
                event['windowsVirtualKeyCode'] = CODES[name]
                event['code'] = name
                if name == 'Enter' and kind == 'keyDown':
                    event['text'] = '\r'
            elif kind == 'keyDown':
                event['text'] = name
            self.call('Input.dispatchKeyEvent', **event)
        self.settle()

    def type(self, text):
        self.call('Input.insertText', text=text)
        self.settle()

    def mouse(self, x, y, times=1):
        for kind in ('mouseMoved', 'mousePressed', 'mouseReleased'):
            self.call('Input.dispatchMouseEvent', type=kind, x=x, y=y, button='none' if kind == 'mouseMoved' else 'left',
                      buttons=1 if kind == 'mousePressed' else 0, clickCount=0 if kind == 'mouseMoved' else times)
        self.settle()

    def box(self, selector, containing=None):
        """Where an element is that is in sight: the first one, or the first with that text."""
        found = self.value('''(() => {
            const all = [...document.querySelectorAll(%s)].filter(e => e.offsetParent !== null || e.getClientRects().length);
            const e = %s === null ? all[0] : all.find(e => e.textContent === %s) || all.find(e => e.textContent.includes(%s));
            if (!e) return null;
            e.scrollIntoView({block: 'nearest'});
            const r = e.getBoundingClientRect();
            return [r.left, r.top, r.width, r.height];
        })()''' % (json.dumps(selector), *[json.dumps(containing)] * 3))
        if not found:
            raise Failed(f'nothing to see: {selector} {containing or ""}')
        return found

    def click(self, selector, containing=None, times=1):
        left, top, width, height = self.box(selector, containing)
        self.mouse(left + width / 2, top + height / 2, times)

    def picture(self):
        self.settle()
        return base64.b64decode(self.call('Page.captureScreenshot', format='png')['data'])

    @property
    def complaints(self):
        """Errors and warnings on the console, exceptions, and everything that was asked for and is not the page."""
        self.settle()
        found = []
        for event in self.browser.events:
            if event.get('sessionId') != self.session:
                continue
            method, what = event.get('method'), event.get('params', {})
            if method == 'Runtime.exceptionThrown':
                details = what['exceptionDetails']
                found.append(details.get('exception', {}).get('description') or details['text'])
            elif method == 'Runtime.consoleAPICalled' and what['type'] in ('error', 'warning', 'assert'):
                found.append('console: ' + str([a.get('value') for a in what['args']]))
            elif method == 'Log.entryAdded' and what['entry']['level'] in ('error', 'warning'):
                found.append('log: ' + what['entry']['text'])
            elif method == 'Page.javascriptDialogOpening':
                found.append('dialog: ' + what['message'])
            elif method == 'Network.requestWillBeSent' and not what['request']['url'].startswith('file://'):
                found.append('request: ' + what['request']['url'])
        return found

    def close(self):
        self.browser.call('Target.closeTarget', targetId=self.target)
