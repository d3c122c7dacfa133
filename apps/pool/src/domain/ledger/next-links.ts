import { createHash } from 'node:crypto';
import type { Entry } from '@openlode/ledger/posting';

/** Where the hash chain of an asset ends. */
export interface ChainHead {
  readonly length: bigint;
  /** Hex; the empty text before the first link. */
  readonly head: string;
}

/**
 * The links that an entry adds to the chains of its assets. They are what `ledger_link_hash` makes of `ledger_moves`: the chains are
 * walked by these, and would break on any difference.
 */
export function nextLinks(
  { key, kind, at, postings }: Entry,
  heads: ReadonlyMap<string, ChainHead>,
): ReadonlyMap<string, ChainHead> {
  const moves = new Map<string, string[]>();
  for (const { account, asset, amount } of postings) {
    const own = moves.get(asset);
    if (own === undefined) moves.set(asset, [`${account} ${amount}`]);
    else own.push(`${account} ${amount}`);
  }
  return new Map(
    [...moves].map(([asset, own]) => {
      const before = heads.get(asset);
      if (before === undefined) throw new Error(`the chain of ${asset} is not locked`);
      const length = before.length + 1n;
      // As a column of the database keeps the time: in whole milliseconds.
      const title = [length, asset, key, kind, new Date(at).getTime()].join('\n');
      const hash = createHash('sha256').update(Buffer.from(before.head, 'hex'));
      const head = hash.update([title, ...own].join('\n')).digest('hex');
      return [asset, { length, head }];
    }),
  );
}
