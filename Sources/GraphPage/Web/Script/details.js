// What is known of the selection.

const listLimit = 30;

function showPanel() {
  const panel = byId('details');
  panel.replaceChildren(...(state.selected ? detailsOf(state.selected) : overview()));
  panel.scrollTop = 0;
}

function detailsOf(node) {
  const parts = node.members.length === 1 ? moduleDetails(modules[node.members[0]]) : packageDetails(node);
  const back = make('button', {
    class: 'back', type: 'button', text: '×', 'aria-label': 'Back to the overview',
    click: () => { select(null); canvas.focus(); },
  });
  return [back, ...parts];
}

function moduleDetails(module) {
  return [
    make('h2', { text: module.name, tabindex: '-1' }),
    make('p', { class: 'path', text: module.id }),
    chips([module.kind], module.mark, module.tags),
    ...section('Owners', 0, module.owners.length ? [chips(module.owners, null, [])] : [none('Nobody owns it')]),
    ...violationsOf([module]),
    ...reasons(module),
    ...section('Depends on', module.needs.length, [links(module.needs, 'It depends on nothing here')]),
    ...section('Needed by', module.neededBy.length, [links(module.neededBy, 'Nothing here depends on it')]),
  ];
}

function packageDetails(node) {
  const members = node.members.map((member) => modules[member]);
  const owners = [...new Set(members.flatMap((module) => module.owners))];
  const packages = (arrows, end) => arrows.map((arrow) => ({ node: arrow[end], words: arrow.words }));
  return [
    make('h2', { text: node.label, tabindex: '-1' }),
    chips(['package'], node.mark, []),
    ...section('Owners', 0, owners.length ? [chips(owners, null, [])] : [none('Nobody owns it')]),
    ...violationsOf(members),
    ...section('Modules', members.length, [links(node.members.map((module) => ({ module })))]),
    ...section('Depends on', node.out.length, [links(packages(node.out, 'to'), 'It depends on nothing here')]),
    ...section('Needed by', node.into.length, [links(packages(node.into, 'from'), 'Nothing here depends on it')]),
  ];
}

const none = (text) => make('p', { class: 'none', text });

function section(title, count, content) {
  const heading = make('h3', {}, make('span', { text: title }));
  if (count) heading.append(make('span', { text: count.toLocaleString('en') }));
  return [heading, ...content];
}

function chips(words, mark, tags) {
  const marks = isAffected(mark) ? [make('span', { class: `chip ${mark}`, text: mark })] : [];
  const rest = [...words, ...tags].map((text) => make('span', { class: 'chip', text }));
  return make('div', { class: 'chips' }, ...marks, ...rest);
}

/** Why the change reaches it: from step to step down to the cause. */
function reasons(module) {
  const steps = reasonOf(module);
  if (!steps.length) return [];
  const items = steps.map((step) => make('li', {},
    make('small', { text: step.words }),
    step.module === null ? make('code', { text: step.text })
      : make('button', { type: 'button', text: modules[step.module].id, click: () => selectModule(step.module) })));
  return section('Why it is affected', 0, [make('ol', { class: 'chain' }, ...items)]);
}

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
  return violations.length ? section(title, violations.length, violations.map(violationBox)) : [];
}

function violationBox(violation) {
  const names = [violation.from, violation.to].filter((index) => index !== undefined);
  return make('div', { class: 'bad' }, make('b', { text: violation.rule }), make('p', { text: violation.message }),
    ...names.map((index) => make('p', {},
      make('button', { type: 'button', text: modules[index].id, click: () => selectModule(index) }))));
}

/** A list of nodes or modules to go to; a long one shows its start first. */
function links(targets, otherwise = '') {
  if (!targets.length) return none(otherwise);
  const list = make('ul', { class: 'links' });
  const lit = (target) => isAffected(target.node ? target.node.mark : modules[target.module].mark);
  const sorted = [...targets].sort((a, b) => lit(b) - lit(a));
  list.append(...sorted.slice(0, listLimit).map(link));
  if (sorted.length <= listLimit) return list;
  const more = make('button', {
    class: 'more', type: 'button', text: `Show all ${sorted.length.toLocaleString('en')}`,
    click: () => {
      list.append(...sorted.slice(listLimit).map(link));
      more.remove();
      list.children[listLimit].firstChild.focus();
    },
  });
  return make('div', {}, list, more);
}

function link(target) {
  const { node } = target;
  const module = node ? null : modules[target.module];
  const color = node ? swatch(state.coloring.groups[node.group]) : colorOfModule(target.module);
  const isTest = module && module.kind === 'test' ? 'test' : '';
  return make('li', {}, make('button', {
    type: 'button', class: isAffected(node ? node.mark : module.mark) ? 'lit' : null,
    title: module ? module.id : null, click: () => (node ? select(node) : selectModule(target.module)),
  },
  make('i', { class: 'dot', swatch: color }),
  make('span', { class: 'name', text: node ? node.label : module.name }),
  make('small', { text: target.words || isTest })));
}
