'use strict';

const { Linter } = require('eslint');
const recommended = require('eslint/conf/eslint-recommended').rules;

const linter = new Linter();

/** Names that a page may use without declaring them. Few: a browser has hundreds, `name` and `event` among them. */
const pageGlobals = [
  'cancelAnimationFrame', 'document', 'getComputedStyle', 'history', 'location', 'matchMedia', 'performance',
  'requestAnimationFrame', 'ResizeObserver', 'window',
];
const nodeGlobals = ['__dirname', 'console', 'exports', 'process', 'require'];

/** Ways for a name to become markup or code. */
const markup = ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'setHTMLUnsafe', 'write', 'writeln', 'srcdoc']
  .map((property) => ({ property, message: 'text becomes part of the page by textContent alone' }));

const rules = {
  ...recommended,
  // What is likely a mistake
  'array-callback-return': 'error', eqeqeq: 'error', 'no-return-assign': 'error', 'no-self-compare': 'error',
  'no-shadow': 'error', 'no-unused-expressions': 'error', 'no-unused-vars': ['error', { args: 'all' }],
  'no-useless-return': 'error', 'no-var': 'error', 'prefer-const': 'error',
  // What the policy of a page forbids
  'no-eval': 'error', 'no-implied-eval': 'error', 'no-new-func': 'error', 'no-script-url': 'error',
  'no-restricted-properties': ['error', ...markup],
  // What is written in one way only
  'arrow-parens': 'error', 'brace-style': ['error', '1tbs', { allowSingleLine: true }], curly: ['error', 'multi-line'],
  'dot-notation': 'error', indent: ['error', 2], 'object-shorthand': 'error', semi: 'error', yoda: 'error',
  'comma-dangle': ['error', { arrays: 'always-multiline', objects: 'always-multiline', functions: 'never' }],
  quotes: ['error', 'single', { avoidEscape: true }],
};

function check(file, source, globals, place, report) {
  const messages = linter.verify(source.text, {
    parserOptions: { ecmaVersion: 2020, sourceType: source.type },
    env: { es6: true },
    globals: Object.fromEntries(globals.map((name) => [name, 'readonly'])),
    rules,
  }, { filename: file });
  for (const { line, message, ruleId } of messages) {
    const [path, at] = place(line);
    report(path, at, ruleId ? `${message} (${ruleId})` : message);
  }
}

/** All of a page as the one script that it becomes: only then is it known what nobody declares, and nobody uses. */
exports.checkScripts = (files, report) => {
  if (!files.length) return;
  const starts = [];
  let text = '';
  for (const file of files) {
    starts.push(text.split('\n').length);
    text += file.text;
  }
  const place = (line) => {
    const index = starts.filter((start) => start <= line).length - 1;
    return [files[index].path, line - starts[index] + 1];
  };
  check('page.js', { text, type: 'module' }, pageGlobals, place, report);
};

exports.checkOwnScripts = (files, report) => {
  for (const file of files) {
    check(file.path, { text: file.text, type: 'script' }, nodeGlobals, (line) => [file.path, line], report);
  }
};
