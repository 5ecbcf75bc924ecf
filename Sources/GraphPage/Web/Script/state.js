// What is shown and chosen, and how that changes.

const state = {
  view: null,
  coloring: data.colorings[0],
  group: null,
  selected: null,
  hovered: null,
  hoveredArrow: null,
  matches: null,
  onlyAffected: false,
};

/** The colouring's group that most of a node's modules are in. */
function groupOf(node) {
  const of = state.coloring.of;
  if (node.members.length === 1) return of[node.members[0]];
  const counts = new Map();
  for (const member of node.members) counts.set(of[member], (counts.get(of[member]) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0][0];
}

const swatch = (group) => group[document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'];
const colorOfModule = (module) => swatch(state.coloring.groups[state.coloring.of[module]]);

const isShown = (node) => !state.onlyAffected || isAffected(node.mark);

function showView(key) {
  const kept = state.selected === null ? null : state.selected.members[0];
  state.view = viewNamed(key);
  state.hovered = state.hoveredArrow = null;
  byId('view').value = key;
  const node = kept === null ? -1 : state.view.nodeOf[kept];
  state.selected = node < 0 ? null : state.view.nodes[node];
  state.chain = chainOf(state.selected);
  recolor();
  fit(false);
  showPanel();
}

function recolor() {
  for (const node of state.view.nodes) node.group = groupOf(node);
  repaint();
}

/** The arrows that the reasons of a node go along. */
function chainOf(node) {
  const chain = new Set();
  const first = node && node.members.map((member) => modules[member]).find((module) => module.reason);
  if (!first) return chain;
  let at = state.view.nodeOf[first.index];
  for (const step of reasonOf(first)) {
    const next = step.module === null ? -1 : state.view.nodeOf[step.module];
    if (at >= 0 && next >= 0) {
      const arrow = state.view.nodes[at].out.find((one) => one.to.index === next);
      if (arrow) chain.add(arrow);
    }
    at = next;
  }
  return chain;
}

function select(node, { reveal = true } = {}) {
  state.selected = node;
  state.chain = chainOf(node);
  if (node && reveal) bringIntoSight(node);
  showPanel();
  if (node) say(spoken(node));
  remember(node);
  repaint();
}

/** Goes to a view that shows the module by itself. */
function selectModule(index) {
  if (state.view.key === 'packages' || state.view.nodeOf[index] < 0) {
    const key = data.views.filter((view) => view.key !== 'packages')
      .find((view) => view.members.some((members) => members.includes(index))).key;
    state.selected = null;
    showView(key);
  }
  const node = state.view.nodes[state.view.nodeOf[index]];
  if (!isShown(node)) byId('only').checked = state.onlyAffected = false;
  select(node);
}

function spoken(node) {
  const words = [node.label, node.kind];
  if (isAffected(node.mark)) words.push(node.mark);
  words.push(`${plural(node.out.length, 'dependency', 'dependencies')}`, plural(node.into.length, 'dependent'));
  return words.join(', ');
}

/** The address names what is selected, so that it can be sent to somebody. */
function remember(node) {
  const hash = node && node.members.length === 1 ? '#' + encodeURIComponent(modules[node.members[0]].id) : '';
  try {
    history.replaceState(null, '', hash || location.pathname + location.search);
  } catch { /* some viewers forbid it */ }
}

/** The address may name a module, or after a question mark words to search for. */
function selectFromAddress() {
  let words = '';
  try { words = decodeURIComponent(location.hash.slice(1)); } catch { return; }
  if (words.startsWith('?')) {
    byId('search').value = words.slice(1);
    byId('search').focus();
    return showResults();
  }
  const module = modules.find((one) => one.id === words);
  if (module) selectModule(module.index);
}
