// Painting the table and the names beside it.

const stripWidth = 20;

function matrixMargins() {
  return {
    left: Math.round(within(96, size.width * 0.2, 210)), top: Math.round(within(84, size.height * 0.2, 150)),
  };
}

function paintMatrix() {
  const { left, top } = matrixMargins(), { scene } = state, cell = cellSide * camera.scale;
  const seen = {
    from: Math.max(0, Math.floor((left - camera.x) / cell)), top: Math.max(0, Math.floor((top - camera.y) / cell)),
    to: Math.min(scene.nodes.length, Math.ceil((size.width - camera.x) / cell)),
    bottom: Math.min(scene.nodes.length, Math.ceil((size.height - camera.y) / cell)),
  };
  pen.save();
  pen.beginPath();
  pen.rect(left, top, size.width, size.height);
  pen.clip();
  paintTableGround(scene, seen, cell);
  paintCells(scene, seen, cell);
  paintCursor(cell);
  pen.restore();
  paintHeads(scene, cell, left, top);
}

function paintTableGround(scene, seen, cell) {
  const extent = scene.nodes.length * cell;
  pen.fillStyle = colors.card;
  pen.fillRect(camera.x, camera.y, extent, extent);
  // A band's own square: what lies above it is right, what lies below is not.
  pen.fillStyle = colors.band;
  for (const { start, end } of scene.spans.bands) {
    pen.fillRect(camera.x + start * cell, camera.y + start * cell, (end - start) * cell, (end - start) * cell);
  }
  pen.fillStyle = colors.line;
  for (let at = Math.max(seen.from, seen.top); at < Math.min(seen.to, seen.bottom); at += 1) {
    pen.fillRect(camera.x + at * cell, camera.y + at * cell, cell, cell);
  }
  const lines = (list, color, breadth) => {
    pen.strokeStyle = color;
    pen.lineWidth = breadth;
    pen.beginPath();
    for (const { start } of list) {
      const at = Math.round(start * cell) + 0.5;
      pen.moveTo(camera.x, camera.y + at);
      pen.lineTo(camera.x + extent, camera.y + at);
      pen.moveTo(camera.x + at, camera.y);
      pen.lineTo(camera.x + at, camera.y + extent);
    }
    pen.stroke();
  };
  if (cell >= 7) lines(scene.nodes.map((item) => ({ start: item.at })), colors.line, 0.6);
  lines(scene.spans.bands, colors.dim, 1);
}

function paintCells(scene, seen, cell) {
  const shown = scene.arrows.filter((arrow) => {
    const { from: row, to: column } = arrow;
    const isSeen = row.at >= seen.top && row.at < seen.bottom && column.at >= seen.from && column.at < seen.to;
    return isSeen && (row !== column || arrow.violations.length > 0);
  });
  const inset = cell > 8 ? 1.5 : 0, extent = Math.max(2, cell - 2 * inset);
  const place = ({ from, to }) => [camera.x + to.at * cell + inset, camera.y + from.at * cell + inset];
  // One path for all of a kind: there may be ten thousand.
  const kinds = new Map();
  for (const arrow of shown) {
    const color = arrow.violations.length ? 'bad' : arrow.isWrong ? 'incoming' : 'accent';
    const kind = `${color} ${isQuietCell(arrow) ? 0.15 : arrow.violations.length ? 1 : strengthOf(arrow)}`;
    if (!kinds.has(kind)) kinds.set(kind, []);
    kinds.get(kind).push(arrow);
  }
  for (const [kind, some] of kinds) {
    const [color, alpha] = kind.split(' ');
    pen.fillStyle = colors[color];
    pen.globalAlpha = Number(alpha);
    pen.beginPath();
    for (const arrow of some) pen.rect(...place(arrow), extent, extent);
    pen.fill();
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = colors.lit;
  pen.lineWidth = 2;
  if (cell > 5) for (const arrow of shown) if (arrow.isLit) pen.strokeRect(...place(arrow), extent, extent);
  if (cell >= leastText + 6) countCells(shown, cell);
}

const isQuietCell = ({ from, to }) => Boolean(state.matches) && !isFound(from) && !isFound(to);

/** How strong the colour of a cell is, in a few steps. */
const strengthOf = ({ edges: { length } }) =>
  0.3 + Math.round(7 * Math.log(Math.max(1, length)) / Math.log(state.scene.heaviest)) / 10;

/** How many dependencies a cell holds, where that is more than one and there is room to say so. */
function countCells(shown, cell) {
  for (const arrow of shown) {
    const count = arrow.edges.length, text = count > 1 ? count.toLocaleString('en') : '';
    if (!text || isQuietCell(arrow) || widthOf(text, leastText, 650) > cell - 4) continue;
    const isStrong = arrow.violations.length > 0 || strengthOf(arrow) > 0.6;
    write(text, camera.x + (arrow.to.at + 0.5) * cell, camera.y + (arrow.from.at + 0.5) * cell + 0.5, leastText, 650,
      isStrong ? colors.raised : colors.ink, 'center');
  }
}

/** What is pointed at or chosen, with its row and its column. */
function paintCursor(cell) {
  const marked = state.hoveredCell || state.cell || (state.selected ? { row: state.selected, column: null } : null);
  if (!marked) return;
  const extent = state.scene.nodes.length * cell;
  pen.fillStyle = colors.accent;
  pen.globalAlpha = 0.12;
  if (marked.row) pen.fillRect(camera.x, camera.y + marked.row.at * cell, extent, cell);
  const column = marked.column || (state.selected === marked.row ? marked.row : null);
  if (column) pen.fillRect(camera.x + column.at * cell, camera.y, cell, extent);
  pen.globalAlpha = 1;
  if (!state.cell) return;
  pen.strokeStyle = colors.accent;
  pen.lineWidth = 2.5;
  pen.strokeRect(camera.x + state.cell.column.at * cell, camera.y + state.cell.row.at * cell, cell, cell);
}

/** Names of rows and columns where there is room for each, else those of groups; bands always. */
function paintHeads(scene, cell, left, top) {
  pen.fillStyle = colors.ground;
  pen.fillRect(0, 0, size.width, top);
  pen.fillRect(0, 0, left, size.height);
  pen.fillStyle = colors.dim;
  pen.fillRect(left - 1, top - 1, size.width, 1);
  pen.fillRect(left - 1, top - 1, 1, size.height);
  const hasAll = cell >= leastText + 2;
  const spans = hasAll ? scene.nodes.map((item) => ({ start: item.at, end: item.at + 1, item, name: item.label }))
    : scene.spans.groups.length < scene.nodes.length && !hasMarks() ? scene.spans.groups : [];
  for (const span of spans) paintHead(span, cell, left, top, hasAll);
  for (const span of scene.spans.bands) paintStrip(span, cell, left, top);
  if (!hasAll) nameMarked(cell, left, top);
  write(shortened('row needs column', left - 12, leastText, 500), 6, top - 12, leastText, 500, colors.dim);
}

const hasMarks = () => Boolean(state.hoveredCell || state.cell || state.selected || state.matches);

function paintHead({ start, end, item, name }, cell, left, top, isItem) {
  const x = camera.x + start * cell, y = camera.y + start * cell, length = (end - start) * cell;
  if (length < leastText + 2) return;
  const isQuiet = state.matches && !isFound(item), points = within(leastText, Math.round(cell * 0.56), 13);
  const isChosen = item === state.selected || (state.cell && (item === state.cell.row || item === state.cell.column));
  const color = isItem && item.mark === 'changed' ? colors.lit : isChosen ? colors.accent
    : isItem && item.isBad ? colors.bad : colors.ink;
  const weight = isChosen || (isItem && item.mark === 'changed') || (state.matches && !isQuiet) ? 700 : 500;
  pen.globalAlpha = isQuiet ? 0.45 : 1;
  const middleY = y + length / 2, middleX = x + length / 2;
  pen.fillStyle = colorOf(item);
  if (y + 1 >= top) {
    pen.fillRect(left - 6, y + 1, 4, length - 2);
    if (middleY - points / 2 > top) {
      write(shortened(nameOnly(name), left - stripWidth - 14, points, weight), left - 10, middleY + 0.5, points, weight,
        color, 'right');
    }
  }
  pen.fillStyle = colorOf(item);
  if (x + 1 >= left) {
    pen.fillRect(x + 1, top - 6, length - 2, 4);
    if (middleX - points / 2 > left) {
      writeUpwards(shortened(nameOnly(name), top - stripWidth - 14, points, weight), middleX + 0.5, top - 10, points,
        weight, color, 'left');
    }
  }
  pen.globalAlpha = 1;
}

/** Where rows are too thin for names, those of what is pointed at, chosen or found, as far as they have room. */
function nameMarked(cell, left, top) {
  const { row, column } = state.hoveredCell || state.cell || { row: state.selected, column: state.selected };
  const found = state.matches ? state.scene.nodes.filter(isFound) : [];
  const height = leastText + 6, weight = 650;
  const eachApart = (items, offset, edge, far, act) => {
    const taken = [];
    for (const item of items.filter(Boolean)) {
      const at = within(edge + height / 2, offset + (item.at + 0.5) * cell, far - height / 2);
      if (taken.some((other) => Math.abs(other - at) < height)) continue;
      taken.push(at);
      act(item, at);
    }
  };
  eachApart([row, ...found], camera.y, top, size.height, (item, y) => {
    pen.fillStyle = colors.ground;
    pen.fillRect(stripWidth, y - height / 2, left - stripWidth - 7, height);
    const text = shortened(nameOnly(item.label), left - stripWidth - 14, leastText, weight);
    write(text, left - 10, y + 0.5, leastText, weight, colors.accent, 'right');
  });
  eachApart([column, ...found], camera.x, left, size.width, (item, x) => {
    pen.fillStyle = colors.ground;
    pen.fillRect(x - height / 2, stripWidth, height, top - stripWidth - 7);
    const text = shortened(nameOnly(item.label), top - stripWidth - 14, leastText, weight);
    writeUpwards(text, x + 0.5, top - 10, leastText, weight, colors.accent, 'left');
  });
}

function paintStrip({ name, start, end }, cell, left, top) {
  const span = (offset, edge, far) => {
    const from = Math.max(edge, offset + start * cell), to = Math.min(far, offset + end * cell);
    return to - from < 6 ? null : { from, length: to - from - 1 };
  };
  const across = span(camera.x, left, size.width), down = span(camera.y, top, size.height);
  if (across) {
    pen.fillStyle = colors.band;
    pen.fillRect(across.from, 0, across.length, stripWidth);
    const text = across.length < 20 ? '' : shortened(name, across.length - 8, leastText, 650);
    write(text, across.from + across.length / 2, stripWidth / 2 + 0.5, leastText, 650, colors.dim, 'center');
  }
  if (!down) return;
  pen.fillStyle = colors.band;
  pen.fillRect(0, down.from, stripWidth, down.length);
  const text = down.length < 20 ? '' : shortened(name, down.length - 8, leastText, 650);
  writeUpwards(text, stripWidth / 2 + 0.5, down.from + down.length / 2, leastText, 650, colors.dim, 'center');
}
