/* The page of a campaign: all runs in a table, plots, and the comparison of tools or with another campaign. */
const tools = list(data.tools).map(words), limit = finite(data.limit) || 60,
    clock = data.clock === 'CPU' ? 'CPU' : 'wall';
const runOf = run => Array.isArray(run) ?
    {outcome: words(run[0]), check: words(run[1]), wall: finite(run[2]), cpu: finite(run[3]), memory: finite(run[4]),
    note: words(run[5])} : null;
const timeOf = run => clock === 'CPU' ? run.cpu : run.wall;
/* As bench counts: decided and not wrong, or rightly left open. */
const isSolved = run => run !== null && run.check !== 'WRONG' &&
    (run.outcome === 'safe' || run.outcome === 'unsafe' || run.check === 'correct');
const isWrong = run => run !== null && run.check === 'WRONG';
const instances = list(data.instances).map(object).map(i => ({name: words(i.name), family: words(i.family),
    expected: words(i.expected), runs: tools.map((tool, t) => runOf(list(i.runs)[t]))}));
const against = object(data.against);
const before = new Map(); /* file and tool -> run of the other campaign */
for (const [file, tool, run] of list(against.runs).filter(Array.isArray)) before.set(words(file) + '\n' + words(tool),
    runOf(run));
const otherOf = (instance, t) => before.get(instance.name + '\n' + tools[t]) || null;

const outcomeText = run => run === null ? '' : (isWrong(run) ? 'WRONG ' : '') + run.outcome;
const outcomeClass = run => run === null ? '' : isWrong(run) ? 'unsafe' : isSolved(run) ? 'safe' : 'unknown';

function openRuns(box) {
    const search = make('input', {type: 'search', placeholder: 'filter files (/)', 'aria-label': 'filter files',
        oninput: () => apply()});
    const families = [...new Set(instances.map(i => i.family))].sort();
    const family = make('select', {'aria-label': 'family', onchange: () => apply()},
        make('option', {value: '', textContent: 'all families'}),
        ...families.map(name => make('option', {value: 'f' + name, textContent: name})));
    const kinds = {all: () => true, 'solved by none': i => !i.runs.some(isSolved),
        'not by all': i => !i.runs.every(isSolved), wrong: i => i.runs.some(isWrong),
        missing: i => i.runs.some(run => run === null)};
    const kind = make('select', {'aria-label': 'which', onchange: () => apply()},
        ...Object.keys(kinds).map(name => make('option', {value: name, textContent: name})));
    const shown = make('span', {className: 'dim', role: 'status'});
    const columns = [{title: 'file', width: 'minmax(200px, 4fr)', text: i => i.name, className: () => 'mono'},
        {title: 'expected', width: '90px', text: i => i.expected}];
    tools.forEach((tool, t) => columns.push(
        {title: tool, width: 'minmax(90px, 1fr)', text: i => outcomeText(i.runs[t]),
            className: i => outcomeClass(i.runs[t])},
        {title: 'time ' + tool, width: '90px', number: true, text: i => i.runs[t] ? seconds(timeOf(i.runs[t])) : '',
            key: i => i.runs[t] ? timeOf(i.runs[t]) : Infinity},
        {title: 'MB', width: '70px', number: true, text: i => i.runs[t] ? i.runs[t].memory.toFixed(0) : '',
            key: i => i.runs[t] ? i.runs[t].memory : -1}));
    columns.push({title: 'note', width: 'minmax(80px, 2fr)',
        text: i => i.runs.map(run => run ? run.note : '').filter(Boolean).join('; ')});
    const view = table({rows: instances, columns, label: 'runs'});
    function apply() {
        const wanted = search.value.toLowerCase();
        view.filter(i => i.name.toLowerCase().includes(wanted) && (!family.value || 'f' + i.family === family.value) &&
            kinds[kind.value](i));
        shown.textContent = `${view.count()} of ${plural(instances.length, 'file')}`;
    }
    box.append(make('div', {className: 'bar row controls'}, search, family, kind, shown), view.element);
    apply();
    return {...view.keys, '/': () => search.focus()};
}

function openScores(box, openFile) {
    const page = make('div', {className: 'page', tabIndex: 0});
    const rows = tools.map((tool, t) => {
        const runs = instances.map(i => i.runs[t]).filter(run => run !== null), solved = runs.filter(isSolved);
        const par2 = runs.length ? runs.reduce((sum, run) => sum + (isSolved(run) ? timeOf(run) : 2 * limit),
            0) / runs.length : 0;
        const count = outcome => runs.filter(run => run.outcome === outcome && !isWrong(run)).length;
        return [tool, runs.length, solved.length, count('safe'), count('unsafe'), count('timeout'), count('memory'),
            count('error'), runs.filter(isWrong).length, par2.toFixed(2)];
    });
    page.append(make('section', {}, make('h2', {textContent: 'Tools'}), make('table', {className: 'plain'},
        make('tr', {}, ...['tool', 'runs', 'solved', 'safe', 'unsafe', 'time-outs', 'memory', 'errors', 'wrong',
            'PAR-2 (s)'].map(title => make('th', {textContent: title}))),
        ...rows.map(row => make('tr', {className: row[8] ? 'changed' : ''},
            ...row.map((cell, c) => make('td', {className: c ? 'number' : 'mono', textContent: words(cell)})))))));
    const curves = tools.map((tool, t) => {
        const solved = instances.filter(i => isSolved(i.runs[t])).sort((a, b) => timeOf(a.runs[t]) - timeOf(b.runs[t]));
        return {name: tool, times: solved.map(i => timeOf(i.runs[t])), files: solved.map(i => i.name)};
    });
    const plots = make('div', {className: 'charts'}, cactus(curves, limit, clock)), pair = make('div');
    const choice = value => make('select', {onchange: () => compare()},
        ...tools.map((tool, t) => make('option', {value: t, textContent: tool, selected: t === value})));
    const left = choice(0), right = choice(1);
    left.setAttribute('aria-label', 'left tool');
    right.setAttribute('aria-label', 'right tool');
    function compare() {
        const a = Number(left.value), b = Number(right.value);
        const points = instances.filter(i => isSolved(i.runs[a]) || isSolved(i.runs[b])).map(i => ({name: i.name,
            x: isSolved(i.runs[a]) ? timeOf(i.runs[a]) : null, y: isSolved(i.runs[b]) ? timeOf(i.runs[b]) : null,
                wrong: isWrong(i.runs[a]) || isWrong(i.runs[b])}));
        pair.replaceChildren(scatter(points, tools[a], tools[b], limit, clock, p => openFile(p.name)));
    }
    page.append(make('section', {}, plots));
    if (tools.length > 1) {
        plots.append(make('div', {}, make('div', {className: 'row controls'}, left, 'and', right), pair));
        compare();
    }
    box.append(page);
    return {};
}

/* What another campaign solved and this one does not, and the other way around; times that differ much. */
function openComparison(box) {
    const page = make('div', {className: 'page', tabIndex: 0});
    box.append(page);
    page.append(make('section', {},
        make('h2', {}, 'Compared with ', make('span', {className: 'mono', textContent: words(against.folder)}))));
    tools.forEach((tool, t) => {
        const both = instances.map(i => ({name: i.name, now: i.runs[t], then: otherOf(i, t)})).filter(i => i.now &&
            i.then);
        const lost = both.filter(i => isSolved(i.then) && !isSolved(i.now)),
            gained = both.filter(i => !isSolved(i.then) && isSolved(i.now));
        const wrong = both.filter(i => isWrong(i.now) && !isWrong(i.then)),
            shared = both.filter(i => isSolved(i.then) && isSolved(i.now));
        const ratio = i => Math.max(timeOf(i.now), 0.001) / Math.max(timeOf(i.then), 0.001);
        const mean = shared.length ? Math.exp(shared.reduce((sum, i) => sum + Math.log(ratio(i)), 0) / shared.length) :
            1;
        const rows = (title, all, className) => all.length ?
            make('details', {open: all.length <= 60},
            make('summary', {className, textContent: `${title}: ${all.length}`}),
            make('table', {className: 'plain'},
                ...all.slice(0, 1000).map(i => make('tr', {}, make('td', {className: 'mono', textContent: i.name}),
                make('td', {textContent: `${outcomeText(i.then)}, ${seconds(timeOf(i.then))}`}),
                    make('td', {textContent: '→'}),
                    make('td', {textContent: `${outcomeText(i.now)}, ${seconds(timeOf(i.now))}`}))))) : '';
        const slower = shared.filter(i => ratio(i) > 2 && timeOf(i.now) > 1).sort((a, b) => ratio(b) - ratio(a)),
            faster = shared.filter(i => ratio(i) < 0.5 && timeOf(i.then) > 1).sort((a, b) => ratio(a) - ratio(b));
        page.append(make('section', {}, make('h2', {className: 'mono', textContent: tool}),
            make('p', {textContent: `${both.length} files in both; ${lost.length} lost, ${gained.length} gained; times ${mean.toFixed(2)} times those of before (geometric mean of ${shared.length}).`}),
            rows('newly wrong', wrong, 'unsafe'), rows('lost', lost, 'unsafe'), rows('gained', gained, 'safe'),
                rows('more than twice as slow', slower, 'unknown'), rows('more than twice as fast', faster, 'safe')));
        const points = both.filter(i => isSolved(i.now) ||
            isSolved(i.then)).map(i => ({name: i.name, x: isSolved(i.then) ? timeOf(i.then) : null,
            y: isSolved(i.now) ? timeOf(i.now) : null, wrong: isWrong(i.now)}));
        if (points.length) page.append(make('section', {}, scatter(points, 'before', 'now', limit, clock, () => {})));
    });
    return {};
}

function startCampaign() {
    let frame = null;
    const open = name => {
        frame.go('runs');
        const search = document.querySelector('.view:not(.hidden) input[type=search]');
        search.value = name;
        search.dispatchEvent(new Event('input'));
    };
    const views = [{name: 'scores', title: 'Tools', open: box => openScores(box, open)},
        {name: 'runs', title: 'Runs', open: openRuns}];
    if (data.against) views.push({name: 'comparison', title: 'Comparison', open: openComparison});
    const done = instances.reduce((sum, i) => sum + i.runs.filter(run => run !== null).length, 0);
    frame = shell([make('h1', {className: 'mono', textContent: words(data.file)}),
        make('span', {className: 'dim', textContent:
        `${plural(instances.length, 'file')}, ${clock} time limit ${limit} s` +
            (done < finite(data.planned) ? `; incomplete: ${done} of ${finite(data.planned)} runs` : '')})], views);
    document.documentElement.dataset.ready = 'yes';
}
startCampaign();
