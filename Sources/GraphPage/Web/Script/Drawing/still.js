// While the drawing is dragged, a picture of it is moved, somewhat larger than the window: that costs a fraction of
// painting, so that the pointer is never ahead of what it holds.

const still = {
  canvas: document.createElement('canvas'), isTaken: false, scale: 1, x: 0, y: 0, marginX: 0, marginY: 0,
};
let isDragged = false;
let isTakingStill = false;

function paintDragged(ratio) {
  const x = camera.x - still.x, y = camera.y - still.y;
  const isOutside = Math.abs(x) > still.marginX || Math.abs(y) > still.marginY;
  if (!still.isTaken || still.scale !== camera.scale || isOutside) takeStill(ratio);
  const left = Math.round((still.marginX + still.x - camera.x) * ratio);
  const top = Math.round((still.marginY + still.y - camera.y) * ratio);
  const { width, height } = canvas;
  pen.drawImage(still.canvas, left, top, width, height, 0, 0, width / ratio, height / ratio);
  paintEdge();
}

/** Paints what lies around the window, too, as if the window were larger. */
function takeStill(ratio) {
  const kept = { pen, size: { ...size }, camera: { ...camera } };
  const part = ratio > 1.5 ? 0.15 : 0.3;
  Object.assign(still, {
    isTaken: true, scale: camera.scale, x: camera.x, y: camera.y, marginX: Math.round(size.width * part),
    marginY: Math.round(size.height * part),
  });
  still.canvas.width = Math.round((size.width + 2 * still.marginX) * ratio);
  still.canvas.height = Math.round((size.height + 2 * still.marginY) * ratio);
  pen = still.canvas.getContext('2d');
  size.width += 2 * still.marginX;
  size.height += 2 * still.marginY;
  camera.x += still.marginX;
  camera.y += still.marginY;
  isTakingStill = true;
  useScreen(ratio);
  paintDrawing(ratio);
  isTakingStill = false;
  pen = kept.pen;
  Object.assign(size, kept.size);
  Object.assign(camera, kept.camera);
}

function endDrag() {
  if (!isDragged) return;
  isDragged = still.isTaken = false;
  repaint();
}
