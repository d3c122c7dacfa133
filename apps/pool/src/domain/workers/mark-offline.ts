import sql from 'sql-template-tag';
import type { ServiceContext } from '../kernel/context.ts';
import { appendEvents } from '../events/append-events.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { silentAfterMs } from '../policy/silence.ts';

/** Batch size: numbering events locks accounts, and recording their work waits for some milliseconds. */
const accountsAtOnce = 2000;

/** Marks workers that have fallen silent, with an event for each. Answers how many. */
export async function markOffline(ctx: Context, accountsMax = accountsAtOnce): Promise<number> {
  let marked = 0;
  for (;;) {
    const some = await markSome(ctx, accountsMax);
    marked += some.workers;
    if (some.accounts < accountsMax) return marked;
  }
}

interface GoneWorker {
  readonly miner_id: bigint;
  readonly algorithm: string;
  readonly name: string;
  readonly simulated: boolean;
}

type Context = Pick<ServiceContext, 'db' | 'clock' | 'publisher'>;

async function markSome(
  ctx: Context,
  accountsMax: number,
): Promise<{ readonly accounts: number; readonly workers: number }> {
  const now = ctx.clock.now();
  return ctx.db.transaction(async (tx) => {
    // A subquery of its own: close to the limit the planner would otherwise scan all workers of the pool by account and find none.
    const silent = await tx.query<{ miner_id: bigint }>(sql`
      WITH silent AS MATERIALIZED (
        SELECT DISTINCT miner_id FROM workers WHERE online AND last_share_at <= ${new Date(now - silentAfterMs)}
      ) SELECT miner_id FROM silent ORDER BY miner_id LIMIT ${accountsMax}`);
    if (silent.length === 0) return { accounts: 0, workers: 0 };
    // Accounts first, by id: recording work takes its locks in that order too.
    const accounts = await tx.query<{ id: bigint; uuid: string }>(sql`
      SELECT id, uuid FROM miners WHERE id = ANY(${silent.map((row) => row.miner_id)}::bigint[])
       ORDER BY id FOR NO KEY UPDATE`);
    const gone = await tx.query<GoneWorker>(sql`
      UPDATE workers SET online = false
       WHERE online AND last_share_at <= ${new Date(now - silentAfterMs)}
         AND miner_id = ANY(${accounts.map(({ id }) => id)}::bigint[])
      RETURNING miner_id, algorithm, name, simulated`);
    // In an order that depends on nothing but them, so that a history told twice numbers its events alike.
    gone.sort(
      (a, b) =>
        Number(a.miner_id - b.miner_id) || compare(a.algorithm, b.algorithm) || compare(a.name, b.name),
    );
    const uuids = new Map(accounts.map(({ id, uuid }) => [id, uuid]));
    const live = await appendEvents(
      tx,
      gone.map(({ miner_id: accountId, algorithm, name, simulated }) => ({
        accountId,
        uuid: uuids.get(accountId) ?? '',
        at: now,
        body: { type: 'worker', name, algorithm, online: false, ...(simulated && { simulated }) },
      })),
    );
    const touched = accounts.map(
      ({ id, uuid }): LiveEvent => ({ kind: 'account-worked', accountId: id, uuid }),
    );
    tx.afterCommit(() => ctx.publisher.publish([...live, ...touched]));
    return { accounts: silent.length, workers: gone.length };
  });
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
