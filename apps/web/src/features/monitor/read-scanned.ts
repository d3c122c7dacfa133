/** An address that was pasted or scanned. */
export interface Scanned {
  /** Symbol, upper case. */
  readonly coin: string;
  /** With its memo, if it has one. */
  readonly address: string;
}

/**
 * Takes apart what stood on a code or in the clipboard: a link to an address page, `COIN:ADDRESS`, a wallet's `scheme:address?amount=…`,
 * or the address alone, which is one of `coin`. Null for nothing. The pool judges the address itself.
 */
export function readScanned(text: string, coin: string): Scanned | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 512) return null;
  if (/^https?:\/\//i.test(trimmed)) return readLink(trimmed, coin);
  const known = /^([A-Z0-9]{2,16}):(\S+)$/.exec(trimmed);
  if (known !== null) return { coin: known[1] ?? coin, address: (known[2] ?? '').replace(/[.#].*$/, '') };
  const wallet = /^[a-z]+:([^?\s]+)\?\S*$/.exec(trimmed);
  return { coin, address: wallet?.[1] ?? trimmed };
}

function readLink(text: string, coin: string): Scanned | null {
  try {
    const url = new URL(text);
    const address = /^\/address\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    if (address === undefined) return null;
    return {
      coin: (url.searchParams.get('coin') ?? coin).toUpperCase(),
      address: decodeURIComponent(address),
    };
  } catch {
    return null;
  }
}
