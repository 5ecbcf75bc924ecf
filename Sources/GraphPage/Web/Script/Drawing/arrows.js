// Painting arrows, and words beside them where there is room.

function paintArrows(seen, focus) {
  const kinds = { plain: [], lit: [], out: [], into: [], chain: [], bad: [] };
  for (const arrow of arrowsFor(focus)) {
    if (isInSight(arrow, seen)) kinds[kindOfArrow(arrow, focus)].push(arrow);
  }
  // Not by what is in sight: moving the drawing would change its looks.
  const many = state.scene.arrows.length;
  const quiet = focus && !focus.isWhole ? 0.1 : within(0.22, 40 / Math.max(1, many), 0.75);
  strokeArrows(kinds.plain, colors.edge, 1.1, quiet, many < 160);
  strokeArrows(kinds.lit, colors.lit, 1.6, focus ? 0.25 : 0.85, true);
  strokeArrows(kinds.into, colors.incoming, 1.8, 0.95, true);
  strokeArrows(kinds.out, colors.accent, 1.8, 0.95, true);
  strokeArrows(kinds.chain, colors.lit, 3, 1, true);
  strokeArrows(kinds.bad, colors.bad, 2.2, focus && !focus.centre ? 0.4 : 1, true);
  return kinds;
}

/** Those of the drawing, and all of what is chosen. */
function arrowsFor(focus) {
  const { arrows } = state.scene;
  if (!focus || !focus.centre) return arrows;
  return new Set([...arrows, ...focus.centre.out, ...focus.centre.into, ...state.chain]);
}

function kindOfArrow(arrow, focus) {
  if (focus && focus.centre) {
    if (state.chain.has(arrow)) return 'chain';
    if (arrow.violations.length) return 'bad';
    if (arrow.from === focus.centre) return 'out';
    if (arrow.to === focus.centre) return 'into';
  }
  return arrow.violations.length ? 'bad' : arrow.isLit ? 'lit' : 'plain';
}

/** One path for all of a kind and breadth. Lines stay visible however far away they are. */
function strokeArrows(arrows, color, width, alpha, hasHeads) {
  if (!arrows.length) return;
  pen.globalAlpha = alpha;
  pen.strokeStyle = pen.fillStyle = color;
  for (const [breadth, isUpwards] of [[1, false], [2, false], [3, false], [1, true], [2, true], [3, true]]) {
    const some = arrows.filter((arrow) =>
      Math.round(arrow.weight || 1) === breadth && Boolean(arrow.isUpwards) === isUpwards);
    if (!some.length) continue;
    pen.lineWidth = Math.max(width, 0.8 * width / camera.scale) * (0.6 + 0.4 * breadth);
    pen.setLineDash(isUpwards ? [6 / camera.scale, 4 / camera.scale] : []);
    pen.beginPath();
    some.forEach(trace);
    pen.stroke();
  }
  pen.setLineDash([]);
  if (hasHeads && camera.scale > 0.3) {
    pen.beginPath();
    arrows.forEach(traceHead);
    pen.fill();
  }
  pen.globalAlpha = 1;
}

/** What rules and edges are called, wherever along the arrow that covers no box and no other words. */
function paintWords(kinds, places) {
  const worded = [
    ...kinds.bad.map((arrow) => [arrow, wordsOfViolations(arrow.violations), colors.bad]),
    ...[...kinds.out, ...kinds.into].filter((arrow) => arrow.words || arrow.edges.length > 1)
      .sort((a, b) => b.edges.length - a.edges.length).slice(0, 24)
      .map((arrow) => [arrow, arrow.words || arrow.edges.length.toLocaleString('en'), colors.ink]),
  ];
  for (const [arrow, words, color] of worded.slice(0, 60)) {
    const w = widthOf(words, leastText, 600) + 8, h = leastText + 5;
    const box = [0.5, 0.4, 0.6, 0.3, 0.7, 0.22, 0.78, 0.15, 0.85].map((part) => {
      const point = pointOn(arrow, part);
      return { x: point.x * camera.scale + camera.x - w / 2, y: point.y * camera.scale + camera.y - h / 2, w, h };
    }).find((one) => places.isFree(one));
    if (!box) continue;
    places.take(box);
    pen.fillStyle = colors.ground;
    pen.beginPath();
    pen.roundRect(box.x, box.y, w, h, 4);
    pen.fill();
    write(words, box.x + 4, box.y + h / 2 + 0.5, leastText, 600, color);
  }
}

function wordsOfViolations(violations) {
  const rules = [...new Set(violations.map(({ rule }) => rule))];
  return rules.join(', ') + (violations.length > 1 ? ` ×${violations.length.toLocaleString('en')}` : '');
}
