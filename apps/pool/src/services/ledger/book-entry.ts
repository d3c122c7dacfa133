import { createHash } from 'node:crypto';
import { balancedEntry, canonicalContent, type Entry } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';

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
  const entries = unchecked.map(balancedEntry);
  await lockChains(
    tx,
    entries.flatMap(({ postings }) => postings.map(({ asset }) => asset)),
  );
  const outcomes: ('booked' | 'already-booked')[] = [];
  for (const entry of entries) outcomes.push(await bookOne(tx, entry));
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
  const contentHash = createHash('sha256').update(canonicalContent(entry)).digest();
  const [inserted] = await tx.query<{ id: bigint }>(sql`
    INSERT INTO ledger_entries (key, kind, content_hash, booked_at)
    VALUES (${entry.key}, ${entry.kind}, ${contentHash}, ${new Date(entry.at)})
    ON CONFLICT (key) DO NOTHING RETURNING id`);
  if (inserted === undefined) return checkRepeat(tx, entry.key, contentHash);

  const accounts = entry.postings.map((posting) => posting.account);
  const assets = entry.postings.map((posting) => posting.asset);
  const amounts = entry.postings.map((posting) => posting.amount);
  await tx.query(sql`
    INSERT INTO postings (entry_id, line, account, asset, amount)
    SELECT ${inserted.id}::bigint, line, account, asset, amount
      FROM unnest(${accounts}::text[], ${assets}::text[], ${amounts}::numeric[])
           WITH ORDINALITY AS posting (account, asset, amount, line)`);
  // Rows first, then amounts: the check against negative money looks at what an INSERT proposes, even where it then updates.
  await tx.query(sql`
    INSERT INTO balances (account, asset, amount)
    SELECT account, asset, 0 FROM unnest(${accounts}::text[], ${assets}::text[]) AS posting (account, asset)
    ON CONFLICT DO NOTHING`);
  await tx.query(sql`
    UPDATE balances SET amount = balances.amount + posting.amount
      FROM unnest(${accounts}::text[], ${assets}::text[], ${amounts}::numeric[]) AS posting (account, asset, amount)
     WHERE balances.account = posting.account AND balances.asset = posting.asset`);
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

async function checkRepeat(tx: Transaction, key: string, contentHash: Buffer): Promise<'already-booked'> {
  const [known] = await tx.query<{ content_hash: Uint8Array }>(
    sql`SELECT content_hash FROM ledger_entries WHERE key = ${key}`,
  );
  if (known === undefined || !contentHash.equals(known.content_hash)) {
    throw new EntryConflict(`entry ${key} was booked before with another content`);
  }
  return 'already-booked';
}
