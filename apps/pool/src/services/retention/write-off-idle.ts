import type { Entry, Posting } from '@openlode/ledger/posting';
import sql, { type Sql } from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import { keepRoundsAway } from '../accounts/crediting-lock.ts';
import { miningPlace, referralPlace } from '../accounts/ledger-place.ts';
import type { ServiceContext } from '../context.ts';
import { appendEvents } from '../events/append-events.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { crashPoint } from '../ports/crash-point.ts';
import { clearedAfterMs } from './retention-rules.ts';

/** Where balances go that nobody has claimed. */
const writtenOff = 'pool:written-off';

const accountsPerTransaction = 100;

/**
 * Clears accounts without work and without any movement in the books for six months: what stands in their balances is booked to
 * `pool:written-off`, one entry and one event an account and day. Nothing is ever deleted from the books, and the account itself stays.
 * Answers how many accounts were cleared.
 */
export async function writeOffIdle(
  ctx: Pick<ServiceContext, 'db' | 'clock' | 'publisher'>,
  accountsMax = accountsPerTransaction,
): Promise<number> {
  const now = ctx.clock.now();
  const before = new Date(now - clearedAfterMs);
  const date = new Date(now).toISOString().slice(0, 10);
  return ctx.db.transaction(async (tx) => {
    await keepRoundsAway(tx);
    // Whoever converts or pays for an account holds its row, so what is read after the lock is what there is.
    const candidates = await tx.query<{ id: bigint }>(sql`
      SELECT id FROM accounts WHERE ${isIdle(before)} ORDER BY id LIMIT ${accountsMax} FOR UPDATE`);
    const idle = await tx.query<{ id: bigint; uuid: string }>(sql`
      SELECT id, uuid FROM accounts WHERE id = ANY(${candidates.map(({ id }) => id)}::bigint[]) AND ${isIdle(before)}
       ORDER BY id`);
    const entries: Entry[] = [];
    for (const { id, uuid } of idle) {
      const postings = await emptyingPostings(tx, id);
      entries.push({ key: `write-off:${uuid}:${date}`, kind: 'write-off', at: now, postings });
    }
    await bookEntries(tx, entries);
    const body = { type: 'account', code: 'written-off' } as const;
    const live = await appendEvents(
      tx,
      idle.map(({ id, uuid }) => ({ accountId: id, uuid, at: now, body })),
    );
    if (idle.length > 0) crashPoint('write-off-uncommitted');
    tx.afterCommit(() => {
      if (idle.length > 0) crashPoint('write-off-unpublished');
      ctx.publisher.publish([
        ...live,
        ...idle.map(({ id, uuid }) => ({ kind: 'balance-changed', accountId: id, uuid }) as const),
      ]);
    });
    return idle.length;
  });
}

/** Has something, and neither worked nor been moved since. */
function isIdle(before: Date): Sql {
  const places = sql`('miner:' || accounts.id || ':mining', 'miner:' || accounts.id || ':referral')`;
  return sql`last_work_at <= ${before}
    AND EXISTS (SELECT 1 FROM balances WHERE balances.account IN ${places} AND amount > 0)
    AND NOT EXISTS (
      SELECT 1 FROM postings JOIN ledger_entries ON ledger_entries.id = entry_id
       WHERE postings.account IN ${places} AND booked_at > ${before})`;
}

/** In every asset in which the account has something. */
async function emptyingPostings(tx: Transaction, accountId: bigint): Promise<Posting[]> {
  const places = [miningPlace(accountId), referralPlace(accountId)] as const;
  const balances = await tx.query<{ account: (typeof places)[number]; asset: string; amount: bigint }>(sql`
    SELECT account, asset, amount FROM balances WHERE account = ANY(${[...places]}::text[]) AND amount > 0`);
  return balances.flatMap(({ account, asset, amount }) => [
    { account, asset, amount: -amount },
    { account: writtenOff, asset, amount },
  ]);
}
