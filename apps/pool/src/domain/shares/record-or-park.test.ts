import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { decideParked, listParked } from '../operations/decide-parked.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner, ltcMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { buildCandidate } from '../testing/fake-chain.ts';
import { recordOrPark } from './record-or-park.ts';

const id = (digit: number): string => `${digit}1111111-1111-4111-8111-111111111111`;

describe.each(testEngines())('recordOrPark on %s', (engine) => {
  let ctx: TestContext;
  let parked: string[];
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    parked = [];
  });
  afterEach(() => ctx.close());

  const options = () => ({
    simulated: false,
    onParked: ({ batches, reason }: { batches: readonly { id: string }[]; reason: string }) =>
      parked.push(...batches.map((batch) => `${reason} ${batch.id}`)),
  });
  const recorded = async () =>
    (await ctx.db.query<{ id: string }>(sql`SELECT id FROM work_batches ORDER BY id`)).map((row) => row.id);

  it('parks the batch that cannot be recorded alone, and names it and why; a decision resolves it', async () => {
    const bad = buildBatch(id(3), buildLine({ miner: btcMiner, shares: -1 }));
    const batches = [1, 2, 3, 4, 5].map((digit) => (digit === 3 ? bad : buildBatch(id(digit))));
    await recordOrPark(ctx, batches, options());
    expect(await recorded()).toEqual([id(1), id(2), id(4), id(5)]);
    expect(parked).toEqual([`refused ${id(3)}`]);
    expect(await listParked(ctx, { limit: 10 })).toMatchObject([
      { id: id(3), reason: 'refused', detail: expect.stringContaining('check constraint'), miners: 1 },
    ]);
    // The same group again, as after a crash before it left the write-ahead log.
    await recordOrPark(ctx, batches, options());
    expect(await listParked(ctx, { limit: 10 })).toHaveLength(1);

    const decision = { ...ctx, actor: 'suite' };
    expect(await decideParked(decision, { verb: 'count', id: id(3), reason: 'try' })).toMatchObject({
      kind: 'refused',
      detail: expect.stringContaining('check constraint'),
    });
    expect(await listParked(ctx, { limit: 10 })).toHaveLength(1);
    expect(await decideParked(decision, { verb: 'drop', id: id(3), reason: 'broken' })).toEqual({
      kind: 'done',
      shares: -1,
    });
    expect(await listParked(ctx, { limit: 10 })).toEqual([]);
  });

  it('parks nothing where the fault is not in the work', async () => {
    const away = Object.assign(new Error('the database is away'), { code: '57P01' });
    const db = { ...ctx.db, transaction: () => Promise.reject(away) };
    await expect(recordOrPark({ ...ctx, db }, [buildBatch(id(1))], options())).rejects.toThrow(away);
    expect(await listParked(ctx, { limit: 10 })).toEqual([]);
  });

  it('records work for a miner whose public id another secret made, and gives it the right one', async () => {
    const stranger = { ...ctx, secret: new Uint8Array(32).fill(9) };
    await recordOrPark(stranger, [buildBatch(id(1))], options());
    await recordOrPark(
      ctx,
      [buildBatch(id(2)), buildBatch(id(3), buildLine({ miner: ltcMiner }))],
      options(),
    );
    expect(await recorded()).toEqual([id(1), id(2), id(3)]);
    expect(parked).toEqual([]);
    expect(
      await ctx.db.query(sql`SELECT coin, sum(work) AS work FROM miners
      JOIN slice_work ON miner_id = miners.id GROUP BY coin ORDER BY coin`),
    ).toEqual([
      { coin: 'DOGE', work: 2_000_000n },
      { coin: 'LTC', work: 1_000_000n },
    ]);
  });

  it('records a block of such a miner', async () => {
    const stranger = { ...ctx, secret: new Uint8Array(32).fill(9) };
    await recordOrPark(stranger, [buildBatch(id(1))], options());
    const round = await recordCandidate(ctx, buildCandidate('a', { miner: dogeMiner, foundAt: testStart }));
    expect(round).toBe(1n);
  });
});
