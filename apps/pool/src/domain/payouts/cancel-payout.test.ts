import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type NumberedRail, numberedRail, ownAddress } from '../../sandbox/testing/numbered-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { restrictMiner } from '../miners/restricted-addresses.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { cancelPayout } from './cancel-payout.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { approvePayout, holdPayout, releasePayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { bumpPayout } from './replace-transaction.ts';
import { readSuspensions, suspendByOperator } from './suspensions.ts';

describe.each(oneEngine())('a payout that is cancelled, on %s', (engine) => {
  let ctx: TestContext;
  let chain: NumberedRail;
  let process: PayingProcess;
  let id: bigint;
  let miner: bigint;
  let address: string;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearDecisions(ctx);
    await ctx.db.query(sql`DELETE FROM restricted_addresses`);
    chain = numberedRail(ctx.clock);
    begin();
    const reserved = await reserveFifty(ctx, process);
    ({ id, miner } = reserved);
    ({ address } = reserved.payout);
  });
  afterAll(() => ctx.close());

  function begin(changes: Partial<Rail> = {}): void {
    process = payingProcess(ctx, { ...chain, ...changes });
  }
  const operator = () => ({ ...process, actor: 'root' });
  const now = async (): Promise<Payout> => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  };
  const txidNow = async (): Promise<string> => (await now()).signed?.txid ?? '';
  const sign = async (): Promise<string> => {
    expect(await preparePayouts(process, [await now()])).toEqual({ kind: 'prepared' });
    return txidNow();
  };
  const send = async (): Promise<string> => {
    await advanceRounds(ctx, process, 1);
    expect((await now()).state).toBe('broadcasting');
    return txidNow();
  };
  const cancel = () => cancelPayout(operator(), { id, why: 'it waits' });
  const cancelled = async (payouts: readonly bigint[] = [id]): Promise<string> => {
    const outcome = await cancel();
    expect(outcome).toMatchObject({ kind: 'cancelling', payouts });
    return outcome.kind === 'cancelling' ? outcome.txid : '';
  };
  const transactions = async () =>
    Object.fromEntries(
      (
        await ctx.db.query<{ txid: string; state: string; booked: boolean }>(
          sql`SELECT txid, state, fee_booked_at IS NOT NULL AS booked FROM payout_transactions`,
        )
      ).map(({ txid, state, booked }) => [txid, booked ? `${state}, booked` : state]),
    );
  const unknown = async () => (await compareOutgoing(operator())).unknown;
  const wait = async () => (await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor;

  it('was signed and held: it ends with a transaction to ourselves, and waits for what its operator says [P1] [P4]', async () => {
    const first = await sign();
    await holdPayout(operator(), id, 'a look');
    const second = await cancelled();
    expect(chain.sent()).toEqual([second]);
    expect(process.journal.lines()).toEqual([]);
    chain.mine(second);
    expect(await unknown()).toEqual([]);
    await advanceRounds(ctx, process, 6);
    expect((await now()).state).toBe('prepared');
    chain.pass(2);
    await advanceRounds(ctx, process, 8);
    expect([(await now()).state, (await now()).hold]).toEqual(['invalidated', 'operator']);
    expect(await transactions()).toEqual({ [first]: 'invalidated', [second]: 'final, booked' });
    await approvePayout(operator(), id, 'looked at');
    await advanceRounds(ctx, process, 2);
    expect([(await now()).state, (await now()).reason]).toEqual(['released', 'CANCELLED']);
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    expect([chain.paid(address), chain.paid(ownAddress)]).toEqual([0n, 0n]);
    expect(await unknown()).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    // It is paid again like any other.
    await reserveFifty(ctx, process, miner);
    await advanceRounds(ctx, process, 1);
    chain.mine(chain.signed.at(-1)?.txid ?? '', 2);
    await advanceRounds(ctx, process, 6);
    expect(chain.paid(address)).toBe(50n * coin);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['its release was asked for', () => releasePayout(operator(), id, 'not any more')],
    ['its address was restricted', async () => restrictMiner(ctx, await now(), 'a sanction')],
  ])('gives the money back by itself where %s after it was signed', async (_name, stop) => {
    await sign();
    await stop();
    const second = await cancelled();
    await advanceRounds(ctx, process, 3);
    expect((await now()).state).toBe('prepared');
    chain.mine(second, 2);
    await advanceRounds(ctx, process, 10);
    expect((await now()).state).toBe('released');
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    expect(chain.sent()).toEqual([second]);
  });

  it('is sent no more, whatever nodes forget, and needs no review meanwhile', async () => {
    const first = await send();
    chain.forget(first);
    const second = await cancelled();
    for (let each = 0; each < 25; each += 1) {
      ctx.advance(31_000);
      chain.forget(second);
      await advanceRounds(ctx, process, 1);
    }
    expect(chain.sent().filter((txid) => txid === first)).toHaveLength(1);
    expect(chain.sent().filter((txid) => txid === second)).toHaveLength(26);
    expect(await wait()).toContain(`two nodes to say whether ${second}, which cancels it`);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    chain.mine(second, 2);
    await advanceRounds(ctx, process, 10);
    expect([(await now()).state, await availableTo(ctx, miner)]).toEqual(['released', 50n * coin]);
  });

  it('is paid where its own transaction is confirmed after all, and the other one is over [P1] [P5]', async () => {
    const first = await send();
    const second = await cancelled();
    chain.mine(first, 2);
    await advanceRounds(ctx, process, 12);
    expect((await now()).state).toBe('settled');
    expect(await transactions()).toEqual({ [first]: 'final, booked', [second]: 'invalidated' });
    expect(chain.paid(address)).toBe(50n * coin);
    expect(await availableTo(ctx, miner)).toBe(0n);
  });

  it('is returned and not paid again by itself where it was held, left all the same, and was ended [P4]', async () => {
    const first = await sign();
    await holdPayout(operator(), id, 'a look');
    const second = await cancelled();
    const bytes = (await now()).signed?.bytes ?? new Uint8Array();
    chain.forget(second);
    await chain.send('DOGE', bytes);
    await advanceRounds(ctx, process, 1);
    expect([(await now()).state, await txidNow()]).toEqual(['broadcasting', first]);
    chain.mine(second, 2);
    await advanceRounds(ctx, process, 8);
    const { state, releaseAskedAt } = await now();
    expect([state, releaseAskedAt === null]).toEqual(['released', false]);
  });

  it('is cancelled without a fault where two are asked at one moment', async () => {
    await send();
    const outcomes = await Promise.all([cancel(), cancel()]);
    // Which of them sees the other's is a matter of the moment: it is stored once, or offers more.
    const stored = outcomes.flatMap((each) => (each.kind === 'cancelling' ? each.txid : []));
    expect(stored.length).toBeGreaterThan(0);
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_transactions WHERE payees = 0`)).toHaveLength(
      new Set(stored).size,
    );
  });

  it('is cancelled once more for more, by which everything ends', async () => {
    const first = await send();
    const second = await cancelled();
    const third = await cancelled();
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await bumpPayout(operator(), { id, why: 'no' })).toMatchObject({ kind: 'not-possible' });
    chain.mine(third, 2);
    await advanceRounds(ctx, process, 10);
    expect((await now()).state).toBe('released');
    expect(await transactions()).toEqual({
      [first]: 'invalidated',
      [second]: 'invalidated',
      [third]: 'final, booked',
    });
  });

  it('ends with what another process sends, where the first one dies before it has', async () => {
    await sign();
    await holdPayout(operator(), id, 'a look');
    begin({ send: () => Promise.reject(new Error('killed')) });
    const second = await cancelled();
    expect(chain.sent()).toEqual([]);
    const other = payingProcess(ctx, chain);
    ctx.advance(31_000);
    await advanceRounds(ctx, other, 1);
    expect(chain.sent()).toEqual([second]);
    other.end();
  });

  it('frees what the signer alone has signed for it, where it was released before anything was stored', async () => {
    const lost = await chain.build(
      [{ payoutId: id, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: coin }],
      [],
    );
    chain.signerKnows = (payout) => (payout === id && lost.kind === 'signed' ? [lost.bytes] : []);
    await releasePayout(operator(), id, 'it hangs');
    expect((await now()).state).toBe('released');
    const second = await cancelled([]);
    // Once more for more: it shares what the first one has claimed.
    const third = await cancelled([]);
    chain.mine(third, 2);
    await advanceRounds(ctx, process, 6);
    expect(await transactions()).toEqual({ [second]: 'invalidated', [third]: 'final, booked' });
    expect(await unknown()).toEqual([]);
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['it is not signed', async () => undefined],
    ['nothing was signed', async () => releasePayout(operator(), id, 'not any more')],
    [
      'nothing can be cancelled on DOGE',
      async () => {
        await send();
        const rest: Rail = { ...chain };
        delete rest.cancel;
        process = payingProcess(ctx, rest);
      },
    ],
    [
      'it keeps what it has',
      async () => {
        await send();
        const rest: Rail = { ...chain, noReplacement: 'it keeps what it has' };
        delete rest.cancel;
        process = payingProcess(ctx, rest);
      },
    ],
    ['its chain decides', async () => chain.mine(await send())],
    [
      'payouts are suspended',
      async () => {
        await send();
        await suspendByOperator(operator(), 'DOGE', 'a look');
      },
    ],
    [
      'another transaction spends the same',
      async () => {
        const first = await send();
        await ctx.db.query(sql`
          INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at)
          VALUES ('of others', 'DOGE', '\\x00', '{}', 1, 'DOGE', 1, 'signed', ${new Date(0)})`);
        await ctx.db.query(sql`
          INSERT INTO payout_claims (network, claim, txid, freed_at)
          SELECT network, claim, 'of others', ${new Date(0)} FROM payout_claims WHERE txid = ${first}`);
      },
    ],
    [
      'not what was asked for',
      async () => {
        await send();
        begin({ cancel: async (orders, attempts) => (await chain.replace?.(orders, attempts)) as never });
      },
    ],
    [
      'both could be confirmed',
      async () => {
        await send();
        begin({
          cancel: async (orders) => {
            const others = orders.map((each) => ({ ...each, address: ownAddress }));
            return (await chain.build(others, [...(await claims())])) as never;
          },
        });
      },
    ],
  ])('is not where %s', async (why, prepare) => {
    await prepare();
    const before = await ctx.db.query(sql`SELECT txid, state FROM payout_transactions`);
    const outcome = await cancel();
    expect('why' in outcome ? outcome.why : outcome).toContain(why);
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_attempts`)).toEqual([]);
    expect(await ctx.db.query(sql`SELECT txid, state FROM payout_transactions`)).toEqual(before);
  });

  const claims = async () =>
    (await ctx.db.query<{ claim: string }>(sql`SELECT claim FROM payout_claims`)).map(({ claim }) => claim);
});
