// What the panel shows while nothing is selected: legend, change, broken rules.

function overview() {
  const parts = [make('h2', { text: 'Overview', tabindex: '-1' })];
  if (data.comparison) {
    const chipsOfChange = [countChip('changed', changed.length), countChip('reached', reached.length)];
    parts.push(make('div', { class: 'chips' }, ...chipsOfChange));
  }
  if (state.view === 'matrix') parts.push(...section('Cells', 0, [legendOfCells()]));
  parts.push(...section(state.coloring.title, 0, [legend()]), ...violationSection('Broken rules', data.violations));
  const modulesIn = (list) => links(list.map((module) => ({ module: module.index })));
  if (changed.length) parts.push(...section('Changed', changed.length, [modulesIn(changed)]));
  if (reached.length) parts.push(...section('Reached', reached.length, [modulesIn(reached)]));
  parts.push(...data.warnings.map((text) => make('p', { class: 'note', text })));
  if (state.scene.isThinned) {
    const count = state.scene.arrows.length.toLocaleString('en');
    const text = `The ${count} arrows that say most are drawn; a box that is chosen shows all of its own.`;
    parts.push(make('p', { class: 'note', text }));
  }
  return parts;
}

/** What the colours of the matrix stand for. */
function legendOfCells() {
  const entries = [
    ['accent', 'the row needs the column'], ['incoming', 'it does, against the order'],
    ['bad', 'it does, and breaks a rule'],
  ];
  const item = ([color, text]) => make('li', {}, make('i', { class: 'dot', swatch: colors[color] }), ` ${text}`);
  return make('ul', { class: 'cells' }, ...entries.map(item));
}

/** What the colours stand for; a click lets one stand out. Modules of several teams count with each. */
function legend() {
  return make('ul', { class: 'links' }, ...state.coloring.groups.map((group, index) => make('li', {},
    make('button', {
      type: 'button', 'aria-pressed': String(state.group === index), click: () => toggleGroup(index),
    },
    make('i', { class: 'dot', swatch: swatch(group) }), make('span', { class: 'name', text: group.name }),
    make('small', { text: state.coloring.counts[index].toLocaleString('en') })))));
}

function toggleGroup(index) {
  state.group = state.group === index ? null : index;
  showPanel();
  const pressed = byId('details').querySelectorAll('.links')[0].children[index];
  pressed.firstChild.focus();
  repaint();
}

function summary() {
  const packages = new Set(modules.map((module) => module.package)).size;
  const parts = [`${plural(modules.length, 'module')} in ${plural(packages, 'package')}`];
  if (data.comparison) {
    const { base, head } = data.comparison;
    const way = base === undefined || base === null ? head : `${base} → ${head}`;
    parts.push(`${affected.length.toLocaleString('en')} affected by ${way}`);
  }
  if (data.violations.length) parts.push(plural(data.violations.length, 'broken rule'));
  return parts.join(' · ');
}
