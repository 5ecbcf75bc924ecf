// Which part of the drawing is seen.

const camera = { scale: 1, x: 0, y: 0 };
const size = { width: 0, height: 0 };
let flight = 0;

const toWorld = (x, y) => ({ x: (x - camera.x) / camera.scale, y: (y - camera.y) / camera.scale });
const clampScale = (scale) => within(0.02, scale, 3);

function resize() {
  const box = canvas.getBoundingClientRect();
  const ratio = window.devicePixelRatio || 1;
  const before = { ...size };
  size.width = box.width;
  size.height = box.height;
  canvas.width = Math.max(1, Math.round(box.width * ratio));
  canvas.height = Math.max(1, Math.round(box.height * ratio));
  camera.x += (size.width - before.width) / 2;
  camera.y += (size.height - before.height) / 2;
  paintNow();
}

/** Moves there, in a short flight where motion is welcome. */
function moveTo(target, isFlight = true) {
  cancelAnimationFrame(flight);
  if (!isFlight || wantsStillness()) {
    Object.assign(camera, target);
    return repaint();
  }
  const from = { ...camera };
  const departure = performance.now();
  const step = (now) => {
    const part = Math.min(1, (now - departure) / 260);
    const eased = 1 - (1 - part) ** 3;
    for (const key of ['scale', 'x', 'y']) camera[key] = from[key] + (target[key] - from[key]) * eased;
    paintNow();
    if (part < 1) flight = requestAnimationFrame(step);
  };
  flight = requestAnimationFrame(step);
}

/** The camera that shows a box of the drawing. */
function framing(box, most = 1.15) {
  const margin = Math.min(48, size.width / 14);
  const scale = clampScale(Math.min(
    most, (size.width - 2 * margin) / Math.max(1, box.w), (size.height - 2 * margin) / Math.max(1, box.h)));
  return {
    scale, x: size.width / 2 - (box.x + box.w / 2) * scale, y: size.height / 2 - (box.y + box.h / 2) * scale,
  };
}

function fit(isFlight = true) {
  moveTo(framing({ x: 0, y: 0, w: state.view.width, h: state.view.height }), isFlight);
}

function zoomBy(factor, x = size.width / 2, y = size.height / 2, isFlight = false) {
  const scale = clampScale(camera.scale * factor);
  const world = toWorld(x, y);
  moveTo({ scale, x: x - world.x * scale, y: y - world.y * scale }, isFlight);
}

/** A node that is chosen is seen, large enough to be read. */
function bringIntoSight(node) {
  const scale = Math.max(camera.scale, 0.75);
  const left = node.x * camera.scale + camera.x, top = node.y * camera.scale + camera.y;
  const right = left + node.w * camera.scale, bottom = top + node.h * camera.scale;
  const isSeen = left > 20 && top > 20 && right < size.width - 20 && bottom < size.height - 20;
  if (isSeen && scale === camera.scale) return;
  moveTo({
    scale, x: size.width / 2 - (node.x + node.w / 2) * scale, y: size.height / 2 - (node.y + node.h / 2) * scale,
  });
}
