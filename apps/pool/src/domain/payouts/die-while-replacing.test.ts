import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type NumberedRail, numberedRail } from '../../sandbox/testing/numbered-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import { armCrashPoints } from '../kernel/crash-point.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { cancelPayout } from './cancel-payout.ts';
import { checkJournal } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { findPayout, type Payout } from './payout.ts';
import { bumpPayout } from './replace-transaction.ts';
import { readSuspensions } from './suspensions.ts';

/** What a process does when it dies, and at which of its crash points. */
const replacing = ['payout-replacement-signed', 'payout-replacement-stored'] as const;
const cancelling = ['payout-cancel-signed', 'payout-cancel-stored', 'payout-cancel-sent'] as const;
/** Where the first one is confirmed all the same: in short runs where most is done already. */
const firstConfirmed =
  process.env['TEST_LONG'] === '1'
    ? [...replacing, ...cancelling]
    : (['payout-replacement-stored', 'payout-cancel-sent'] as const);

describe.each(oneEngine())('a process that dies with a second transaction in its hands, on %s', (engine) => {
  let ctx: TestContext;
  let chain: NumberedRail;
  let process: PayingProcess;
  let id: bigint;
  let miner: bigint;
  let address: string;
  let first: string;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearDecisions(ctx);
    chain = numberedRail(ctx.clock);
    process = payingProcess(ctx, chain);
    const reserved = await reserveFifty(ctx, process);
    ({ id, miner } = reserved);
    ({ address } = reserved.payout);
    await advanceRounds(ctx, process, 1);
    first = (await now()).signed?.txid ?? '';
    expect((await now()).state).toBe('broadcasting');
  });
  afterEach(() => armCrashPoints());
  afterAll(() => ctx.close());

  const now = async (): Promise<Payout> => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  };
  /** Dies at the point, and another process takes over its disk; answers what was signed meanwhile. */
  const dieAt = async (point: string): Promise<string> => {
    armCrashPoints((name) => {
      if (name === point) throw new Error(`died at ${name}`);
    });
    const operator = { ...process, actor: 'root' };
    const work = point.startsWith('payout-cancel') ? cancelPayout : bumpPayout;
    await expect(work(operator, { id, why: 'it waits' })).rejects.toThrow(`died at ${point}`);
    armCrashPoints();
    process = process.restart();
    expect(await checkJournal(process)).toMatchObject({ kind: 'sound' });
    const second = chain.signed.at(-1)?.txid ?? '';
    expect([chain.signed.length, second === first]).toEqual([2, false]);
    return second;
  };
  const isSound = async () => {
    expect((await compareOutgoing({ ...process, actor: 'root' })).unknown).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
  };
  const booked = async () =>
    (
      await ctx.db.query<{ txid: string }>(
        sql`SELECT txid FROM payout_transactions WHERE fee_booked_at IS NOT NULL ORDER BY txid`,
      )
    ).map(({ txid }) => txid);

  it.each([
    // What was not stored is in no database, and what was stored is the payout's transaction, which the next process sends.
    ['payout-replacement-signed', false],
    ['payout-replacement-stored', true],
  ] as const)('%s: the next one sends what is stored, and pays once [P1] [P2]', async (point, isStored) => {
    const second = await dieAt(point);
    expect(chain.sent()).toEqual([first]);
    expect((await now()).signed?.txid).toBe(isStored ? second : first);
    ctx.advance(31_000);
    await advanceRounds(ctx, process, 1);
    expect(new Set(chain.sent())).toEqual(new Set(isStored ? [first, second] : [first]));
    chain.mine(isStored ? second : first, 2);
    await advanceRounds(ctx, process, 12);
    expect((await now()).state).toBe('settled');
    expect(await booked()).toEqual([isStored ? second : first]);
    expect(chain.paid(address)).toBe(50n * coin);
    expect(await availableTo(ctx, miner)).toBe(0n);
    await isSound();
  });

  it.each(firstConfirmed)(
    '%s: it is paid once where the first one is confirmed all the same [P1]',
    async (point) => {
      await dieAt(point);
      chain.mine(first, 2);
      await advanceRounds(ctx, process, 12);
      expect((await now()).state).toBe('settled');
      expect(await booked()).toEqual([first]);
      expect(chain.paid(address)).toBe(50n * coin);
      expect(await availableTo(ctx, miner)).toBe(0n);
      await isSound();
    },
  );

  it.each(['payout-cancel-stored', 'payout-cancel-sent'] as const)(
    '%s: the next one sends what cancels it, and gives the money back once [P1] [P4]',
    async (point) => {
      const second = await dieAt(point);
      ctx.advance(31_000);
      await advanceRounds(ctx, process, 1);
      expect(chain.sent()).toContain(second);
      chain.mine(second, 2);
      await advanceRounds(ctx, process, 12);
      expect([(await now()).state, (await now()).reason]).toEqual(['released', 'CANCELLED']);
      expect(await booked()).toEqual([second]);
      expect(chain.paid(address)).toBe(0n);
      expect(await availableTo(ctx, miner)).toBe(50n * coin);
      await isSound();
    },
  );

  it('signed what cancels, and knows nothing of it: the payout goes on, and can be cancelled again', async () => {
    await dieAt('payout-cancel-signed');
    expect([(await now()).state, (await now()).signed?.txid]).toEqual(['broadcasting', first]);
    expect(chain.sent()).toEqual([first]);
    ctx.advance(31_000);
    const outcome = await cancelPayout({ ...process, actor: 'root' }, { id, why: 'still' });
    expect(outcome).toMatchObject({ kind: 'cancelling', payouts: [id] });
    chain.mine(outcome.kind === 'cancelling' ? outcome.txid : '', 2);
    await advanceRounds(ctx, process, 12);
    expect((await now()).state).toBe('released');
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    await isSound();
  });
});
