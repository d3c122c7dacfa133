/** Prints a table on the terminal: the first column to the left, the others to the right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((_cell, at) => Math.max(...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  for (const row of [head, ...rows])
    console.log(
      row
        .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
        .join('  '),
    );
}
