// What of the workspace stands by itself: groups, and in those that are open packages or modules.

const levels = [
  { key: 'groups', title: 'Groups' }, { key: 'packages', title: 'Packages' }, { key: 'modules', title: 'Modules' },
];
/** Affected modules that a closed group shows of itself; where very many are, it shows only what changed. */
const chipLimit = 8;
const areFewAffected = affected.length <= 150;

const isModuleShown = (module) => !state.onlyAffected || isAffected(module.mark);
const levelOf = (group) => (state.levels.has(group) ? state.levels.get(group) : state.level);

/** The groups that are shown, from band to band, each with the parts that stand in it. */
function buildTree() {
  const { names, wholes, bands, of } = state.grouping;
  const groups = names.map((label, index) => ({
    key: `g${index}`, kind: 'group', index, label, whole: wholes[index], band: bands[index], members: [],
  }));
  for (const module of modules) if (isModuleShown(module)) groups[of[module.index]].members.push(module.index);
  return groups.filter((group) => group.members.length).map((group) => {
    const level = levelOf(group.index);
    return { ...group, level, parts: level === 0 ? chipsOf(group) : partsOf(group, level) };
  });
}

const modulePart = (index) =>
  ({ key: `m${index}`, kind: modules[index].kind, label: modules[index].name, members: [index], index });

/** What is affected, the changed first, and what somebody asked for. */
function chipsOf(group) {
  const rank = (index) => (state.pins.has(index) ? 0 : modules[index].mark === 'changed' ? 1 : 2);
  const isWanted = ({ index, mark }) =>
    state.pins.has(index) || mark === 'changed' || (areFewAffected && mark === 'reached');
  const wanted = group.members.filter((index) => isWanted(modules[index]))
    .sort((a, b) => rank(a) - rank(b) || a - b);
  const pinned = wanted.filter((index) => state.pins.has(index)).length;
  return wanted.slice(0, Math.max(chipLimit, pinned)).map(modulePart);
}

function partsOf(group, level) {
  if (level === 2) return group.members.map(modulePart);
  const byPackage = new Map();
  for (const member of group.members) {
    const { package: name } = modules[member];
    if (!byPackage.has(name)) byPackage.set(name, []);
    byPackage.get(name).push(member);
  }
  return [...byPackage].flatMap(([name, members]) => {
    if (members.length === 1 || state.open.has(name)) return members.map(modulePart);
    return [{ key: `p${group.index} ${name}`, kind: 'package', label: name, members }];
  });
}

const strongest = (marks) =>
  ['changed', 'reached', 'untouched'].find((mark) => marks.includes(mark)) || null;

/** What the marks, rules and colours of its modules make of a node. */
function describe(node) {
  node.changed = node.members.filter((index) => modules[index].mark === 'changed').length;
  node.reached = node.members.filter((index) => modules[index].mark === 'reached').length;
  node.mark = node.changed ? 'changed' : node.reached ? 'reached' : strongest([modules[node.members[0]].mark]);
  node.isBad = node.members.some((index) => modules[index].violations.length > 0);
  node.out = [];
  node.into = [];
  return node;
}

/** As much detail as can be taken in at once; a large workspace begins with groups. */
function firstLevel() {
  if (modules.length <= 60) return 2;
  return new Set(modules.map((module) => module.package)).size <= 60
    && new Set(modules.map((module) => module.package)).size > 12 ? 1 : 0;
}

/** Arrows between nodes: what several edges join becomes one, which knows all of them. */
class Arrows {
  constructor() {
    this.all = [];
    this.known = new Map();
  }

  between(from, to) {
    const key = `${from.key}\n${to.key}`;
    let arrow = this.known.get(key);
    if (!arrow) {
      arrow = { from, to, edges: [], violations: [], isLit: false, words: '' };
      this.known.set(key, arrow);
      this.all.push(arrow);
      from.out.push(arrow);
      to.into.push(arrow);
    }
    return arrow;
  }

  add(from, to, edge) {
    const arrow = this.between(from, to);
    arrow.edges.push(edge);
    arrow.isLit = arrow.isLit || edge.isLit;
    arrow.words = arrow.edges.length === 1 ? edge.words : '';
  }
}
