// What is known of the selection.

const listLimit = 30;

function showPanel() {
  const panel = byId('details');
  panel.replaceChildren(...(state.cell ? withBack(cellDetails(state.cell))
    : state.selected ? withBack(detailsOf(state.selected)) : overview()));
  panel.scrollTop = 0;
}

function withBack(parts) {
  const back = make('button', {
    class: 'back', type: 'button', text: '×', 'aria-label': 'Back to the overview',
    click: () => { select(null); canvas.focus(); },
  });
  return [back, ...parts];
}

const detailsOf = (node) => (node.kind === 'more' ? moreDetails(node)
  : node.members.length === 1 && node.kind !== 'group' ? moduleDetails(modules[node.members[0]]) : sumDetails(node));

function moduleDetails(module) {
  const isCentre = state.view === 'focus' && state.centre === module.index;
  return [
    make('h2', { text: module.name, tabindex: '-1' }),
    make('p', { class: 'path', text: module.id }),
    chips([module.kind], module.mark, module.tags),
    actions([
      !isCentre && ['Focus', () => focusOn(module.index)],
      state.view !== 'bands' && ['In the bands', () => { showView('bands'); selectModule(module.index); }],
      state.view !== 'matrix' && ['In the matrix', () => { showView('matrix'); selectModule(module.index); }],
    ]),
    ...section('Owners', 0, module.owners.length ? [chips(module.owners, null, [])] : [none('Nobody owns it')]),
    ...violationsOf([module]),
    ...reasons(module),
    ...(isCentre ? around(module) : [
      ...section('Depends on', module.needs.length, [links(module.needs, 'It depends on nothing here')]),
      ...section('Needed by', module.neededBy.length, [links(module.neededBy, 'Nothing here depends on it')]),
    ]),
  ];
}

/** The neighbourhood that the focus shows, step by step. */
function around(module) {
  const list = (members) => links(members.map((index) => ({ module: index })));
  const sections = (side, title) => stepsFrom(module.index, side, state.steps).flatMap((members, at) =>
    section(at ? `${title}, step ${at + 1}` : title, members.length, [list(members)]));
  return [...sections('needs', 'Depends on'), ...sections('neededBy', 'Needed by')];
}

function moreDetails(node) {
  return [
    make('h2', { text: node.label, tabindex: '-1' }),
    ...section('Modules', node.members.length, [links(node.members.map((module) => ({ module })))]),
  ];
}

/** A group or a package: what its modules come to. */
function sumDetails(node) {
  const members = node.members.map((member) => modules[member]);
  const owners = [...new Set(members.flatMap((module) => module.owners))];
  const ends = (arrows, end) => arrows.filter((arrow) => !arrow[end].group || arrow[end].group !== node)
    .sort((a, b) => b.edges.length - a.edges.length)
    .map((arrow) => ({ node: arrow[end], words: plural(arrow.edges.length, 'arrow') }));
  const isGroup = node.kind === 'group';
  const level = (number, text) => isGroup && node.level !== number && [text, () => setLevel(node, number)];
  return [
    make('h2', { text: node.label, tabindex: '-1' }),
    make('p', { class: 'path', text: [node.whole, data.bands.names[node.band]].filter(Boolean).join(' · ') }),
    make('div', { class: 'chips' }, countChip('changed', node.changed), countChip('reached', node.reached)),
    actions([
      level(1, 'Packages'), level(2, 'Modules'), level(0, 'Close'),
      !isGroup && ['Modules', () => { openNode(node); selectModule(node.members[0]); }],
    ]),
    ...section('Owners', 0, owners.length ? [chips(owners, null, [])] : [none('Nobody owns it')]),
    ...violationsOf(members),
    ...section('Modules', members.length, [links(node.members.map((module) => ({ module })))]),
    ...section('Depends on', node.out.length, [links(ends(node.out, 'to'), 'It depends on nothing here')]),
    ...section('Needed by', node.into.length, [links(ends(node.into, 'from'), 'Nothing here depends on it')]),
  ];
}

/** What one cell of the matrix stands for. */
function cellDetails({ row, column }) {
  const cell = cellOf(row, column), found = cell ? cell.edges : [];
  const title = row === column ? `Within ${row.label}` : `${row.label} → ${column.label}`;
  const words = cell && cell.isWrong && row !== column
    ? `Against the order: ${data.bands.names[row.band]} stands below ${data.bands.names[column.band]}`
      .replace(/^(.*): (.*) stands below \2$/, '$1, within one layer') : '';
  const go = (node) => [node.label, () => select(node)];
  return [
    make('h2', { text: title, tabindex: '-1' }),
    make('p', { class: 'path', text: words }),
    actions(row === column ? [go(row)] : [go(row), go(column)]),
    ...violationSection('Broken rules', cell ? cell.violations : []),
    ...section('Dependencies', found.length, [found.length ? edgeList(found) : none('None')]),
  ];
}

function edgeList(found) {
  const item = (edge) => make('li', {}, make('button', {
    type: 'button', title: `${modules[edge.from].id} → ${modules[edge.to].id}`, class: edge.isLit ? 'lit' : null,
    click: () => focusOn(edge.from),
  },
  make('span', { class: 'name', text: `${modules[edge.from].name} → ${modules[edge.to].name}` }),
  make('small', { text: edge.words })));
  return limited([...found].sort((a, b) => Number(b.isLit) - Number(a.isLit)), item);
}

const countChip = (mark, count) =>
  (count ? make('span', { class: `chip ${mark}`, text: `${mark} ${count.toLocaleString('en')}` }) : null);

const none = (text) => make('p', { class: 'none', text });

function actions(entries) {
  return make('div', { class: 'actions' }, ...entries.filter(Boolean).map(([text, act]) =>
    make('button', { type: 'button', text, click: act })));
}

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
  const items = steps.map((one) => make('li', {},
    make('small', { text: one.words }),
    one.module === null ? make('code', { text: one.text })
      : make('button', { type: 'button', text: modules[one.module].id, click: () => selectModule(one.module) })));
  return section('Why it is affected', 0, [make('ol', { class: 'chain' }, ...items)]);
}
