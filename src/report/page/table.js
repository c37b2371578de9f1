/* A table of any number of rows, of which only those in sight are elements.
 *
 *     table({rows, columns: [{title, width, text, key, className, number}], open: row => ..., label})
 *
 * `text(row)` is what a cell shows, `key(row)` what it is sorted by (else its text). Returns the element, its keys
 * and filter(predicate), which says which rows are there. */
function table({rows, columns, open, label, decorate}) {
    const height = 26, most = 5000000; /* browsers bound the height of elements; more rows share it */
    const widths = columns.map(column => column.width).join(' ');
    let order = rows.map((row, i) => i), visible = order, sorted = -1, down = false, chosen = -1, keep = () => true;
    const head = make('div', {className: 'head', role: 'row', style: {gridTemplateColumns: widths}});
    const space = make('div', {style: {position: 'relative'}});
    const body = make('div', {className: 'body', tabIndex: 0, role: 'rowgroup'}, space);
    const element = make('div', {className: 'table', role: 'grid', 'aria-label': label}, head, body);
    columns.forEach((column, i) => head.append(make('button', {
        role: 'columnheader', textContent: column.title, className: column.number ? 'number' : '',
        title: 'sort by ' + column.title, onclick: () => sort(i)})));

    const keyOf = (column, row) => column.key ? column.key(row) : column.text(row);
    function compare(a, b) {
        const x = keyOf(columns[sorted], rows[a]), y = keyOf(columns[sorted], rows[b]);
        const by = typeof x === 'number' &&
            typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'en', {numeric: true});
        return (down ? -by : by) || a - b;
    }
    function sort(i) {
        down = sorted === i && !down;
        sorted = i;
        [...head.children].forEach((button, c) => {
            button.textContent = columns[c].title + (c === i ? (down ? ' ↓' : ' ↑') : '');
            button.setAttribute('aria-sort', c !== i ? 'none' : down ? 'descending' : 'ascending');
        });
        order = rows.map((row, r) => r).sort(compare);
        filter(keep);
    }
    function filter(predicate) {
        keep = predicate;
        visible = order.filter(r => keep(rows[r]));
        if (!visible.includes(chosen)) chosen = -1;
        element.setAttribute('aria-rowcount', String(visible.length));
        fill();
    }
    function line(at) {
        const row = rows[visible[at]], element = make('div', {
            className: 'line' + (visible[at] === chosen ? ' chosen' : ''), role: 'row', 'aria-rowindex': String(at + 1),
            style: {top: at * height + 'px', gridTemplateColumns: widths}, onclick: () => { choose(at);
                if (open) open(row); }});
        for (const column of columns) {
            const text = words(column.text(row));
            element.append(make('span', {
                role: 'gridcell', textContent: text, title: text,
                className: (column.number ? 'number ' : '') + (column.className ? column.className(row) : '')}));
        }
        if (decorate) decorate(row, element);
        return element;
    }
    function fill() {
        const first = printing.now ? 0 : Math.max(0, Math.floor(body.scrollTop / height) - 5);
        const last = printing.now ? visible.length :
            Math.min(visible.length, first + Math.ceil((body.clientHeight || 400) / height) + 12);
        space.style.height = Math.min(most, visible.length * height) + 'px';
        const lines = [];
        for (let at = first; at < last; at++) lines.push(line(at));
        space.replaceChildren(...lines);
    }
    function choose(at) {
        at = clamp(at, 0, visible.length - 1);
        if (at < 0 || !visible.length) return;
        chosen = visible[at];
        const top = at * height;
        if (top < body.scrollTop) body.scrollTop = top;
        if (top + height > body.scrollTop + body.clientHeight) body.scrollTop = top + height - body.clientHeight;
        fill();
    }
    const move = by => () => { body.focus({preventScroll: true});
        choose((chosen < 0 ? (by > 0 ? -1 : visible.length) : visible.indexOf(chosen)) + by); };
    const page = () => Math.max(1, Math.floor(body.clientHeight / height) - 1);
    body.addEventListener('scroll', eachFrame(fill));
    new ResizeObserver(eachFrame(fill)).observe(body);
    printing.listeners.push(fill);
    filter(keep);
    return {
        element, filter, count: () => visible.length,
        keys: {
            ArrowDown: move(1), ArrowUp: move(-1), Home: () => choose(0), End: () => choose(visible.length - 1),
            PageDown: () => move(page())(), PageUp: () => move(-page())(),
            Enter: () => { if (chosen >= 0 && open) open(rows[chosen]); }, shown: fill,
        },
    };
}
