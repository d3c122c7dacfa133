import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Unanswered } from '../../runtime/call-limit.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { createSweepKit, type SweepKit } from '../../testing/payouts/sweep-kit.ts';
import { armCrashPoints } from '../kernel/crash-point.ts';
import { EarlierFirst } from '../kernel/earlier-first.ts';
import type { BuildOutcome, PaymentOrder } from '../kernel/rail.ts';
import { coinReservations } from '../payouts/reserve-coins.ts';

type Signed = Extract<BuildOutcome, { kind: 'signed' }>;

/** On a network that takes the transactions of an account in order, a number that a signer has used for a sweep is used by nothing else. */
describe.each(oneEngine())('sweeps of an account with numbers, on %s', (engine) => {
  let kit: SweepKit;
  /** What a signer has signed, by the id of its order. */
  let signed: Map<string, Signed>;
  /** Once a number is kept for a sweep. */
  let onKept: () => void | Promise<void>;
  /** Before the signer says what it has signed. */
  let onAsked: () => void;
  beforeAll(async () => {
    kit = await createSweepKit(engine);
  });
  beforeEach(() => begin());
  afterEach(() => armCrashPoints());
  afterAll(() => kit.close());

  async function begin(): Promise<void> {
    await kit.begin();
    signed = new Map();
    onKept = () => undefined;
    onAsked = () => undefined;
    const reservations = coinReservations(kit.ctx);
    const sweep = async (order: PaymentOrder, claimed: readonly string[]): Promise<BuildOutcome> => {
      const before = signed.get(order.orderId ?? '');
      if (before !== undefined) return before;
      const { others } = await reservations.read('DOGE', [order.payoutId]);
      const built = await kit.chain.build([order], [...claimed, ...others]);
      if (built.kind !== 'signed') return built;
      const claims = kit.claimsOf(built.bytes);
      if (!(await reservations.reserve('DOGE', [order.payoutId], claims))) throw new Error('it is taken');
      await onKept();
      signed.set(order.orderId ?? '', built);
      return built;
    };
    const signedSweep = async ({ orderId = '' }: PaymentOrder): Promise<Signed | undefined> => {
      onAsked();
      return signed.get(orderId);
    };
    const forgetSweep = async ({ orderId = '', payoutId }: PaymentOrder): Promise<boolean> => {
      onAsked();
      if (signed.has(orderId)) return false;
      await reservations.release('DOGE', [payoutId]);
      return true;
    };
    kit.change({ isOrdered: true, sweep, signedSweep, forgetSweep });
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

  it('are named after ten minutes where the network asks for more by then', async () => {
    await kit.stored('30');
    const said: string[] = [];
    const listen = (_id: bigint, error: unknown) => void said.push(String(error));
    await kit.follow(2, listen);
    kit.chain.price = 9n;
    kit.ctx.advance(570_000);
    await kit.follow(1, listen);
    expect(said).toEqual([]);
    kit.ctx.advance(10_000);
    await kit.follow(4, listen);
    const words =
      'a lower price of the network, and what was built later waits behind it: treasury sweep-cancel ends it by a dearer one';
    expect(said).toEqual([`Error: waits for ${words}`]);
    expect(await kit.rows()).toMatchObject([{ note: `it waits for ${words}` }]);
  });

  it('pay what a block has taken that undid them, and say so', async () => {
    const { txid } = await kit.stored('30');
    await kit.follow();
    kit.chain.mine(txid, 3, 'undone');
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([
      { state: 'returned', note: 'it can never be confirmed: executed and undone' },
    ]);
    expect(await kit.transactions()).toEqual({ [txid]: 'invalidated, booked' });
    expect(await kit.accounts()).toMatchObject({ cold: '0', fees: '-0.000000000000000008' });
  });

  it.each(['the sweep', 'the first', 'the second'] as const)(
    'are cancelled once more for more, and %s is confirmed',
    async (taken) => {
      const { txid, sweep } = await kit.stored('30');
      await kit.follow();
      expect(await kit.cancel(sweep)).toMatchObject({ kind: 'cancelling' });
      const first = await cancelOf();
      // Asked again, as where an answer was lost: it is what it was, at its price.
      expect(await kit.cancel(sweep)).toEqual({
        kind: 'not-possible',
        why: `it is being cancelled by ${first} already, which its nodes have waiting, and they ask for no more`,
      });
      expect(await cancelOf()).toBe(first);
      kit.ctx.advance(600_000);
      kit.chain.price = 21n;
      const said: string[] = [];
      await kit.follow(4, (_id, error) => void said.push(String(error)));
      expect(await kit.rows()).toMatchObject([
        {
          note: `it waits for a lower price of the network for what cancels it, and what was built later waits behind that: treasury sweep-cancel offers more; being cancelled by ${first}`,
        },
      ]);
      await dieAt('sweep-cancel-stored', () => kit.cancel(sweep));
      const second = await cancelOf();
      expect([first, second, txid].every((each, at, all) => all.indexOf(each) === at)).toBe(true);
      // The sweep and its fee of 8, and of what cancels it the dearer one of 21 alone.
      expect(await kit.positions()).toEqual({ held: '100', owed: '69.999999999999999971' });
      await kit.follow();
      expect(kit.chain.sent()).toContain(second);
      const [winner, fee] = { 'the sweep': [txid, 8], 'the first': [first, 9], 'the second': [second, 21] }[
        taken
      ] as [string, number];
      kit.chain.mine(winner, 2);
      await kit.follow(5);
      const isSwept = winner === txid;
      expect(await kit.rows()).toMatchObject([
        isSwept ? { state: 'final', note: null } : { state: 'returned', note: `cancelled by ${winner}` },
      ]);
      const transactions = await kit.transactions();
      expect(Object.keys(transactions)).toHaveLength(3);
      expect(Object.entries(transactions).filter(([, state]) => state !== 'invalidated')).toEqual([
        [winner, 'final, booked'],
      ]);
      expect(await kit.accounts()).toMatchObject({
        cold: isSwept ? '-30' : '0',
        fees: `-0.${fee.toString().padStart(18, '0')}`,
      });
      for (const reference of [txid, first, second]) {
        expect(await kit.move('withdrawal', '1', reference)).toEqual({ kind: 'sweep-transaction', sweep });
        if (isSwept) expect(await kit.adopt(reference)).toEqual({ kind: 'known-sweep', sweep });
      }
    },
  );

  it('are stored though they are too much by then, where the signer has signed them, and cancelled [P4]', async () => {
    await dieAt('sweep-signed', () => kit.sweep('30'));
    // What was the pool's own is owed to a miner meanwhile.
    await kit.owe(95n * kit.coin);
    kit.ctx.advance(60_000);
    await quietly(2);
    expect(await kit.rows()).toMatchObject([
      {
        state: 'signed',
        note: expect.stringContaining('it is held, and cancelled from five minutes after it was signed'),
      },
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

  const silent = () => {
    throw new Unanswered('no answer of the signer');
  };

  it('are given up where nothing was signed, and what was kept is free', async () => {
    onKept = silent;
    expect(await kit.sweep('30')).toMatchObject({ kind: 'waits', why: 'no answer of the signer' });
    expect(await kept()).toHaveLength(1);
    await kit.owe(95n * kit.coin);
    kit.ctx.advance(60_000);
    await quietly(1);
    expect(await kit.rows()).toMatchObject([{ state: 'returned' }]);
    expect(await kept()).toEqual([]);
  });

  it('are given up whatever the rail refuses, where a number was kept and nothing signed [P2]', async () => {
    onKept = silent;
    await kit.sweep('30');
    expect(await kept()).toHaveLength(1);
    kit.change({ ...kit.changes(), sweep: async () => ({ kind: 'refused', payments: [] }) });
    kit.ctx.advance(60_000);
    await quietly(1);
    expect(await kit.rows()).toMatchObject([{ state: 'returned', note: 'its rail refuses it' }]);
    expect(await kept()).toEqual([]);
    expect((await kit.sweep('20')).kind).toBe('given-up');
  });

  it('wait while the signer does not say what it has signed, whatever is refused', async () => {
    onKept = silent;
    await kit.sweep('30');
    onAsked = silent;
    kit.change({ ...kit.changes(), sweep: async () => ({ kind: 'refused', payments: [] }) });
    kit.ctx.advance(60_000);
    await quietly(1);
    expect(await kit.rows()).toMatchObject([{ state: 'planned', note: 'no answer of the signer' }]);
    expect(await kit.cancel((await kit.rows())[0]?.id)).toEqual({
      kind: 'not-possible',
      why: 'no answer of the signer',
    });
    expect(await kept()).toHaveLength(1);
  });

  it('are ended by an operator at once where nothing was signed, also while they are tried again', async () => {
    onKept = silent;
    const outcome = await kit.sweep('30');
    const id = 'sweep' in outcome ? outcome.sweep : '';
    // Tried every minute, and at this moment.
    for (let minutes = 0; minutes < 3; minutes += 1) {
      kit.ctx.advance(60_000);
      await quietly(1);
    }
    expect(await kit.rows()).toMatchObject([{ state: 'planned' }]);
    expect(await kit.cancel(id)).toEqual({ kind: 'ended' });
    expect(await kept()).toEqual([]);
  });

  it('are not ended while another process has them signed', async () => {
    let id = '';
    let said: unknown;
    onKept = async () => {
      id = (await kit.rows())[0]?.id ?? '';
      said = await kit.cancel(id);
    };
    expect(await kit.sweep('30')).toMatchObject({ kind: 'stored' });
    expect(said).toEqual({
      kind: 'not-possible',
      why: 'it is being signed at this moment: ask again in a minute',
    });
    expect(await kit.cancel(id)).toMatchObject({ kind: 'cancelling' });
  });

  it('are signed by one of two processes at a time', async () => {
    await dieAt('sweep-planned', () => kit.sweep('30'));
    kit.ctx.advance(60_000);
    let signing = 0;
    let most = 0;
    onKept = async () => {
      signing += 1;
      most = Math.max(most, signing);
      await new Promise((resolve) => setTimeout(resolve, 50));
      signing -= 1;
    };
    await Promise.all([quietly(1), quietly(1)]);
    expect({ most, signed: kit.chain.signed.length }).toEqual({ most: 1, signed: 1 });
    expect(await kit.rows()).toMatchObject([{ state: 'signed' }]);
  });

  it('keep no number once they are ended', async () => {
    await dieAt('sweep-planned', () => kit.sweep('30'));
    const id = (await kit.rows())[0]?.id ?? '';
    const reserve = () => coinReservations(kit.ctx).reserve('DOGE', [-BigInt(id)], ['nonce:a-0']);
    expect(await reserve()).toBe(true);
    expect(await kit.cancel(id)).toEqual({ kind: 'ended' });
    expect(await reserve()).toBe(false);
    expect(await kept()).toEqual([]);
  });

  it('are stored where they were signed, though the wallet does not say what it has', async () => {
    await dieAt('sweep-signed', () => kit.sweep('30'));
    const { funds: _funds, ...changes } = kit.changes();
    kit.change({
      ...changes,
      funds: async () => {
        throw new Error('no node answers');
      },
    });
    kit.ctx.advance(60_000);
    await quietly(2);
    expect(await kit.rows()).toMatchObject([
      { state: 'signed', note: 'what the wallet has is not known: no node answers' },
    ]);
    expect(kit.chain.sent()).toEqual([]);
  });

  it('wait where an earlier payment has to leave first, and go on by themselves', async () => {
    const changes = kit.changes();
    kit.change({
      ...changes,
      sweep: async () => {
        throw new EarlierFirst('number 3 is kept for an earlier payment');
      },
    });
    expect(await kit.sweep('30')).toMatchObject({ kind: 'waits' });
    kit.change(changes);
    kit.ctx.advance(60_000);
    await quietly(1);
    expect(await kit.rows()).toMatchObject([{ state: 'signed' }]);
  });

  it('are cancelled by an operator before they were sent, and not ended before the signer has said', async () => {
    await dieAt('sweep-signed', () => kit.sweep('30'));
    for (const words of ['it is being signed at this moment', 'the signer has signed it']) {
      expect(await kit.cancel((await kit.rows())[0]?.id)).toMatchObject({
        kind: 'not-possible',
        why: expect.stringContaining(words),
      });
      kit.ctx.advance(60_000);
    }
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
