/* The sources that the page has, and a pane that shows one of them. */
const sources = object(data.sources);

/* Shows a file: lines with numbers, marks on lines, notes below them. `pick(line)` is called for clicks. */
function sourcePane(files, pick) {
    const title = make('h3', {className: 'mono'}), text = make('div', {className: 'source mono'});
    const known = files.filter(file => typeof sources[file] === 'string');
    const choice = make('select', {'aria-label': 'source file', onchange: () => open(choice.value)},
        ...known.map(file => make('option', {value: file, textContent: file})));
    const element = make('div', {className: 'pane', tabIndex: 0, 'aria-label': 'source'}, title, text);
    let file = null, lines = [];
    if (known.length > 1) title.append(choice);
    const opened = [];
    function open(name) {
        if (name === file || typeof sources[name] !== 'string') return;
        file = name;
        choice.value = name;
        if (known.length < 2) title.textContent = name;
        lines = sources[name].replace(/\n$/, '').split('\n').map((content, i) => make('div', {className: 'l'},
            make('i', {textContent: String(i + 1), onclick: () => pick && pick(file, i + 1)}),
                make('span', {textContent: content})));
        text.replaceChildren(...lines);
        for (const listener of opened) listener(file);
    }
    const at = line => lines[line - 1];
    return {
        element, open, known, opened,
        file: () => file,
        mark(line, name, on = true) { if (at(line)) at(line).classList.toggle(name, on); },
        clear(name) { for (const line of lines) line.classList.remove(name); },
        label(line, content) { if (at(line)) at(line).firstChild.textContent = content + ' ' + line; },
        note(line, content) {
            if (at(line)) at(line).after(make('div', {className: 'note', textContent: content}));
        },
        see(line) {
            const row = at(line);
            if (!row) return;
            const top = row.offsetTop, room = element.clientHeight;
            if (top < element.scrollTop + 40 || top > element.scrollTop + room - 40) element.scrollTop = top - room / 2;
        },
    };
}
