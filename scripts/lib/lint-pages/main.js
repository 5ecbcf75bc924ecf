'use strict';

// Checks the files of pages: node main.js, from the repository's root. Every folder called Web in a target is one page,
// or some that share it. Prints what is wrong, one finding on a line, and exits with 1 if there is any.
const fs = require('fs');
const path = require('path');
const { checkLayout } = require('./layout');
const { checkMarkup } = require('./markup');
const { checkScripts, checkOwnScripts } = require('./scripts');
const { checkStyles } = require('./styles');
const { checkUse } = require('./use');

function filesBelow(folder) {
  return fs.readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1)).flatMap((entry) => {
    const full = path.join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(full) : [full];
  });
}

function read(paths) {
  return paths.map((one) => ({ path: one, text: fs.readFileSync(one, 'utf8') }));
}

/** The files of a target's pages by their kind, and the Swift that puts them together. */
function pagesOf(target) {
  const paths = filesBelow(target);
  const inWeb = (kind) => read(paths.filter((one) => one.includes('/Web/') && one.endsWith(kind)));
  return {
    files: inWeb(''), scripts: inWeb('.js'), styles: inWeb('.css'), documents: inWeb('.html'),
    swift,
  };
}

const findings = [];
const report = (file, line, message) => findings.push({ file, line, message });

const swift = read(filesBelow('Sources').filter((one) => one.endsWith('.swift')));
const targets = fs.readdirSync('Sources').sort().map((name) => pagesOf(path.join('Sources', name)))
  .filter((target) => target.files.length > 0);
for (const target of targets) {
  checkLayout(target.files, report);
  checkScripts(target.scripts, report);
  checkStyles(target.styles, report);
  checkMarkup(target.documents, report);
  checkUse(target, report);
}
const own = read(filesBelow(__dirname).map((one) => path.relative('.', one)));
checkLayout(own, report);
checkOwnScripts(own, report);

for (const { file, line, message } of findings) console.error(`${file}:${line}: error: ${message}`);
if (!targets.length) console.error('error: no target has a folder called Web');
process.exitCode = findings.length || !targets.length ? 1 : 0;
