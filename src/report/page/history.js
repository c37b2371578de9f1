/* What happened: counters of the run over its time, as the supervisor sampled them; workers of a portfolio as lanes. */
function chart(title, points, format) {
    const W = 330, H = 120, L = 46, B = 18, end = points[points.length - 1][0] || 1,
        most = Math.max(1, ...points.map(p => p[1]));
    const x = t => L + (W - L - 8) * t / end, y = v => H - B - (H - B - 10) * v / most;
    let path = '';
    points.forEach(([t, v], i) => { path += (i ? 'L' : 'M') + x(t).toFixed(1) + ' ' + y(v).toFixed(1); });
    const text = (at, className, content) => { const t = draw('text', at); t.textContent = content; return t; };
    const figure = draw('svg', {width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img', 'aria-label': title},
        draw('path', {class: 'axis', d: `M${L} 6V${H - B}H${W - 8}`}),
        draw('path', {class: 'area', d: `${path}L${x(end)} ${H - B}L${L} ${H - B}Z`}),
            draw('path', {class: 'curve', d: path}),
        text({x: L - 4, y: 14, 'text-anchor': 'end'}, '', format(most)),
            text({x: L - 4, y: H - B, 'text-anchor': 'end'}, '', '0'),
        text({x: W - 8, y: H - 4, 'text-anchor': 'end'}, '', seconds(end)));
    figure.addEventListener('pointermove', event => {
        const t = (event.clientX - figure.getBoundingClientRect().left - L) / (W - L - 8) * end;
        let best = points[0];
        for (const p of points) if (Math.abs(p[0] - t) < Math.abs(best[0] - t)) best = p;
        showTip(event, `${seconds(best[0])}: ${format(best[1])}`);
    });
    figure.addEventListener('pointerleave', hideTip);
    return make('figure', {}, make('figcaption', {textContent: title}), figure);
}

/* One lane per worker: when it worked, and whose verdict counted. */
function lanes(workers, end) {
    const W = 900, H = 20, L = 150, height = workers.length * H + 20, x = t => L + (W - L - 10) * clamp(t / end, 0, 1);
    const figure = draw('svg', {width: W, height, viewBox: `0 0 ${W} ${height}`, role: 'img', 'aria-label': 'workers'});
    workers.forEach((worker, i) => {
        const from = finite(worker.from), to = typeof worker.to === 'number' ? worker.to : end;
        const name = draw('text', {x: L - 6, y: i * H + 14, 'text-anchor': 'end'});
        name.textContent = words(worker.name);
        const bar = draw('rect', {class: 'lane' + (worker.won ? ' won' : ''), x: x(from), y: i * H + 4,
            width: Math.max(2, x(to) - x(from)), height: H - 8, rx: 2});
        bar.addEventListener('pointermove',
            event => showTip(event, `${words(worker.name)}: ${seconds(from)} to ${seconds(to)}` +
            (worker.end ? ', ' + words(worker.end) : '') + (worker.won ? '; its verdict counted' : '')));
        bar.addEventListener('pointerleave', hideTip);
        figure.append(name, bar);
    });
    const last = draw('text', {x: W - 10, y: height - 4, 'text-anchor': 'end'});
    last.textContent = seconds(end);
    figure.append(last);
    return figure;
}

function openHistory(box) {
    const page = make('div', {className: 'page', tabIndex: 0}), samples = object(data.samples),
        columns = list(samples.columns).map(words), rows = list(samples.rows).map(list);
    box.append(page);
    const workers = list(data.workers).map(object);
    if (workers.length) {
        const end = Math.max(0.001, ...workers.map(w => finite(w.to)), ...rows.map(row => finite(row[0])));
        page.append(make('section', {}, make('h2', {textContent: 'Workers'}),
            make('p', {className: 'dim', textContent: 'Engines that worked on the file, each in a process of its own. Green: its verdict counted.'}), lanes(workers, end)));
    }
    const charts = make('div', {className: 'charts'});
    const formats = {memory: v => (v / 1024).toFixed(0) + ' MB'};
    const titles = {frames: 'frames', obligations: 'obligations waiting', lemmas: 'lemmas learnt',
        live: 'lemmas in the frames', predicates: 'predicates', queries: 'solver queries', memory: 'memory'};
    columns.forEach((name, c) => {
        const points = rows.map(row => [finite(row[0]), finite(row[c])]);
        if (c && points.length > 1 && points.some(p => p[1])) charts.append(chart(titles[name] || name, points,
            formats[name] || (v => v.toLocaleString('en'))));
    });
    page.append(make('section', {}, make('h2', {textContent: 'Over time'}),
        charts.children.length ? charts :
            make('p', {className: 'dim', textContent: 'The run was over before there was anything to sample.'})));
    const statistics = Object.entries(object(data.statistics)).filter(([, value]) => value);
    page.append(make('section', {}, make('h2', {textContent: 'Statistics'}),
        make('table', {className: 'plain'},
            ...statistics.map(([name, value]) => make('tr', {}, make('td', {className: 'mono', textContent: name}),
            make('td', {className: 'number',
                textContent: typeof value === 'number' ? value.toLocaleString('en') : words(value)}))))));
    return {};
}
