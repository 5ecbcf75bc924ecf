'use strict';

const html = require('parse5');

/** Attributes that name other elements of the document. */
const references = ['for', 'aria-controls', 'aria-describedby', 'aria-labelledby', 'aria-owns'];

/** Elements that have no end. */
const voids = ['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'track', 'wbr'];

/** Whether each document is HTML that no browser has to repair, and whether what it refers to is there. */
exports.checkMarkup = (files, report) => {
  for (const { path, text } of files) {
    const document = html.parse(text, {
      sourceCodeLocationInfo: true,
      scriptingEnabled: false,
      onParseError: (error) => report(path, error.startLine, `not HTML: ${error.code}`),
    });
    const elements = [...elementsIn(document)];
    checkEnds(path, text, elements, report);
    const ids = new Set();
    for (const { attributes, line } of elements) {
      if (attributes.id === undefined) continue;
      if (ids.has(attributes.id)) report(path, line, `a second element with the id '${attributes.id}'`);
      ids.add(attributes.id);
    }
    for (const { attributes, line } of elements) {
      for (const [name, value] of Object.entries(attributes)) {
        const named = references.includes(name) ? value.split(' ') : name === 'href' ? [value.replace(/^#/, '')] : [];
        for (const id of named.filter((one) => !ids.has(one))) report(path, line, `${name}: there is no '${id}'`);
        if (name.startsWith('on') || ['src', 'style', 'srcdoc'].includes(name)) {
          report(path, line, `${name}: the page's policy does not let that be`);
        }
      }
    }
  }
};

/** Browsers guess where an element ends that is not closed, and pass over an end that closes none. */
function checkEnds(path, text, elements, report) {
  const ends = new Set(elements.filter(({ end }) => end).map(({ end }) => end.startOffset));
  for (const { name, line, end } of elements) {
    if (!end && !voids.includes(name)) report(path, line, `<${name}> is not closed`);
  }
  for (const { 0: tag, index } of text.matchAll(/<\/[^>]*>/g)) {
    if (!ends.has(index)) report(path, text.slice(0, index).split('\n').length, `${tag} closes nothing`);
  }
}

/** All that are written down: a browser makes up those that a document leaves out. */
function* elementsIn(node) {
  if (node.attrs && node.sourceCodeLocation) {
    const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]));
    const { startLine, endTag } = node.sourceCodeLocation;
    yield { name: node.tagName, attributes, line: startLine, end: endTag };
  }
  for (const child of node.childNodes || []) yield* elementsIn(child);
}
