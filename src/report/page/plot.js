/* Plots of a campaign: how many files each tool solves within which time, and two tools (or two campaigns) file by
 * file. Times are on logarithmic axes from a millisecond to the limit. */
const plotColours = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#e69f00', '#56b4e9', '#8c6d31', '#7f7f7f'];
const plotSize = {W: 620, H: 460, L: 60, R: 14, T: 26, B: 44};

function svgText(attributes, content) {
    const text = draw('text', attributes);
    text.textContent = content;
    return text;
}

/* A logarithmic scale from a millisecond to somewhat more than the limit. */
function timeScale(limit, from, to) {
    const low = Math.log(0.001), high = Math.log(Math.max(limit, 0.01) * 1.3);
    const at = t => from + (to - from) * (clamp(Math.log(Math.max(t, 0.001)), low, high) - low) / (high - low);
    const ticks = [];
    for (let t = 0.001; t <= limit; t *= 10) ticks.push(t);
    return {at, ticks};
}
const tickLabel = t => t < 1 ? String(Number(t.toPrecision(1))) : String(Math.round(t));

/* curves: [{name, times: sorted seconds, files: their names}]. */
function cactus(curves, limit, clock) {
    const {W, H, L, R, T, B} = plotSize, most = Math.max(1, ...curves.map(c => c.times.length));
    const x = n => L + (W - L - R) * n / most, y = timeScale(limit, H - B, T);
    const figure = draw('svg', {width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img',
        'aria-label': 'files solved within a time limit'});
    for (const t of y.ticks)
        figure.append(draw('path', {class: 'axis', d: `M${L} ${y.at(t)}H${W - R}`}),
            svgText({x: L - 6, y: y.at(t) + 4, 'text-anchor': 'end'}, tickLabel(t)));
    for (let i = 0; i <= 5; i++) {
        const n = Math.round(most * i / 5);
        figure.append(svgText({x: x(n), y: H - B + 16, 'text-anchor': 'middle'}, String(n)));
    }
    figure.append(draw('path', {class: 'axis', d: `M${L} ${T}V${H - B}H${W - R}`}),
        svgText({x: (L + W) / 2, y: H - 8, 'text-anchor': 'middle'}, 'files solved'),
        svgText({x: 4, y: 14}, clock + ' time per file (s)'));
    curves.forEach((curve, c) => {
        const colour = plotColours[c % plotColours.length];
        const points = curve.times.map((t, i) => [x(i + 1), y.at(t)]);
        const line = draw('path', {class: 'curve',
            d: points.map((p, i) => (i ? 'L' : 'M') + p[0].toFixed(1) + ' ' + p[1].toFixed(1)).join('')});
        line.style.stroke = colour;
        figure.append(line);
        points.forEach((p, i) => {
            const dot = draw('circle', {class: 'dot', cx: p[0].toFixed(1), cy: p[1].toFixed(1), r: 3, fill: colour});
            dot.addEventListener('pointermove',
                event => showTip(event, `${curve.name}: ${i + 1} files within ${seconds(curve.times[i])}; ${curve.files[i]}`));
            dot.addEventListener('pointerleave', hideTip);
            figure.append(dot);
        });
    });
    const legend = make('div', {className: 'row'},
        ...curves.map((curve, c) => make('span', {},
        make('span', {textContent: '■ ', style: {color: plotColours[c % plotColours.length]}}),
        `${curve.name} (${curve.times.length})`)));
    return make('figure', {}, make('figcaption', {textContent: 'Files solved within a time limit per file'}), figure,
        legend);
}

/* points: [{name, x, y: seconds, or null where it was not solved, wrong}]. What is not solved lies on the rim. */
function scatter(points, left, right, limit, clock, open) {
    const {W, H, L, R, T, B} = {...plotSize, W: 500}, x = timeScale(limit, L, W - R), y = timeScale(limit, H - B, T);
    const figure = draw('svg', {width: W, height: H, viewBox: `0 0 ${W} ${H}`, role: 'img',
        'aria-label': `${left} and ${right}`});
    for (const t of x.ticks)
        figure.append(draw('path', {class: 'axis', d: `M${x.at(t)} ${T}V${H - B}`}),
            svgText({x: x.at(t), y: H - B + 16, 'text-anchor': 'middle'}, tickLabel(t)),
            draw('path', {class: 'axis', d: `M${L} ${y.at(t)}H${W - R}`}),
                svgText({x: L - 6, y: y.at(t) + 4, 'text-anchor': 'end'}, tickLabel(t)));
    figure.append(draw('path', {class: 'axis', d: `M${L} ${T}V${H - B}H${W - R}M${L} ${H - B}L${W - R} ${T}`}),
        svgText({x: (L + W) / 2, y: H - 8, 'text-anchor': 'middle'}, `${left}: ${clock} time (s)`),
            svgText({x: 4, y: 14}, `${right}: ${clock} time (s)`));
    for (const p of points) {
        const rim = limit * 1.3;
        const dot = draw('circle', {class: 'dot', cx: x.at(p.x === null ? rim : p.x).toFixed(1),
            cy: y.at(p.y === null ? rim : p.y).toFixed(1), r: 3.5,
            fill: p.wrong ? '#b3261e' : p.x === null || p.y === null ? plotColours[1] : plotColours[0]});
        const say = t => t === null ? 'not solved' : seconds(t);
        dot.addEventListener('pointermove',
            event => showTip(event, `${p.name}: ${left} ${say(p.x)}, ${right} ${say(p.y)}`));
        dot.addEventListener('pointerleave', hideTip);
        dot.addEventListener('click', () => open(p));
        figure.append(dot);
    }
    return make('figure', {}, make('figcaption',
        {textContent: `${right} over ${left}: below the diagonal ${right} is faster; on the rim: not solved`}), figure);
}
