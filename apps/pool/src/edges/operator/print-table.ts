/** A table for a terminal: columns as wide as their widest cell, those named in `right` set to the right. */
export function printTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  right: ReadonlySet<string> = new Set(),
): string {
  const widths = headings.map((heading, column) =>
    Math.max(heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return right.has(headings[column] ?? '') ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(headings), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

/** What stands in a column: text, set to the left, or to the right with `right`. */
type Column<Row> = ((row: Row) => string) | { readonly right: (row: Row) => string };

/** A list as a table, column by column; `none` where it is empty. */
export function printList<Row>(
  rows: readonly Row[],
  none: string,
  columns: Readonly<Record<string, Column<Row>>>,
): string {
  if (rows.length === 0) return none;
  const headings = Object.keys(columns);
  const cells = Object.values(columns).map((column) =>
    typeof column === 'function' ? column : column.right,
  );
  const right = headings.filter((heading) => typeof columns[heading] !== 'function');
  return printTable(
    headings,
    rows.map((row) => cells.map((cell) => cell(row))),
    new Set(right),
  );
}
