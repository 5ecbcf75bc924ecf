// Mouse, finger and pen.

const pointers = new Map();
let hasDragged = false;

function placeOf(event) {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

/** What stands in front comes last in the drawing. */
function nodeAt(place) {
  const world = toWorld(place.x, place.y), frame = frameOfDrawing();
  if (place.x < frame.x || place.y < frame.y) return null;
  // Small boxes are as easy to hit as large ones.
  const slack = Math.min(30, 3 / camera.scale);
  const isHit = (node) => world.x >= node.x - slack && world.x <= node.x + node.w + slack
    && world.y >= node.y - slack && world.y <= node.y + node.h + slack;
  return state.scene.nodes.filter(isHit).pop() || null;
}

function hover(place) {
  const before = [state.hovered, state.hoveredArrow, state.hoveredCell && state.hoveredCell.key].join();
  const wasOver = state.hovered;
  state.hovered = state.hoveredArrow = state.hoveredCell = null;
  if (place && state.view === 'matrix') {
    const { row, column } = matrixPlace(place);
    if (row || column) state.hoveredCell = { row, column, key: `${row && row.at} ${column && column.at}` };
  } else if (place) {
    state.hovered = nodeAt(place);
    if (!state.hovered || state.hovered.level > 0) {
      state.hoveredArrow = badArrowAt(toWorld(place.x, place.y), 8 / camera.scale);
    }
  }
  canvas.classList.toggle('over', Boolean(state.hovered || state.hoveredArrow || state.hoveredCell));
  showTip(place);
  const now = [state.hovered, state.hoveredArrow, state.hoveredCell && state.hoveredCell.key].join();
  if (before !== now || wasOver !== state.hovered) repaint();
}

function showTip(place) {
  const tip = byId('tip');
  const words = !place ? ''
    : state.hoveredArrow ? tipOfArrow(state.hoveredArrow)
      : state.hovered ? tipOf(state.hovered) : state.hoveredCell ? tipOfCell(state.hoveredCell) : '';
  tip.hidden = !words;
  if (tip.hidden) return;
  tip.textContent = words;
  const right = place.x + 16 + tip.offsetWidth > size.width;
  tip.style.left = `${Math.max(4, right ? place.x - tip.offsetWidth - 12 : place.x + 16)}px`;
  tip.style.top = `${Math.max(4, Math.min(place.y + 16, size.height - tip.offsetHeight - 4))}px`;
}

function tipOf(node) {
  const only = node.members.length === 1 ? modules[node.members[0]] : null;
  const parts = [only ? only.id : `${node.label}: ${plural(node.members.length, 'module')}`];
  if (node.whole) parts.push(node.whole);
  if (only && only.owners.length) parts.push(only.owners.join(', '));
  if (only && isAffected(node.mark)) parts.push(node.mark);
  if (!only && node.changed) parts.push(`${node.changed} changed`);
  if (!only && node.reached) parts.push(`${node.reached} reached`);
  if (node.kind === 'group' || node.kind === 'package') parts.push('double click opens it');
  return parts.join(' · ');
}

function tipOfArrow({ violations }) {
  const [first] = violations;
  const rest = violations.length > 1 ? ` (and ${violations.length - 1} more)` : '';
  return `${first.rule}: ${first.message}${rest}${first.mend ? ` — ${first.mend}` : ''}`;
}

function tipOfCell({ row, column }) {
  if (!row || !column) return tipOf(row || column);
  const cell = cellOf(row, column);
  return cell && row !== column ? `${spokenCell(row, column)}${cell.violations.length ? ': ' : ''}`
    + (cell.violations.length ? cell.violations[0].message : '') : '';
}

function listenToPointers() {
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, placeOf(event));
    hasDragged = pointers.size > 1;
  });
  canvas.addEventListener('pointermove', (event) => {
    const before = pointers.get(event.pointerId), place = placeOf(event);
    if (!before) return hover(place);
    if (pointers.size === 2) pinch(event.pointerId, before, place);
    else if (hasDragged || Math.hypot(place.x - before.x, place.y - before.y) > 4) drag(before, place);
    else return;
    hasDragged = true;
    pointers.set(event.pointerId, place);
  });
  const end = (event) => {
    const wasClick = pointers.delete(event.pointerId) && !hasDragged && event.type === 'pointerup';
    canvas.classList.remove('drag');
    endDrag();
    if (wasClick) click(placeOf(event));
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => hover(null));
  canvas.addEventListener('dblclick', (event) => doubleClick(placeOf(event)));
  canvas.addEventListener('wheel', (event) => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 18 : event.deltaMode === 2 ? 300 : 1;
    const place = placeOf(event);
    zoomBy(Math.exp(-within(-240, event.deltaY * lines, 240) * 0.0022), place.x, place.y);
  }, { passive: false });
}

function drag(before, place) {
  canvas.classList.add('drag');
  hover(null);
  isDragged = true;
  moveTo({ scale: camera.scale, x: camera.x + place.x - before.x, y: camera.y + place.y - before.y }, false);
}

function pinch(id, before, place) {
  const other = [...pointers].find(([one]) => one !== id)[1];
  const far = Math.hypot(before.x - other.x, before.y - other.y);
  if (far < 1) return;
  zoomBy(Math.hypot(place.x - other.x, place.y - other.y) / far, (place.x + other.x) / 2, (place.y + other.y) / 2);
}

function click(place) {
  if (state.view === 'matrix') {
    const { row, column } = matrixPlace(place);
    if (row && column) selectCell(row, column); else select(row || column, { reveal: false });
    return;
  }
  const node = nodeAt(place);
  const arrow = !node || node.level > 0 ? badArrowAt(toWorld(place.x, place.y), 8 / camera.scale) : null;
  select(arrow ? arrow.from : node, { reveal: false });
}

/** Goes into what is there: a group, a package, a module's surroundings; else nearer. */
function doubleClick(place) {
  const { row, column } = state.view === 'matrix' ? matrixPlace(place) : { row: nodeAt(place), column: null };
  const node = row && column ? null : row || column;
  if (!node || !openNode(node)) zoomBy(1.8, place.x, place.y, true);
}

function openNode(node) {
  if (node.kind === 'group') setLevel(node, node.level === 2 ? 0 : node.level + 1);
  else if (node.kind === 'package') {
    state.open.add(node.label);
    rebuild(isUntouched);
  } else if (node.kind !== 'more') focusOn(node.members[0]);
  else return false;
  return true;
}
