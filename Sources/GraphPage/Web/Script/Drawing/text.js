// Text on the canvas: never smaller than can be read, never one over another.

const leastText = 11;
const face = 'system-ui, -apple-system, "Segoe UI", "Noto Sans", Arial, sans-serif';
const measured = new Map();
const cuts = new Map();

const fontOf = (points, weight) => `${weight} ${points}px ${face}`;

/** How wide a text is, measured once at one size: fonts grow evenly. */
function widthOf(text, points, weight = 500) {
  const key = weight + text;
  let width = measured.get(key);
  if (width === undefined) {
    pen.font = fontOf(20, weight);
    width = pen.measureText(text).width / 20;
    measured.set(key, width);
  }
  return width * points;
}

/** As much of a text as there is room for, which may be nothing: folders give way before names do. */
function shortened(text, room, points, weight) {
  if (widthOf(text, points, weight) <= room) return text;
  const key = `${Math.floor(room / 3)} ${points} ${weight} ${text}`;
  let cut = cuts.get(key);
  if (cut === undefined) {
    if (cuts.size > 20000) cuts.clear();
    cut = cutTo(text, Math.floor(room / 3) * 3, points, weight);
    cuts.set(key, cut);
  }
  return cut;
}

function cutTo(text, room, points, weight) {
  const slash = text.lastIndexOf('/', text.length - 2);
  if (slash >= 0 && slash < text.length - 1) {
    const name = text.slice(slash + 1);
    if (widthOf(name, points, weight) <= room) return name;
    return cutTo(name, room, points, weight);
  }
  const letters = [...text];
  let count = Math.min(letters.length - 1, Math.floor(letters.length * room / widthOf(text, points, weight)) + 1);
  pen.font = fontOf(points, weight);
  while (count > 2 && pen.measureText(letters.slice(0, count).join('') + '…').width > room) count -= 1;
  return count > 2 ? letters.slice(0, count).join('') + '…' : '';
}

/** The size of a text that grows with the drawing but stays legible; whole and half points are enough. */
const legible = (points, most = 20) => within(leastText, Math.round(points * camera.scale * 2) / 2, most);

/** Writes in the middle of a height, from `x` on, or up to it. Places are the screen's. */
function write(text, x, y, points, weight, color, align = 'left') {
  if (!text) return;
  pen.font = fontOf(points, weight);
  pen.textAlign = align;
  pen.textBaseline = 'middle';
  pen.fillStyle = color;
  pen.fillText(text, x, y);
}

/** Upwards along a line, ending or beginning there. */
function writeUpwards(text, x, y, points, weight, color, align) {
  if (!text) return;
  pen.save();
  pen.translate(x, y);
  pen.rotate(-Math.PI / 2);
  write(text, 0, 0, points, weight, color, align);
  pen.restore();
}

const overlaps = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Places that are taken, in squares, so that asking is quick. */
class Places {
  constructor() { this.squares = new Map(); }

  squaresOf(box) {
    const side = 128, found = [];
    for (let x = Math.floor(box.x / side); x <= Math.floor((box.x + box.w) / side); x += 1) {
      for (let y = Math.floor(box.y / side); y <= Math.floor((box.y + box.h) / side); y += 1) {
        found.push(x * 4096 + y);
      }
    }
    return found;
  }

  take(box) {
    for (const square of this.squaresOf(box)) {
      if (!this.squares.has(square)) this.squares.set(square, []);
      this.squares.get(square).push(box);
    }
  }

  isFree(box) {
    return this.squaresOf(box).every((square) =>
      !(this.squares.get(square) || []).some((other) => overlaps(box, other)));
  }
}
