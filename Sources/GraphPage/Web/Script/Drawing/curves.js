// How arrows run: one curve each, away from one box and straight into the other.

/** Eight numbers: start, two handles, end. */
function curveOf(arrow) {
  if (arrow.curve) return arrow.curve;
  const { start, end, way } = arrow;
  const isLevel = way === 'left' || way === 'right';
  const sign = way === 'down' || way === 'right' ? 1 : -1;
  const far = isLevel ? Math.abs(end.x - start.x) : Math.abs(end.y - start.y);
  const bend = sign * within(14, far * 0.5, 160);
  arrow.curve = isLevel
    ? [start.x, start.y, start.x + bend, start.y, end.x - bend, end.y, end.x, end.y]
    : [start.x, start.y, start.x, start.y + bend, end.x, end.y - bend, end.x, end.y];
  return arrow.curve;
}

function trace(arrow) {
  const c = curveOf(arrow);
  pen.moveTo(c[0], c[1]);
  pen.bezierCurveTo(c[2], c[3], c[4], c[5], c[6], c[7]);
}

/** A point of the arrow, `part` of the way along its curve. */
function pointOn(arrow, part) {
  const c = curveOf(arrow), rest = 1 - part;
  const at = (i) => rest ** 3 * c[i] + 3 * rest ** 2 * part * c[i + 2] + 3 * rest * part ** 2 * c[i + 4]
    + part ** 3 * c[i + 6];
  return { x: at(0), y: at(1) };
}

function traceHead({ end, way }) {
  const [dx, dy] = { down: [0, 1], up: [0, -1], right: [1, 0], left: [-1, 0] }[way];
  pen.moveTo(end.x, end.y);
  pen.lineTo(end.x - 8 * dx + 4 * dy, end.y - 8 * dy + 4 * dx);
  pen.lineTo(end.x - 8 * dx - 4 * dy, end.y - 8 * dy - 4 * dx);
  pen.closePath();
}

function isInSight(arrow, seen) {
  const c = curveOf(arrow);
  return Math.max(c[0], c[2], c[4], c[6]) >= seen.x1 && Math.min(c[0], c[2], c[4], c[6]) <= seen.x2
    && Math.max(c[1], c[3], c[5], c[7]) >= seen.y1 && Math.min(c[1], c[3], c[5], c[7]) <= seen.y2;
}

/** The broken rule whose arrow passes near a place of the drawing. */
function badArrowAt(place, reach) {
  return state.scene.arrows.find((arrow) => {
    if (!arrow.violations.length) return false;
    for (let step = 0; step <= 64; step += 1) {
      const point = pointOn(arrow, step / 64);
      if (Math.hypot(point.x - place.x, point.y - place.y) <= reach) return true;
    }
    return false;
  }) || null;
}
