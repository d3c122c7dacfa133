import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { btcMiner, buildBatch, buildLine } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { appendEvents, type NewEvent } from './append-events.ts';

describe.each(testEngines())('appendEvents on %s', (engine) => {
  let ctx: TestContext;
  let miners: { id: bigint; uuid: string; last_seq: bigint }[];
  const readMiners = () =>
    ctx.db.query<(typeof miners)[number]>(sql`SELECT id, uuid, last_seq FROM miners ORDER BY id`);
  beforeAll(async () => {
    ctx = await createTestContext(engine);
    const lines = [buildLine(), buildLine({ miner: btcMiner })];
    await recordWork(ctx, buildBatch('11111111-1111-4111-8111-111111111111', ...lines));
    miners = await readMiners();
  });
  afterAll(() => ctx.close());

  it('numbers without gaps or repeats under 50 transactions at once, also when some of them fail', async () => {
    const event = (miner: number, name: string): NewEvent => ({
      minerId: miners[miner]?.id ?? 0n,
      uuid: miners[miner]?.uuid ?? '',
      at: testStart,
      body: { type: 'worker', name, algorithm: 'sha256', online: true },
    });
    const heard: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) =>
        ctx.db.transaction(async (tx) => {
          // One, two or three events, on one miner or, in either order, on both.
          const names = Array.from({ length: 1 + (index % 3) }, (_, n) => `w${index}-${n}`);
          const own = names.map((name) => event(index % 2, name));
          const other = index % 3 !== 0 ? [event(1 - (index % 2), `x${index}`)] : [];
          const live = await appendEvents(tx, index % 4 === 0 ? [...other, ...own] : [...own, ...other]);
          if (index % 7 === 0) throw new Error('power cut');
          tx.afterCommit(() => {
            for (const each of live) {
              if (each.kind === 'miner-event' && each.uuid === miners[0]?.uuid) heard.push(each.event.seq);
            }
          });
        }),
      ),
    );
    expect(
      outcomes
        .filter(({ status }) => status === 'rejected')
        .map((each) => 'reason' in each && String(each.reason)),
    ).toEqual(Array<string>(8).fill('Error: power cut'));
    for (const { id, last_seq: last } of await readMiners()) {
      const rows = await ctx.db.query<{ seq: bigint }>(
        sql`SELECT seq FROM events WHERE miner_id = ${id} ORDER BY seq`,
      );
      expect(rows.length).toBeGreaterThan(40);
      expect(rows.map(({ seq }) => Number(seq))).toEqual(Array.from(rows, (_, index) => index + 1));
      expect(Number(last)).toBe(rows.length);
      // Everything after the event of the first share was announced, each once.
      if (id === miners[0]?.id) {
        expect(heard.toSorted((a, b) => a - b)).toEqual(Array.from(rows.slice(1), (_, index) => index + 2));
      }
    }
  });
});
