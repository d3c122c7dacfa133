import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { createSweepKit, type SweepKit } from '../../testing/payouts/sweep-kit.ts';
import { armCrashPoints } from '../kernel/crash-point.ts';
import { EarlierFirst } from '../kernel/earlier-first.ts';
import type { BuildOutcome, PaymentOrder } from '../kernel/rail.ts';
import { coinReservations } from '../payouts/reserve-coins.ts';

type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

/** On a network that takes the transactions of an account in order, a number that a signer has used for a sweep is used by nothing else. */
describe.each(testEngines())('sweeps of an account with numbers, on %s', (engine) => {
  let kit: SweepKit;
  /** What a signer has signed, by the id of its order. */
  let signed: Map<string, Signed>;
  let isAnswering: boolean;
  beforeAll(async () => {
    kit = await createSweepKit(engine);
  });
  beforeEach(() => begin());
  afterEach(() => armCrashPoints());
  afterAll(() => kit.close());

  async function begin(): Promise<void> {
    await kit.begin();
    signed = new Map();
    isAnswering = true;
    const reservations = coinReservations(kit.ctx);
    const sweep = async (order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome> => {
      const before = signed.get(order.orderId ?? '');
      if (before !== undefined) return before;
      const { others } = await reservations.read('DOGE', [order.payoutId]);
      const built = await kit.chain.build([order], [...claimed, ...others]);
      if (built.kind !== 'signed') return built;
      const claims = kit.claimsOf(built.bytes);
      if (!(await reservations.reserve('DOGE', [order.payoutId], claims))) throw new Error('it is taken');
      if (!isAnswering) throw new Error('the signer refuses the lot');
      signed.set(order.orderId ?? '', built);
      return built;
    };
    const forgetSweep = async ({ orderId = '', payoutId }: PaymentOrder): Promise<boolean> => {
      if (signed.has(orderId)) return false;
      await reservations.release('DOGE', [payoutId]);
      return true;
    };
    kit.change({ sweep, forgetSweep });
  }

  /** The process dies once it comes to this point. */
  async function dieAt(point: string, run: () => Promise<unknown>): Promise<boolean> {
    let died = false;
    armCrashPoints((name) => {
      if (name !== point) return;
      died = true;
      throw new Error(`died at ${name}`);
    });
    await run().catch(() => undefined);
    armCrashPoints();
    if (died) kit.restart();
    return died;
  }
  const quietly = (rounds: number) => kit.follow(rounds, () => undefined);
  const kept = async (): Promise<readonly string[]> =>
    (await kit.ctx.db.query<{ coin: string }>(sql`SELECT coin FROM payout_coin_reservations`)).map(
      ({ coin }) => coin,
    );
  const cancelOf = async (): Promise<string> => {
    const [row] = await kit.ctx.db.query<{ txid: string | null }>(
      sql`SELECT cancel_txid AS txid FROM sweeps ORDER BY id DESC LIMIT 1`,
    );
    return row?.txid ?? '';
  };

  it('take the next number, keep it before they are signed, and are booked', async () => {
    const { txid } = await kit.stored('30');
    expect(await kept()).toHaveLength(1);
    await kit.follow();
    expect(kit.chain.sent()).toEqual([txid]);
    kit.chain.mine(txid, 2);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'final', bookings: 1 }]);
    expect((await kit.accounts()).cold).toBe('-30');
  });

  it('are stored though they are too much by then, where the signer has signed them, and cancelled [P4]', async () => {
    await dieAt('sweep-signed', () => kit.sweep('30'));
    // What was the pool's own is owed to a miner meanwhile.
    await kit.owe(95n * kit.coin);
    kit.ctx.advance(60_000);
    await quietly(2);
    expect(await kit.rows()).toMatchObject([
      { state: 'signed', note: expect.stringContaining('it is held, and given up') },
    ]);
    expect(kit.chain.sent()).toEqual([]);
    kit.ctx.advance(300_000);
    await quietly(1);
    const cancel = await cancelOf();
    expect(kit.chain.sent()).toEqual([cancel]);
    kit.chain.mine(cancel, 2);
    await quietly(5);
    expect(await kit.rows()).toMatchObject([{ state: 'returned', note: `cancelled by ${cancel}` }]);
    expect(kit.chain.paid(kit.cold)).toBe(0n);
    expect(await kit.transactions()).toEqual({
      [[...signed.values()][0]?.txid ?? '']: 'invalidated',
      [cancel]: 'final, booked',
    });
  });

  it('are given up where nothing was signed, and what was kept is free', async () => {
    isAnswering = false;
    expect(await kit.sweep('30')).toMatchObject({ kind: 'waits', why: 'the signer refuses the lot' });
    expect(await kept()).toHaveLength(1);
    await kit.owe(95n * kit.coin);
    kit.ctx.advance(60_000);
    await quietly(1);
    expect(await kit.rows()).toMatchObject([{ state: 'returned' }]);
    expect(await kept()).toEqual([]);
  });

  it('are ended by an operator where nothing was signed, once no process can be having that done', async () => {
    isAnswering = false;
    const outcome = await kit.sweep('30');
    const id = 'sweep' in outcome ? outcome.sweep : '';
    expect(await kit.cancel(id)).toMatchObject({ kind: 'not-possible' });
    kit.ctx.advance(60_000);
    expect(await kit.cancel(id)).toEqual({ kind: 'ended' });
    expect(await kept()).toEqual([]);
  });

  it('wait where an earlier payment has to leave first, and go on by themselves', async () => {
    const { sweep, forgetSweep } = kit.changes();
    kit.change({
      forgetSweep,
      sweep: async () => {
        throw new EarlierFirst('number 3 is kept for an earlier payment');
      },
    });
    expect(await kit.sweep('30')).toMatchObject({ kind: 'waits' });
    kit.change({ sweep, forgetSweep });
    kit.ctx.advance(60_000);
    await quietly(1);
    expect(await kit.rows()).toMatchObject([{ state: 'signed' }]);
  });

  it('are cancelled by an operator before they were sent, and not ended before the signer has said', async () => {
    await dieAt('sweep-signed', () => kit.sweep('30'));
    for (const wait of [0, 60_000]) {
      kit.ctx.advance(wait);
      expect(await kit.cancel((await kit.rows())[0]?.id)).toMatchObject({
        kind: 'not-possible',
        why: expect.stringContaining('the signer may have signed it'),
      });
    }
    kit.ctx.advance(60_000);
    await kit.follow();
    const txid = [...signed.values()][0]?.txid;
    expect(await kit.rows()).toMatchObject([{ state: 'signed', txid }]);
    expect(await kit.cancel((await kit.rows())[0]?.id)).toMatchObject({ kind: 'cancelling' });
    expect(kit.chain.sent()).toEqual([await cancelOf()]);
    kit.chain.mine(await cancelOf(), 2);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'returned', note: `cancelled by ${await cancelOf()}` }]);
  });

  it('leave no number to nothing, whatever dies and whatever becomes of the wallet', async () => {
    const step = fc.oneof(
      fc.constantFrom(
        'sweep-planned',
        'sweep-signed',
        'sweep-stored',
        'sweep-sending',
        'sweep-before-send',
        'sweep-sent',
        'sweep-cancel-signed',
        'sweep-cancel-stored',
      ),
      fc.constantFrom(
        'poor' as const,
        'rich' as const,
        'follow' as const,
        'cancel' as const,
        'long' as const,
      ),
    );
    let cancelled = 0;
    let died = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
        await begin();
        for (const now of steps) {
          kit.ctx.advance(60_000);
          if (now === 'poor') kit.held = 5n * kit.coin;
          else if (now === 'rich') kit.held = 100n * kit.coin;
          else if (now === 'follow') await quietly(2);
          else if (now === 'long') {
            kit.ctx.advance(300_000);
            await quietly(1);
          } else if (now === 'cancel') await kit.cancel((await kit.rows())[0]?.id);
          else {
            const one = async () => {
              await kit.sweep('30');
              await kit.follow(2, (_id, error) => {
                throw error;
              });
              await kit.cancel((await kit.rows())[0]?.id);
            };
            if (await dieAt(now, one)) died += 1;
          }
        }
        // Everything that waits is in a block, and looked at until nothing changes.
        for (let round = 0; round < 8; round += 1) {
          kit.ctx.advance(300_000);
          await quietly(2);
          for (const txid of kit.chain.sent())
            try {
              kit.chain.mine(txid, 3);
            } catch {
              // Something else has its number.
            }
        }
        await quietly(6);
        const known = await kit.transactions();
        for (const { txid, bytes } of signed.values()) {
          const [number] = kit.claimsOf(bytes);
          const used = kit.chain.signed.some(
            (each) => kit.claimsOf(each.bytes)[0] === number && (known[each.txid] ?? '').startsWith('final'),
          );
          expect({ txid, known: known[txid], used }).toMatchObject({ used: true });
        }
        const rows = await kit.rows();
        expect(rows.every(({ state }) => state === 'final' || state === 'returned')).toBe(true);
        const swept = rows.filter(({ state }) => state === 'final').length;
        expect(kit.chain.paid(kit.cold)).toBe(BigInt(swept) * 30n * kit.coin);
        cancelled += rows.filter(({ note }) => note?.startsWith('cancelled by') === true).length;
      }),
      {
        numRuns: 5,
        examples: [
          [['sweep-signed', 'poor', 'follow', 'long']],
          [['sweep-sending', 'cancel', 'follow', 'long']],
          [['sweep-cancel-signed', 'follow', 'cancel', 'follow']],
        ],
      },
    );
    expect(died).toBeGreaterThan(2);
    expect(cancelled).toBeGreaterThan(0);
  });
});
