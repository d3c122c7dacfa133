import { balancedEntry, canonicalContent, type Entry } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { hashOfTexts } from './hash-of-texts.ts';
import { inRanges, type NumberedPosting } from './in-ranges.ts';
import { type ChainHead, nextLinks } from './next-links.ts';
import { pipelinedStatements } from './pipelined-statements.ts';

/** How many postings one statement writes; an entry of a large round has hundreds of thousands. */
const postingsAtOnce = 20_000;

/** The same key was booked before with other content. That is a bug of the caller and is never resolved by a guess. */
export class EntryConflict extends Error {
  override readonly name = 'EntryConflict';
}

/**
 * Books an entry: entry, postings, the balances they change and the links of the hash chains, in the caller's transaction and
 * nowhere else. Booking the same entry again changes nothing and answers `already-booked`. A transaction that books several
 * calls `bookEntries` once, so that the chains are locked in one order by everybody.
 */
export async function bookEntry(tx: Transaction, entry: Entry): Promise<'booked' | 'already-booked'> {
  const [outcome] = await bookEntries(tx, [entry]);
  return outcome ?? 'booked';
}

/** Books entries in their order, after locking the chains of all their assets. */
export async function bookEntries(
  tx: Transaction,
  unchecked: readonly Entry[],
): Promise<('booked' | 'already-booked')[]> {
  const entries = unchecked.map(balancedEntry);
  const heads = await lockChains(
    tx,
    entries.flatMap(({ postings }) => [...new Set(postings.map(({ asset }) => asset))]),
  );
  const outcomes: ('booked' | 'already-booked')[] = [];
  for (const entry of entries) outcomes.push(await bookOne(tx, entry, heads));
  crashPoint('entries-uncommitted');
  return outcomes;
}

/** Sorted, so that no two transactions wait for each other. Answers where each chain ends. */
async function lockChains(tx: Transaction, assets: readonly string[]): Promise<Map<string, ChainHead>> {
  const sorted = [...new Set(assets)].toSorted();
  await tx.query(sql`
    INSERT INTO ledger_chains (asset, length, head)
    SELECT asset, 0, ''::bytea FROM unnest(${sorted}::text[]) AS chain (asset) ON CONFLICT DO NOTHING`);
  const rows = await tx.query<{ asset: string; length: bigint; head: string }>(sql`
    SELECT asset, length, encode(head, 'hex') AS head FROM ledger_chains WHERE asset = ANY(${sorted}::text[])
     ORDER BY asset FOR UPDATE`);
  return new Map(rows.map(({ asset, length, head }) => [asset, { length, head }]));
}

async function bookOne(
  tx: Transaction,
  entry: Entry,
  heads: Map<string, ChainHead>,
): Promise<'booked' | 'already-booked'> {
  const contentHash = hashOfTexts(new Uint8Array(), canonicalContent(entry));
  const [inserted] = await tx.query<{ id: bigint }>(sql`
    INSERT INTO ledger_entries (key, kind, content_hash, booked_at)
    VALUES (${entry.key}, ${entry.kind}, ${contentHash}, ${new Date(entry.at)})
    ON CONFLICT (key) DO NOTHING RETURNING id`);
  if (inserted === undefined) return checkRepeat(tx, entry.key, contentHash);

  const links = nextLinks(entry, heads);
  await addAllPostings(tx, inserted.id, entry);
  crashPoint('entry-unlinked');
  const linked = [...links];
  await tx.query(sql`
    WITH linked AS (
      INSERT INTO ledger_links (asset, number, entry_id, hash)
      SELECT asset, number, ${inserted.id}::bigint, decode(hash, 'hex')
        FROM unnest(${linked.map(([asset]) => asset)}::text[], ${linked.map(([, { length }]) => length)}::bigint[],
                    ${linked.map(([, { head }]) => head)}::text[]) AS link (asset, number, hash)
      RETURNING asset, number, hash
    )
    UPDATE ledger_chains AS chain SET length = linked.number, head = linked.hash FROM linked WHERE chain.asset = linked.asset`);
  for (const [asset, head] of links) heads.set(asset, head);
  return 'booked';
}

async function addAllPostings(tx: Transaction, entryId: bigint, { postings }: Entry): Promise<void> {
  // Nearly all entries have a handful of postings.
  if (postings.length <= postingsAtOnce)
    return addPostings(
      tx,
      entryId,
      postings.map(({ account, asset, amount }, index) => ({ account, asset, amount, line: index + 1 })),
    );
  const writing = pipelinedStatements();
  for (const some of inRanges(postings, postingsAtOnce)) await writing.add(addPostings(tx, entryId, some));
  await writing.end();
}

/** Some of an entry's postings, and the balances that they change. */
async function addPostings(
  tx: Transaction,
  entryId: bigint,
  postings: readonly NumberedPosting[],
): Promise<void> {
  // The caller holds the chain locks of all its assets, so no other transaction creates their balances meanwhile. An existing balance
  // is updated rather than inserted with ON CONFLICT, because the check against negative balances judges the row that an INSERT
  // proposes, even where it then updates. The arrays stand in sub-selects: the planner cannot count them there, assumes few rows and
  // looks each balance up, where it would otherwise read all balances of the pool. Usually every balance exists, and the count skips
  // the search for missing ones.
  await tx.query(sql`
    WITH posted AS (
      INSERT INTO postings (entry_id, line, account, asset, amount)
      SELECT ${entryId}::bigint, line, account, asset, amount
        FROM unnest((SELECT ${postings.map(({ account }) => account)}::text[]), (SELECT ${postings.map(({ asset }) => asset)}::text[]),
                    (SELECT ${postings.map(({ amount }) => amount)}::numeric[]), (SELECT ${postings.map(({ line }) => line)}::int[]))
             AS posting (account, asset, amount, line)
      RETURNING account, asset, amount
    ), moved AS (
      UPDATE balances SET amount = balances.amount + posted.amount FROM posted
       WHERE balances.account = posted.account AND balances.asset = posted.asset
      RETURNING balances.account, balances.asset
    )
    INSERT INTO balances (account, asset, amount)
    SELECT account, asset, amount FROM posted
     WHERE (SELECT count(*) FROM moved) < (SELECT count(*) FROM posted)
       AND NOT EXISTS (SELECT 1 FROM moved WHERE moved.account = posted.account AND moved.asset = posted.asset)`);
}

async function checkRepeat(tx: Transaction, key: string, contentHash: Buffer): Promise<'already-booked'> {
  const [known] = await tx.query<{ content_hash: Uint8Array }>(
    sql`SELECT content_hash FROM ledger_entries WHERE key = ${key}`,
  );
  if (known === undefined || !contentHash.equals(known.content_hash)) {
    throw new EntryConflict(`entry ${key} was booked before with another content`);
  }
  return 'already-booked';
}
