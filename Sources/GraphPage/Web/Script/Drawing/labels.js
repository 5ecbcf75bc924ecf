// Names on boxes, in the measure of the screen: as large as the drawing is near, never too small, or not at all.

const onScreen = (node) => ({
  x: node.x * camera.scale + camera.x, y: node.y * camera.scale + camera.y, w: node.w * camera.scale,
  h: node.h * camera.scale,
});

function paintLabels(nodes, focus, places) {
  for (const node of nodes) {
    const isQuiet = focus && !focus.has(node);
    const box = onScreen(node);
    if (node.kind === 'group') {
      places.take(node.level === 0 ? box : { ...box, h: node.head * camera.scale });
      paintTitle(node, box, isQuiet);
    } else {
      places.take(box);
      if (!isQuiet) paintLabel(node, box);
    }
  }
}

/** A group's name, and below or beside it how much there is in it. */
function paintTitle(group, box, isQuiet) {
  const head = group.head * camera.scale, inset = Math.max(10, 14 * camera.scale);
  if (head < leastText + 2) return;
  const points = legible(13.5, 17), small = legible(11.5, 14);
  const isTwoLines = group.level === 0 && head >= points + small + 8;
  const alpha = isQuiet ? 0.55 : 1;
  pen.globalAlpha = alpha;
  let room = box.w - inset - 8;
  if (head >= 22) room -= paintBadges(group, box, isTwoLines ? head * 0.33 : head / 2);
  const title = shortened(group.label, room, points, 650);
  const y = box.y + (isTwoLines ? head * 0.33 : head / 2) + 0.5;
  write(title, box.x + inset, y, points, 650, colors.ink);
  const found = state.matches ? foundIn(group) : 0;
  const count = found ? `${found.toLocaleString('en')} found` : state.matches ? '' : subtitle(group);
  const color = found ? colors.accent : colors.dim;
  if (isTwoLines) {
    write(shortened(count, box.w - inset - 8, small, 500), box.x + inset, box.y + head * 0.74, small, 500, color);
  } else if (title) {
    const used = widthOf(title, points, 650) + 10;
    const number = state.matches ? found : group.members.length;
    const words = room - used > 90 || !number ? count : number.toLocaleString('en');
    if (room - used > 18) write(shortened(words, room - used, small, 500), box.x + inset + used, y, small, 500, color);
  }
  pen.globalAlpha = 1;
}

const foundIn = (group) => group.members.filter((member) => state.matches.has(member)).length;

/** How many changed and how many are reached, at the right; the answer is the room that takes. */
function paintBadges(group, box, middle) {
  let x = box.x + box.w - 8;
  const kinds = [[group.reached, 'lit-card', 'lit'], [group.changed, 'changed-card', 'changed-ink']];
  for (const [count, card, ink] of kinds) {
    if (!count) continue;
    const text = count.toLocaleString('en'), w = Math.max(18, widthOf(text, leastText, 700) + 10);
    if (x - w < box.x + 60) break;
    pen.fillStyle = colors[card];
    pen.strokeStyle = colors.lit;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.roundRect(x - w, box.y + middle - 8.5, w, 17, 8.5);
    pen.fill();
    pen.setLineDash(card === 'lit-card' ? [4, 2] : []);
    pen.stroke();
    pen.setLineDash([]);
    write(text, x - w / 2, box.y + middle + 0.5, leastText, 700, colors[ink], 'center');
    x -= w + 5;
  }
  return box.x + box.w - 8 - x;
}

function paintLabel(node, box) {
  if (box.h < leastText + 2) return;
  const points = legible(13), inset = (node.kind === 'test' ? 18 : 13) * camera.scale + 2;
  const isChanged = node.mark === 'changed', middle = box.y + box.h / 2 + 0.5;
  const ink = isChanged ? colors['changed-ink']
    : node.mark === 'untouched' && !isFound(node) && node !== state.selected ? colors.dim : colors.ink;
  let room = box.w - inset - 6 * camera.scale - 2;
  const count = node.members.length > 1 ? node.members.length.toLocaleString('en') : '';
  if (count && room > 60) {
    write(count, box.x + box.w - 8 * camera.scale, middle, leastText, 500, isChanged ? ink : colors.dim, 'right');
    room -= widthOf(count, leastText, 500) + 6;
  }
  write(shortened(nameOnly(node.label), room, points, 500), box.x + inset, middle, points, 500, ink);
}

/** Names of what matters most, where boxes are too small for theirs; none covers another. */
function paintCallouts(nodes, focus, places) {
  const wanted = nodes.filter((node) => node.h * camera.scale < leastText + 2 && calloutRank(node, focus) < 9)
    .sort((a, b) => calloutRank(a, focus) - calloutRank(b, focus)).slice(0, 60);
  const frame = frameOfDrawing(), taken = new Places();
  for (const node of state.scene.groups || []) {
    if (node.head * camera.scale >= leastText + 2) taken.take({ ...onScreen(node), h: node.head * camera.scale });
  }
  for (const node of wanted) {
    const text = shortened(nameOnly(node.label), 200, 12, 600), at = onScreen(node);
    const box = { x: at.x + at.w / 2 + 6, y: at.y + at.h / 2 - 10, w: widthOf(text, 12, 600) + 12, h: 19 };
    if (box.x + box.w > size.width) box.x -= box.w + 12;
    if (box.x < frame.x || box.y < frame.y || box.y + box.h > size.height || !taken.isFree(box)) continue;
    taken.take(box);
    places.take(box);
    paintCallout(node, text, box);
  }
}

function calloutRank(node, focus) {
  if (node === state.selected || node === state.hovered) return 0;
  if (focus && !focus.isWhole) return focus.has(node) ? 4 : 9;
  return node.isBad && node.kind !== 'group' ? 1 : node.mark === 'changed' ? 2 : 9;
}

function paintCallout(node, text, box) {
  pen.fillStyle = colors.raised;
  pen.strokeStyle = node === state.selected || isFound(node) ? colors.accent : node.isBad ? colors.bad
    : isAffected(node.mark) ? colors.lit : colors.dim;
  pen.lineWidth = 1.2;
  pen.beginPath();
  pen.roundRect(box.x, box.y, box.w, box.h, 6);
  pen.fill();
  pen.stroke();
  write(text, box.x + 6, box.y + 10, 12, 600, colors.ink);
}
