// Lists of places to go to, and boxes for broken rules.

function violationsOf(members) {
  const inside = new Set(members);
  const towards = data.violations.filter(({ from, to }) =>
    to !== undefined && inside.has(modules[to]) && !inside.has(modules[from]));
  return [
    ...violationSection('Broken rules', members.flatMap((module) => module.violations)),
    ...violationSection('Rules that others break to reach it', towards),
  ];
}

function violationSection(title, violations) {
  if (!violations.length) return [];
  const item = (violation) => make('li', {}, violationBox(violation));
  return section(title, violations.length, [limited(violations, item)]);
}

/** What is wrong, why that is a rule, and how to mend it. */
function violationBox(violation) {
  const names = [violation.from, violation.to].filter((index) => index !== undefined);
  const told = (label, text) => text && make('p', {}, make('b', { class: 'label', text: label }), ` ${text}`);
  return make('div', { class: 'bad' }, make('b', { text: violation.rule }), make('p', { text: violation.message }),
    ...[told('Why', violation.why), told('Mend', violation.mend)].filter(Boolean),
    ...names.map((index) => make('p', {},
      make('button', { type: 'button', text: modules[index].id, click: () => selectModule(index) }))));
}

/** A list of nodes or modules to go to, what is affected first. */
function links(targets, otherwise = '') {
  if (!targets.length) return none(otherwise);
  const lit = (target) => isAffected(target.node ? target.node.mark : modules[target.module].mark);
  return limited([...targets].sort((a, b) => lit(b) - lit(a)), link);
}

/** A long list shows its start first. */
function limited(targets, item) {
  const list = make('ul', { class: 'links' });
  list.append(...targets.slice(0, listLimit).map(item));
  if (targets.length <= listLimit) return list;
  const more = make('button', {
    class: 'more', type: 'button', text: `Show all ${targets.length.toLocaleString('en')}`,
    click: () => {
      list.append(...targets.slice(listLimit).map(item));
      more.remove();
      const next = list.children[listLimit].querySelector('button');
      if (next) next.focus();
    },
  });
  return make('div', {}, list, more);
}

function link(target) {
  const { node } = target;
  const module = node ? null : modules[target.module];
  const color = node ? colorOf(node) : colorOfModule(target.module);
  const mark = node ? node.mark : module.mark;
  const isTest = module && module.kind === 'test' ? 'test' : '';
  return make('li', {}, make('button', {
    type: 'button', class: isAffected(mark) ? `lit ${mark}` : null,
    title: module ? module.id : node.label,
    click: () => (node ? select(node) : selectModule(target.module)),
  },
  make('i', { class: 'dot', swatch: color }),
  make('span', { class: 'name', text: node ? node.label : module.name }),
  make('small', { text: target.words || isTest })));
}
