// Painting boxes and their names.

const labelFont = '500 13px system-ui, -apple-system, "Segoe UI", "Noto Sans", Arial, sans-serif';

function paintNodes(seen, focus) {
  const isFar = camera.scale < 0.34;
  for (const node of state.view.nodes) {
    if (!isShown(node)) continue;
    if (node.x > seen.x2 || node.x + node.w < seen.x1 || node.y > seen.y2 || node.y + node.h < seen.y1) continue;
    pen.globalAlpha = !focus || focus.has(node) ? 1 : 0.32;
    if (isFar) paintFarNode(node); else paintNode(node);
  }
  pen.globalAlpha = 1;
}

/** From afar a node is its colour; what is affected is lit and a little larger. */
function paintFarNode(node) {
  const alpha = pen.globalAlpha;
  const grown = isAffected(node.mark) || node === state.selected ? Math.min(40, 2.5 / camera.scale) : 0;
  if (node.mark === 'untouched') pen.globalAlpha = alpha * 0.5;
  pen.fillStyle = isAffected(node.mark) ? colors.lit : swatch(state.coloring.groups[node.group]);
  if (node.isBad) pen.fillStyle = colors.bad;
  if (node === state.selected || node === state.hovered) pen.fillStyle = colors.accent;
  pen.fillRect(node.x - grown, node.y - grown / 2, node.w + 2 * grown, node.h + grown);
  pen.globalAlpha = alpha;
}

function paintNode(node) {
  const radius = node.kind === 'test' ? node.h / 2 : 7;
  const isChanged = node.mark === 'changed', isLit = isAffected(node.mark);
  pen.fillStyle = isChanged ? colors['changed-card'] : isLit ? colors['lit-card'] : colors.card;
  outline(node, radius, 0);
  pen.fill();
  paintSwatch(node, radius);
  paintBorder(node, radius, isLit);
  if (node === state.selected || node === state.hovered) paintRing(node, radius);
  if (camera.scale > 0.42) paintLabel(node, isChanged);
  if (node.isBad) paintBadge(node);
}

function outline(node, radius, grown) {
  pen.beginPath();
  pen.roundRect(node.x - grown, node.y - grown, node.w + 2 * grown, node.h + 2 * grown, radius + grown);
}

function paintSwatch(node, radius) {
  pen.save();
  outline(node, radius, 0);
  pen.clip();
  pen.fillStyle = swatch(state.coloring.groups[node.group]);
  pen.fillRect(node.x, node.y, node.kind === 'test' ? 10 : 6, node.h);
  pen.restore();
}

function paintBorder(node, radius, isLit) {
  pen.strokeStyle = isLit ? colors.lit : node.kind === 'plugin' || node.kind === 'macro' ? colors.dim : colors.line;
  pen.lineWidth = isLit ? 1.6 : 1;
  pen.setLineDash(node.kind === 'plugin' || node.kind === 'macro' ? [4, 3] : []);
  outline(node, radius, 0);
  pen.stroke();
  pen.setLineDash([]);
}

function paintRing(node, radius) {
  pen.strokeStyle = colors.accent;
  pen.lineWidth = node === state.selected ? 3 : 1.6;
  outline(node, radius, 2.5);
  pen.stroke();
}

function paintBadge(node) {
  pen.fillStyle = colors.bad;
  pen.beginPath();
  pen.arc(node.x + node.w - 1, node.y + 1, 7, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = colors.raised;
  pen.font = '700 11px system-ui, sans-serif';
  pen.textAlign = 'center';
  pen.textBaseline = 'middle';
  pen.fillText('!', node.x + node.w - 1, node.y + 1.5);
}

function paintLabel(node, isChanged) {
  const inset = node.kind === 'test' ? 18 : 15;
  pen.font = labelFont;
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  const count = node.members.length > 1 ? String(node.members.length) : '';
  if (node.short === null) node.short = shortened(node.label, node.w - inset - 9 - 9 * count.length);
  pen.fillStyle = isChanged ? colors['changed-ink'] : node.mark === 'untouched' ? colors.dim : colors.ink;
  pen.fillText(node.short, node.x + inset, node.y + node.h / 2 + 0.5);
  if (!count) return;
  pen.textAlign = 'right';
  pen.globalAlpha *= 0.6;
  pen.fillText(count, node.x + node.w - 8, node.y + node.h / 2 + 0.5);
  pen.globalAlpha /= 0.6;
}

/** As much of a text as there is room for: folders give way before names do. */
function shortened(text, room) {
  if (pen.measureText(text).width <= room) return text;
  const slash = text.lastIndexOf('/');
  if (slash >= 0) return shortened(text.slice(slash + 1), room);
  let low = 1, high = text.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (pen.measureText(text.slice(0, middle) + '…').width <= room) low = middle; else high = middle - 1;
  }
  return text.slice(0, low) + '…';
}

/** Names of what matters most, where boxes are too small for theirs; none covers another. */
function paintCallouts(focus) {
  if (camera.scale > 0.42) return;
  const wanted = state.view.nodes.filter((node) => isShown(node) && calloutRank(node, focus) < 9)
    .sort((a, b) => calloutRank(a, focus) - calloutRank(b, focus));
  const taken = [];
  pen.font = '600 12px system-ui, -apple-system, "Segoe UI", "Noto Sans", Arial, sans-serif';
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  for (const node of wanted.slice(0, 120)) {
    const text = shortened(node.label, 200);
    const box = {
      x: (node.x + node.w / 2) * camera.scale + camera.x + 6, w: pen.measureText(text).width + 12, h: 19,
      y: (node.y + node.h / 2) * camera.scale + camera.y - 10,
    };
    if (box.x + box.w > size.width) box.x -= box.w + 12;
    if (box.x < 0 || box.y < 0 || box.y > size.height) continue;
    if (taken.some((other) => overlaps(box, other)) || taken.length >= 40) continue;
    taken.push(box);
    paintCallout(node, text, box);
  }
}

const overlaps = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

function calloutRank(node, focus) {
  if (node === state.selected || node === state.hovered) return 0;
  if (focus) return focus.has(node) ? 4 : 9;
  return node.isBad ? 1 : node.mark === 'changed' ? 2 : node.mark === 'reached' ? 3 : 9;
}

function paintCallout(node, text, box) {
  pen.fillStyle = colors.raised;
  pen.strokeStyle = node === state.selected ? colors.accent : node.isBad ? colors.bad
    : isAffected(node.mark) ? colors.lit : colors.line;
  pen.lineWidth = 1.2;
  pen.globalAlpha = 0.95;
  pen.beginPath();
  pen.roundRect(box.x, box.y, box.w, box.h, 6);
  pen.fill();
  pen.stroke();
  pen.globalAlpha = 1;
  pen.fillStyle = colors.ink;
  pen.fillText(text, box.x + 6, box.y + 10);
}
