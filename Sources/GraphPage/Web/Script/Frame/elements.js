// Making and finding elements.

const byId = (id) => document.getElementById(id);
const canvas = byId('canvas');
/** What is painted with: the canvas's own, or that of a picture to be moved. */
let pen = canvas.getContext('2d');

/** An element with text and children; attributes that are functions listen to events. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'text') element.textContent = value;
    else if (name === 'swatch') element.style.setProperty('--swatch', value);
    else if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}

const plural = (count, word, many = word + 's') =>
  `${count.toLocaleString('en')} ${count === 1 ? word : many}`;

const within = (low, value, high) => Math.min(high, Math.max(low, value));

/** Says something to those who hear the page. */
function say(text) { byId('live').textContent = text; }

const wantsStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;
