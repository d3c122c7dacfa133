import type { Entry, Posting } from '@openlode/ledger/posting';
import { hashOfTexts } from './hash-of-texts.ts';

/** Where the hash chain of an asset ends. */
export interface ChainHead {
  readonly length: bigint;
  /** Hex; the empty text before the first link. */
  readonly head: string;
}

/**
 * The links that an entry adds to the chains of its assets. They must equal what the database functions `ledger_link_hash` and
 * `ledger_moves` compute, because the chains are verified with those.
 */
export function nextLinks(
  { key, kind, at, postings }: Entry,
  heads: ReadonlyMap<string, ChainHead>,
): ReadonlyMap<string, ChainHead> {
  const links = new Map<string, ChainHead>();
  for (const [asset, { from, to }] of spansOf(postings)) {
    const before = heads.get(asset);
    if (before === undefined) throw new Error(`the chain of ${asset} is not locked`);
    const length = before.length + 1n;
    // As a column of the database keeps the time: in whole milliseconds.
    const title = [length, asset, key, kind, new Date(at).getTime()].join('\n');
    const head = hashOfTexts(Buffer.from(before.head, 'hex'), linkContent(title, postings, from, to));
    links.set(asset, { length, head: head.toString('hex') });
  }
  return links;
}

/** Where the postings of each asset stand in an entry, which has them one asset after the other. */
function spansOf(postings: readonly Posting[]): ReadonlyMap<string, { from: number; to: number }> {
  const spans = new Map<string, { from: number; to: number }>();
  for (const [index, { asset }] of postings.entries()) {
    const span = spans.get(asset);
    if (span === undefined) spans.set(asset, { from: index, to: index + 1 });
    else if (span.to === index) span.to += 1;
    else throw new Error(`the postings of ${asset} do not stand together`);
  }
  return spans;
}

function* linkContent(
  title: string,
  postings: readonly Posting[],
  from: number,
  to: number,
): Generator<string> {
  yield title;
  for (let index = from; index < to; index += 1) {
    const posting = postings[index];
    if (posting !== undefined) yield `\n${posting.account} ${posting.amount}`;
  }
}
