/* A counterexample of hardware as a waveform: names and values at the left, curves on a canvas that is as large as what
 * is in sight, the source and memories at the right. */

/* The values of a signal as changes: at[i] is the first step with text[i]. */
function changesOf(signal, steps) {
    const at = [], text = [], values = words(signal.values);
    const scalar = signal.width === 1 && !signal.type;
    const items = scalar ? values : values.split(' ');
    for (let k = 0; k < steps && k < items.length; k++) {
        const value = items[k];
        if (scalar ? k && value === items[k - 1] : k && value === '') continue;
        at.push(k);
        text.push(value);
    }
    return {at, text};
}

/* The position of the change that holds at a step. */
function changeAt(changes, step) {
    let low = 0, high = changes.at.length - 1;
    while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (changes.at[middle] <= step) low = middle;
        else high = middle - 1;
    }
    return low;
}

const radices = ['hex', 'dec', 'signed', 'bin'];

/* A value as people read it. */
function showValue(signal, value, radix) {
    if (value === undefined) return '';
    const name = Object.hasOwn(object(signal.names), value) ? words(signal.names[value]) : '';
    if (name) return name;
    if (signal.type === 'real') return value;
    if (value[0] === 'b' && /^b[01x]*$/.test(value) && value.includes('x')) {
        const digits = value.slice(1);
        if (radix === 'bin') return digits;
        return /^x+$/.test(digits) ? 'x' : digits;
    }
    if (signal.width === 1 && !signal.type) return value;
    if (!/^[0-9a-f]+$/.test(value)) return value;
    const number = BigInt('0x' + value), width = clamp(finite(signal.width), 1, 1 << 20);
    if (signal.type === 'integer') return BigInt.asIntN(width, number).toString();
    if (radix === 'dec') return number.toString();
    if (radix === 'signed') return BigInt.asIntN(width, number).toString();
    if (radix === 'bin') return number.toString(2).padStart(width, '0');
    return value.padStart(Math.ceil(width / 4), '0');
}

function openWave(box, wave, property) {
    const HEIGHT = 24, RULER = 24;
    const shown = Math.max(1, finite(wave.steps) - finite(wave.first)), firstStep = finite(wave.first);
    const signals = list(wave.signals).map((signal, i) => {
        const path = list(signal.path).map(words);
        return {...object(signal), i, path, name: path[path.length - 1] || '', full: path.join('.'),
            changes: changesOf(signal, shown)};
    });
    let zoom = 48, radix = 'hex', cursor = shown - 1, chosen = null, filter = '', moving = false, rows = [];
    const own = new Map(); /* signal -> its own radix */
    const shut = new Set();

    /* ---- controls ---- */
    const search = make('input', {type: 'search', placeholder: 'filter signals (/)', 'aria-label': 'filter signals',
        oninput: () => { filter = search.value.toLowerCase(); layout(); }});
    const changing = make('input', {type: 'checkbox', onchange: () => { moving = changing.checked; layout(); }});
    const radixes = make('select', {'aria-label': 'radix', title: 'radix (r); of one signal: click its name twice',
        onchange: () => { radix = radixes.value; redraw(); }},
        ...radices.map(name => make('option', {value: name, textContent: name})));
    const where = make('span', {className: 'mono', role: 'status'});
    box.append(make('div', {className: 'bar row controls'}, search, make('label', {}, changing, ' only what changes'),
        radixes,
        make('button', {textContent: '−', title: 'zoom out (-)', 'aria-label': 'zoom out',
            onclick: () => scale(1 / 1.4)}),
        make('button', {textContent: '+', title: 'zoom in (+)', 'aria-label': 'zoom in', onclick: () => scale(1.4)}),
        make('button', {textContent: 'fit', title: 'all steps (f)', onclick: () => fit()}), where,
        make('span', {className: 'dim', textContent: '← → step, shift: next change, ↑ ↓ signal'})));

    /* ---- panes ---- */
    const names = make('div', {className: 'names', role: 'list', 'aria-label': 'signals'});
    const canvas = make('canvas', {role: 'img', 'aria-label': 'waveform'});
    const space = make('div', {}, canvas),
        plot = make('div', {className: 'plot', tabIndex: 0, 'aria-label': 'waveform'}, space);
    const panes = make('div', {className: 'panes waves'}, names, plot);
    const source = sourcePane(list(wave.files).map(words), pickLine);
    const memories = make('div', {className: 'pane', 'aria-label': 'memories'});
    const hasMemory = signals.some(signal => signal.role === 'memory');
    if (source.known.length || hasMemory) {
        const side = make('div', {className: 'side'});
        if (source.known.length) side.append(source.element);
        if (hasMemory) side.append(memories);
        panes.append(side);
    }
    box.append(panes);

    /* ---- rows ---- */
    const rank = {bad: 0, input: 1, output: 2, state: 3, wire: 4, memory: 5};
    const rankOf = signal => signal.clock ? -1 : rank[signal.role] ?? 4;
    const wordOf = name => /^(.*)<(-?\d+)>$/.exec(name);
    function layout() {
        const tree = {kids: new Map(), signals: []};
        const enter = (node, name) => {
            if (!node.kids.has(name)) node.kids.set(name, {kids: new Map(), signals: []});
            return node.kids.get(name);
        };
        for (const signal of signals) {
            if (filter && !signal.full.toLowerCase().includes(filter)) continue;
            if (moving && signal.changes.at.length < 2 && !signal.clock) continue;
            let node = tree;
            for (const part of signal.path.slice(0, -1)) node = enter(node, part);
            const word = signal.role === 'memory' && wordOf(signal.name);
            if (word) node = enter(node, word[1] + ' (memory)');
            node.signals.push(signal);
        }
        rows = [];
        const walk = (node, path, depth) => {
            for (const signal of node.signals.sort((a, b) => rankOf(a) - rankOf(b) || a.i - b.i)) rows.push({signal,
                depth});
            const scopes = [...node.kids].sort((a,
                b) => (/^(violated|covered)$/.test(b[0]) - /^(violated|covered)$/.test(a[0])) ||
                a[0].localeCompare(b[0], 'en', {numeric: true}));
            for (const [name, kid] of scopes) {
                const whole = path + '\n' + name;
                rows.push({scope: name, whole, depth});
                if (!shut.has(whole)) walk(kid, whole, depth + 1);
            }
        };
        walk(tree, '', 0);
        redraw();
    }

    /* ---- choosing ---- */
    const valueAt = (signal, step) => signal.changes.text[changeAt(signal.changes, step)];
    const radixOf = signal => own.get(signal) || radix;
    function pick(signal) {
        chosen = signal;
        const at = signal && place(signal.source);
        source.clear('here');
        if (at) {
            source.open(at.file);
            if (source.file() === at.file) {
                source.mark(at.line, 'here');
                source.see(at.line);
            }
        }
        redraw();
    }
    function pickLine(file, line) {
        const signal = signals.find(s => { const at = place(s.source);
            return at && at.file === file && at.line === line; });
        if (signal) pick(signal);
    }
    function step(to) {
        cursor = clamp(to, 0, shown - 1);
        const left = cursor * zoom;
        if (left < plot.scrollLeft) plot.scrollLeft = left;
        if (left + zoom > plot.scrollLeft + plot.clientWidth) plot.scrollLeft = left + zoom - plot.clientWidth;
        redraw();
    }
    function change(by) {
        if (!chosen) return step(cursor + by);
        const at = chosen.changes.at;
        const next = by > 0 ? at.find(k => k > cursor) : [...at].reverse().find(k => k < cursor);
        step(next === undefined ? (by > 0 ? shown - 1 : 0) : next);
    }
    function row(by) {
        const all = rows.filter(r => r.signal);
        if (!all.length) return;
        const now = all.findIndex(r => r.signal === chosen);
        const next = all[clamp(now < 0 ? 0 : now + by, 0, all.length - 1)];
        const top = rows.indexOf(next) * HEIGHT, room = plot.clientHeight - RULER;
        if (top < plot.scrollTop) plot.scrollTop = top;
        if (top + HEIGHT > plot.scrollTop + room) plot.scrollTop = top + HEIGHT - room;
        pick(next.signal);
    }
    function scale(by, x = cursor * zoom + zoom / 2 - plot.scrollLeft) {
        const at = (plot.scrollLeft + x) / zoom;
        zoom = clamp(zoom * by, 2, 400);
        redraw();
        plot.scrollLeft = at * zoom - x;
    }
    function fit() {
        zoom = clamp((plot.clientWidth - 4) / shown, 2, 400);
        plot.scrollLeft = 0;
        redraw();
    }
    function turnRadix(signal) {
        const next = radices[(radices.indexOf(signal ? radixOf(signal) : radix) + 1) % radices.length];
        if (signal) own.set(signal, next);
        else radixes.value = radix = next;
        redraw();
    }

    /* ---- drawing ---- */
    function nameRow(r, at, top) {
        const style = {top: top + 'px', paddingLeft: 8 + r.depth * 14 + 'px'};
        if (r.scope !== undefined)
            return make('div', {className: 'sig scope', role: 'listitem', style,
                textContent: (shut.has(r.whole) ? '▸ ' : '▾ ') + r.scope,
                onclick: () => { shut.has(r.whole) ? shut.delete(r.whole) : shut.add(r.whole); layout(); }});
        const s = r.signal, width = finite(s.width);
        const range = width > 1 && !s.type ? ` [${finite(s.lsb) + width - 1}:${finite(s.lsb)}]` : '';
        const value = s.clock ? s.clock : showValue(s, valueAt(s, cursor), radixOf(s));
        const role = ['input', 'state', 'memory', 'wire', 'output', 'bad'].includes(s.role) ? s.role : 'wire';
        return make('div', {
            className: 'sig role-' + role + (s === chosen ? ' chosen' : ''), role: 'listitem', style,
            title: [s.full + range, role, words(s.source)].filter(Boolean).join('\n'), onclick: () => pick(s),
                ondblclick: () => turnRadix(s)},
            make('span', {className: 'n mono', textContent: s.name + range}),
                make('span', {className: 'v mono', textContent: value}));
    }
    function drawNames(first, last, scroll) {
        const list = [make('div', {className: 'top dim'}, make('span', {className: 'grow', textContent: 'step'}),
            make('span', {className: 'mono', textContent: String(firstStep + cursor)}))];
        for (let i = first; i < last; i++) list.push(nameRow(rows[i], i, RULER + i * HEIGHT - scroll));
        names.replaceChildren(...list);
    }
    function vector(g, s, from, to, y) {
        const high = y + 4.5, low = y + HEIGHT - 4.5, c = s.changes;
        for (let j = changeAt(c, from); j < c.at.length && c.at[j] <= to; j++) {
            const x0 = c.at[j] * zoom, x1 = (j + 1 < c.at.length ? c.at[j + 1] : shown) * zoom,
                slope = Math.min(3, (x1 - x0) / 2);
            g.beginPath();
            g.moveTo(x0, (high + low) / 2);
            g.lineTo(x0 + slope, high); g.lineTo(x1 - slope, high); g.lineTo(x1, (high + low) / 2);
            g.lineTo(x1 - slope, low); g.lineTo(x0 + slope, low); g.closePath();
            g.stroke();
            const left = Math.max(x0, from * zoom), right = Math.min(x1, (to + 1) * zoom),
                room = Math.floor((right - left - 8) / 6.8);
            let text = showValue(s, c.text[j], radixOf(s));
            if (text.length > room) text = room < 2 ? '' : text.slice(0, room - 1) + '…';
            if (text) g.fillText(text, (left + right) / 2, y + HEIGHT / 2);
        }
    }
    function scalar(g, s, from, to, y) {
        const c = s.changes, level = value => value === '1' ? y + 4.5 : value === '0' ? y + HEIGHT - 4.5 : y +
            HEIGHT / 2;
        g.beginPath();
        for (let j = changeAt(c, from), first = true; j < c.at.length && c.at[j] <= to; j++, first = false) {
            const x0 = c.at[j] * zoom, x1 = (j + 1 < c.at.length ? c.at[j + 1] : shown) * zoom;
            if (first) g.moveTo(x0, level(c.text[j]));
            else g.lineTo(x0, level(c.text[j]));
            g.lineTo(x1, level(c.text[j]));
        }
        g.stroke();
    }
    function clock(g, s, from, to, y) {
        const active = s.clock === 'falling' ? y + HEIGHT - 4.5 : y + 4.5,
            other = s.clock === 'falling' ? y + 4.5 : y + HEIGHT - 4.5;
        g.beginPath();
        g.moveTo(from * zoom, other);
        for (let k = from; k <= to; k++) {
            const x = k * zoom;
            g.lineTo(x, active); g.lineTo(x + zoom / 2, active); g.lineTo(x + zoom / 2, other);
                g.lineTo(x + zoom, other);
        }
        g.stroke();
    }
    function drawWave() {
        const whole = printing.now;
        const width = whole ? Math.min(1800, shown * zoom + 2) : plot.clientWidth,
            height = whole ? Math.min(8000, RULER + rows.length * HEIGHT) : plot.clientHeight;
        const scrollX = whole ? 0 : plot.scrollLeft, scrollY = whole ? 0 : plot.scrollTop,
            ratio = devicePixelRatio || 1;
        space.style.width = Math.max(width, shown * zoom + 2) + 'px';
        space.style.height = Math.max(height, RULER + rows.length * HEIGHT) + 'px';
        if (!width || !height) return;
        canvas.width = width * ratio; canvas.height = height * ratio;
        canvas.style.width = width + 'px'; canvas.style.height = height + 'px';
        const g = canvas.getContext('2d'), from = Math.max(0, Math.floor(scrollX / zoom)),
            to = Math.min(shown - 1, Math.ceil((scrollX + width) / zoom));
        const top = Math.max(0, Math.floor(scrollY / HEIGHT)),
            bottom = Math.min(rows.length, Math.ceil((scrollY + height) / HEIGHT));
        const colours = {};
        for (const name of ['back', 'text', 'dim', 'line', 'soft', 'fail', 'mark', 'input', 'state', 'wire', 'unsafe',
            'cursor']) colours[name] = theme.colour(name);
        g.scale(ratio, ratio);
        g.fillStyle = colours.back; g.fillRect(0, 0, width, height);
        g.translate(-scrollX, 0);
        g.font = '11px ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace';
        g.textAlign = 'center'; g.textBaseline = 'middle';
        g.fillStyle = colours.fail; g.fillRect((shown - 1) * zoom, 0, zoom, height); /* the step that violates */
        g.strokeStyle = colours.line; g.lineWidth = 1;
        const every = zoom > 22 ? 1 : zoom > 8 ? 5 : 20;
        for (let k = from; k <= to + 1; k++) {
            if (every > 1 && (firstStep + k) % every) continue;
            g.beginPath(); g.moveTo(k * zoom + 0.5, RULER); g.lineTo(k * zoom + 0.5, height); g.stroke();
        }
        g.save();
        g.beginPath(); g.rect(scrollX, RULER, width, height); g.clip();
        g.translate(0, RULER - scrollY);
        for (let i = top; i < bottom; i++) {
            const r = rows[i], y = i * HEIGHT;
            if (r.scope !== undefined) { g.fillStyle = colours.soft; g.fillRect(scrollX, y, width, HEIGHT); continue; }
            const s = r.signal;
            if (s === chosen) { g.globalAlpha = 0.6; g.fillStyle = colours.mark; g.fillRect(scrollX, y, width, HEIGHT);
                g.globalAlpha = 1; }
            g.strokeStyle = colours[{input: 'input', state: 'state', memory: 'state', bad: 'unsafe'}[s.role] || 'wire'];
            g.fillStyle = colours.text; g.lineWidth = 1.3;
            if (s.clock) clock(g, s, from, to, y);
            else if (s.width === 1 && !s.type) scalar(g, s, from, to, y);
            else vector(g, s, from, to, y);
        }
        g.restore();
        g.fillStyle = colours.dim;
        for (let k = from; k <= to; k++) if (!((firstStep + k) % every)) g.fillText(String(firstStep + k),
            k * zoom + zoom / 2, RULER / 2);
        g.strokeStyle = colours.cursor; g.lineWidth = 2;
        g.strokeRect(cursor * zoom + 1, 1, Math.max(2, zoom - 2), height - 2);
        names.style.height = whole ? height + 'px' : '';
        drawNames(top, bottom, scrollY);
    }
    function drawMemories() {
        if (!hasMemory) return;
        const content = [make('h3', {textContent: 'memory at step ' + (firstStep + cursor)})];
        let group = null, body = null;
        for (const s of signals) {
            const word = s.role === 'memory' && wordOf(s.full);
            if (!word) continue;
            if (word[1] !== group) {
                group = word[1];
                body = make('table', {className: 'plain mono', style: {margin: '4px 12px'}},
                    make('caption', {textContent: group, style: {textAlign: 'left'}}));
                content.push(body);
            }
            const now = valueAt(s, cursor), changed = cursor && s.changes.at[changeAt(s.changes, cursor)] === cursor;
            body.append(make('tr', {className: changed ? 'changed' : ''}, make('td', {textContent: word[2]}),
                make('td', {textContent: showValue(s, now, radixOf(s))})));
        }
        memories.replaceChildren(...content);
    }
    const redraw = eachFrame(() => {
        drawWave();
        drawMemories();
        where.textContent = `step ${firstStep + cursor} of ${firstStep + shown - 1}`;
    });

    /* ---- the mouse ---- */
    const stepAt = event => Math.floor((event.clientX - canvas.getBoundingClientRect().left + plot.scrollLeft) / zoom);
    plot.addEventListener('pointerdown', event => {
        if (event.button) return;
        const box = canvas.getBoundingClientRect(), y = event.clientY - box.top;
        if (event.clientX - box.left > plot.clientWidth || y > plot.clientHeight) return; /* a scroll bar */
        const r = y > RULER && rows[Math.floor((y - RULER + plot.scrollTop) / HEIGHT)];
        cursor = clamp(stepAt(event), 0, shown - 1);
        if (r && r.signal) pick(r.signal);
        else redraw();
    });
    plot.addEventListener('pointermove', event => {
        if (event.buttons !== 1) return;
        cursor = clamp(stepAt(event), 0, shown - 1);
        redraw();
    });
    plot.addEventListener('wheel', event => {
        if (!event.ctrlKey) return;
        event.preventDefault();
        scale(event.deltaY < 0 ? 1.2 : 1 / 1.2, event.clientX - canvas.getBoundingClientRect().left);
    }, {passive: false});
    names.addEventListener('wheel', event => { plot.scrollTop += event.deltaY; }, {passive: true});
    plot.addEventListener('scroll', redraw);
    new ResizeObserver(redraw).observe(plot);
    theme.listeners.push(redraw);
    let kept = zoom;
    printing.listeners.push(() => {
        if (printing.now) { kept = zoom; zoom = clamp(760 / shown, 4, 48); } else zoom = kept;
        drawWave();
    });

    const at = place(wave.source);
    const bad = signals.find(signal => signal.role === 'bad');
    if (at) { source.open(at.file);
        if (source.file() === at.file) { source.mark(at.line, 'error'); source.see(at.line); } }
    else if (source.known.length) source.open(source.known[0]);
    source.opened.push(file => { if (at && at.file === file) source.mark(at.line, 'error'); });
    layout();
    if (bad) pick(bad);
    requestAnimationFrame(() => { plot.scrollLeft = shown * zoom; });
    return {
        ArrowLeft: () => step(cursor - 1), ArrowRight: () => step(cursor + 1), Home: () => step(0),
            End: () => step(shown - 1),
        'Shift+ArrowLeft': () => change(-1), 'Shift+ArrowRight': () => change(1), ArrowUp: () => row(-1),
            ArrowDown: () => row(1),
        '+': () => scale(1.4), '-': () => scale(1 / 1.4), f: fit, r: () => turnRadix(null), '/': () => search.focus(),
        m: () => { changing.checked = moving = !moving; layout(); }, shown: redraw,
    };
}
