import type { Spread } from './statistics.ts';

/** `31,200 [30,100 … 32,000]`: the median between the extremes. */
export function spreadText({ median, min, max }: Spread, digits: number): string {
  const text = (value: number): string =>
    value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return `${text(median)} [${text(min)} … ${text(max)}]`;
}

export function ratioText(ratio: number, isReached: (ratio: number) => boolean): string {
  return `${ratio.toFixed(2)} ${isReached(ratio) ? 'met' : 'MISSED'}`;
}

export function printTable(
  title: string,
  head: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const lines = [head, ...rows];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  console.log(`\n${title}`);
  for (const line of lines)
    console.log(line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
