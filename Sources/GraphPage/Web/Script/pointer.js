// Mouse, finger and pen.

const pointers = new Map();
let hasDragged = false;

function placeOf(event) {
  const box = canvas.getBoundingClientRect();
  return { x: event.clientX - box.left, y: event.clientY - box.top };
}

function nodeAt(place) {
  const world = toWorld(place.x, place.y);
  // Small boxes are as easy to hit as large ones.
  const slack = Math.min(30, 4 / camera.scale);
  return state.view.nodes.find((node) => isShown(node)
    && world.x >= node.x - slack && world.x <= node.x + node.w + slack
    && world.y >= node.y - slack && world.y <= node.y + node.h + slack) || null;
}

function hover(place) {
  const node = place && nodeAt(place);
  const arrow = place && !node ? badArrowAt(toWorld(place.x, place.y), 8 / camera.scale) : null;
  const isSame = node === state.hovered && arrow === state.hoveredArrow;
  state.hovered = node;
  state.hoveredArrow = arrow;
  canvas.classList.toggle('over', Boolean(node || arrow));
  showTip(place);
  if (!isSame) repaint();
}

function showTip(place) {
  const tip = byId('tip');
  const words = state.hovered ? tipOf(state.hovered) : state.hoveredArrow ? state.hoveredArrow.violation.message : '';
  tip.hidden = !words || !place;
  if (tip.hidden) return;
  tip.textContent = words;
  const right = place.x + 16 + tip.offsetWidth > size.width;
  tip.style.left = `${Math.max(4, right ? place.x - tip.offsetWidth - 12 : place.x + 16)}px`;
  tip.style.top = `${Math.min(place.y + 16, size.height - tip.offsetHeight - 4)}px`;
}

function tipOf(node) {
  const only = node.members.length === 1 ? modules[node.members[0]] : null;
  const parts = [only ? only.id : `${node.label}: ${plural(node.members.length, 'module')}`];
  if (only && only.owners.length) parts.push(only.owners.join(', '));
  if (isAffected(node.mark)) parts.push(node.mark);
  return parts.join(' · ');
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
    if (wasClick) click(placeOf(event));
  };
  canvas.addEventListener('pointerup', end);
  canvas.addEventListener('pointercancel', end);
  canvas.addEventListener('pointerleave', () => hover(null));
  canvas.addEventListener('dblclick', (event) => zoomBy(1.8, placeOf(event).x, placeOf(event).y, true));
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
  moveTo({ scale: camera.scale, x: camera.x + place.x - before.x, y: camera.y + place.y - before.y }, false);
}

function pinch(id, before, place) {
  const other = [...pointers].find(([one]) => one !== id)[1];
  const far = Math.hypot(before.x - other.x, before.y - other.y);
  if (far < 1) return;
  zoomBy(Math.hypot(place.x - other.x, place.y - other.y) / far, (place.x + other.x) / 2, (place.y + other.y) / 2);
}

function click(place) {
  const node = nodeAt(place);
  const arrow = node ? null : badArrowAt(toWorld(place.x, place.y), 8 / camera.scale);
  select(node || (arrow && arrow.from), { reveal: false });
}
