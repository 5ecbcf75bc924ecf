// What the panel shows while nothing is selected: legend, change, broken rules.

function overview() {
  const parts = [make('h2', { text: 'Overview', tabindex: '-1' })];
  if (data.comparison) {
    parts.push(make('div', { class: 'chips' },
      make('span', { class: 'chip changed', text: `changed ${changed.length.toLocaleString('en')}` }),
      make('span', { class: 'chip reached', text: `reached ${reached.length.toLocaleString('en')}` })));
  }
  parts.push(...section(state.coloring.title, 0, [legend()]));
  if (data.violations.length) {
    const boxes = data.violations.slice(0, 100).map(violationBox);
    parts.push(...section('Broken rules', data.violations.length, boxes));
  }
  const modulesIn = (list) => links(list.map((module) => ({ module: module.index })));
  if (changed.length) parts.push(...section('Changed', changed.length, [modulesIn(changed)]));
  if (reached.length) parts.push(...section('Reached', reached.length, [modulesIn(reached)]));
  parts.push(...data.warnings.map((text) => make('p', { class: 'note', text })));
  return parts;
}

/** What the colours stand for; a click lets one stand out. */
function legend() {
  const counts = state.coloring.groups.map(() => 0);
  for (const group of state.coloring.of) counts[group] += 1;
  return make('ul', { class: 'links' }, ...state.coloring.groups.map((group, index) => make('li', {},
    make('button', {
      type: 'button', 'aria-pressed': String(state.group === index), click: () => toggleGroup(index),
    },
    make('i', { class: 'dot', swatch: swatch(group) }), make('span', { class: 'name', text: group.name }),
    make('small', { text: counts[index].toLocaleString('en') })))));
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
