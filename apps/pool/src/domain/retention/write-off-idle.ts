import { miningAccount, referralAccount, writtenOffAccount } from '@openlode/ledger/accounts';
import type { Entry, Posting } from '@openlode/ledger/posting';
import sql from 'sql-template-tag';
import type { Transaction } from '../../runtime/database/database.ts';
import { keepRoundsAway } from '../miners/crediting-lock.ts';
import { appendEvents } from '../events/append-events.ts';
import { bookEntries } from '../ledger/book-entry.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import { hourMs } from '../payouts/payable-pairs.ts';
import { type IdleContext, isIdle, isPayable } from './idle-miners.ts';
import { clearedAfterMs, writeOffNoticeMs } from '../policy/retention-rules.ts';

const minersPerTransaction = 100;

/**
 * Clears miners without work and without any movement in the ledger for six months whose notice is due and was payable all its hours: what stands in their balances is
 * booked to `pool:written-off`, one entry and one event a miner and day. A miner that could not be paid now is left alone. Nothing is
 * ever deleted from the ledger, and the miner itself stays. Answers how many miners were cleared.
 */
export async function writeOffIdle(ctx: IdleContext, minersMax = minersPerTransaction): Promise<number> {
  if (ctx.payoutBlockReason?.() !== undefined) return 0;
  const now = ctx.clock.now();
  const date = new Date(now).toISOString().slice(0, 10);
  return ctx.db.transaction(async (tx) => {
    await keepRoundsAway(tx);
    const mayBeCleared = sql`${isIdle(new Date(now - clearedAfterMs))} AND ${await isPayable(tx, now, ctx)}
      AND EXISTS (SELECT 1 FROM write_off_notices
                   WHERE miner_id = miners.id AND due_at <= ${new Date(now)} AND payable_hours >= ${writeOffNoticeMs / hourMs})`;
    // Conversions and payouts of a miner lock its row, so a balance that is read after the lock cannot change.
    const candidates = await tx.query<{ id: bigint }>(sql`
      SELECT id FROM miners WHERE ${mayBeCleared} ORDER BY id LIMIT ${minersMax} FOR UPDATE`);
    const idle = await tx.query<{ id: bigint; uuid: string }>(sql`
      SELECT id, uuid FROM miners WHERE id = ANY(${candidates.map(({ id }) => id)}::bigint[]) AND ${mayBeCleared}
       ORDER BY id`);
    const entries: Entry[] = [];
    for (const { id, uuid } of idle) {
      const postings = await emptyingPostings(tx, id);
      entries.push({ key: `write-off:${uuid}:${date}`, kind: 'write-off', at: now, postings });
    }
    await bookEntries(tx, entries);
    await tx.query(sql`
      DELETE FROM write_off_notices WHERE miner_id = ANY(${idle.map(({ id }) => id)}::bigint[])`);
    const body = { type: 'account', code: 'written-off' } as const;
    const live = await appendEvents(
      tx,
      idle.map(({ id, uuid }) => ({ minerId: id, uuid, at: now, body })),
    );
    if (idle.length > 0) crashPoint('write-off-uncommitted');
    tx.afterCommit(() => {
      if (idle.length > 0) crashPoint('write-off-unpublished');
      ctx.publisher.publish([
        ...live,
        ...idle.map(({ id, uuid }) => ({ kind: 'balance-changed', minerId: id, uuid }) as const),
      ]);
    });
    return idle.length;
  });
}

/** In every asset in which the miner has something. */
async function emptyingPostings(tx: Transaction, minerId: bigint): Promise<Posting[]> {
  const ledgerAccounts = [miningAccount(minerId), referralAccount(minerId)] as const;
  const balances = await tx.query<{
    account: (typeof ledgerAccounts)[number];
    asset: string;
    amount: bigint;
  }>(sql`
    SELECT account, asset, amount FROM balances WHERE account = ANY(${[...ledgerAccounts]}::text[]) AND amount > 0`);
  return balances.flatMap(({ account, asset, amount }) => [
    { account, asset, amount: -amount },
    { account: writtenOffAccount, asset, amount },
  ]);
}
