// What the bands stand on, and their names at the edge, which stay while the drawing moves.

/** Wide windows have room for names beside the drawing, narrow ones for names that run upwards. */
const isNarrow = () => size.width < 640;
const gutterWidth = () => (isNarrow() ? 24 : 118);

function marginsOf(view) {
  if (view === 'matrix') return matrixMargins();
  return view === 'bands' ? { left: gutterWidth(), top: 0 } : { left: 0, top: 30 };
}

function paintBandGrounds(scene) {
  pen.fillStyle = colors.band;
  for (const band of scene.bands) {
    pen.fillRect(0, band.y * camera.scale + camera.y, size.width, band.h * camera.scale);
  }
}

function paintGutter(scene) {
  const width = gutterWidth();
  pen.fillStyle = colors.ground;
  pen.fillRect(0, 0, width, size.height);
  for (const band of scene.bands) {
    const top = band.y * camera.scale + camera.y, bottom = top + band.h * camera.scale;
    const from = Math.max(0, top), to = Math.min(size.height, bottom);
    if (to - from < leastText + 3) continue;
    pen.fillStyle = colors.band;
    pen.fillRect(0, from, width, to - from);
    pen.fillStyle = colors.dim;
    pen.fillRect(width - 2, from, 2, to - from);
    nameBand(band, width, from, to);
  }
}

function nameBand(band, width, from, to) {
  const middle = (from + to) / 2;
  if (width < 60) {
    const text = shortened(band.name, to - from - 8, 12, 650);
    return writeUpwards(text, width / 2, middle, 12, 650, colors.ink, 'center');
  }
  const hasCount = to - from >= 36;
  write(shortened(band.name, width - 22, 13, 650), 12, hasCount ? middle - 8 : middle, 13, 650, colors.ink);
  const count = shortened(plural(band.count, 'module'), width - 22, leastText, 500);
  if (hasCount) write(count, 12, middle + 9, leastText, 500, colors.dim);
}
