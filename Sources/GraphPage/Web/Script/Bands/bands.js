// The bands: layers below each other, in them groups, in these packages or modules.

const sizes = { pad: 10, gap: 8, box: 28, groupGap: 16, bandGap: 8 };
/** Many groups stand close and have one line each, few have room for two. */
const roomy = { head: 44, openHead: 26, least: 150, rowGap: 26, bandPad: 16 };
const dense = { head: 30, openHead: 48, least: 96, rowGap: 16, bandPad: 14 };
/** Where a group's parts stand on each other, arrows run between their rows. */
const depthGap = 15;
/** Names keep their size when the drawing is seen from a little farther off. */
const slackOfText = 1.3;

function buildBands() {
  const groups = orderGroups(buildTree().map(describe));
  const count = groups.reduce((sum, group) => sum + Math.max(1, group.parts.length), 0);
  const density = groups.length > 40 || count > 150 ? dense : roomy;
  for (const group of groups) preparePlace(group, density);
  const scene = { key: 'bands', nodes: [], groups, ...bestLayout(groups), byKey: new Map() };
  for (const group of groups) {
    scene.nodes.push(group);
    for (const part of group.parts) scene.nodes.push(part);
  }
  for (const node of scene.nodes) scene.byKey.set(node.key, node);
  connect(scene);
  return scene;
}

/** Near the middle of what they are joined with in other bands, so that arrows are short. */
function orderGroups(groups) {
  const { of } = state.grouping;
  const groupAt = new Map(groups.map((group) => [group.index, group]));
  const weights = new Map(groups.map((group) => [group, new Map()]));
  for (const edge of edges) {
    const from = groupAt.get(of[edge.from]), to = groupAt.get(of[edge.to]);
    if (!from || !to || from.band === to.band) continue;
    weights.get(from).set(to, (weights.get(from).get(to) || 0) + 1);
    weights.get(to).set(from, (weights.get(to).get(from) || 0) + 1);
  }
  const bands = [...data.bands.names.keys()].map((band) => groups.filter((group) => group.band === band));
  const settle = (band) => band.forEach((group, at) => { group.at = (at + 0.5) / band.length; });
  bands.forEach(settle);
  for (let sweep = 0; sweep < 6; sweep += 1) {
    for (const band of sweep % 2 ? [...bands].reverse() : bands) {
      for (const group of band) {
        const near = [...weights.get(group)];
        const sum = near.reduce((total, [, weight]) => total + weight, 0);
        group.wish = sum ? near.reduce((total, [other, weight]) => total + other.at * weight, 0) / sum : group.at;
      }
      band.sort((a, b) => a.wish - b.wish || a.index - b.index);
      settle(band);
    }
  }
  return bands.flat();
}

/** How wide its boxes are, and which of them stand in one row: of a few what needs others stands above these. */
function preparePlace(group, density) {
  for (const part of group.parts) {
    describe(part);
    part.group = group;
    part.band = group.band;
  }
  const widest = Math.max(0, ...group.parts.map((part) => widthOf(nameOnly(part.label), 13) + countRoom(part)));
  group.cell = Math.round(within(84, widest * slackOfText + 34, 240));
  group.rows = group.level > 0 && group.parts.length <= 40 ? depthRows(group) : [group.parts];
  group.density = density;
  group.head = group.level > 0 ? density.openHead : density.head;
  const count = group.level > 0 ? 30 + widthOf(subtitle(group), 11.5) : 0;
  const title = widthOf(group.label, 13.5, 650) * slackOfText + count;
  group.headWidth = Math.round(within(density.least, title + 30 + badgeRoom(group), 300));
}

const nameOnly = (label) => label.slice(label.lastIndexOf('/') + 1) || label;
const countRoom = (part) => (part.members.length > 1 ? 22 : 0);
const badgeRoom = (group) => (group.changed ? 30 : 0) + (group.reached ? 30 : 0);

function subtitle(group) {
  const count = plural(group.members.length, 'module');
  return group.whole ? `${count} · ${group.whole}` : count;
}

/** Rows by the longest way down within the group, the neighbours of the row above near each other. */
function depthRows(group) {
  const partOf = new Map(group.parts.flatMap((part) => part.members.map((member) => [member, part])));
  const below = new Map(group.parts.map((part) => [part, new Set()]));
  for (const [member, part] of partOf) {
    for (const { module } of modules[member].needs) {
      const other = partOf.get(module);
      if (other && other !== part) below.get(part).add(other);
    }
  }
  const height = new Map();
  const heightOf = (part, way) => {
    if (height.has(part)) return height.get(part);
    if (way.has(part)) return 0;
    way.add(part);
    const found = Math.max(0, ...[...below.get(part)].map((other) => heightOf(other, way) + 1));
    way.delete(part);
    height.set(part, found);
    return found;
  };
  const rows = [];
  for (const part of group.parts) {
    const at = heightOf(part, new Set());
    (rows[at] = rows[at] || []).push(part);
  }
  const ordered = rows.filter(Boolean).reverse();
  const place = new Map(ordered[0].map((part, index) => [part, index]));
  for (const row of ordered.slice(1)) {
    const wish = (part) => {
      const above = [...below].filter(([other, set]) => set.has(part) && place.has(other));
      return above.length ? above.reduce((sum, [other]) => sum + place.get(other), 0) / above.length : row.length;
    };
    const wishes = new Map(row.map((part) => [part, wish(part)]));
    row.sort((a, b) => wishes.get(a) - wishes.get(b));
    row.forEach((part, index) => place.set(part, index));
  }
  return ordered;
}

/** The layout that is seen largest in the window, of those for several widths. */
function bestLayout(groups) {
  const room = roomForDrawing();
  // A phone shows the width; who wants to see more moves on.
  if (isNarrow()) room.h *= 2.5;
  let best = null;
  for (let width = 260; width < 24000; width *= 1.12) {
    const layout = layBands(groups, width);
    const scale = Math.min(room.w / layout.width, room.h / layout.height, 1.6);
    if (!best || scale > best.scale * 1.005) best = { scale, width };
    if (layout.height < room.h * layout.width / room.w / 2.5) break;
  }
  return layBands(groups, best.width);
}

function layBands(groups, room) {
  const bands = [];
  let y = 0, width = 0;
  for (const group of groups) sizeGroup(group, room);
  data.bands.names.forEach((name, band) => {
    const members = groups.filter((group) => group.band === band);
    if (!members.length) return;
    const rows = wrap(members, room);
    const top = y;
    const { bandPad, rowGap } = members[0].density;
    y += bandPad;
    for (const row of rows) {
      row.y = y;
      y += Math.max(...row.groups.map((group) => group.h)) + rowGap;
      width = Math.max(width, row.w);
    }
    y += bandPad - rowGap;
    bands.push({ name, y: top, h: y - top, rows, count: members.reduce((sum, one) => sum + one.members.length, 0) });
    y += sizes.bandGap;
  });
  for (const band of bands) {
    for (const row of band.rows) placeRow(row, width);
  }
  return { bands, width: width + 2 * sizes.groupGap, height: Math.max(1, y - sizes.bandGap) };
}

function sizeGroup(group, room) {
  const { pad, gap, box } = sizes, count = group.parts.length;
  const most = Math.max(1, Math.floor((room - 2 * pad + gap) / (group.cell + gap)));
  const longest = Math.max(0, ...group.rows.map((row) => row.length));
  const square = Math.ceil(Math.sqrt(2.4 * (box + gap) * longest / (group.cell + gap)));
  const isGrid = group.rows.length === 1 && longest > 6;
  group.columns = count ? Math.min(most, isGrid ? square : Math.min(longest, 6)) : 0;
  const lines = group.rows.map((row) => Math.ceil(row.length / Math.max(1, group.columns)));
  const rowGap = group.rows.length > 1 ? depthGap : gap;
  group.w = Math.max(Math.min(group.headWidth, Math.max(room, group.density.least)),
    count ? 2 * pad + group.columns * (group.cell + gap) - gap : 0);
  const inner = lines.reduce((sum, some) => sum + some * (box + gap) - gap, 0) + rowGap * (lines.length - 1);
  group.h = group.head + (count ? inner + pad + (group.level > 0 ? 4 : 0) : 0);
}

function wrap(groups, room) {
  const rows = [];
  let row = null;
  for (const group of groups) {
    if (!row || row.w + sizes.groupGap + group.w > room) {
      row = { groups: [], w: -sizes.groupGap };
      rows.push(row);
    }
    row.groups.push(group);
    row.w += sizes.groupGap + group.w;
  }
  return rows;
}

/** A row stands in the middle and takes up some of the room that others need. */
function placeRow(row, width) {
  const spare = width - row.w;
  const more = Math.min(40, spare / (row.groups.length + 1));
  let x = sizes.groupGap + (spare - more * (row.groups.length - 1)) / 2;
  for (const group of row.groups) {
    group.x = x;
    group.y = row.y;
    placeParts(group);
    x += group.w + sizes.groupGap + more;
  }
}

function placeParts(group) {
  const { pad, gap, box } = sizes;
  let y = group.y + group.head + (group.level > 0 ? 4 : 0);
  for (const row of group.rows) {
    const columns = Math.max(1, Math.min(group.columns, row.length));
    const used = columns * (group.cell + gap) - gap;
    const left = group.x + (group.rows.length > 1 ? (group.w - used) / 2 : pad);
    row.forEach((part, index) => {
      part.x = left + (index % columns) * (group.cell + gap);
      part.y = y + Math.floor(index / columns) * (box + gap);
      part.w = group.rows.length > 1 || group.parts.length > columns ? group.cell
        : Math.max(group.cell, (group.w - 2 * pad - gap * (columns - 1)) / columns);
      part.h = box;
      if (part.w > group.cell) part.x = group.x + pad + (index % columns) * (part.w + gap);
    });
    y += Math.ceil(row.length / columns) * (box + gap) - gap + (group.rows.length > 1 ? depthGap : gap);
  }
}
