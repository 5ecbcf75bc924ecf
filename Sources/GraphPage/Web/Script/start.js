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
    if (state.view) showPanel();
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
  options(byId('view'), data.views, firstViewKey(), showView);
  options(byId('coloring'), data.colorings, state.coloring.key, (key) => {
    state.coloring = data.colorings.find((coloring) => coloring.key === key);
    state.group = null;
    recolor();
    showPanel();
  });
  byId('only-label').hidden = !affected.length;
  byId('only').addEventListener('change', (event) => {
    state.onlyAffected = event.target.checked;
    if (state.selected && !isShown(state.selected)) select(null);
    repaint();
  });
  byId('zoom-in').addEventListener('click', () => zoomBy(1.3, undefined, undefined, true));
  byId('zoom-out').addEventListener('click', () => zoomBy(1 / 1.3, undefined, undefined, true));
  byId('zoom-fit').addEventListener('click', () => fit());
  byId('help').addEventListener('click', () => byId('keys').showModal());
}

function start() {
  byId('title').textContent = data.title;
  byId('summary').textContent = summary();
  listenToTheme();
  listenToTools();
  listenToPointers();
  listenToKeys();
  listenToSearch();
  resize();
  showView(firstViewKey());
  new ResizeObserver(resize).observe(canvas.parentElement);
  window.addEventListener('hashchange', selectFromAddress);
  selectFromAddress();
  paintNow();
  document.documentElement.dataset.ready = String(Math.round(performance.now()));
}

start();
