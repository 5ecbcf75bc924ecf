// One module and what lies around it: to the left what needs it, to the right what it needs, step by step.

const columnLimit = 22;

/** For each step the modules that are first reached with it. */
function stepsFrom(start, side, most) {
  const known = new Set([start]), steps = [];
  let edge = [start];
  while (steps.length < most) {
    edge = [...new Set(edge.flatMap((index) => modules[index][side].map(({ module }) => module)))]
      .filter((index) => !known.has(index) && (!state.onlyAffected || isAffected(modules[index].mark)))
      .sort((a, b) => a - b);
    if (!edge.length) break;
    for (const index of edge) known.add(index);
    steps.push(edge);
  }
  return steps;
}

function buildFocus() {
  const { centre } = state;
  const columns = [
    ...stepsFrom(centre, 'neededBy', state.steps).map((members, at) => ({ members, at: -1 - at })).reverse(),
    { members: [centre], at: 0 },
    ...stepsFrom(centre, 'needs', state.steps).map((members, at) => ({ members, at: at + 1 })),
  ];
  const scene = { key: 'focus', nodes: [], arrows: [], columns, byKey: new Map() };
  for (const column of columns) column.nodes = columnNodes(column);
  joinColumns(scene);
  placeColumns(scene);
  for (const node of scene.nodes) if (!scene.byKey.has(node.key)) scene.byKey.set(node.key, node);
  scene.nodeOf = modules.map((module) => scene.byKey.get(`m${module.index}`) || null);
  assignPortsAcross(scene.arrows);
  return scene;
}

/** As many as can be taken in: what is affected, what breaks a rule and what much depends on; the rest is counted. */
function columnNodes({ members, at }) {
  const worth = (index) => {
    const module = modules[index];
    const mark = module.mark === 'changed' ? 4000 : module.mark === 'reached' ? 2000 : 0;
    return mark + (module.violations.length ? 3000 : 0) + Math.min(999, module.neededBy.length);
  };
  const node = (index) => describe({ ...modulePart(index), at });
  if (members.length <= columnLimit) return members.map(node);
  const kept = [...members].sort((a, b) => worth(b) - worth(a) || a - b);
  const rest = kept.slice(columnLimit - 1);
  return [
    ...kept.slice(0, columnLimit - 1).sort((a, b) => a - b).map(node),
    describe({ key: `more${at}`, kind: 'more', label: `${rest.length.toLocaleString('en')} more`, members: rest, at }),
  ];
}

/** Arrows from each column to the next one, and those that break a rule, wherever they lead. */
function joinColumns(scene) {
  const arrows = new Arrows();
  const nodesOf = new Map();
  for (const { nodes } of scene.columns) {
    for (const node of nodes) {
      scene.nodes.push(node);
      for (const member of node.members) nodesOf.set(member, [...(nodesOf.get(member) || []), node]);
    }
  }
  const ends = (from, to) => (nodesOf.get(from) || []).flatMap((a) => (nodesOf.get(to) || []).map((b) => [a, b]))
    .filter(([a, b]) => a !== b && a.at < b.at);
  for (const edge of edges) {
    for (const [a, b] of ends(edge.from, edge.to)) if (b.at - a.at === 1) arrows.add(a, b, edge);
  }
  for (const violation of data.violations) {
    if (violation.to === undefined) continue;
    for (const [a, b] of ends(violation.from, violation.to)) arrows.between(a, b).violations.push(violation);
  }
  scene.arrows = arrows.all;
}

function placeColumns(scene) {
  const room = roomForDrawing(), rowHeight = 38, height = 28;
  const widths = scene.columns.map(({ nodes }) =>
    within(110, Math.max(...nodes.map((node) => widthOf(node.label, 13))) + 40, 230));
  const tallest = Math.max(...scene.columns.map(({ nodes }) => nodes.length));
  const total = tallest * rowHeight;
  const used = widths.reduce((sum, width) => sum + width, 0);
  // As wide as the window is, where that leaves room for curves.
  const wished = Math.max(total * room.w / room.h, room.w / 1.3);
  const gap = within(56, (wished - used) / Math.max(1, widths.length - 1), 170);
  let x = 0;
  const placed = new Map();
  const order = [...scene.columns].sort((a, b) => Math.abs(a.at) - Math.abs(b.at) || a.at - b.at);
  for (const column of order) {
    const wish = (node) => {
      const near = [...node.out.map(({ to }) => to), ...node.into.map(({ from }) => from)]
        .filter((other) => placed.has(other));
      return near.length ? near.reduce((sum, other) => sum + placed.get(other), 0) / near.length : 0.5;
    };
    const wishes = new Map(column.nodes.map((node) => [node, node.kind === 'more' ? 2 : wish(node)]));
    column.nodes.sort((a, b) => wishes.get(a) - wishes.get(b));
    column.nodes.forEach((node, index) => placed.set(node, (index + 0.5) / column.nodes.length));
  }
  scene.columns.forEach((column, index) => {
    const top = (total - column.nodes.length * rowHeight) / 2;
    column.x = x;
    column.w = widths[index];
    column.nodes.forEach((node, row) => {
      Object.assign(node, { x, y: top + row * rowHeight + (rowHeight - height) / 2, w: widths[index], h: height });
    });
    x += widths[index] + gap;
  });
  scene.width = x - gap;
  scene.height = total;
}

function assignPortsAcross(arrows) {
  const heaviest = Math.max(2, ...arrows.map((arrow) => arrow.edges.length));
  for (const arrow of arrows) {
    const { from, to } = arrow;
    arrow.way = 'right';
    arrow.start = { x: from.x + from.w, y: from.y + from.h / 2 };
    arrow.end = { x: to.x, y: to.y + to.h / 2 };
    arrow.weight = 1 + 2 * Math.log(Math.max(1, arrow.edges.length)) / Math.log(heaviest);
  }
}

/** What stands in the columns, above them. */
function paintColumnTitles(scene) {
  pen.fillStyle = colors.band;
  pen.fillRect(0, 0, size.width, marginsOf('focus').top);
  let right = 8;
  for (const column of scene.columns) {
    const count = column.members.length.toLocaleString('en');
    const far = Math.abs(column.at), steps = far > 1 ? `, step ${far}` : '';
    const words = column.at === 0 ? 'chosen' : `${count} ${column.at < 0 ? 'need it' : 'needed'}${steps}`;
    const middle = (column.x + column.w / 2) * camera.scale + camera.x;
    const half = widthOf(words, 12, 600) / 2;
    if (middle - half < right || middle + half > size.width) continue;
    write(words, middle, 15, 12, 600, colors.dim, 'center');
    right = middle + half + 12;
  }
}
