import { eachInSteps } from '@openlode/ledger/in-steps';
import type { Entry } from '@openlode/ledger/posting';
import { type HashOfPieces, hashOfPieces } from './hash-of-pieces.ts';
import { inTurns } from './in-turns.ts';

/** Where the hash chain of an asset ends. */
export interface ChainHead {
  readonly length: bigint;
  /** Hex; the empty text before the first link. */
  readonly head: string;
}

/**
 * The links that an entry adds to the chains of its assets. They are made here while the database writes the postings, and are what
 * `ledger_link_hash` makes of `ledger_moves`: the chains are walked by these, and would break on any difference.
 */
export async function nextLinks(
  { key, kind, at, postings }: Entry,
  heads: ReadonlyMap<string, ChainHead>,
): Promise<ReadonlyMap<string, ChainHead>> {
  const links = new Map<string, { readonly length: bigint; readonly hash: HashOfPieces }>();
  await inTurns(
    eachInSteps(postings, ({ account, asset, amount }) => {
      let link = links.get(asset);
      if (link === undefined) {
        const before = heads.get(asset);
        if (before === undefined) throw new Error(`the chain of ${asset} is not locked`);
        link = { length: before.length + 1n, hash: hashOfPieces(Buffer.from(before.head, 'hex')) };
        // As a column of the database keeps it: in whole milliseconds.
        link.hash.add([link.length, asset, key, kind, new Date(at).getTime()].join('\n'));
        links.set(asset, link);
      }
      link.hash.add(`\n${account} ${amount}`);
    }),
  );
  return new Map(
    [...links].map(([asset, { length, hash }]) => [asset, { length, head: hash.digest().toString('hex') }]),
  );
}
