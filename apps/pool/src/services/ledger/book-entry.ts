import { createHash } from 'node:crypto';
import { balanceInSteps, contentInSteps, type Entry, type Posting } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import { crashPoint } from '../ports/crash-point.ts';
import { inTurns } from './in-turns.ts';
import { oneBehind } from './one-behind.ts';

/** An entry of a large round has hundreds of thousands of postings; so many go in one statement, so that mining gets its turn in between. */
const postingsAtOnce = 20_000;

/** Characters; one call for each posting would cost more than hashing it. */
const hashedAtOnce = 65_536;

/** The same key was booked before with another content: somebody's bug, and never to be guessed at. */
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
  const entries: Entry[] = [];
  for (const entry of unchecked) entries.push(await inTurns(balanceInSteps(entry)));
  await lockChains(
    tx,
    entries.flatMap(({ postings }) => [...new Set(postings.map(({ asset }) => asset))]),
  );
  const outcomes: ('booked' | 'already-booked')[] = [];
  for (const entry of entries) outcomes.push(await bookOne(tx, entry));
  crashPoint('entries-uncommitted');
  return outcomes;
}

/** Sorted, so that no two transactions wait for each other. */
async function lockChains(tx: Transaction, assets: readonly string[]): Promise<void> {
  const sorted = [...new Set(assets)].toSorted();
  await tx.query(sql`
    INSERT INTO ledger_chains (asset, length, head)
    SELECT asset, 0, ''::bytea FROM unnest(${sorted}::text[]) AS chain (asset) ON CONFLICT DO NOTHING`);
  await tx.query(
    sql`SELECT 1 FROM ledger_chains WHERE asset = ANY(${sorted}::text[]) ORDER BY asset FOR UPDATE`,
  );
}

async function bookOne(tx: Transaction, entry: Entry): Promise<'booked' | 'already-booked'> {
  const contentHash = await hashContent(entry);
  const [inserted] = await tx.query<{ id: bigint }>(sql`
    INSERT INTO ledger_entries (key, kind, content_hash, booked_at)
    VALUES (${entry.key}, ${entry.kind}, ${contentHash}, ${new Date(entry.at)})
    ON CONFLICT (key) DO NOTHING RETURNING id`);
  if (inserted === undefined) return checkRepeat(tx, entry.key, contentHash);

  const writing = oneBehind();
  for (let from = 0; from < entry.postings.length; from += postingsAtOnce) {
    const some = entry.postings.slice(from, from + postingsAtOnce);
    await writing.add(addPostings(tx, inserted.id, from, some));
  }
  await writing.end();
  crashPoint('entry-unlinked');
  await tx.query(sql`
    WITH moved AS (
      UPDATE ledger_chains AS chain
         SET length = length + 1, head = ledger_link_hash(head, length + 1, moves.asset, key, kind, booked_at, content)
        FROM (SELECT * FROM ledger_moves WHERE entry_id = ${inserted.id}) AS moves
       WHERE chain.asset = moves.asset RETURNING chain.asset, length, head
    )
    INSERT INTO ledger_links (asset, number, entry_id, hash)
    SELECT asset, length, ${inserted.id}::bigint, head FROM moved`);
  return 'booked';
}

async function hashContent(entry: Entry): Promise<Buffer> {
  const hash = createHash('sha256');
  let text = '';
  await inTurns(
    contentInSteps(entry, (piece) => {
      text += piece;
      if (text.length < hashedAtOnce) return;
      hash.update(text);
      text = '';
    }),
  );
  return hash.update(text).digest();
}

/** Some of an entry's postings, from a line on, and the balances that they change. */
async function addPostings(
  tx: Transaction,
  entryId: bigint,
  from: number,
  postings: readonly Posting[],
): Promise<void> {
  // Who books holds the chains of all its assets, so nobody else makes a balance of them meanwhile. A balance that is there is
  // changed and not proposed anew: the check against negative money looks at what an INSERT proposes, even where it then updates.
  await tx.query(sql`
    WITH posted AS (
      INSERT INTO postings (entry_id, line, account, asset, amount)
      SELECT ${entryId}::bigint, ${from}::int + line, account, asset, amount
        FROM unnest(${postings.map(({ account }) => account)}::text[], ${postings.map(({ asset }) => asset)}::text[],
                    ${postings.map(({ amount }) => amount)}::numeric[])
             WITH ORDINALITY AS posting (account, asset, amount, line)
      RETURNING account, asset, amount
    ), moved AS (
      UPDATE balances SET amount = balances.amount + posted.amount FROM posted
       WHERE balances.account = posted.account AND balances.asset = posted.asset
      RETURNING balances.account, balances.asset
    )
    INSERT INTO balances (account, asset, amount)
    SELECT account, asset, amount FROM posted
     WHERE NOT EXISTS (SELECT 1 FROM moved WHERE moved.account = posted.account AND moved.asset = posted.asset)`);
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
