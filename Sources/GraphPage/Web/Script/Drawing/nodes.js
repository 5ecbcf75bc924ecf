// Painting boxes and their names.

const colorOf = (node) => swatch(state.coloring.groups[node.color]);

/** Shapes in the drawing's own measure; names follow in the screen's. */
function paintNodes(nodes, focus) {
  for (const node of nodes) {
    pen.globalAlpha = !focus || focus.has(node) ? 1 : 0.25;
    if (node.kind === 'group') paintGroup(node, focus);
    else if (node.h * camera.scale < 9) paintFarNode(node);
    else paintNode(node);
  }
  pen.globalAlpha = 1;
}

/** From afar a node is its colour. What changed is filled and outgrows the rest, what is reached has a frame. */
function paintFarNode(node) {
  const grown = node.mark === 'changed' || node === state.selected ? Math.min(14, 2.5 / camera.scale) : 0;
  const line = Math.min(8, 1.6 / camera.scale);
  pen.fillStyle = node.mark === 'changed' ? colors.lit : node.mark === 'reached' ? colors['lit-card'] : colorOf(node);
  if (node === state.selected || node === state.hovered) pen.fillStyle = colors.accent;
  pen.fillRect(node.x - grown, node.y - grown, node.w + 2 * grown, node.h + 2 * grown);
  if (node.mark !== 'reached' && !node.isBad && !isFound(node)) return;
  pen.strokeStyle = isFound(node) ? colors.accent : node.isBad ? colors.bad : colors.lit;
  pen.lineWidth = line;
  pen.strokeRect(node.x, node.y, node.w, node.h);
}

const isFound = (node) => Boolean(state.matches) && node.members.some((member) => state.matches.has(member));

/** What an open group stands on is painted before the arrows, so that these stay visible. */
function paintGround(group, focus) {
  if (group.level === 0) return;
  pen.globalAlpha = !focus || focus.has(group) ? 1 : 0.6;
  pen.fillStyle = colors.card;
  outline(group, 10, 0);
  pen.fill();
  pen.globalAlpha *= 0.07;
  pen.fillStyle = colorOf(group);
  pen.fill();
  pen.globalAlpha = 1;
}

function paintGroup(group, focus) {
  const line = Math.max(1, 0.7 / camera.scale);
  if (group.level === 0) {
    pen.fillStyle = colors.card;
    outline(group, 10, 0);
    pen.fill();
    const alpha = pen.globalAlpha;
    pen.globalAlpha = alpha * 0.1;
    pen.fillStyle = colorOf(group);
    pen.fill();
    pen.globalAlpha = alpha;
  } else {
    // Arrows pass under the name.
    pen.fillStyle = colors.card;
    pen.beginPath();
    pen.roundRect(group.x, group.y, group.w, group.head, [10, 10, 0, 0]);
    pen.fill();
  }
  pen.fillStyle = colorOf(group);
  pen.beginPath();
  pen.roundRect(group.x, group.y, 6, group.level === 0 ? group.h : group.head, [10, 0, 0, group.level === 0 ? 10 : 0]);
  pen.fill();
  const isFocus = !focus || focus.has(group);
  pen.strokeStyle = group.isBad ? colors.bad : group.changed || group.reached ? colors.lit : colors.line;
  if (!isFocus) pen.strokeStyle = colors.line;
  pen.lineWidth = (group.isBad || group.changed ? 1.6 : 1) * line;
  pen.setLineDash(group.changed || !group.reached ? [] : [5 * line, 3 * line]);
  outline(group, 10, 0);
  pen.stroke();
  pen.setLineDash([]);
  if (group === state.selected || group === state.hovered || isFound(group)) paintRing(group, 10);
}

function paintNode(node) {
  const radius = node.kind === 'test' ? node.h / 2 : 7;
  const isChanged = node.mark === 'changed', isReached = node.mark === 'reached';
  pen.fillStyle = isChanged ? colors['changed-card'] : isReached ? colors['lit-card'] : colors.card;
  outline(node, radius, 0);
  pen.fill();
  pen.fillStyle = colorOf(node);
  pen.beginPath();
  pen.roundRect(node.x, node.y, node.kind === 'test' ? radius : 6, node.h, [radius, 0, 0, radius]);
  pen.fill();
  paintBorder(node, radius, isChanged, isReached);
  if (node === state.selected || node === state.hovered || isFound(node)) paintRing(node, radius);
  if (node.isBad) paintBadge(node);
}

function outline(node, radius, grown) {
  pen.beginPath();
  pen.roundRect(node.x - grown, node.y - grown, node.w + 2 * grown, node.h + 2 * grown, radius + grown);
}

/** What changed has a full frame, what is reached a broken one: they differ without colours too. */
function paintBorder(node, radius, isChanged, isReached) {
  const isTool = node.kind === 'plugin' || node.kind === 'macro';
  pen.strokeStyle = isChanged || isReached ? colors.lit : isTool ? colors.dim : colors.line;
  pen.lineWidth = isChanged ? 2.2 : isReached ? 1.5 : 1;
  pen.setLineDash(isReached ? [5, 3] : isTool ? [2, 3] : []);
  outline(node, radius, 0);
  pen.stroke();
  pen.setLineDash([]);
}

function paintRing(node, radius) {
  pen.strokeStyle = colors.accent;
  pen.lineWidth = (node === state.hovered ? 1.6 : 3) * Math.max(1, 0.6 / camera.scale);
  outline(node, radius, 2.5);
  pen.stroke();
}

/** A mark without words: the rule stands on the arrow and in the details. */
function paintBadge(node) {
  pen.fillStyle = colors.bad;
  pen.beginPath();
  pen.arc(node.x + node.w - 2, node.y + 2, 5, 0, 2 * Math.PI);
  pen.fill();
}
