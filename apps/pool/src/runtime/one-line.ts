/**
 * Words of a node, a wallet or a person elsewhere, for logs, rows and an operator's lists: one line of at most `max` characters, without
 * anything that a terminal would obey or a database refuse.
 */
export function oneLine(words: string, max: number): string {
  const line = words.replace(/[^\x20-\x7e]+/g, ' ').trim();
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
}
