// Painting: arrows behind, boxes before them, and what is chosen before all.

let colors = {};
let isPaintPlanned = false;

function readColors() {
  const style = getComputedStyle(document.documentElement);
  const names = [
    'ground', 'card', 'ink', 'dim', 'line', 'edge', 'accent', 'incoming', 'lit', 'lit-card', 'changed-card',
    'changed-ink', 'bad', 'raised',
  ];
  colors = Object.fromEntries(names.map((name) => [name, style.getPropertyValue('--' + name).trim()]));
}

function repaint() {
  if (isPaintPlanned) return;
  isPaintPlanned = true;
  requestAnimationFrame(paintNow);
}

function paintNow() {
  isPaintPlanned = false;
  if (!state.view || size.width === 0) return;
  const ratio = canvas.width / size.width;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, size.width, size.height);
  pen.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * camera.x, ratio * camera.y);
  const first = toWorld(0, 0), last = toWorld(size.width, size.height);
  const seen = { x1: first.x, y1: first.y, x2: last.x, y2: last.y };
  const focus = focusOf();
  paintArrows(seen, focus);
  paintNodes(seen, focus);
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  paintCallouts(focus);
  canvas.dataset.camera = [camera.scale, camera.x, camera.y].join(' ');
}

/** The nodes that stand out, or null when all do alike. */
function focusOf() {
  const centre = state.selected || state.hovered;
  if (centre) {
    const near = new Set([centre]);
    for (const arrow of centre.out) near.add(arrow.to);
    for (const arrow of centre.into) near.add(arrow.from);
    for (const arrow of state.chain) near.add(arrow.from).add(arrow.to);
    return { has: (node) => near.has(node), centre };
  }
  if (state.matches) {
    return { has: (node) => node.members.some((member) => state.matches.has(member)), centre: null };
  }
  if (state.group !== null) {
    return { has: (node) => node.members.some((member) => state.coloring.of[member] === state.group), centre: null };
  }
  return null;
}

function paintArrows(seen, focus) {
  const kinds = { plain: [], lit: [], out: [], into: [], chain: [], bad: [] };
  for (const arrow of state.view.arrows) {
    if (!isShown(arrow.from) || !isShown(arrow.to) || !isInSight(arrow, seen)) continue;
    kinds[kindOfArrow(arrow, focus)].push(arrow);
  }
  const many = kinds.plain.length;
  const quiet = focus ? within(0.03, 90 / many, 0.14) : within(0.14, 240 / many, 0.7);
  strokeArrows(kinds.plain, colors.edge, 1.1, quiet, many < 500);
  strokeArrows(kinds.lit, colors.lit, 1.5, focus ? 0.2 : 0.75, kinds.lit.length < 500);
  strokeArrows(kinds.into, colors.incoming, 1.8, 0.95, true);
  strokeArrows(kinds.out, colors.accent, 1.8, 0.95, true);
  strokeArrows(kinds.chain, colors.lit, 3, 1, true);
  strokeArrows(kinds.bad, colors.bad, 2.2, 1, true);
  for (const arrow of kinds.bad) paintWords(arrow, arrow.violation.rule, colors.bad);
  for (const arrow of [...kinds.out, ...kinds.into]) {
    if (arrow.words) paintWords(arrow, arrow.words, colors.dim);
  }
}

function kindOfArrow(arrow, focus) {
  if (arrow.violation) return 'bad';
  if (focus && focus.centre) {
    if (state.chain.has(arrow)) return 'chain';
    if (arrow.from === focus.centre) return 'out';
    if (arrow.to === focus.centre) return 'into';
  }
  return arrow.isLit ? 'lit' : 'plain';
}

/** One path for all of a kind. Lines stay visible however far away they are. */
function strokeArrows(arrows, color, width, alpha, hasHeads) {
  if (!arrows.length) return;
  pen.globalAlpha = alpha;
  pen.strokeStyle = pen.fillStyle = color;
  pen.lineWidth = Math.max(width, 0.7 * width / camera.scale);
  pen.beginPath();
  arrows.forEach(trace);
  pen.stroke();
  if (hasHeads && camera.scale > 0.3) {
    pen.beginPath();
    arrows.forEach(traceHead);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

function paintWords(arrow, words, color) {
  if (camera.scale < 0.4) return;
  const middle = pointOn(arrow, 0.5);
  pen.font = '600 11px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.lineWidth = 4;
  pen.lineJoin = 'round';
  pen.strokeStyle = colors.ground;
  pen.strokeText(words, middle.x, middle.y);
  pen.fillStyle = color;
  pen.fillText(words, middle.x, middle.y);
}
