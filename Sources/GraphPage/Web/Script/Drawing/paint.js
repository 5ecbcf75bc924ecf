// Painting: arrows behind, boxes before them, names before all.

let colors = {};
let isPaintPlanned = false;

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = [
    'ground', 'band', 'card', 'ink', 'dim', 'line', 'edge', 'accent', 'incoming', 'lit', 'lit-card', 'changed-card',
    'changed-ink', 'bad', 'bad-card', 'raised',
  ];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue('--' + name).trim()]));
}

function repaint() {
  if (isPaintPlanned) return;
  isPaintPlanned = true;
  requestAnimationFrame(paintNow);
}

const useScreen = (ratio) => pen.setTransform(ratio, 0, 0, ratio, 0, 0);

function paintNow() {
  isPaintPlanned = false;
  if (!state.scene || size.width === 0) return;
  const ratio = canvas.width / size.width;
  useScreen(ratio);
  pen.clearRect(0, 0, size.width, size.height);
  if (state.scene.key === 'matrix') paintMatrix();
  else if (isDragged) paintDragged(ratio);
  else {
    paintDrawing(ratio);
    paintEdge();
  }
  canvas.dataset.camera = [camera.scale, camera.x, camera.y].join(' ');
}

function paintDrawing(ratio) {
  const { scene } = state, frame = frameOfDrawing();
  const first = toWorld(frame.x, frame.y), last = toWorld(size.width, size.height);
  const seen = { x1: first.x, y1: first.y, x2: last.x, y2: last.y };
  const slack = 12 / camera.scale;
  const nodes = scene.nodes.filter((node) => node.x <= seen.x2 + slack && node.x + node.w >= seen.x1 - slack
    && node.y <= seen.y2 + slack && node.y + node.h >= seen.y1 - slack);
  const focus = focusOf();
  if (scene.bands) paintBandGrounds(scene);
  pen.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * camera.x, ratio * camera.y);
  for (const node of nodes) if (node.kind === 'group') paintGround(node, focus);
  const kinds = paintArrows(seen, focus);
  paintNodes(nodes, focus);
  useScreen(ratio);
  const places = new Places();
  // What names stand in at the edge is not the drawing's.
  pen.save();
  pen.beginPath();
  pen.rect(frame.x, frame.y, frame.w, frame.h);
  pen.clip();
  paintLabels(nodes, focus, places);
  paintCallouts(nodes, focus, places);
  paintWords(kinds, places);
  pen.restore();
}

/** The names beside the drawing, which stay where they are. */
function paintEdge() {
  if (state.scene.bands) paintGutter(state.scene); else paintColumnTitles(state.scene);
}

/** The nodes that stand out, or null when all do alike. */
function focusOf() {
  if (state.matches) return { has: isFound, centre: null };
  const centre = state.selected || state.hovered;
  if (centre && centre.out) {
    const near = new Set([centre]);
    for (const arrow of centre.out) near.add(arrow.to);
    for (const arrow of centre.into) near.add(arrow.from);
    for (const arrow of state.chain) near.add(arrow.from).add(arrow.to);
    const isWithin = (node) => near.has(node) || (node.group ? node.group === centre || near.has(node.group) : false)
      || (node.kind === 'group' && node.parts.some((part) => near.has(part)));
    // The focus shows nothing but what lies around its module.
    const isWhole = state.view === 'focus' && centre === state.scene.byKey.get(`m${state.centre}`);
    return { has: isWhole ? () => true : isWithin, centre, isWhole };
  }
  if (state.group !== null) {
    return { has: (node) => node.members.some((member) => isInLegendGroup(member, state.group)), centre: null };
  }
  return null;
}
