import { formatAmount } from '@openlode/ledger/amount';
import sql from 'sql-template-tag';
import type { Transaction } from '../../db/database.ts';
import type { ServiceContext } from '../context.ts';
import { appendEvents } from '../events/append-events.ts';
import { crashPoint } from '../ports/crash-point.ts';
import type { LiveEvent } from '../ports/publisher.ts';
import { startOfRound } from './round-span.ts';

type Context = Pick<ServiceContext, 'db' | 'publisher'>;

/** Numbering events locks accounts, and work of a locked account waits: so many at a time, for some milliseconds. */
const accountsAtOnce = 2000;

interface CreditedRound {
  readonly id: bigint;
  readonly algorithm: string;
  readonly found_at: Date;
  readonly state_at: Date;
  readonly told_up_to: bigint;
}

/**
 * Tells the accounts of a credited round what they got: an event each, in transactions of their own after the one that wrote the
 * books, so that a large round holds no work up. Told again after a crash, it goes on where it was.
 */
export async function tellRound(ctx: Context, roundId: bigint): Promise<void> {
  let told: 'some' | 'all';
  do {
    told = await ctx.db.transaction((tx) => tellSome(tx, ctx, roundId));
  } while (told === 'some');
}

async function tellSome(tx: Transaction, ctx: Context, roundId: bigint): Promise<'some' | 'all'> {
  const [round] = await tx.query<CreditedRound>(sql`
    SELECT id, algorithm, found_at, state_at, told_up_to FROM rounds
     WHERE id = ${roundId} AND told_up_to IS NOT NULL FOR NO KEY UPDATE`);
  if (round === undefined) return 'all';
  // What waits is told with its receipt and comes with an event of its own: it stands here with nothing.
  const earned = await tx.query<{ account_id: bigint; uuid: string; credited: bigint; receipts: bigint }>(sql`
    WITH untold AS (
      SELECT account_id, credited FROM credits WHERE round_id = ${round.id} AND account_id > ${round.told_up_to}
       ORDER BY account_id FETCH FIRST ${accountsAtOnce} ROWS WITH TIES
    )
    SELECT account_id, uuid, sum(credited) AS credited, (SELECT count(*) FROM untold) AS receipts
      FROM untold JOIN accounts ON accounts.id = account_id
     GROUP BY account_id, uuid ORDER BY account_id`);
  const last = earned.at(-1);
  // Fewer than were asked for: there are no more.
  const told = last !== undefined && last.receipts >= BigInt(accountsAtOnce) ? 'some' : 'all';
  await tx.query(sql`
    UPDATE rounds SET told_up_to = ${told === 'some' ? (last?.account_id ?? null) : null} WHERE id = ${round.id}`);
  if (last === undefined) return 'all';
  const since = await startOfRound(tx, round);
  const live = await appendEvents(
    tx,
    earned.map(({ account_id: accountId, uuid, credited }) => ({
      accountId,
      uuid,
      at: round.state_at.getTime(),
      body: {
        type: 'reward',
        algorithm: round.algorithm,
        amount: formatAmount(credited),
        timeStart: since,
        timeEnd: round.found_at.getTime(),
        roundId: round.id.toString(),
      },
    })),
  );
  const changed = earned.map(
    ({ account_id: accountId, uuid }): LiveEvent => ({ kind: 'balance-changed', accountId, uuid }),
  );
  crashPoint('telling-uncommitted');
  tx.afterCommit(() => {
    crashPoint('telling-unpublished');
    ctx.publisher.publish([...live, ...changed]);
  });
  return told;
}
