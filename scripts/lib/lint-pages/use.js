'use strict';

/**
 * What the files of a target say of each other. Names are looked for as words, so that a wrong one is found, though not
 * every one that nobody needs.
 */
exports.checkUse = (target, report) => {
  checkResources(target, report);
  checkIds(target, report);
  checkClasses(target, report);
  checkVariables(target, report);
};

/** Embedded is not yet in the page: Swift has to name each file. */
function checkResources({ files, swift }, report) {
  for (const { path } of files) {
    const name = path.split('/').pop().replace(/\W/g, '_');
    const isNamed = swift.some(({ text }) => text.includes(`PackageResources.${name}`));
    if (!isNamed) report(path, 1, `no Swift file says PackageResources.${name}`);
  }
}

/** Elements that scripts ask for are in a document. */
function checkIds({ scripts, documents }, report) {
  for (const [file, line, id] of matches(scripts, /byId\('([^']*)'\)/g)) {
    if (!documents.some(({ text }) => text.includes(`id="${id}"`))) report(file, line, `no element has the id '${id}'`);
  }
}

/** Rules are about classes and ids that something gives. */
function checkClasses({ scripts, documents, styles, swift }, report) {
  const words = new Set([...scripts, ...documents, ...swift].flatMap(({ text }) => text.match(/[\w-]+/g)));
  for (const [file, line, name] of matches(selectors(styles), /[.#]([a-zA-Z][\w-]*)/g)) {
    if (!words.has(name)) report(file, line, `nothing is called '${name}'`);
  }
}

/** Styles with all between braces that are not those of `@media` blanked out, line by line as before. */
function selectors(styles) {
  return styles.map(({ path, text }) => ({
    path, text: text.replace(/\{[^{}]*\}|\/\*[^]*?\*\//g, (block) => block.replace(/[^\n]/g, ' ')),
  }));
}

/** Colours and other custom properties: each that is used is set, and each that is set is used. */
function checkVariables({ styles }, report) {
  const set = matches(styles, /(--[\w-]+)\s*:/g);
  const used = matches(styles, /var\((--[\w-]+)/g);
  const setNames = new Set(set.map(([, , name]) => name));
  const usedNames = new Set(used.map(([, , name]) => name));
  for (const [file, line, name] of used) if (!setNames.has(name)) report(file, line, `nothing sets ${name}`);
  for (const [file, line, name] of set) if (!usedNames.has(name)) report(file, line, `nothing uses ${name}`);
}

/** File, line and first group of all places where a pattern matches. */
function matches(files, pattern) {
  return files.flatMap(({ path, text }) => [...text.matchAll(pattern)]
    .map((match) => [path, text.slice(0, match.index).split('\n').length, match[1]]));
}
