import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { isLedgerSound, checkLedger } from '../ledger/check-ledger.ts';
import { readSlices, readWindow } from '../rounds/read-window.ts';
import { recordCandidate } from '../rounds/record-candidate.ts';
import { btcMiner, buildBatch, buildLine, dogeMiner } from '../testing/build-work.ts';
import { createTestContext, type TestContext, testStart } from '../testing/create-test-context.ts';
import { recordWork } from '../shares/record-work.ts';
import { clearSlices } from './clear-slices.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

describe.each(oneEngine())('clearSlices on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
  });
  afterEach(() => ctx.close());

  /** Slices of 10 hashes by each of two miners, a minute apart. */
  const mine = async (slices: number, options = { simulated: false }) => {
    for (let index = 0; index < slices; index += 1) {
      await recordWork(
        ctx,
        buildBatch(ctx.random.uuid(), buildLine({ work: 10n }), buildLine({ miner: btcMiner, work: 10n })),
        options,
      );
      ctx.advance(minute);
    }
  };
  const findBlock = (networkWork: bigint, digit = 'a', chain = 'fake') =>
    recordCandidate(ctx, {
      algorithm: 'sha256',
      chain,
      height: 5,
      hash: digit.repeat(64),
      submission: new Uint8Array(9),
      networkWork,
      miner: dogeMiner,
      worker: 'rig1',
      foundAt: ctx.clock.now(),
    });
  const settle = () =>
    ctx.db.query(sql`UPDATE rounds SET state = 'orphaned', state_at = ${new Date(ctx.clock.now())}`);
  const clear = async (networkWork: bigint | undefined, rowsMax = 100) => {
    const cleared: number[] = [];
    for (;;) {
      cleared.push(await clearSlices(ctx, { algorithm: 'sha256', networkWork, simulated: false }, rowsMax));
      if (cleared.at(-1) === 0) return cleared;
    }
  };
  const left = async () => {
    const rows = await ctx.db.query<{ id: bigint; cleared: boolean; miners: bigint }>(sql`
      SELECT slices.id, cleared_at IS NOT NULL AS cleared, count(miner_id) AS miners
        FROM slices LEFT JOIN slice_work ON slice_id = slices.id GROUP BY slices.id ORDER BY slices.id`);
    return rows.map(({ id, cleared, miners }) => `${id}${cleared ? ' cleared' : ''}: ${miners}`);
  };

  it('keeps what a block of now would share, four times over, and forgets the rest after a day, in bites', async () => {
    await mine(12);
    const { work } = await checkLedger(ctx);
    // Twice a network of 10, four times: 80 hashes are four slices of 20.
    ctx.setNow(testStart + day);
    expect(await clear(10n)).toEqual([0]);
    ctx.setNow(testStart + day + 12 * minute);
    expect(await clear(10n, 5)).toEqual([7, 8, 7, 2, 0]);
    expect(await left()).toEqual(['9: 2', '10: 2', '11: 2', '12: 2']);
    const ledger = await checkLedger(ctx);
    expect(ledger.work).toEqual(work);
    expect(isLedgerSound(ledger)).toBe(true);
  });

  it('keeps the window of an open round, and of a settled one for a day; a slice that it names stays without its work', async () => {
    await mine(6);
    const round = await findBlock(30n);
    const end = { algorithm: 'sha256', last_slice_id: 6n, network_work: 30n, chain: 'fake' };
    const window = () => ctx.db.transaction(async (tx) => readWindow(tx, await readSlices(tx, end)));
    const before = await window();
    await mine(6);

    ctx.setNow(testStart + 40 * day);
    await clear(1n);
    expect(await window()).toEqual(before);
    expect((await left())[0]).toBe('4: 2');

    await settle();
    ctx.advance(day - 1);
    await clear(1n);
    expect((await left())[0]).toBe('4: 2');
    ctx.advance(1);
    await clear(1n);
    expect(await left()).toEqual(['6 cleared: 0', '12: 2']);
    expect(await clear(1n)).toEqual([0]);
    expect(round).toBe(1n);
  });

  it('forgets nothing that earns while the difficulty is unknown, or while all of it does not fill a window', async () => {
    await mine(3);
    ctx.setNow(testStart + 40 * day);
    expect(await clear(undefined)).toEqual([0]);
    expect(await clear(10n ** 20n)).toEqual([0]);
    // The newest round knows.
    await findBlock(1n);
    await settle();
    ctx.advance(2 * day);
    await clear(undefined);
    expect(await left()).toEqual(['3: 2']);
  });

  it('keeps the window of the hardest chain while chains are silent, though an easier one found the newest block', async () => {
    await mine(12);
    await findBlock(10n, 'a', 'hard');
    ctx.advance(minute);
    await findBlock(1n, 'b', 'easy');
    await settle();
    ctx.setNow(testStart + 40 * day);
    expect(
      await clearSlices(ctx, { algorithm: 'sha256', networkWork: 1n, silent: ['hard'], simulated: false }),
    ).toBeGreaterThan(0);
    expect((await left())[0]).toBe('9: 2');
    await clear(undefined);
    expect((await left())[0]).toBe('9: 2');
    await clear(1n);
    expect((await left())[0]).toBe('12: 2');
  });

  it('forgets simulated work after a day, but not while a round is open', async () => {
    await mine(3, { simulated: true });
    ctx.advance(2 * day);
    await mine(1, { simulated: true });
    await findBlock(5n);
    expect(await clear(undefined)).toEqual([0]);
    await settle();
    // The third was closed when work went on, two days later.
    expect(await clear(undefined)).toEqual([6, 0]);
    expect(await left()).toEqual(['3: 2', '4: 2']);
  });

  it('leaves other algorithms alone', async () => {
    await mine(3);
    ctx.setNow(testStart + 40 * day);
    expect(await clearSlices(ctx, { algorithm: 'kawpow', networkWork: 1n, simulated: false })).toBe(0);
    expect(await left()).toHaveLength(3);
  });
});
