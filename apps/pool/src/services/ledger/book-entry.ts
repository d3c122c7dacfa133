import { createHash } from 'node:crypto';
import { balancedEntry, canonicalContent, type Entry } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';

/** The same key was booked before with another content: somebody's bug, and never to be guessed at. */
export class EntryConflict extends Error {
  override readonly name = 'EntryConflict';
}

/**
 * Books an entry: entry, postings and the balances they change, in the caller's transaction and nowhere else.
 * Booking the same entry again changes nothing and answers `already-booked`.
 */
export async function bookEntry(tx: Transaction, unchecked: Entry): Promise<'booked' | 'already-booked'> {
  const entry = balancedEntry(unchecked);
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
