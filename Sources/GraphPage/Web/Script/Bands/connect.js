// The arrows of the bands: between whatever stands by itself, and merged between groups.

/** With more arrows than this the drawing shows those between groups, and of one node all when it is chosen. */
const mostArrows = 200;
const mostMerged = 100;

function connect(scene) {
  const own = new Array(modules.length).fill(null), whole = new Array(modules.length).fill(null);
  for (const group of scene.groups) for (const member of group.members) own[member] = whole[member] = group;
  for (const group of scene.groups) {
    for (const part of group.parts) for (const member of part.members) own[member] = part;
  }
  const single = new Arrows(), merged = new Arrows();
  const eachEnd = (from, to, act) => {
    const a = own[from], b = own[to];
    if (!a || !b) return;
    if (whole[from] !== whole[to]) act(merged, whole[from], whole[to]);
    if (a !== b && a.group !== b && b.group !== a && (a.group || b.group)) act(single, a, b);
  };
  for (const edge of edges) eachEnd(edge.from, edge.to, (arrows, from, to) => arrows.add(from, to, edge));
  for (const violation of data.violations) {
    if (violation.to === undefined) continue;
    eachEnd(violation.from, violation.to, (arrows, from, to) => arrows.between(from, to).violations.push(violation));
  }
  scene.nodeOf = own;
  scene.single = single.all;
  scene.merged = merged.all;
  // A group's arrows are the merged ones: those of its parts are not its own.
  for (const group of scene.groups) {
    group.out = group.out.filter((arrow) => !arrow.to.group);
    group.into = group.into.filter((arrow) => !arrow.from.group);
  }
  for (const arrows of [single.all, merged.all]) {
    assignPorts(arrows);
    for (const arrow of arrows) arrow.isUpwards = arrow.from.band > arrow.to.band;
  }
  chooseArrows(scene);
}

/** What is drawn while nothing is chosen. */
function chooseArrows(scene) {
  const closed = scene.merged.filter(({ from, to }) => !from.parts.length || !to.parts.length);
  const isFew = scene.single.length + closed.length <= mostArrows;
  const byWeight = (a, b) => b.edges.length - a.edges.length;
  // Between two groups that show their parts, the parts' arrows say it all.
  const isTold = ({ from, to }) => from.level > 0 && to.level > 0;
  const plain = isFew ? [...scene.single, ...scene.merged.filter((arrow) => !isTold(arrow))]
    : [...scene.merged].sort(byWeight).slice(0, mostMerged);
  const special = [...scene.single, ...scene.merged.filter((arrow) => !isTold(arrow))]
    .filter((arrow) => arrow.isLit || arrow.violations.length);
  scene.arrows = [...new Set([...plain, ...special])];
  scene.isThinned = !isFew;
  const heaviest = Math.max(1, ...scene.arrows.map((arrow) => arrow.edges.length));
  for (const arrow of [...scene.single, ...scene.merged]) {
    arrow.weight = 1 + 2.2 * Math.log(Math.max(1, arrow.edges.length)) / Math.log(Math.max(3, heaviest));
  }
}

/** Where arrows leave and arrive: side by side along the edges of their boxes, in the order of where they lead. */
function assignPorts(arrows) {
  const sides = new Map();
  const port = (arrow, end, node, other, side) => {
    if (!sides.has(node)) sides.set(node, {});
    const list = (sides.get(node)[side] = sides.get(node)[side] || []);
    list.push({ arrow, end, at: other.x + other.w / 2 });
  };
  for (const arrow of arrows) {
    const { from, to } = arrow;
    arrow.way = to.y >= from.y + from.h ? 'down' : to.y + to.h <= from.y ? 'up' : to.x >= from.x ? 'right' : 'left';
    const [start, end] = { down: ['bottom', 'top'], up: ['top', 'bottom'], right: ['right', 'left'],
      left: ['left', 'right'] }[arrow.way];
    port(arrow, 'start', from, to, start);
    port(arrow, 'end', to, from, end);
  }
  for (const [node, byName] of sides) {
    for (const [side, list] of Object.entries(byName)) {
      list.sort((a, b) => a.at - b.at);
      list.forEach((one, index) => {
        const part = 0.12 + 0.76 * (index + 1) / (list.length + 1);
        one.arrow[one.end] = side === 'left' || side === 'right'
          ? { x: side === 'left' ? node.x : node.x + node.w, y: node.y + Math.min(node.h, 44) * part }
          : { x: node.x + node.w * part, y: side === 'top' ? node.y : node.y + node.h };
      });
    }
  }
}
