import { setTimeout as sleep } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import type { LiveEvent } from '../kernel/publisher.ts';
import { buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { buildCandidate, fakeChain } from '../testing/fake-chain.ts';
import { recordWork } from '../shares/record-work.ts';
import { advanceRound } from './advance-round.ts';
import { recordCandidate } from './record-candidate.ts';
import { notifyRound } from './notify-round.ts';

/** More than two batches. */
const miners = 4100;

describe.each(oneEngine())('telling a large round on %s', (engine) => {
  let ctx: TestContext;
  let round: bigint;
  let before: bigint;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    const lines = Array.from({ length: miners }, (_, index) =>
      buildLine({ miner: { coin: 'DOGE', network: 'DOGE', address: `D${index}`, memo: null }, work: 1n }),
    );
    await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111', ...lines));
    round = await recordCandidate(ctx, buildCandidate('a'));
    await advanceRound(
      {
        ...ctx,
        chains: [fakeChain([{ asset: 'BTC', amount: 10n ** 18n }])],
        publisher: { publish: () => undefined },
      },
      round,
    );
  }, 120_000);
  beforeEach(async () => {
    await ctx.db.query(sql`UPDATE rounds SET notified_up_to = 0 WHERE id = ${round}`);
    before = (await rewardsOf()).rewards;
  });
  afterAll(() => ctx.close());

  const rewardsOf = async () => {
    const [row] = await ctx.db.query<{ rewards: bigint; gaps: bigint }>(sql`
      SELECT sum(rewards)::bigint AS rewards, count(*) FILTER (WHERE newest <> own) AS gaps
        FROM (SELECT count(*) FILTER (WHERE type = 'reward') AS rewards, max(seq) AS newest, count(*) AS own
                FROM events GROUP BY miner_id) AS history`);
    return row ?? { rewards: 0n, gaps: 0n };
  };
  /** What was notified since the test began, and miners whose events have gaps. */
  const notified = async () => {
    const { rewards, gaps } = await rewardsOf();
    return { rewards: rewards - before, gaps };
  };

  it('notifies each miner once, also where several processes notify at the same time', async () => {
    const heard: LiveEvent[] = [];
    const publisher = { publish: (events: readonly LiveEvent[]) => heard.push(...events) };
    await Promise.all([notifyRound({ ...ctx, publisher }, round), notifyRound({ ...ctx, publisher }, round)]);
    expect(await notified()).toEqual({ rewards: 4100n, gaps: 0n });
    expect(heard.filter(({ kind }) => kind === 'miner-event')).toHaveLength(4100);
    await notifyRound({ ...ctx, publisher }, round);
    expect(await notified()).toEqual({ rewards: 4100n, gaps: 0n });
  });

  it('notifies no miner twice where a later transaction is faster than the one before', async () => {
    let transactions = 0;
    const transaction: typeof ctx.db.transaction = (work) => {
      transactions += 1;
      const isFirst = transactions === 1;
      return ctx.db.transaction(async (tx) => {
        const query: typeof tx.query = async (statement) => {
          if (isFirst) await sleep(100);
          return tx.query(statement);
        };
        return work({ ...tx, query });
      });
    };
    await notifyRound({ ...ctx, db: { ...ctx.db, transaction } }, round);
    expect(await notified()).toEqual({ rewards: 4100n, gaps: 0n });
    expect(transactions).toBe(3);
  });

  it('goes on where it was when only the first half was notified', async () => {
    await ctx.db.query(sql`
      UPDATE rounds SET notified_up_to = (SELECT id FROM miners ORDER BY id OFFSET 2049 LIMIT 1) WHERE id = ${round}`);
    await notifyRound(ctx, round);
    expect(await notified()).toEqual({ rewards: 2050n, gaps: 0n });
  });
});
