// The keyboard.

function listenToKeys() {
  canvas.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = event.shiftKey && panKeys[event.key] ? panKeys[event.key] : canvasKeys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target.matches('input[type="search"], select');
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping || byId('keys').open) return;
    const act = pageKeys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

const pageKeys = {
  '/': () => byId('search').select(),
  '?': () => byId('keys').showModal(),
  1: () => showView('bands'),
  2: () => showView('matrix'),
  3: () => showView('focus', null),
  Escape: () => { canvas.focus(); select(null); },
};

const canvasKeys = {
  ArrowRight: () => stepTowards('right'),
  ArrowLeft: () => stepTowards('left'),
  ArrowUp: () => stepTowards('up'),
  ArrowDown: () => stepTowards('down'),
  '+': () => zoomBy(1.3, undefined, undefined, true),
  '=': () => zoomBy(1.3, undefined, undefined, true),
  '-': () => zoomBy(1 / 1.3, undefined, undefined, true),
  0: () => fit(),
  n: () => visitNext(1),
  p: () => visitNext(-1),
  f: () => { if (state.selected && state.selected.members.length === 1) focusOn(state.selected.members[0]); },
  o: () => { if (state.selected) openNode(state.selected); },
  Enter: () => byId('details').querySelector('h2').focus(),
};

const pan = (x, y) => () => moveTo({ scale: camera.scale, x: camera.x + x, y: camera.y + y });
const panKeys = {
  ArrowRight: pan(-140, 0), ArrowLeft: pan(140, 0), ArrowUp: pan(0, 140), ArrowDown: pan(0, -140),
};

/** Where arrows lead, the keys lead: down in the bands, to the right in the focus; across, to what stands beside. */
const ways = {
  bands: { down: 'out', up: 'into', left: -1, right: 1 },
  focus: { right: 'out', left: 'into', up: -1, down: 1 },
};

function stepTowards(direction) {
  if (state.view === 'matrix') return stepCell(direction);
  const from = state.selected;
  if (!from) return begin();
  const way = ways[state.view][direction];
  return way === 'out' || way === 'into' ? walk(from, way) : beside(from, way);
}

/** Where the keyboard begins: with what changed, else with what stands first. */
function begin() {
  const { nodes } = state.scene;
  const single = nodes.filter((node) => node.kind !== 'group');
  const first = single.find((node) => node.mark === 'changed') || nodes.find((node) => node.mark === 'changed')
    || single.find((node) => !node.into.length) || nodes[0];
  if (first) select(first);
}

/** To the neighbour on that side that is nearest. */
function walk(from, side) {
  const end = side === 'out' ? 'to' : 'from';
  const far = (node) => Math.hypot(node.x + node.w / 2 - from.x - from.w / 2, (node.y - from.y) * 2);
  const near = from[side].map((arrow) => arrow[end]).filter((node) => node.group !== from && from.group !== node)
    .sort((a, b) => far(a) - far(b));
  if (near.length) return select(near[0]);
  return say(`${from.label} ${side === 'out' ? 'depends on' : 'is needed by'} nothing that is shown`);
}

/** To the next one of the same kind in the row, or in the column. */
function beside(from, direction) {
  const isFocus = state.view === 'focus';
  const peers = state.scene.nodes.filter((node) => (node.kind === 'group') === (from.kind === 'group'))
    .filter((node) => (isFocus ? node.at === from.at : node.band === from.band))
    .sort((a, b) => a.y - b.y || a.x - b.x);
  const next = peers[peers.indexOf(from) + direction];
  if (next) return select(next);
  return say(direction < 0 ? 'the first one here' : 'the last one here');
}

function stepCell(direction) {
  const { nodes } = state.scene;
  const { row, column } = state.cell || { row: nodes[0], column: nodes[0] };
  const [down, right] = { up: [-1, 0], down: [1, 0], left: [0, -1], right: [0, 1] }[direction];
  const target = state.cell ? [nodes[row.at + down], nodes[column.at + right]] : [row, column];
  if (target[0] && target[1]) return selectCell(...target);
  return say('the edge of the matrix');
}

/** Through all that is affected, band by band; in the matrix through what breaks a rule or points the wrong way. */
function visitNext(direction) {
  if (state.view === 'matrix') return visitCells(direction);
  const lit = state.scene.nodes.filter((node) => isAffected(node.mark) && node.kind !== 'group')
    .sort((a, b) => b.y - a.y || a.x - b.x);
  if (!lit.length) return say('nothing is affected');
  const at = lit.indexOf(state.selected);
  return select(lit[at < 0 ? 0 : (at + direction + lit.length) % lit.length]);
}

function visitCells(direction) {
  const wrong = state.scene.arrows
    .filter((arrow) => arrow.violations.length || arrow.isWrong)
    .sort((a, b) => b.violations.length - a.violations.length || a.from.at - b.from.at || a.to.at - b.to.at);
  if (!wrong.length) return say('everything points the right way');
  const at = state.cell ? wrong.findIndex(({ from, to }) => from === state.cell.row && to === state.cell.column) : -1;
  const next = wrong[at < 0 ? 0 : (at + direction + wrong.length) % wrong.length];
  return selectCell(next.from, next.to);
}
