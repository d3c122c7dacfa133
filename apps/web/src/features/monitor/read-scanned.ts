/** An address that was pasted or scanned. */
export interface Scanned {
  /** Symbol, upper case. */
  readonly coin: string;
  /** How it can be read, each with its memo, the likeliest first: only the pool tells a worker or a wallet's scheme from a part of the address. */
  readonly readings: readonly string[];
}

/**
 * Takes apart what stood on a code or in the clipboard: a link to an address page, a user string `COIN:ADDRESS.WORKER#CODE`,
 * a wallet's `scheme:address?amount=…`, or the address alone, which is one of `coin`. Null for nothing.
 */
export function readScanned(text: string, coin: string): Scanned | null {
  const trimmed = text.trim();
  if (trimmed === '' || trimmed.length > 512) return null;
  if (/^https?:\/\//i.test(trimmed)) return readLink(trimmed, coin);
  const known = /^([A-Z0-9]{2,16}):(\S+)$/.exec(trimmed);
  if (known !== null) {
    const address = (known[2] ?? '').replace(/(?:#|\?ref=).*$/i, '');
    return { coin: known[1] ?? coin, readings: withAlso(address, address.replace(/\.[^.]*$/, '')) };
  }
  const address = trimmed.replace(/\?\S*$/, '');
  return { coin, readings: withAlso(address, address.replace(/^[a-z][a-z0-9+-]*:(?:\/\/)?/, '')) };
}

function withAlso(address: string, other: string): readonly string[] {
  return other === '' || other === address ? [address] : [address, other];
}

function readLink(text: string, coin: string): Scanned | null {
  try {
    const url = new URL(text);
    const address = /^\/address\/([^/]+)\/?$/.exec(url.pathname)?.[1];
    if (address === undefined) return null;
    return {
      coin: (url.searchParams.get('coin') ?? coin).toUpperCase(),
      readings: [decodeURIComponent(address)],
    };
  } catch {
    return null;
  }
}
