// Sorts a table by the column whose title is clicked: the largest first, then the smallest. The row of everything
// stays where it is. Without a script the page is as it was written.
'use strict';

for (const table of document.querySelectorAll('table')) {
  const titles = [...table.tHead.rows[0].cells];
  titles.forEach((title, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...title.childNodes);
    title.append(button);
    button.addEventListener('click', () => sort(table, titles, column));
  });
}

function sort(table, titles, column) {
  const title = titles[column];
  const first = column === 0 ? 'ascending' : 'descending';
  const second = column === 0 ? 'descending' : 'ascending';
  const order = title.ariaSort === first ? second : first;
  for (const other of titles) other.ariaSort = null;
  title.ariaSort = order;
  const rows = [...table.tBodies[0].rows].filter((row) => !row.classList.contains('total'));
  const sign = order === 'ascending' ? 1 : -1;
  rows.sort((a, b) => sign * compare(a.cells[column], b.cells[column]));
  table.tBodies[0].prepend(...rows);
}

// What is not known is least.
function compare(a, b) {
  if (a.dataset.v === undefined && b.dataset.v === undefined) {
    return a.textContent < b.textContent ? -1 : a.textContent > b.textContent ? 1 : 0;
  }
  return number(a) - number(b);
}

function number(cell) {
  return cell.dataset.v === undefined || cell.dataset.v === '' ? -1e300 : Number(cell.dataset.v);
}
