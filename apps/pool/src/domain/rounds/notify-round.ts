import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../runtime/database/database.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import { pipelinedStatements } from '../ledger/pipelined-statements.ts';
import { crashPoint } from '../kernel/crash-point.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { startOfRound } from './round-span.ts';

type Context = Pick<ServiceContext, 'db' | 'publisher'>;

/** Batch size: numbering events locks miners, and recording their work waits for some milliseconds. */
const minersAtOnce = 2000;

interface CreditedRound {
  readonly id: bigint;
  readonly algorithm: string;
  readonly found_at: Date;
  readonly state_at: Date;
  readonly notified_up_to: bigint;
}

interface Earned {
  readonly minerId: bigint;
  readonly uuid: string;
  readonly credited: bigint;
}

/** Miners of a round by id, after one and up to another; `upTo` is null for the last batch. */
interface NotificationBatch {
  readonly earned: readonly Earned[];
  readonly after: bigint;
  readonly upTo: bigint | null;
}

/** Another process has notified these miners meanwhile. */
class NotifiedElsewhere extends Error {
  override readonly name = 'NotifiedElsewhere';
}

/**
 * Notifies the miners of a credited round of what they got, one event each, in transactions after the one that wrote the ledger, so
 * that a large round does not delay recorded work. Two transactions run at a time: the later one waits for the earlier one before it
 * advances `notified_up_to`, and fails if that failed. After a crash it resumes at `notified_up_to`.
 */
export async function notifyRound(ctx: Context, roundId: bigint): Promise<void> {
  for (;;) {
    const [round] = await ctx.db.query<CreditedRound>(sql`
      SELECT id, algorithm, found_at, state_at, notified_up_to FROM rounds
       WHERE id = ${roundId} AND notified_up_to IS NOT NULL`);
    if (round === undefined) return;
    try {
      await notifyRest(ctx, round);
      return;
    } catch (error) {
      if (!(error instanceof NotifiedElsewhere)) throw error;
    }
  }
}

async function notifyRest(ctx: Context, round: CreditedRound): Promise<void> {
  const since = await startOfRound(ctx.db, round);
  const pipeline = pipelinedStatements();
  let earlier = Promise.resolve();
  for (let after: bigint | null = round.notified_up_to; after !== null; ) {
    const batch: NotificationBatch = await readNotificationBatch(ctx.db, round.id, after);
    const turn = earlier;
    earlier = ctx.db.transaction((tx) => notifyBatch(tx, ctx, { ...round, since }, batch, turn));
    await pipeline.add(earlier);
    after = batch.upTo;
  }
  await pipeline.end();
}

/** What a miner got does not change before it is notified, so it is read before the transaction. */
async function readNotificationBatch(
  db: Queryable,
  roundId: bigint,
  after: bigint,
): Promise<NotificationBatch> {
  // Parts that wait for a rate count as nothing here: their receipt shows them, and they get an event of their own. One text instead of
  // rows, see `readWindow`. OFFSET makes the database look each miner up: the planner would at times scan all miners of the pool.
  const [row] = await db.query<{ lines: string | null; receipts: bigint }>(sql`
    WITH unnotified AS (
      SELECT miner_id, credited FROM credits WHERE round_id = ${roundId} AND miner_id > ${after}
       ORDER BY miner_id FETCH FIRST ${minersAtOnce} ROWS WITH TIES
    ), earned AS (
      SELECT miner_id, sum(credited) AS credited, count(*) AS receipts FROM unnotified GROUP BY miner_id
    )
    SELECT string_agg(concat_ws(' ', miner_id, uuid, credited), E'\n' ORDER BY miner_id) AS lines,
           coalesce(sum(receipts), 0)::bigint AS receipts
      FROM earned, LATERAL (SELECT uuid FROM miners WHERE id = miner_id OFFSET 0) AS miner`);
  const earned = (row?.lines?.split('\n') ?? []).map((line): Earned => {
    const [id = '', uuid = '', credited = ''] = line.split(' ', 3);
    return { minerId: BigInt(id), uuid, credited: BigInt(credited) };
  });
  const last = earned.at(-1);
  // Fewer than were asked for: there are no more.
  const isFull = (row?.receipts ?? 0n) >= BigInt(minersAtOnce);
  return { earned, after, upTo: last !== undefined && isFull ? last.minerId : null };
}

async function notifyBatch(
  tx: Transaction,
  ctx: Context,
  round: CreditedRound & { readonly since: number },
  { earned, after, upTo }: NotificationBatch,
  turn: Promise<void>,
): Promise<void> {
  const live = await appendEvents(
    tx,
    earned.map(({ minerId, uuid, credited }) => ({
      minerId,
      uuid,
      at: round.state_at.getTime(),
      body: {
        type: 'reward',
        algorithm: round.algorithm,
        amount: formatAmount(credited),
        timeStart: round.since,
        timeEnd: round.found_at.getTime(),
        roundId: round.id.toString(),
      },
    })),
  );
  // Before the earlier transaction has advanced it, the row would look as if another process were notifying.
  await turn;
  const moved = await tx.query(sql`
    UPDATE rounds SET notified_up_to = ${upTo} WHERE id = ${round.id} AND notified_up_to = ${after} RETURNING id`);
  if (moved.length === 0) throw new NotifiedElsewhere();
  const changed = earned.map(({ minerId, uuid }): LiveEvent => ({ kind: 'balance-changed', minerId, uuid }));
  crashPoint('notice-uncommitted');
  tx.afterCommit(() => {
    crashPoint('notice-unpublished');
    ctx.publisher.publish([...live, ...changed]);
  });
}
