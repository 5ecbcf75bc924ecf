// What the page was given: modules with both directions of their edges.

const data = JSON.parse(byId('data').textContent);

const modules = data.modules.map((module, index) => ({
  ...module,
  index,
  package: data.texts[module.package[0]] || '//',
  owners: module.owners.map((text) => data.texts[text]),
  tags: module.tags.map((text) => data.texts[text]),
  band: data.bands.of[index],
  needs: [],
  neededBy: [],
  violations: [],
}));

const isAffected = (mark) => mark === 'changed' || mark === 'reached';

const edges = data.edges.from.map((from, index) => ({
  from, to: data.edges.to[index], words: data.texts[data.edges.words[index]],
  isLit: isAffected(modules[from].mark) && isAffected(modules[data.edges.to[index]].mark),
}));
for (const edge of edges) {
  modules[edge.from].needs.push({ module: edge.to, words: edge.words });
  modules[edge.to].neededBy.push({ module: edge.from, words: edge.words });
}
for (const violation of data.violations) modules[violation.from].violations.push(violation);
for (const module of modules) {
  module.searched =
    [module.id, module.kind, ...module.owners, ...module.tags].join('\n').toLowerCase();
}
for (const coloring of data.colorings) {
  coloring.groupsOf = coloring.of.map((group) => [group]);
  for (let at = 0; at < coloring.others.length; at += 2) {
    coloring.groupsOf[coloring.others[at]].push(coloring.others[at + 1]);
  }
}

const changed = modules.filter((module) => module.mark === 'changed');
const reached = modules.filter((module) => module.mark === 'reached');
const affected = [...changed, ...reached];

/** How long the longest way down from each module is; what leads back to itself ends there. */
const depths = (() => {
  const depth = new Int32Array(modules.length).fill(-1);
  const visit = (start) => {
    const way = [[start, 0]];
    depth[start] = 0;
    while (way.length) {
      const step = way[way.length - 1], { needs } = modules[step[0]];
      if (step[1] === needs.length) {
        way.pop();
        if (way.length) {
          const above = way[way.length - 1][0];
          depth[above] = Math.max(depth[above], depth[step[0]] + 1);
        }
      } else {
        const next = needs[step[1]].module;
        step[1] += 1;
        if (depth[next] < 0) {
          depth[next] = 0;
          way.push([next, 0]);
        } else if (next !== step[0]) depth[step[0]] = Math.max(depth[step[0]], depth[next] + 1);
      }
    }
  };
  for (const { index } of modules) if (depth[index] < 0) visit(index);
  return depth;
})();

/** The steps from a module to what affects it: words, and a module's number or a text. */
function reasonOf(module) {
  const steps = [];
  const coded = module.reason || [];
  for (let at = 0; at < coded.length; at += 2) {
    const subject = coded[at + 1];
    steps.push({
      words: data.reasonWords[coded[at]],
      module: subject >= 0 ? subject : null,
      text: subject < 0 ? data.texts[-1 - subject] : '',
    });
  }
  return steps;
}
