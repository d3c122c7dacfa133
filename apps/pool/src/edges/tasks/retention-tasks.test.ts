import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { isLedgerSound, checkLedger } from '../../domain/ledger/check-ledger.ts';
import type { BlockTemplate } from '../../domain/kernel/block-template.ts';
import type { Chain } from '../../domain/kernel/chain.ts';
import { simulatedChainName } from '../../domain/rounds/simulated-chain-name.ts';
import { recordCandidate } from '../../domain/rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../../domain/testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../../domain/testing/create-test-context.ts';
import { recordWork } from '../../domain/shares/record-work.ts';
import { poolTasks } from './pool-tasks.ts';
import { simulatedKind } from '../../domain/kernel/pool-kind.ts';

const day = 24 * 3_600_000;
const reward = 10n ** 14n;

/** A fake chain that accepts everything at once. */
const agreeable: Chain = {
  name: 'fake',
  algorithm: 'sha256',
  kind: simulatedKind,
  template: () => ({ networkWork: 1000n }) as BlockTemplate,
  onTemplate: () => () => undefined,
  submitBlock: async () => ({ kind: 'accepted', rewards: [{ asset: 'BTC', amount: reward }] }),
  stateOf: async () => 'mature',
};

describe.each(oneEngine())('seven months on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  afterAll(() => ctx.close());

  const oldest = async () => {
    const [row] = await ctx.db.query<Record<'events' | 'minutes' | 'tens' | 'batches' | 'slices', Date>>(sql`
      SELECT (SELECT min(at) FROM events) AS events, (SELECT min(minute) FROM worker_minutes) AS minutes,
             (SELECT min(at) FROM miner_ten_minutes) AS tens, (SELECT min(recorded_at) FROM work_batches) AS batches,
             (SELECT min(opened_at) FROM slices WHERE cleared_at IS NULL) AS slices`);
    const now = ctx.clock.now();
    return Object.fromEntries(
      Object.entries(row ?? {}).map(([what, at]) => [what, Math.floor((now - at.getTime()) / day)]),
    );
  };
  const balance = async (ledgerAccount: string, asset: string) => {
    const rows = await ctx.db.query<{ amount: bigint }>(
      sql`SELECT amount FROM balances WHERE account = ${ledgerAccount} AND asset = ${asset}`,
    );
    return rows[0]?.amount ?? 0n;
  };
  const history = async () =>
    (
      await ctx.db.query<{ line: string }>(
        sql`SELECT concat_ws(' ', entry_id, line, account, asset, amount) AS line FROM postings ORDER BY entry_id, postings.line`,
      )
    ).map(({ line }) => line);

  it('leave every total as it was: what is forgotten is counted, and an idle balance is booked, not lost [rule-05]', async () => {
    const tasks = poolTasks(ctx, [agreeable], () => undefined);
    let recorded = 0n;
    let blocks = 0n;
    let lines: string[] = [];
    let closed: ReadonlySet<string> = new Set();
    for (let days = 0; days <= 213; days += 3) {
      ctx.setNow(testStart + days * day);
      const at = { firstAt: ctx.clock.now(), lastAt: ctx.clock.now() };
      const own = BigInt(700 + days);
      // The second miner works for three weeks and is never seen again.
      const leaver = days < 21 ? [buildLine({ ...at, miner: btcMiner, work: 300n })] : [];
      await recordWork(ctx, buildBatch(ctx.random.uuid(), buildLine({ ...at, work: own }), ...leaver));
      recorded += own + (days < 21 ? 300n : 0n);
      blocks += 1n;
      await recordCandidate(ctx, {
        algorithm: 'sha256',
        chain: 'fake',
        height: days,
        hash: days.toString(16).padStart(64, '0'),
        submission: new Uint8Array(1),
        networkWork: 1000n,
        miner: dogeMiner,
        worker: 'rig1',
        foundAt: ctx.clock.now(),
      });
      // The tasks run each hour, and the suite every third day.
      await ctx.db.query(sql`UPDATE write_off_notices SET payable_hours = payable_hours + 71`);
      for (const task of tasks) await task.run();

      const grown = await history();
      closed = new Set(
        (await ctx.db.query<{ id: string }>(sql`SELECT entry_id::text AS id FROM closed_entries`)).map(
          ({ id }) => id,
        ),
      );
      const kept = lines.filter((line) => !closed.has(line.split(' ')[0] ?? ''));
      // Joined, because thousands of lines are compared seventy times.
      expect(grown.slice(0, kept.length).join('\n')).toBe(kept.join('\n'));
      lines = grown;
    }

    // The rounds of the first 28 days, each an entry when its block was accepted and one when it was shared out.
    expect(closed.size).toBe(20);
    const ledger = await checkLedger(ctx);
    expect(isLedgerSound(ledger)).toBe(true);
    expect(ledger.work).toEqual({
      batches: recorded,
      slices: recorded,
      minutes: recorded,
      tenMinutes: recorded,
    });
    expect(await balance('ext:chain:fake', 'BTC')).toBe(-blocks * reward);
    expect(await oldest()).toEqual({ events: 6, minutes: 0, tens: 6, batches: 0, slices: 24 });

    const earned = sql`(
      SELECT miner_id, credited FROM credits UNION ALL SELECT miner_id, credited FROM earning_days) AS earned`;
    const [leaver] = await ctx.db.query<{ id: bigint; earned: bigint }>(sql`
      SELECT miners.id, sum(credited) AS earned FROM miners JOIN ${earned} ON miner_id = miners.id
       WHERE miners.coin = 'BTC' GROUP BY miners.id`);
    expect(leaver?.earned).toBeGreaterThan(0n);
    expect(await balance(`miner:${leaver?.id}:mining`, 'BTC')).toBe(0n);
    expect(await balance('pool:written-off', 'BTC')).toBe(leaver?.earned);
    const [stayer] = await ctx.db.query<{ earned: bigint }>(
      sql`SELECT sum(credited) AS earned FROM ${earned} WHERE miner_id = 1`,
    );
    expect(await balance('miner:1:mining', 'DOGE')).toBe(stayer?.earned);
    const entries = await ctx.db.query(sql`SELECT 1 FROM ledger_entries WHERE kind = 'write-off'`);
    expect(entries).toHaveLength(1);
  }, 120_000);

  it('forget beside a simulated chain, which gives no work to ask after', async () => {
    const idle: Chain = {
      ...agreeable,
      name: simulatedChainName('kawpow'),
      algorithm: 'kawpow',
      template: () => {
        throw new Error('a simulated chain gives no work');
      },
    };
    for (const task of poolTasks(ctx, [agreeable, idle], () => undefined))
      await expect(task.run()).resolves.toBeUndefined();
  });
});
