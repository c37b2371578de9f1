'use strict';
/* What all pages share: the data, elements, the theme, keys, texts of numbers.
 *
 * Everything in the data is hostile: names, messages and sources come from files of strangers. So text only ever
 * becomes text (textContent, option values), never markup; no address, style or handler is made of it. */

const data = JSON.parse(document.getElementById('data').textContent);

/* An element: make('span', {className: 'dim', textContent: name}, child, ...). `style` is an object. */
function make(tag, properties = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
        if (name === 'style') Object.assign(element.style, value);
        else if (name.includes('-') || name === 'role') element.setAttribute(name, value);
        else element[name] = value;
    }
    element.append(...children);
    return element;
}

const svgSpace = 'http://www.w3.org/2000/svg';
function draw(tag, attributes = {}, ...children) {
    const element = document.createElementNS(svgSpace, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    element.append(...children);
    return element;
}

const list = value => Array.isArray(value) ? value : [];
const object = value => value && typeof value === 'object' && !Array.isArray(value) ? value : {};
const words = value => value === undefined || value === null ? '' : String(value);
const finite = value => typeof value === 'number' && isFinite(value) ? value : 0;
const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

function seconds(value) {
    if (typeof value !== 'number') return '';
    return value < 10 ? value.toFixed(3) + ' s' : value.toFixed(1) + ' s';
}

function plural(n, word) {
    return n.toLocaleString('en') + ' ' + word + (n === 1 ? '' : 's');
}

/* FILE:LINE.COLUMN-... as {file, line}; null: it is none. */
function place(source) {
    const match = /^(.*):(\d+)(?:\.\d+(?:-\d+\.\d+)?)?$/.exec(words(source));
    return match ? {file: match[1], line: Number(match[2])} : null;
}

/* Light or dark: as the system has it, until the user says otherwise. */
const theme = {
    listeners: [],
    set(name) {
        document.documentElement.dataset.theme = name;
        for (const listener of theme.listeners) listener();
    },
    turn() { theme.set(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'); },
    colour: name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim(),
};
const dark = matchMedia('(prefers-color-scheme: dark)');
theme.set(dark.matches ? 'dark' : 'light');
dark.addEventListener('change', () => theme.set(dark.matches ? 'dark' : 'light'));

/* Keys: the view in sight has its own, by the name of the key; text fields keep theirs. */
const keys = {
    view: {},
    always: {t: () => theme.turn()},
};
addEventListener('keydown', event => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const target = event.target, typing = /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName) &&
        target.type !== 'range' && target.type !== 'checkbox';
    if (typing && event.key !== 'Escape') return;
    if (typing) { target.blur(); return; }
    const name = (event.shiftKey && event.key.length > 1 ? 'Shift+' : '') + event.key;
    const action = keys.view[name] || keys.always[name];
    if (!action) return;
    if ((name === 'Enter' || name === ' ') && /^(BUTTON|SUMMARY|A)$/.test(target.tagName)) return;
    event.preventDefault();
    action();
});

/* Once per frame, however often it is asked for. */
function eachFrame(action) {
    let waiting = false;
    return () => {
        if (waiting) return;
        waiting = true;
        requestAnimationFrame(() => { waiting = false; action(); });
    };
}

/* What paper needs is drawn before printing and taken back afterwards. */
const printing = {now: false, listeners: []};
function print(on) {
    printing.now = on;
    for (const listener of printing.listeners) listener();
}
addEventListener('beforeprint', () => print(true));
addEventListener('afterprint', () => print(false));

/* A note beside the mouse. */
const tip = make('div', {className: 'tip hidden', role: 'tooltip'});
function showTip(event, text) {
    tip.textContent = text;
    tip.classList.remove('hidden');
    tip.style.left = Math.min(event.clientX + 12, innerWidth - Math.min(490, tip.offsetWidth + 16)) + 'px';
    tip.style.top = Math.min(event.clientY + 12, innerHeight - tip.offsetHeight - 8) + 'px';
}
const hideTip = () => tip.classList.add('hidden');

/* The frame of a page: heading, views behind buttons. A view is {title, open(box)}; it is made when it is first asked
 * for, and says by its result what its keys are. */
function shell(heading, views) {
    const tabs = make('nav', {role: 'tablist', 'aria-label': 'views'}), main = make('main');
    const buttons = views.map(view => make('button',
        {role: 'tab', textContent: view.title, onclick: () => go(view.name)}));
    const boxes = views.map(() => null);
    tabs.append(...buttons);
    document.body.append(
        make('header', {}, ...heading, make('span', {className: 'grow'}), tabs,
            make('button', {className: 'controls', textContent: '◐', title: 'light or dark (t)',
                'aria-label': 'light or dark', onclick: theme.turn})),
        main, tip);
    let shown = -1;
    function show(name) {
        const wanted = Math.max(0, views.findIndex(view => view.name === name));
        if (shown >= 0) boxes[shown].element.classList.add('hidden');
        shown = wanted;
        buttons.forEach((button, i) => button.setAttribute('aria-selected', String(i === wanted)));
        if (!boxes[wanted]) {
            const element = make('div', {className: 'view', role: 'tabpanel'});
            main.append(element);
            boxes[wanted] = {element, keys: {}};
            boxes[wanted].keys = views[wanted].open(element) || {};
        }
        boxes[wanted].element.classList.remove('hidden');
        keys.view = boxes[wanted].keys;
        if (boxes[wanted].keys.shown) boxes[wanted].keys.shown();
    }
    function go(name) {
        show(name);
        if (location.hash !== '#' + name) location.hash = name;
    }
    addEventListener('hashchange', () => { if (shown < 0 ||
        views[shown].name !== location.hash.slice(1)) show(location.hash.slice(1)); });
    views.forEach((view, i) => { if (i < 9) keys.always[String(i + 1)] = () => go(view.name); });
    show(location.hash.slice(1));
    /* replace: the view is another one from now on; go() shows it. */
    return {go, replace(name, open) {
        const i = views.findIndex(view => view.name === name);
        if (boxes[i]) boxes[i].element.remove();
        boxes[i] = null;
        views[i].open = open;
        if (shown === i) shown = -1;
    }};
}
