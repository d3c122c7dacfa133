/**
 * The query of a URL as text. The router's own reader turns `?ref=2024` into a number and `?ref={"a":1}` into an object;
 * here each value stays the text that was typed or linked, and each route judges it.
 */
export function parseQuery(query: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(query));
}

/** The inverse: fields without a value are left out. Colons stay readable, as in `kaspa:…`. */
export function printQuery(search: Readonly<Record<string, unknown>>): string {
  const filled = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const text = new URLSearchParams(filled).toString().replaceAll('%3A', ':');
  return text === '' ? '' : `?${text}`;
}
