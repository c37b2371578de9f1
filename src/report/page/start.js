/* The page of a run, put together. */
function start() {
    let frame = null;
    const show = p => {
        frame.replace('property', box => openProperty(box, p));
        frame.go('property');
    };
    const first = properties.find(p => p.verdict === 'unsafe') || properties.find(p => p.show) || properties[0];
    frame = shell([make('h1', {className: 'mono', textContent: words(data.file)})], [
        {name: 'overview', title: 'Properties', open: box => openOverview(box, show)},
        {name: 'property', title: properties.length === 1 ? 'Evidence' : 'Property',
            open: box => first ? openProperty(box, first) : {}},
        {name: 'history', title: 'What happened', open: openHistory},
    ]);
    /* one property: its evidence is what the reader wants */
    if (!location.hash && properties.length === 1 && properties[0].show) frame.go('property');
    document.documentElement.dataset.ready = 'yes';
}
start();
