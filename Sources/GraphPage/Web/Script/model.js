// What the page was given: modules with both directions of their edges.

const data = JSON.parse(byId('data').textContent);

const modules = data.modules.map((module, index) => ({
  ...module,
  index,
  package: data.texts[module.package[0]],
  owners: module.owners.map((text) => data.texts[text]),
  tags: module.tags.map((text) => data.texts[text]),
  needs: [],
  neededBy: [],
  violations: [],
}));

const edges = data.edges.from.map((from, index) => ({
  from, to: data.edges.to[index], words: data.texts[data.edges.words[index]],
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

const isAffected = (mark) => mark === 'changed' || mark === 'reached';
const changed = modules.filter((module) => module.mark === 'changed');
const reached = modules.filter((module) => module.mark === 'reached');
const affected = [...changed, ...reached];

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
