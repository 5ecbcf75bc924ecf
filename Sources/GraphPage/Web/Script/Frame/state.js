// What is shown and chosen, and how that changes.

const state = {
  view: 'bands',
  scene: null,
  grouping: data.groupings[0],
  level: firstLevel(),
  /** Groups that somebody opened or closed by themselves. */
  levels: new Map(),
  /** Packages that are open in a group that shows packages. */
  open: new Set(),
  /** Modules that a closed group shows because somebody went to them. */
  pins: new Set(),
  coloring: data.colorings[0],
  group: null,
  centre: null,
  steps: 1,
  selected: null,
  cell: null,
  chain: new Set(),
  hovered: null,
  hoveredArrow: null,
  hoveredCell: null,
  matches: null,
  onlyAffected: false,
};

const viewKeys = ['bands', 'matrix', 'focus'];
const builders = { bands: () => buildBands(), matrix: () => buildMatrix(), focus: () => buildFocus() };

/** The colouring's group that most of a node's modules are in. */
function groupOf(node) {
  const { of } = state.coloring;
  if (node.members.length === 1) return of[node.members[0]];
  const counts = new Map();
  for (const member of node.members) counts.set(of[member], (counts.get(of[member]) || 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0][0];
}

const swatch = (group) => group[document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light'];
const colorOfModule = (module) => swatch(state.coloring.groups[state.coloring.of[module]]);
const isInLegendGroup = (module, group) => state.coloring.groupsOf[module].includes(group);

/** Makes the drawing anew; what was chosen stays chosen where it can still be seen. */
function rebuild(isFitting = false) {
  const kept = state.selected, cell = state.cell;
  state.scene = builders[state.view]();
  state.hovered = state.hoveredArrow = state.hoveredCell = null;
  showTip(null);
  recolor();
  state.selected = kept && nodeLike(kept);
  const row = cell && state.view === 'matrix' && nodeLike(cell.row), column = row && nodeLike(cell.column);
  state.cell = column ? { row, column } : null;
  state.chain = chainOf(state.selected);
  if (isFitting) showFirst();
  showPanel();
  repaint();
}

/** The node of the drawing for what another drawing's node stood for. */
function nodeLike(node) {
  return state.scene.byKey.get(node.key) || (node.members.length === 1 && state.scene.nodeOf[node.members[0]]) || null;
}

function recolor() {
  for (const node of state.scene.nodes) node.color = groupOf(node);
  repaint();
}

function showView(view, centre = state.centre) {
  if (view === 'focus') {
    const chosen = state.selected && state.selected.members.length === 1 ? state.selected.members[0] : null;
    state.centre = centre !== null ? centre : chosen !== null ? chosen : firstCentre();
  }
  const kept = state.selected;
  state.view = view;
  state.cell = null;
  for (const key of viewKeys) byId(`view-${key}`).setAttribute('aria-pressed', String(key === view));
  document.documentElement.dataset.view = view;
  rebuild(true);
  if (view === 'focus') state.selected = state.scene.byKey.get(`m${state.centre}`);
  else state.selected = kept && nodeLike(kept);
  showPanel();
  remember(state.selected);
  say(spokenView());
}

/** What nothing is chosen for: what changed, else what most depends on. */
function firstCentre() {
  if (changed.length) return changed[0].index;
  return modules.reduce((best, module) =>
    (module.neededBy.length > best.neededBy.length ? module : best), modules[0]).index;
}

function spokenView() {
  const { view, scene } = state;
  if (view === 'bands') return `${plural(scene.bands.length, 'band')}, ${plural(scene.groups.length, 'group')}`;
  if (view === 'matrix') return `Matrix of ${plural(scene.nodes.length, 'row')}`;
  return `Around ${modules[state.centre].name}`;
}

function focusOn(index, steps = state.steps) {
  state.steps = steps;
  state.selected = null;
  byId('steps').value = String(steps);
  showView('focus', index);
}

/** The arrows that the reasons of a node go along. */
function chainOf(node) {
  const chain = new Set();
  const first = node && node.members.map((member) => modules[member]).find((module) => module.reason);
  if (!first || !node.out) return chain;
  const { nodeOf } = state.scene;
  let at = nodeOf[first.index];
  for (const step of reasonOf(first)) {
    const next = step.module === null ? null : nodeOf[step.module];
    const arrow = at && next && at.out.find((one) => one.to === next);
    if (arrow) chain.add(arrow);
    at = next;
  }
  return chain;
}

function select(node, { reveal = true } = {}) {
  state.selected = node;
  state.cell = null;
  state.chain = chainOf(node);
  if (node && reveal) {
    if (state.view === 'matrix') showItem(node); else bringIntoSight(node);
  }
  showPanel();
  if (node) say(spoken(node));
  remember(node);
  repaint();
}

/** Shows the module by itself, whatever group or package it lies in. */
function selectModule(index) {
  const module = modules[index];
  if (!isModuleShown(module)) byId('only').checked = state.onlyAffected = false;
  if (state.view === 'focus') {
    const node = state.scene.byKey.get(`m${index}`);
    if (node && isModuleShown(module)) select(node); else focusOn(index);
    return;
  }
  const group = state.grouping.of[index];
  if (!state.scene.byKey.has(`m${index}`)) {
    const isTable = state.view === 'matrix';
    if (levelOf(group) === 0 && !isTable) state.pins.add(index);
    else {
      if (levelOf(group) === 0) state.levels.set(group, 1);
      state.open.add(module.package);
    }
    rebuild();
  }
  select(state.scene.byKey.get(`m${index}`));
}

/** Opens or closes a group: 0 shows it as one, 1 its packages, 2 its modules. */
function setLevel(group, level) {
  state.levels.set(group.index, level);
  const kept = { ...camera };
  rebuild(isUntouched);
  if (!isUntouched) Object.assign(camera, kept);
  const node = state.scene.byKey.get(`g${group.index}`);
  if (node && state.view === 'bands') select(node);
  say(`${group.label} shows ${level === 0 ? 'its sum' : levels[level].key}`);
}

function spoken(node) {
  const words = [node.label, node.kind];
  if (node.members.length > 1) words.push(plural(node.members.length, 'module'));
  if (isAffected(node.mark)) words.push(node.mark);
  words.push(`${plural(node.out.length, 'dependency', 'dependencies')}`, plural(node.into.length, 'dependent'));
  return words.join(', ');
}
