'use strict';

const css = require('css-tree');

/** What they stand for is known to the browser alone, or not yet to the tables. */
const openFunctions = ['var', 'min', 'max', 'clamp'];

/** Whether each style is one, by the tables of properties and values that the specifications give. */
exports.checkStyles = (files, report) => {
  for (const { path, text } of files) {
    const say = (place, message) => report(path, place ? place.start.line : 1, message);
    const tree = css.parse(text, {
      positions: true, parseCustomProperty: true,
      onParseError: (error) => report(path, error.line, error.message),
    });
    css.walk(tree, (node) => {
      if (node.type === 'Declaration') checkDeclaration(node, say);
      if (node.type === 'Atrule' && node.name === 'import') say(node.loc, 'a page loads nothing');
      if (node.type === 'Url') say(node.loc, 'a page loads nothing');
      if (node.type === 'Rule' && node.block.children.isEmpty) say(node.loc, 'a rule that says nothing');
    });
  }
};

function checkDeclaration(node, say) {
  if (node.property.startsWith('--')) return;
  const { error } = css.lexer.matchProperty(node.property, node.value);
  if (!error) return;
  const isOpen = (inner) => inner.type === 'Function' && openFunctions.includes(inner.name);
  if (css.find(node.value, isOpen) && error.name !== 'SyntaxReferenceError') return;
  say(node.loc, `${node.property}: ${css.generate(node.value)} is no value of it (${error.message.split('\n')[0]})`);
}
