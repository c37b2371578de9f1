/* The conjuncts of an expression of C: cut at && outside of parentheses, which are taken off where they are around
 * all of one. */
function cutConjuncts(text) {
    const parts = [];
    let depth = 0, start = 0;
    for (let i = 0; i < text.length; i++) {
        if (text[i] === '(') depth++;
        else if (text[i] === ')') depth--;
        else if (depth === 0 && text[i] === '|' && text[i + 1] === '|') return [text];
        else if (depth === 0 && text.startsWith(' && ', i)) { parts.push(text.slice(start, i)); start = i + 4; }
    }
    parts.push(text.slice(start));
    return parts.length < 2 ? parts : parts.map(part => /^\([^()]*\)$/.test(part) ? part.slice(1, -1) : part);
}

/* A proof: the invariant in the words of the file, part by part, and what its obligations mention. */
function openProof(box, proof, property) {
    const variables = list(proof.variables).map(words), needed = new Set(list(proof.needed));
    const files = list(proof.files).map(words), places = list(proof.places);
    const program = proof.level === 'program', depth = finite(proof.depth);
    const parts = list(proof.parts).map(part => ({
        place: list(part.place), name: words(part.name), language: words(part.language),
        conjuncts: list(part.conjuncts).flatMap(([text, uses]) =>
            (part.language === 'C' ? cutConjuncts(words(text)) :
                [words(text)]).map(one => ({text: one, uses: list(uses)})))}));
    const positionOf = at => at.length ?
        [files[at[0]], at[1] ? 'line ' + finite(at[1]) : '',
        at[3] ? '(' + words(at[3]) + ')' : ''].filter(Boolean).join(' ') : '';

    /* ---- controls ---- */
    const search = make('input', {type: 'search', placeholder: 'filter conjuncts (/)',
        'aria-label': 'filter conjuncts', oninput: () => fill()});
    const grouping = make('select', {'aria-label': 'group by', onchange: () => fill()},
        make('option', {value: 'variable', textContent: 'by variable'}),
            make('option', {value: 'none', textContent: 'as proved'}));
    const fold = open => () => { for (const one of page.querySelectorAll('details')) one.open = open; };
    box.append(make('div', {className: 'bar row controls'}, search, program ? '' : grouping,
        make('button', {textContent: 'unfold all', onclick: fold(true)}),
            make('button', {textContent: 'fold all', onclick: fold(false)})));
    const content = make('div'), page = make('div', {className: 'page', tabIndex: 0});
    const source = sourcePane(files, null);
    const panes = make('div', {className: 'panes'},
        make('div', {className: 'pane', style: {flex: '1.4', display: 'flex', flexDirection: 'column'}}, page));
    if (source.known.length) { source.element.style.flex = '1'; panes.prepend(source.element); }
    box.append(panes);

    /* ---- what is said of the whole ---- */
    const size = make('section', {}, make('h2', {textContent: 'Proof'}));
    if (proof.only_run)
        size.append(make('p', {textContent: 'Whatever enters, the program has one run, and it ends without an error. Running it shows that; there is no formula.'}));
    else
        size.append(make('p', {textContent: `An invariant of ${plural(finite(proof.total), 'conjunct')}, inductive ` +
            (depth === 1 ? 'by itself' : `over ${depth} steps`) +
                (proof.simple_path ? ' of paths without repeated states' : '') + '.' +
            (finite(proof.shown) < finite(proof.total) ? ` The first ${finite(proof.shown)} are shown.` : '')}));
    const support = make('section');
    if (!program && variables.length) {
        const used = variables.filter((name, i) => needed.has(i)),
            unused = variables.filter((name, i) => !needed.has(i));
        const names = (title, all) => make('details', {open: all.length > 0 && all.length <= 40},
            make('summary', {textContent: `${title}: ${all.length} of ${variables.length}`}),
            make('p', {className: 'mono', textContent: all.slice(0, 2000).join(', ') +
                (all.length > 2000 ? ' …' : '')}));
        support.append(make('h2', {textContent: 'What it depends on'}),
            names('states and inputs that its obligations mention', used),
            names('states and inputs that the proof never needed', unused));
    }
    const dead = list(proof.dead).map(i => list(places[i])).filter(at => at[1]);
    if (program) {
        support.append(make('h2', {textContent: 'What no run gets to, as is proved'}),
            dead.length ? make('ul', {className: 'plain mono'},
                ...dead.slice(0, 500).map(at => make('li', {textContent: positionOf(at)})))
                : make('p', {className: 'dim', textContent: 'The proof rules out no line as a whole.'}));
    }
    const conjuncts = make('section', {},
        make('h2', {textContent: program ? 'What holds where' : 'What always holds'}), content);
    const where = list(proof.where).filter(Array.isArray);
    if (where.length)
        conjuncts.append(make('details', {open: where.length <= 20}, make('summary', {textContent: 'where'}),
            ...where.map(([name, text]) => make('div', {className: 'conjunct mono',
                textContent: words(name) + ' = ' + words(text)}))));
    page.append(size, proof.only_run ? '' : conjuncts, support);

    /* ---- parts ---- */
    const line = conjunct => make('div', {className: 'conjunct mono', textContent: conjunct.text});
    /* Of circuits and systems: conjuncts under the variable that they speak of and few others do. */
    function byVariable(all) {
        const count = new Map(), groups = new Map();
        for (const one of all) for (const v of one.uses) count.set(v, (count.get(v) || 0) + 1);
        for (const one of all) {
            const best = [...one.uses].sort((a, b) => count.get(b) - count.get(a) || a - b)[0];
            const name = best === undefined ? '(no variable)' : variables[best];
            if (!groups.has(name)) groups.set(name, []);
            groups.get(name).push(one);
        }
        return [...groups].sort((a, b) => b[1].length - a[1].length);
    }
    function group(title, all, open, language) {
        /* the lines of a group are made when it is opened for the first time */
        const details = make('details', {}, make('summary', {}, make('span', {className: 'mono', textContent: title}),
            make('span', {className: 'dim',
                textContent: '  ' + plural(all.length, 'conjunct') + (language === 'C' ? ', in C' : '')})));
        const grow = () => { if (details.open && details.children.length === 1) details.append(...all.map(line)); };
        details.addEventListener('toggle', grow);
        details.open = open;
        grow();
        return details;
    }
    function fill() {
        const wanted = search.value.toLowerCase(), keep = one => !wanted || one.text.toLowerCase().includes(wanted),
            groups = [];
        for (const part of parts) {
            const all = part.conjuncts.filter(keep);
            if (!all.length) continue;
            if (program) groups.push([positionOf(part.place) + (part.name ? ' ' + part.name : ''), all, part.language]);
            else if (grouping.value === 'none') groups.push(['all', all]);
            else for (const [name, some] of byVariable(all)) groups.push([name, some]);
        }
        const few = groups.length <= 12 || wanted !== '';
        content.replaceChildren(...groups.map(([title, all, language]) => group(title, all, few && all.length <= 200,
            language)));
        if (!groups.length) content.append(make('p',
            {className: 'dim', textContent: wanted ? 'No conjunct has these letters.' :
            'No conjunct: the property holds by itself.'}));
    }
    fill();

    /* ---- the source, with what holds at loop heads ---- */
    source.opened.push(file => {
        for (const at of dead) if (files[at[0]] === file) source.mark(at[1], 'dead');
        for (const part of parts)
            if (part.language === 'C' && files[part.place[0]] === file)
                for (const one of [...part.conjuncts].reverse()) source.note(part.place[1], 'always here: ' + one.text);
        dressCoverage(source, file, property);
    });
    if (source.known.length) source.open(source.known[0]);
    printing.listeners.push(() => { if (printing.now) fold(true)(); });
    return {'/': () => search.focus()};
}

/* Lines of a C program that were executed in agreement with the model, and those that never were: in a source pane. */
function dressCoverage(source, file, property) {
    for (const text of words(property.lines).split('\n')) {
        const at = place(text.slice(1));
        if (!at || at.file !== file) continue;
        source.label(at.line, text[0] === '+' ? '✓' : '–');
        source.mark(at.line, text[0] === '+' ? 'passed' : 'missed', true);
    }
}
