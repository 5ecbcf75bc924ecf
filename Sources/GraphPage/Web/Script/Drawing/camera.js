// Which part of the drawing is seen.

const camera = { scale: 1, x: 0, y: 0 };
const size = { width: 0, height: 0 };
let flight = 0;
/** Until somebody moves it, the drawing follows the window. */
let isUntouched = true;

const toWorld = (x, y) => ({ x: (x - camera.x) / camera.scale, y: (y - camera.y) / camera.scale });
const clampScale = (scale) => within(0.02, scale, 3);

function resize() {
  const box = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  if (box.width === 0) return;
  const before = { ...size };
  size.width = box.width;
  size.height = box.height;
  canvas.width = Math.max(1, Math.round(box.width * ratio));
  canvas.height = Math.max(1, Math.round(box.height * ratio));
  const isNew = before.width !== size.width || before.height !== size.height;
  if (state.scene && isUntouched && isNew) return rebuild(true);
  camera.x += (size.width - before.width) / 2;
  camera.y += (size.height - before.height) / 2;
  paintNow();
}

/** Moves there, in a short flight where motion is welcome. */
function moveTo(target, isFlight = true) {
  cancelAnimationFrame(flight);
  isUntouched = false;
  if (!isFlight || wantsStillness()) {
    Object.assign(camera, target);
    return repaint();
  }
  const from = { ...camera };
  const departure = performance.now();
  const step = (now) => {
    const part = within(0, (now - departure) / 260, 1);
    const eased = 1 - (1 - part) ** 3;
    for (const key of ['scale', 'x', 'y']) camera[key] = from[key] + (target[key] - from[key]) * eased;
    paintNow();
    if (part < 1) flight = requestAnimationFrame(step);
  };
  flight = requestAnimationFrame(step);
}

/** The part of the canvas that is the drawing's: names of bands and of rows stand beside it. */
function frameOfDrawing() {
  const { left, top } = isTakingStill ? { left: 0, top: 0 } : marginsOf(state.view);
  return { x: left, y: top, w: Math.max(1, size.width - left), h: Math.max(1, size.height - top) };
}

function roomForDrawing() {
  const frame = frameOfDrawing(), margin = Math.min(16, frame.w / 24);
  return { w: Math.max(1, frame.w - 2 * margin), h: Math.max(1, frame.h - 2 * margin) };
}

/** The camera that shows a box of the drawing. */
function framing(box, most = 1.6) {
  const frame = frameOfDrawing(), room = roomForDrawing();
  const scale = clampScale(Math.min(most, room.w / Math.max(1, box.w), room.h / Math.max(1, box.h)));
  return {
    scale, x: frame.x + frame.w / 2 - (box.x + box.w / 2) * scale,
    y: frame.y + frame.h / 2 - (box.y + box.h / 2) * scale,
  };
}

function fit(isFlight = true) {
  const { scene } = state;
  const target = scene.key === 'matrix' ? matrixFraming() : framing({ x: 0, y: 0, w: scene.width, h: scene.height });
  moveTo(target, isFlight);
  isUntouched = true;
}

/** What is seen at first: everything, or where that would be too small the upper end of it. */
function showFirst() {
  fit(false);
  if (state.view === 'focus') {
    // Names that cannot be read say nothing: then the chosen one stands in the middle, and the rest is a drag away.
    if (camera.scale < 0.5) Object.assign(camera, framing(state.scene.byKey.get(`m${state.centre}`), 0.85));
    return;
  }
  if (!isNarrow() || state.view === 'matrix' || camera.scale > 0.8) return;
  const { scene } = state, frame = frameOfDrawing(), room = roomForDrawing();
  const scale = within(camera.scale, room.w / scene.width, 1);
  const x = frame.x + Math.max(room.w - scene.width * scale, 0) / 2 + (frame.w - room.w) / 2;
  Object.assign(camera, { scale, x, y: frame.y + 8 });
}

function zoomBy(factor, x = size.width / 2, y = size.height / 2, isFlight = false) {
  const scale = clampScale(camera.scale * factor);
  const world = toWorld(x, y);
  moveTo({ scale, x: x - world.x * scale, y: y - world.y * scale }, isFlight);
}

/** A node that is chosen is seen, large enough to be read. */
function bringIntoSight(node) {
  const frame = frameOfDrawing();
  const scale = Math.max(camera.scale, 0.85);
  const left = node.x * camera.scale + camera.x, top = node.y * camera.scale + camera.y;
  const right = left + node.w * camera.scale, bottom = top + Math.min(node.h, 60) * camera.scale;
  const isSeen = left > frame.x + 8 && top > frame.y + 8 && right < size.width - 8 && bottom < size.height - 8;
  if (isSeen && scale === camera.scale) return;
  moveTo({
    scale, x: frame.x + frame.w / 2 - (node.x + node.w / 2) * scale,
    y: frame.y + frame.h / 2 - (node.y + Math.min(node.h, frame.h / scale) / 2) * scale,
  });
}
