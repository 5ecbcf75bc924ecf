// Search.

const resultLimit = 40;
let found = [];
let active = 0;

/** Modules that hold all words somewhere, best first: by name, then what is affected. */
function searchFor(text) {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length) return [];
  const rank = (module) => {
    const name = module.name.toLowerCase(), word = words[0];
    return name === word ? 0 : name.startsWith(word) ? 1 : name.includes(word) ? 2 : 3;
  };
  return modules.filter((module) => words.every((word) => module.searched.includes(word)))
    .map((module) => ({ module, rank: rank(module), lit: isAffected(module.mark) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || a.lit - b.lit || a.module.name.length - b.module.name.length
      || a.module.index - b.module.index)
    .map((one) => one.module);
}

function showResults() {
  const input = byId('search'), list = byId('results');
  const text = input.value.trim();
  found = searchFor(text);
  active = 0;
  state.matches = found.length ? new Set(found.map((module) => module.index)) : null;
  const items = found.slice(0, resultLimit).map((module, index) => make('li', {
    role: 'option', id: `result-${index}`, pointerdown: (event) => { event.preventDefault(); pick(index); },
  },
  make('i', { class: 'dot', swatch: colorOfModule(module.index) }), make('span', { text: module.name }),
  make('small', { text: isAffected(module.mark) ? `${module.mark} · ${module.package}` : module.package })));
  const rest = found.length - items.length;
  if (!found.length && text) items.push(make('li', { class: 'none', text: 'Nothing is called that' }));
  if (rest > 0) items.push(make('li', { class: 'none', text: `and ${rest.toLocaleString('en')} more` }));
  list.replaceChildren(...items);
  list.hidden = !text;
  input.setAttribute('aria-expanded', String(!list.hidden));
  if (text) say(plural(found.length, 'result'));
  markActive();
  repaint();
}

function markActive() {
  const input = byId('search');
  byId('results').querySelectorAll('[role=option]').forEach((item, index) => {
    item.setAttribute('aria-selected', String(index === active));
    if (index === active) item.scrollIntoView({ block: 'nearest' });
  });
  if (found.length) input.setAttribute('aria-activedescendant', `result-${active}`);
  else input.removeAttribute('aria-activedescendant');
}

function pick(index) {
  const module = found[index];
  if (!module) return;
  closeSearch();
  selectModule(module.index);
}

function closeSearch() {
  byId('search').value = '';
  showResults();
  canvas.focus();
}

function listenToSearch() {
  const input = byId('search');
  input.addEventListener('input', showResults);
  input.addEventListener('blur', () => {
    byId('results').hidden = true;
    input.setAttribute('aria-expanded', 'false');
  });
  input.addEventListener('focus', () => { if (input.value) showResults(); });
  input.addEventListener('keydown', (event) => {
    const last = Math.min(found.length, resultLimit) - 1;
    if (event.key === 'ArrowDown') active = Math.min(active + 1, last);
    else if (event.key === 'ArrowUp') active = Math.max(active - 1, 0);
    else if (event.key === 'Enter') return pick(active);
    else if (event.key === 'Escape') return closeSearch();
    else return;
    event.preventDefault();
    markActive();
  });
}
