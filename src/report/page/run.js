/* A counterexample of a program: its source with what was executed, a slider over the steps, variables with what
 * changed, the calls, and the list of steps. */
function openRun(box, run) {
    const files = list(run.files).map(words), places = list(run.places), variables = list(run.variables);
    const steps = list(run.steps).map((step, i) => {
        const at = list(places[step[0]]);
        return {i, place: step[0], file: files[at[0]], line: finite(at[1]), function: words(at[3]), calls: words(at[4]),
            inputs: list(step[1]), changes: list(step[2])};
    });
    const error = list(places[run.error]), errorFile = files[error[0]], errorLine = finite(error[1]);
    const n = steps.length, skipped = finite(run.skipped), gap = finite(run.at);
    const numberOf = i => skipped && i >= gap ? i + skipped : i;
    let now = n - 1;

    /* ---- controls and panes ---- */
    const slider = make('input', {type: 'range', min: 0, max: Math.max(0, n - 1), value: now, 'aria-label': 'step',
        oninput: () => go(Number(slider.value))});
    const label = make('span', {className: 'mono', role: 'status'});
    box.append(make('div', {className: 'bar row controls'},
        make('button', {textContent: '◀', title: 'one step back (←)', 'aria-label': 'one step back',
            onclick: () => go(now - 1)}), slider,
        make('button', {textContent: '▶', title: 'one step on (→)', 'aria-label': 'one step on',
            onclick: () => go(now + 1)}), label,
        make('span', {className: 'dim',
            textContent: '← → step; n, p: next, previous time of this line; a line number: its next time'})));
    if (run.complete === false)
        box.append(make('div', {className: 'bar',
            textContent: 'The inputs alone do not decide this run: ' + words(run.reason)}));
    if (skipped) box.append(make('div',
        {className: 'bar', textContent: `${plural(skipped, 'step')} in the middle are not shown; what they changed is told at step ${gap + skipped}.`}));
    const source = sourcePane(files, (file, line) => next(line, 1, file));
    const values = make('div', {className: 'pane', style: {flex: '1'}, tabIndex: 0, 'aria-label': 'variables'});
    const log = make('div', {className: 'steps mono', tabIndex: 0, 'aria-label': 'steps'}),
        space = make('div', {style: {position: 'relative'}});
    log.append(space);
    source.element.style.flex = '1.5';
    box.append(make('div', {className: 'panes'}, source.known.length ? source.element : '', values,
        make('div', {className: 'pane', style: {flex: '1', display: 'flex', flexDirection: 'column'}},
            make('h3', {textContent: 'steps'}), log)));

    /* Several variables of the model may hold one of the source, at different times: what was said last counts. */
    const first = new Map(), sameAs = variables.map((variable, v) => {
        const key = words(list(variable)[0]) + '\n' + words(list(variable)[1]);
        if (!first.has(key)) first.set(key, v);
        return first.get(key);
    });

    /* ---- the state at a step: from the nearest snapshot on ---- */
    const SPAN = 256, snapshots = [new Map()];
    for (let i = 0, state = new Map(); i < n; i++) {
        const changes = new Map();
        for (const [variable, value] of steps[i].changes) {
            const v = sameAs[variable], before = state.get(v);
            if (v === undefined || (before && before.value === words(value))) continue;
            changes.set(v, words(value));
            state.set(v, {value: words(value), since: i});
        }
        steps[i].changes = [...changes];
        if ((i + 1) % SPAN === 0) { snapshots.push(state); state = new Map(state); }
    }
    function stateAt(step) {
        const base = Math.floor((step + 1) / SPAN), state = new Map(snapshots[base]);
        for (let i = base * SPAN; i <= step; i++)
            for (const [variable, value] of steps[i].changes) state.set(variable, {value: words(value), since: i});
        return state;
    }

    /* ---- texts ---- */
    const nameOf = variable => words(list(variables[variable])[0]), scopeOf = variable => list(variables[variable])[1];
    function tell(step) {
        const parts = step.inputs.map(([name, value, kind]) =>
            kind === 'argument' ? `${words(name)} is ${words(value)}` : kind === 'input' ||
                kind === 'from outside' ? `${words(name)} returns ${words(value)}` :
                `${words(name)} ${words(kind)}: ${words(value)}`);
        for (const [variable, value] of step.changes) parts.push(`${nameOf(variable)} = ${words(value)}`);
        if (step.i === n - 1) parts.push('the error is reached');
        return parts.join(', ');
    }
    /* The functions that are active at a step, the innermost first: [function, line where it is]. */
    const callsOf = step => [[step.function, String(step.line || '')],
        ...step.calls.split('\n').filter(Boolean).map(call => /^(.*):(\d+)$/.exec(call)).filter(Boolean).map(m => [m[1], m[2]])];

    /* ---- the source ---- */
    function dress(file) {
        const count = new Map();
        for (const step of steps) if (step.file === file && step.line) count.set(step.line,
            (count.get(step.line) || 0) + 1);
        for (const [line, times] of count) { source.label(line, times + '×'); source.mark(line, 'passed'); }
        if (file === errorFile) source.mark(errorLine, 'error');
        point();
    }
    function point() {
        const step = steps[now];
        source.clear('here');
        if (step && step.file === source.file()) { source.mark(step.line, 'here'); source.see(step.line); }
    }
    source.opened.push(dress);

    /* ---- what is shown of a step ---- */
    function drawValues() {
        const step = steps[now], state = stateAt(now);
        const calls = make('table', {className: 'plain mono', 'aria-label': 'calls', style: {margin: '4px 12px'}},
            ...callsOf(step).map(([name, line]) =>
            make('tr', {}, make('td', {textContent: name || '?'}),
                make('td', {className: 'dim', textContent: line ? 'line ' + line : ''}))));
        const rows = [...state].sort((a, b) => words(scopeOf(a[0])).localeCompare(words(scopeOf(b[0]))) ||
            nameOf(a[0]).localeCompare(nameOf(b[0]), 'en', {numeric: true}));
        const body = rows.map(([variable, {value, since}]) => make('tr', {className: since === now ? 'changed' : ''},
            make('td', {textContent: nameOf(variable)}), make('td', {textContent: value}),
            make('td', {className: 'dim', textContent: words(scopeOf(variable) || 'global')}),
                make('td', {className: 'dim number', textContent: String(numberOf(since))})));
        values.replaceChildren(make('h3', {textContent: 'calls'}), calls, make('h3', {textContent: 'variables'}),
            make('table', {className: 'plain mono', 'aria-label': 'variables', style: {margin: '4px 12px'}},
                make('tr', {}, ...['name', 'value', 'of',
                    'since step'].map(title => make('th', {textContent: title}))), ...body));
    }
    const LINE = 22;
    function drawLog() {
        const first = printing.now ? 0 : Math.max(0, Math.floor(log.scrollTop / LINE) - 5),
            last = Math.min(n, printing.now ? n : first + Math.ceil((log.clientHeight || 400) / LINE) + 12), rows = [];
        space.style.height = n * LINE + 'px';
        for (let i = first; i < last; i++)
            rows.push(make('div', {className: 'step' + (i === now ? ' chosen' : ''), style: {top: i * LINE + 'px'},
                title: tell(steps[i]),
                textContent: `${numberOf(i)}  ${steps[i].line ? 'line ' + steps[i].line : ''}  ${tell(steps[i])}`,
                    onclick: () => go(i)}));
        space.replaceChildren(...rows);
    }
    const redraw = eachFrame(() => { drawValues(); drawLog(); });
    function go(to) {
        if (!n) return;
        now = clamp(to, 0, n - 1);
        const step = steps[now], top = now * LINE;
        slider.value = now;
        label.textContent = `step ${numberOf(now)} of ${numberOf(n - 1)}` + (step.line ? `, line ${step.line}` : '') +
            (step.function ? ` (${step.function})` : '');
        if (step.file) source.open(step.file);
        point();
        if (top < log.scrollTop) log.scrollTop = top;
        if (top + LINE > log.scrollTop + log.clientHeight) log.scrollTop = top + LINE - log.clientHeight;
        redraw();
    }
    function next(line, by, file = steps[now].file) {
        for (let k = 1; k <= n; k++) {
            const i = (((now + by * k) % n) + n) % n;
            if (steps[i].line === line && steps[i].file === file) return go(i);
        }
    }
    log.addEventListener('scroll', redraw);
    new ResizeObserver(redraw).observe(log);
    printing.listeners.push(() => { drawLog(); });
    if (source.known.length) source.open(source.known.includes(errorFile) ? errorFile : source.known[0]);
    go(n - 1);
    return {
        ArrowLeft: () => go(now - 1), ArrowRight: () => go(now + 1), Home: () => go(0), End: () => go(n - 1),
        PageUp: () => go(now - 20), PageDown: () => go(now + 20), n: () => next(steps[now].line, 1),
            p: () => next(steps[now].line, -1),
        shown: () => { redraw(); point(); },
    };
}
