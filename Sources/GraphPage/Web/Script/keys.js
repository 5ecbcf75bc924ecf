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
  Escape: () => { canvas.focus(); select(null); },
};

const canvasKeys = {
  ArrowRight: () => walk('out', 'to', 'depends on nothing that is shown'),
  ArrowLeft: () => walk('into', 'from', 'nothing that is shown depends on it'),
  ArrowUp: () => climb(-1),
  ArrowDown: () => climb(1),
  '+': () => zoomBy(1.3, undefined, undefined, true),
  '=': () => zoomBy(1.3, undefined, undefined, true),
  '-': () => zoomBy(1 / 1.3, undefined, undefined, true),
  0: () => fit(),
  n: () => visit(1),
  p: () => visit(-1),
  Enter: () => byId('details').querySelector('h2').focus(),
};

const pan = (x, y) => () => moveTo({ scale: camera.scale, x: camera.x + x, y: camera.y + y });
const panKeys = {
  ArrowRight: pan(-140, 0), ArrowLeft: pan(140, 0), ArrowUp: pan(0, 140), ArrowDown: pan(0, -140),
};

/** Where the keyboard begins: with what is affected, else with whatever nothing depends on. */
function begin() {
  const shown = state.view.nodes.filter(isShown);
  const first = shown.find((node) => node.mark === 'changed') || shown.find((node) => !node.into.length) || shown[0];
  if (first) select(first);
}

/** To the neighbour on that side that is most nearly level. */
function walk(side, end, otherwise) {
  const from = state.selected;
  if (!from) return begin();
  const near = from[side].map((arrow) => arrow[end]).filter(isShown)
    .sort((a, b) => Math.abs(a.y - from.y) - Math.abs(b.y - from.y) || a.index - b.index);
  if (near.length) select(near[0]); else say(`${from.label} ${otherwise}`);
}

/** Up and down within a column. */
function climb(direction) {
  const from = state.selected;
  if (!from) return begin();
  const column = state.view.nodes.filter((node) => node.x === from.x && isShown(node)).sort((a, b) => a.y - b.y);
  const next = column[column.indexOf(from) + direction];
  if (next) select(next); else say(direction < 0 ? 'top of the column' : 'bottom of the column');
}

/** Through all that is affected, column by column. */
function visit(direction) {
  const lit = state.view.nodes.filter((node) => isAffected(node.mark)).sort((a, b) => b.x - a.x || a.y - b.y);
  if (!lit.length) return say('nothing is affected');
  const at = lit.indexOf(state.selected);
  select(lit[at < 0 ? 0 : (at + direction + lit.length) % lit.length]);
}
