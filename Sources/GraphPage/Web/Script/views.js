// The levels of detail, each built when it is first shown.

const strongest = (marks) =>
  ['changed', 'reached', 'untouched'].find((mark) => marks.includes(mark)) || null;

/** Boxes and arrows of one level; what several edges join becomes one arrow. */
function buildView(source) {
  const nodeOf = new Int32Array(modules.length).fill(-1);
  const nodes = source.labels.map((label, index) => {
    const members = source.members[index];
    for (const member of members) nodeOf[member] = index;
    return {
      index, label, members, x: source.x[index], y: source.y[index], w: source.w[index], h: source.nodeHeight,
      lanes: source.lanes[index],
      mark: strongest(members.map((member) => modules[member].mark)),
      kind: members.length === 1 ? modules[members[0]].kind : 'package',
      isBad: members.some((member) => modules[member].violations.length > 0), short: null, out: [], into: [],
    };
  });
  const view = { ...source, nodes, nodeOf, arrows: [] };
  const arrowOf = new Map();
  const arrow = (from, to) => {
    const key = from * nodes.length + to;
    if (!arrowOf.has(key)) {
      const made = { from: nodes[from], to: nodes[to], words: '', violation: null };
      arrowOf.set(key, made);
      view.arrows.push(made);
      nodes[from].out.push(made);
      nodes[to].into.push(made);
    }
    return arrowOf.get(key);
  };
  for (const edge of edges) {
    const from = nodeOf[edge.from], to = nodeOf[edge.to];
    if (from >= 0 && to >= 0 && from !== to) arrow(from, to).words = edge.words;
  }
  for (const violation of data.violations) {
    if (violation.to === undefined) continue;
    const from = nodeOf[violation.from], to = nodeOf[violation.to];
    if (from >= 0 && to >= 0 && from !== to) arrow(from, to).violation = violation;
  }
  for (const one of view.arrows) one.isLit = isAffected(one.from.mark) && isAffected(one.to.mark);
  return view;
}

const builtViews = new Map();

function viewNamed(key) {
  if (!builtViews.has(key)) builtViews.set(key, buildView(data.views.find((view) => view.key === key)));
  return builtViews.get(key);
}

/** As much detail as can be taken in at once; of a large workspace the coarsest view. */
function firstViewKey() {
  const fitting = data.views.filter((view) => view.labels.length <= 160);
  return (fitting.length ? fitting[fitting.length - 1] : data.views[0]).key;
}
