// Everything the page knows stands in the drawing: boxes have tooltips with a module's id and what is known of it,
// arrows have the numbers of both boxes. GraphSVG.swift writes them.

const byId = (id) => document.getElementById(id);
const stage = byId('stage'), drawing = byId('drawing'), search = byId('search');
const tooltip = (element) => (element.querySelector('title') || { textContent: '' }).textContent;

/** A module's tooltip: the id and facts; then parts with a heading, each behind an empty line. */
const modules = [...drawing.querySelectorAll('.node')].map((element) => {
  const [[id, ...facts], ...parts] = tooltip(element).split('\n\n').map((part) => part.split('\n'));
  const mark = ['changed', 'reached'].find((word) => element.classList.contains(word)) || '';
  const [x, y] = ['x', 'y'].map((name) => Number(element.querySelector('.card').getAttribute(name)));
  return { element, id, facts, parts, mark, x, y, out: [], into: [] };
});
const moduleOf = new Map(modules.map((module) => [module.id, module]));
const numberOf = new Map(modules.map((module, index) => [module.element, index]));
for (const element of drawing.querySelectorAll('.edge')) {
  const [from, to] = element.dataset.ends.split(' ').map((number) => modules[number]);
  from.out.push({ element, module: to });
  to.into.push({ element, module: from });
  if (element.classList.contains('broken')) {
    for (const end of [from, to]) end.parts.push(['broken rule', ...tooltip(element).split('\n')]);
  }
}
/** From what changed on, against the arrows. */
const affected = modules.filter(({ mark }) => mark)
  .sort((a, b) => (b.mark === 'changed') - (a.mark === 'changed') || b.x - a.x || a.y - b.y);
let selected = null;

// Zoom. To move the drawing is to scroll.

const size = { width: drawing.viewBox.baseVal.width, height: drawing.viewBox.baseVal.height };
/** `fitted` is the scale at which everything was seen last: until somebody zooms, the drawing follows the window. */
let scale = 1, fitted = 0;

/** The place of the window that is given stays where it is. */
function zoomTo(target, place = middle()) {
  const before = drawing.getBoundingClientRect();
  const factor = Math.min(3, Math.max(target, Math.min(0.05, fitting()))) / scale;
  scale *= factor;
  drawing.style.width = `${size.width * scale}px`;
  drawing.style.height = `${size.height * scale}px`;
  drawing.classList.toggle('far', scale < 0.4);
  const after = drawing.getBoundingClientRect();
  stage.scrollBy(after.left - place.x + (place.x - before.left) * factor,
    after.top - place.y + (place.y - before.top) * factor);
}

function fit() { zoomTo(fitting()); fitted = scale; }

function middle() {
  const box = stage.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

const fitting = () => Math.min(1.4, stage.clientWidth / size.width, stage.clientHeight / size.height);

function listenToPointer() {
  stage.addEventListener('wheel', (event) => {
    event.preventDefault();
    zoomTo(scale * Math.exp(-event.deltaY / (event.deltaMode ? 20 : 500)), event);
  }, { passive: false });
  // Fingers scroll by themselves.
  let last = null, hasDragged = false;
  stage.addEventListener('pointerdown', (event) => {
    hasDragged = false;
    last = event.pointerType === 'touch' || event.button ? null : event;
  });
  window.addEventListener('pointermove', (event) => {
    if (!last || (!hasDragged && Math.hypot(event.x - last.x, event.y - last.y) < 4)) return;
    hasDragged = true;
    stage.scrollBy(last.x - event.x, last.y - event.y);
    last = event;
  });
  window.addEventListener('pointerup', () => { last = null; });
  stage.addEventListener('click', (event) => {
    if (hasDragged) return;
    const box = event.target.closest('.node'), arrow = event.target.closest('.broken[data-ends]');
    select(box ? modules[numberOf.get(box)] : arrow ? modules[arrow.dataset.ends.split(' ')[0]] : null);
  });
  byId('zoom-in').addEventListener('click', () => zoomTo(scale * 1.3));
  byId('zoom-out').addEventListener('click', () => zoomTo(scale / 1.3));
  byId('zoom-fit').addEventListener('click', fit);
}

// Details.

function make(tag, text, attributes = {}, ...children) {
  const element = document.createElement(tag);
  element.textContent = text;
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** Where a line is too short for an id, the id goes on behind the colon. */
function breakable(id) {
  const at = id.lastIndexOf(':') + 1;
  return [id.slice(0, at), make('wbr', ''), id.slice(at)];
}

function link(module) {
  const click = () => { goTo(module); stage.focus(); };
  return make('button', '', { type: 'button', class: module.mark, click }, ...breakable(module.id));
}

/** A line of a tooltip, in which a module that is named at the end can be gone to. */
function item(line) {
  const at = line.indexOf('//'), module = at < 0 ? null : moduleOf.get(line.slice(at));
  return module ? make('li', line.slice(0, at), {}, link(module)) : make('li', line);
}

function section(title, items, kind = '') {
  return items.length ? [make('h3', title), make('ul', '', { class: kind }, ...items)] : [];
}

/** The modules at the other ends of arrows, each once, those that are affected first. */
function links(title, arrows) {
  const words = new Map(arrows.map(({ element, module }) => [module, tooltip(element).split('\n')[0]]));
  const ends = [...words.keys()].sort((a, b) => Boolean(b.mark) - Boolean(a.mark));
  return section(`${title}: ${ends.length}`, ends.map((module) =>
    make('li', '', {}, link(module), words.get(module) && ` (${words.get(module)})`)));
}

const listed = (title, list) =>
  section(`${title}: ${list.length}`, list.map((module) => make('li', '', {}, link(module))));

function show(title, parts, before = '') {
  byId('about').hidden = title !== 'Overview';
  byId('details').replaceChildren(before, make('h2', '', { tabindex: '-1' }, ...breakable(title)), ...parts.flat());
  byId('details').parentElement.scrollTop = 0;
}

function showOverview() {
  const broken = [...drawing.querySelectorAll('.edge.broken')].map((element) => item(tooltip(element).split('\n')[0]));
  const lists = ['changed', 'reached'].map((mark) => listed(mark, affected.filter((module) => module.mark === mark)));
  show('Overview', [section('broken rules', broken, 'bad'), ...lists]);
}

function showModule({ id, mark, facts, parts, out, into }) {
  const click = () => { select(null); stage.focus(); };
  const back = make('button', '×', { class: 'back', type: 'button', 'aria-label': 'Back to the overview', click });
  show(id, [
    mark ? make('p', mark, { class: mark }) : [], facts.map((text) => make('p', text)),
    ...parts.map(([title, ...lines]) => section(title, lines.map(item), title === 'broken rule' ? 'bad' : '')),
    links('depends on', out), links('needed by', into),
  ], back);
}

// The selection.

function highlight(modulesShown, edges = []) {
  for (const one of drawing.querySelectorAll('.near')) one.classList.remove('near', 'selected', 'out', 'into');
  for (const { element } of [...modulesShown, ...edges]) element.classList.add('near');
  drawing.classList.toggle('faded', modulesShown.length > 0);
}

function select(module) {
  selected = module;
  search.value = '';
  const text = module ? `#${encodeURIComponent(module.id)}` : location.pathname + location.search;
  try { history.replaceState(null, '', text); } catch { /* some viewers forbid it */ }
  if (!module) {
    highlight([]);
    showOverview();
    return;
  }
  const { out, into } = module;
  highlight([module, ...[...out, ...into].map((edge) => edge.module)], [...out, ...into]);
  module.element.classList.add('selected');
  for (const { element } of out) element.classList.add('out');
  for (const { element } of into) element.classList.add('into');
  showModule(module);
  say([module.id, module.mark, `${out.length} dependencies`, `${into.length} dependents`].filter(Boolean).join(', '));
}

/** Selects a module that may be out of sight. */
function goTo(module) {
  select(module);
  if (scale < 0.6) zoomTo(0.9);
  const box = module.element.getBoundingClientRect(), { x, y } = middle();
  stage.scrollBy(box.left + box.width / 2 - x, box.top + box.height / 2 - y);
}

function say(text) { byId('live').textContent = text; }

// Search, by parts of ids.

function find() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const start = `:${words[0]}`;
  const rank = (id) => (id.endsWith(start) ? 0 : id.includes(start) ? 1 : 2);
  return modules.map((module) => ({ module, id: module.id.toLowerCase() }))
    .filter(({ id }) => words.every((word) => id.includes(word)))
    .sort((a, b) => rank(a.id) - rank(b.id) || a.id.length - b.id.length)
    .map(({ module }) => module);
}

function showFound() {
  const found = find();
  highlight(found);
  if (!search.value.trim()) return showOverview();
  const rest = found.length - 100;
  show('Search', [listed('found', found.slice(0, 100)), rest > 0 ? make('p', `and ${rest} more`) : []]);
  return say(`${found.length} found`);
}

function listenToSearch() {
  search.addEventListener('input', showFound);
  search.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') { select(null); stage.focus(); }
    if (key === 'Enter' && find().length) { goTo(find()[0]); stage.focus(); }
  });
}

// Keys.

/** The nearest one at the end of an arrow. */
function walk(side) {
  const far = ({ module }) => Math.hypot(module.x - selected.x, (module.y - selected.y) * 2);
  const [next] = [...selected[side]].sort((a, b) => far(a) - far(b));
  if (next) goTo(next.module);
  else say(side === 'out' ? 'depends on nothing here' : 'needed by nothing here');
}

function stepThrough(list, by) {
  const at = list.indexOf(selected);
  if (list.length) goTo(list[at < 0 ? 0 : (at + by + list.length) % list.length]);
}

const column = () => modules.filter(({ x }) => x === selected.x).sort((a, b) => a.y - b.y);
const steps = {
  ArrowRight: () => walk('out'), ArrowLeft: () => walk('into'),
  ArrowDown: () => stepThrough(column(), 1), ArrowUp: () => stepThrough(column(), -1),
};
const moves = { ArrowRight: [140, 0], ArrowLeft: [-140, 0], ArrowDown: [0, 140], ArrowUp: [0, -140] };
const acts = {
  '+': () => zoomTo(scale * 1.3), '=': () => zoomTo(scale * 1.3), '-': () => zoomTo(scale / 1.3),
  0: fit, n: () => stepThrough(affected, 1), p: () => stepThrough(affected, -1),
  Enter: () => byId('details').querySelector('h2').focus(),
};

function listenToKeys() {
  stage.addEventListener('keydown', (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !(moves[key] || acts[key])) return;
    event.preventDefault();
    if (acts[key]) acts[key]();
    else if (event.shiftKey) stage.scrollBy(...moves[key]);
    else if (selected) steps[key]();
    else if (modules.length) goTo(affected[0] || modules.find(({ into }) => !into.length) || modules[0]);
  });
  document.addEventListener('keydown', (event) => {
    if (event.target === search || !['/', 'Escape'].includes(event.key)) return;
    event.preventDefault();
    if (event.key === '/') return search.focus();
    select(null);
    stage.focus();
  });
}

/** The system's wish, until the switch is used. */
function listenToTheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const rules = [...document.styleSheets[0].cssRules].filter(({ media }) => media && /dark/.test(media.mediaText));
  let isDark = null;
  byId('theme').addEventListener('click', () => {
    isDark = !(isDark === null ? dark.matches : isDark);
    for (const { media } of rules) media.mediaText = isDark ? 'screen' : 'not all';
  });
}

/** The address names a module, or behind a question mark words to search for. */
function openAddress() {
  let words = '';
  try { words = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  if (words.startsWith('?')) {
    search.value = words.slice(1);
    showFound();
  } else if (words.includes('//')) {
    const module = moduleOf.get(words.slice(words.indexOf('//')));
    if (module) goTo(module);
  }
}

listenToPointer();
listenToSearch();
listenToKeys();
listenToTheme();
new ResizeObserver(() => { if (scale === fitted) fit(); }).observe(stage);
window.addEventListener('hashchange', openAddress);
fit();
showOverview();
openAddress();
document.documentElement.dataset.ready = String(Math.round(performance.now()));
