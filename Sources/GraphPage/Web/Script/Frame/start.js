// Putting it together when the page opens.

function options(menu, entries, chosen, change) {
  menu.replaceChildren(...entries.map(({ key, title }) => make('option', { value: key, text: title })));
  menu.value = chosen;
  menu.disabled = entries.length < 2;
  menu.addEventListener('change', () => change(menu.value));
}

/** The system's wish, until the switch is used. */
function listenToTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  let isChosen = false;
  const use = (theme) => {
    document.documentElement.dataset.theme = theme;
    byId('theme').textContent = theme === 'dark' ? '☀' : '☾';
    readColors();
    if (state.scene) showPanel();
    repaint();
  };
  const follow = () => { if (!isChosen) use(dark.matches ? 'dark' : 'light'); };
  dark.addEventListener('change', follow);
  byId('theme').addEventListener('click', () => {
    isChosen = true;
    use(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark');
  });
  follow();
}

function listenToTools() {
  for (const key of viewKeys) byId(`view-${key}`).addEventListener('click', () => showView(key, null));
  options(byId('level'), levels, levels[state.level].key, (key) => {
    state.level = levels.findIndex((level) => level.key === key);
    state.levels.clear();
    state.open.clear();
    rebuild(true);
  });
  options(byId('grouping'), data.groupings, state.grouping.key, (key) => {
    state.grouping = data.groupings.find((grouping) => grouping.key === key);
    state.levels.clear();
    rebuild(true);
  });
  options(byId('steps'), [1, 2, 3, 4].map((count) => ({ key: String(count), title: plural(count, 'step') })), '1',
    (key) => focusOn(state.centre, Number(key)));
  options(byId('coloring'), data.colorings, state.coloring.key, (key) => {
    state.coloring = data.colorings.find((coloring) => coloring.key === key);
    state.group = null;
    recolor();
    showPanel();
  });
  byId('only-label').hidden = !affected.length;
  byId('only').addEventListener('change', (event) => {
    state.onlyAffected = event.target.checked;
    rebuild(true);
  });
  byId('zoom-in').addEventListener('click', () => zoomBy(1.3, undefined, undefined, true));
  byId('zoom-out').addEventListener('click', () => zoomBy(1 / 1.3, undefined, undefined, true));
  byId('zoom-fit').addEventListener('click', () => fit());
  byId('help').addEventListener('click', () => byId('keys').showModal());
}

/** On paper everything is light. */
function listenToPrinting() {
  let before = null;
  const use = (theme) => {
    document.documentElement.dataset.theme = theme;
    readColors();
    paintNow();
  };
  window.addEventListener('beforeprint', () => {
    before = document.documentElement.dataset.theme;
    use('light');
  });
  window.addEventListener('afterprint', () => use(before));
}

function openPage() {
  byId('title').textContent = data.title;
  byId('summary').textContent = summary();
  listenToTheme();
  listenToTools();
  listenToPointers();
  listenToKeys();
  listenToSearch();
  listenToPrinting();
  const wished = location.hash;
  resize();
  showView('bands');
  new ResizeObserver(resize).observe(canvas.parentElement);
  window.addEventListener('hashchange', () => goTo(location.hash));
  goTo(wished);
  paintNow();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

openPage();
