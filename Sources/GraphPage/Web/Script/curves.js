// How arrows run.

/**
 * The curves of an arrow, eight numbers each: out on the right, straight through the lanes of the layers between,
 * in on the left. What leads back, against the order, goes the direct way from left to right edge.
 */
function curvesOf(arrow) {
  if (arrow.curves) return arrow.curves;
  const { from, to } = arrow;
  let x = from.x + from.w, y = from.y + from.h / 2;
  arrow.curves = [];
  if (isBackward(arrow)) {
    const end = to.x + to.w, level = to.y + to.h / 2, bend = Math.max(34, (from.x - end) * 0.45);
    arrow.curves.push([from.x, y, from.x - bend, y, end + bend, level, end, level]);
    return arrow.curves;
  }
  for (const [left, right, level] of [...lanesOf(arrow), [to.x, to.x, to.y + to.h / 2]]) {
    const bend = left > x ? Math.max(34, (left - x) * 0.45) : 70;
    arrow.curves.push([x, y, x + bend, y, left - bend, level, left, level]);
    if (right > left) arrow.curves.push([left, level, left, level, right, level, right, level]);
    x = right;
    y = level;
  }
  return arrow.curves;
}

const isBackward = ({ from, to }) => to.x + to.w < from.x;

function lanesOf(arrow) {
  const { from, to } = arrow, lanes = [];
  for (let at = 0; at < to.lanes.length; at += 3) {
    if (to.lanes[at] > from.x + from.w) lanes.push(to.lanes.slice(at, at + 3));
  }
  return lanes;
}

function trace(arrow) {
  const curves = curvesOf(arrow);
  pen.moveTo(curves[0][0], curves[0][1]);
  for (const [, , x2, y2, x3, y3, x4, y4] of curves) pen.bezierCurveTo(x2, y2, x3, y3, x4, y4);
}

/** A point of the arrow, `part` of the way along its curves. */
function pointOn(arrow, part) {
  const curves = curvesOf(arrow);
  const index = Math.min(curves.length - 1, Math.floor(part * curves.length));
  const c = curves[index], along = part * curves.length - index, rest = 1 - along;
  const at = (i) => rest ** 3 * c[i] + 3 * rest ** 2 * along * c[i + 2]
    + 3 * rest * along ** 2 * c[i + 4] + along ** 3 * c[i + 6];
  return { x: at(0), y: at(1) };
}

function traceHead(arrow) {
  const back = isBackward(arrow), length = back ? -8 : 8;
  const x = arrow.to.x + (back ? arrow.to.w : 0), y = arrow.to.y + arrow.to.h / 2;
  pen.moveTo(x, y);
  pen.lineTo(x - length, y - 4);
  pen.lineTo(x - length, y + 4);
  pen.closePath();
}

function isInSight(arrow, seen) {
  if (!arrow.bounds) arrow.bounds = boundsOf(arrow);
  const { left, right, top, bottom } = arrow.bounds;
  return right >= seen.x1 && left <= seen.x2 && bottom >= seen.y1 && top <= seen.y2;
}

function boundsOf(arrow) {
  const { from, to } = arrow;
  const levels = [from.y, to.y, ...curvesOf(arrow).map((curve) => curve[7])];
  return {
    left: Math.min(from.x, to.x) - 80, right: Math.max(from.x + from.w, to.x + to.w) + 80,
    top: Math.min(...levels), bottom: Math.max(...levels) + from.h,
  };
}

/** The broken rule whose arrow passes near a place of the drawing. */
function badArrowAt(place, reach) {
  return state.view.arrows.find((arrow) => {
    if (!arrow.violation) return false;
    for (let step = 0; step <= 96; step += 1) {
      const point = pointOn(arrow, step / 96);
      if (Math.hypot(point.x - place.x, point.y - place.y) <= reach) return true;
    }
    return false;
  }) || null;
}
