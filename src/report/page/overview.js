/* The page of a run: an overview of its properties, each with its evidence, and what happened. */
const properties = list(data.properties).map(object);

/* How the evidence of a verdict was judged, and by whom, in a sentence. */
function judgement(p) {
    const level = words(data.level);
    if (p.verdict === 'unknown') return '';
    if (!p.verified) return 'not judged: the run was made with --no-verify';
    const solver = level === 'circuit' ? 'CaDiCaL' : data.judge === 'cvc5' ? 'cvc5' :
        'a solver started afresh (CaDiCaL or Z3)';
    const beside = level !== 'program' ? '' : p.executed === false ?
        '; no run of the program was compared with the model' : '; the program was run beside its model';
    if (p.verdict === 'safe' || p.verdict === 'unreachable')
        return `invariant of the model as read, confirmed by ${solver}${finite(p.induction) > 1 ? `, ${p.induction}-inductive` : ''}${beside}`;
    if (level === 'circuit') return 'replayed by simulation of the file as read';
    if (level === 'program')
        return p.interpreted ? 'executed in the model as read; not reproduced by running the program' :
            'executed in the model as read, and by compiling and running the program';
    return 'replayed by evaluation of the model as read';
}

function remarks(p) {
    const all = [];
    if (p.vacuous) all.push('vacuous: the assumptions allow no run');
    if (finite(p.assumptions_end) > 0) all.push(`no run gets to step ${p.assumptions_end}: the assumptions contradict each other there`);
    if (p.condition === false) all.push('its condition is never true');
    if (p.bit_precise === false) all.push('not bit-precise: integers were read as unbounded');
    if (p.simple_path) all.push('inductive over paths without repeated states');
    return all;
}

const badge = verdict => make('span', {
    className: 'badge ' + (['safe', 'unsafe', 'unknown', 'covered', 'unreachable'].includes(verdict) ? verdict :
        'unknown'), textContent: words(verdict)});
const depthOf = p => typeof p.depth === 'number' ? p.depth : -1;

/* ---- one property ---- */

function openProperty(box, p) {
    const evidence = object(p.show);
    const facts = [typeof p.depth === 'number' ? 'depth ' + p.depth : '', seconds(p.time), words(p.engine),
        words(p.reason)].filter(Boolean).join(' · ');
    box.append(make('div', {className: 'bar row'}, badge(p.verdict),
        make('b', {className: 'mono', textContent: words(p.name)}),
        p.source ? make('span', {className: 'mono dim', textContent: words(p.source)}) : '',
            make('span', {className: 'dim', textContent: facts}),
        make('span', {className: 'dim', textContent: judgement(p)})));
    for (const remark of remarks(p)) box.append(make('div', {className: 'bar unknown', textContent: remark}));
    const coverage = object(data.coverage);
    if (data.level === 'program' && finite(coverage.of))
        box.append(make('div', {className: 'bar',
            textContent: `${finite(coverage.lines)} of ${plural(finite(coverage.of), 'line')} of the program executed in agreement with the model. ` +
            'What was never executed was never compared.' +
                (p.lines ? ' In the source: ✓ executed in agreement, – never executed.' : '')}));
    if (evidence.kind === 'wave') return openWave(box, evidence, p);
    if (evidence.kind === 'run') return openRun(box, evidence);
    if (evidence.kind === 'proof') return openProof(box, evidence, p);
    box.append(make('div', {className: 'page'}, make('p', {className: 'dim', textContent:
        p.verdict === 'unknown' ? 'There is no evidence: nothing was decided.' : p.left_out ? words(p.left_out) :
            'The file of the run has no evidence; check --report writes a page that has.'})));
    return {};
}

/* ---- the overview ---- */

function openOverview(box, open) {
    const kinds = ['unsafe', 'unknown', 'safe', 'covered', 'unreachable'],
        count = kind => properties.filter(p => p.verdict === kind).length;
    const search = make('input', {type: 'search', placeholder: 'filter properties (/)',
        'aria-label': 'filter properties', oninput: () => apply()});
    const shown = make('span', {className: 'dim', role: 'status'});
    let only = null;
    const chips = kinds.filter(count).map(kind => make('button', {
        className: kind, textContent: `${kind} ${count(kind)}`, 'aria-pressed': 'false',
        onclick: () => { only = only === kind ? null : kind; apply(); }}));
    const view = table({
        rows: properties, label: 'properties', open,
        columns: [
            {title: 'property', width: 'minmax(160px, 3fr)', text: p => p.name, className: () => 'mono'},
            {title: 'verdict', width: '100px', text: p => p.verdict,
                className: p => words(p.verdict).replace(/[^a-z]/g, '')},
            {title: 'depth', width: '70px', text: p => typeof p.depth === 'number' ? p.depth : '', key: depthOf,
                number: true},
            {title: 'time', width: '90px', text: p => seconds(p.time), key: p => finite(p.time), number: true},
            {title: 'engine', width: '110px', text: p => p.engine},
            {title: 'judged', width: 'minmax(160px, 4fr)',
                text: p => p.verdict === 'unknown' ? words(p.reason) : [judgement(p), ...remarks(p)].join('; ')},
            {title: 'source', width: 'minmax(80px, 2fr)', text: p => p.source, className: () => 'mono'},
        ],
    });
    function apply() {
        const wanted = search.value.toLowerCase();
        chips.forEach(chip => chip.setAttribute('aria-pressed',
            String(only !== null && chip.classList.contains(only))));
        view.filter(p => (only === null || p.verdict === only) &&
            (!wanted || (words(p.name) + ' ' + words(p.source)).toLowerCase().includes(wanted)));
        shown.textContent = `${view.count()} of ${plural(properties.length, 'property').replace('propertys', 'properties')}`;
    }
    const endings = {done: 'came to its end', timeout: 'ended at the time limit', memory: 'ended at the memory limit',
        interrupted: 'was interrupted'};
    const limits = [data.timeout ? `timeout ${data.timeout} s` : '', data.memory ? `memory ${data.memory} MB` : '',
        `seed ${finite(data.seed)}`].filter(Boolean);
    box.append(make('div', {className: 'bar row controls'}, search, ...chips, shown,
        make('span', {className: 'dim', textContent: 'enter or click opens a property'})),
        make('div', {className: 'bar row'},
            make('span', {textContent: `The run ${endings[data.ending] || 'ended with an error'}, exit status ${words(data.exit)}.`}),
            make('span', {className: 'dim',
                textContent: [words(data.tool) + ' ' + words(data.version), words(data.format),
                'engine ' + (words(data.engine) || 'none'), ...limits,
                finite(object(data.statistics)['total-us']) ? seconds(data.statistics['total-us'] / 1e6) :
                    ''].filter(Boolean).join(' · ')})));
    const messages = list(data.messages);
    if (messages.length)
        box.append(make('details', {className: 'bar', open: messages.length <= 3},
            make('summary', {textContent: plural(messages.length, 'message')}),
            make('ul', {className: 'plain mono'},
                ...messages.slice(0, 500).map(text => make('li', {textContent: words(text)})))));
    box.append(view.element);
    apply();
    return {...view.keys, '/': () => search.focus()};
}
