// Who needs whom as a table: what stands in a row needs what stands in a column. Everything is in the order of the
// bands, so that whatever points the wrong way lies below the diagonal.

const cellSide = 22;

function buildMatrix() {
  const items = buildTree().sort(byDepth).flatMap(itemsOf);
  items.forEach((item, at) => { item.at = at; });
  const itemOf = new Array(modules.length).fill(null);
  for (const item of items) for (const member of item.members) itemOf[member] = item;
  const arrows = new Arrows();
  for (const edge of edges) {
    const from = itemOf[edge.from], to = itemOf[edge.to];
    if (from && to) arrows.add(from, to, edge);
  }
  for (const violation of data.violations) {
    const from = itemOf[violation.from], to = violation.to === undefined ? null : itemOf[violation.to];
    if (from && to) arrows.between(from, to).violations.push(violation);
  }
  const cells = new Map();
  for (const arrow of arrows.all) {
    cells.set(arrow.from.at * items.length + arrow.to.at, arrow);
    arrow.isWrong = arrow.from.at > arrow.to.at;
  }
  for (const item of items) {
    item.out = item.out.filter((arrow) => arrow.to !== item);
    item.into = item.into.filter((arrow) => arrow.from !== item);
  }
  const heaviest = Math.max(2, ...arrows.all.map((arrow) => arrow.edges.length));
  const extent = items.length * cellSide;
  return {
    key: 'matrix', nodes: items, arrows: arrows.all, cells, nodeOf: itemOf, heaviest, width: extent, height: extent,
    byKey: new Map(items.map((item) => [item.key, item])), spans: spansOf(items),
  };
}

const heightOf = (members) => members.reduce((sum, index) => sum + depths[index], 0) / members.length;

/** Within a band what stands on others comes before them. */
function byDepth(a, b) {
  return a.band - b.band || heightOf(b.members) - heightOf(a.members) || a.index - b.index;
}

function itemsOf(group) {
  if (group.level === 0) return [describe(group)];
  return group.parts.map((part) => describe({ ...part, band: group.band, group }))
    .sort((a, b) => heightOf(b.members) - heightOf(a.members) || a.members[0] - b.members[0]);
}

/** Which rows a band takes, and which an open group. */
function spansOf(items) {
  const spans = { bands: [], groups: [] };
  const grow = (list, key, item, name) => {
    const last = list[list.length - 1];
    if (last && last.key === key) last.end = item.at + 1;
    else list.push({ key, name, start: item.at, end: item.at + 1, item });
  };
  for (const item of items) {
    grow(spans.bands, item.band, item, data.bands.names[item.band]);
    const group = item.group || item;
    grow(spans.groups, group.key, item, group.label);
  }
  return spans;
}

const cellOf = (row, column) => state.scene.cells.get(row.at * state.scene.nodes.length + column.at) || null;

/** A cell is shared by a row and a column; outside the table, what is pointed at is the name of one of them. */
function matrixPlace(place) {
  const { left, top } = matrixMargins(), { nodes } = state.scene;
  const column = Math.floor((place.x - camera.x) / (cellSide * camera.scale));
  const row = Math.floor((place.y - camera.y) / (cellSide * camera.scale));
  return {
    row: place.y >= top && place.x >= 0 ? nodes[row] || null : null,
    column: place.x >= left && place.y >= 0 ? nodes[column] || null : null,
  };
}

function matrixFraming() {
  const { left, top } = matrixMargins(), { width } = state.scene;
  const room = Math.min(size.width - left, size.height - top) - 16;
  // A table that does not fit begins at its corner, as large as it can still be read.
  return { scale: within(0.1, room / Math.max(1, width), 2), x: left, y: top };
}

function selectCell(row, column) {
  state.cell = row && column ? { row, column } : null;
  if (state.cell) {
    state.selected = null;
    state.chain = new Set();
    bringCellIntoSight(row, column);
    say(spokenCell(row, column));
    showPanel();
    remember(null);
  }
  repaint();
}

function spokenCell(row, column) {
  const cell = cellOf(row, column);
  if (row === column && !cell) return row.label;
  if (!cell) return `${row.label} does not need ${column.label}`;
  const words = [`${row.label} needs ${column.label}`, plural(cell.edges.length, 'dependency', 'dependencies')];
  if (cell.violations.length) words.push(plural(cell.violations.length, 'broken rule'));
  if (cell.isWrong) words.push('against the order');
  return words.join(', ');
}

function bringCellIntoSight(row, column) {
  const { left, top } = matrixMargins(), cell = cellSide * camera.scale;
  const x = column.at * cell + camera.x, y = row.at * cell + camera.y;
  if (x >= left && y >= top && x + cell <= size.width && y + cell <= size.height) return;
  const scale = Math.max(camera.scale, 0.7), at = cellSide * scale;
  moveTo({
    scale, x: left + (size.width - left) / 2 - (column.at + 0.5) * at,
    y: top + (size.height - top) / 2 - (row.at + 0.5) * at,
  });
}

function showItem(node) {
  bringCellIntoSight(node, node);
}
