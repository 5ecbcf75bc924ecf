// The address names the view and what is selected, so that it can be sent to somebody.

function remember(node) {
  const module = state.view === 'focus' ? modules[state.centre]
    : node && node.members.length === 1 ? modules[node.members[0]] : null;
  const steps = state.view === 'focus' && state.steps > 1 ? state.steps : '';
  const view = state.view === 'bands' ? '' : state.view + steps;
  const words = view + (module ? module.id : '');
  try {
    history.replaceState(null, '', words ? '#' + encodeURIComponent(words) : location.pathname + location.search);
  } catch { /* some viewers forbid it */ }
}

/** A view, then a module; either may be missing. After a question mark words to search for. */
function goTo(address) {
  let words = '';
  try { words = decodeURIComponent(address.slice(1)); } catch { return; }
  if (words.startsWith('?')) {
    byId('search').value = words.slice(1);
    byId('search').focus();
    showResults();
    return;
  }
  const [, view = 'bands', steps, id] = /^(bands|matrix|focus)?([1-9])?(\/\/[^]*)?$/.exec(words) || [];
  const module = id && modules.find((one) => one.id === id);
  if (view === 'focus') {
    focusOn(module ? module.index : firstCentre(), Number(steps || 1));
    return;
  }
  if (view !== state.view) showView(view);
  if (module) selectModule(module.index);
}
