import sql from 'sql-template-tag';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { networkFeeEntry, reserveEntry, settleEntry } from '@openlode/ledger/payout-entries';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { auditLedger } from '../operations/audit/audit-ledger.ts';
import { createRecurringAudit } from '../operations/audit/recurring-audit.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { claimDatabase } from '../operations/claim-database.ts';
import { readSuspensions } from '../payouts/suspensions.ts';
import type { Wallet } from '../kernel/wallet.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { creditARound } from '../testing/credit-a-round.ts';
import { coin, giveBalance, openMiner } from '../../testing/payouts/payout-world.ts';
import { guardSolvency, compareWithLedger } from './guard-solvency.ts';
import { readDecisions } from '../kernel/decision.ts';
import { type MoveRequest, moveFunds } from './move-funds.ts';
import { listMovements } from './treasury-movements.ts';
import { readReceived } from '../views/read-received.ts';
import { simulatedKind } from '../kernel/pool-kind.ts';

const holding = (amounts: Record<string, bigint>): Wallet => ({
  holdings: async () => ({ amounts: new Map(Object.entries(amounts)), unanswered: [] }),
});

describe.each(oneEngine())('what an operator moves, on %s', (engine) => {
  let ctx: TestContext;
  beforeEach(async () => {
    ctx = await createTestContext(engine);
    await claimDatabase(ctx, simulatedKind);
  });
  afterEach(() => ctx.close());

  const move = (request: Pick<MoveRequest, 'kind' | 'amount' | 'coin'> & Partial<MoveRequest>) =>
    moveFunds({ ...ctx, actor: 'ann' }, { reference: 'ref 1', reason: 'as agreed', ...request });
  const short = async (wallet: Wallet) =>
    (await guardSolvency(ctx, wallet)).map(({ kind, subject }) => `${kind} ${subject}`);
  const sound = async (): Promise<boolean> =>
    (await auditLedger(ctx)).findings.filter(({ rule }) => rule !== 'L12').length === 0;

  /** A hundred DOGE of a miner, of which one was paid out and cost thirty to send. */
  async function dearPayout(): Promise<void> {
    const account = await openMiner(ctx);
    await giveBalance(ctx, account, 100n * coin);
    const money = {
      id: 999n,
      from: [{ account: `miner:${account}:mining` as const, amount: coin }],
      coin: 'DOGE',
      network: 'DOGE',
    };
    await ctx.db.transaction(async (tx) => {
      await bookEntry(tx, reserveEntry(money, ctx.clock.now()));
      await bookEntry(tx, settleEntry(money, ctx.clock.now()));
      const fee = { txid: 'dear', network: 'DOGE', asset: 'DOGE', amount: 30n * coin };
      await bookEntry(tx, networkFeeEntry(fee, ctx.clock.now()));
    });
  }

  it('are one, whichever way the hash of an EVM network is written', async () => {
    const hash = 'ab'.repeat(32);
    const deposit = { kind: 'deposit', amount: '1', coin: 'BTC' } as const;
    expect(await move({ ...deposit, reference: `0x${hash.toUpperCase()}` })).toEqual({ kind: 'booked' });
    expect(await move({ ...deposit, reference: hash })).toEqual({ kind: 'already-booked' });
    expect(await move({ ...deposit, reference: hash, amount: '2' })).toMatchObject({
      kind: 'reference-used',
    });
  });

  it('are entries, so that the trade that finances payouts is no shortfall, and a theft is [L11]', async () => {
    // 0.1 BTC mined; 0.075 of it became 30,000 DOGE.
    await creditARound(ctx, 'a');
    expect(await short(holding({ BTC: coin / 10n }))).toEqual([]);
    const traded = holding({ BTC: coin / 40n, DOGE: 30_000n * coin });
    expect(
      await move({ kind: 'trade', amount: '0.075', coin: 'BTC', bought: { amount: '30000', coin: 'DOGE' } }),
    ).toEqual({ kind: 'booked' });
    expect(await short(traded)).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect(await sound()).toBe(true);
    expect(await short(holding({ BTC: coin / 40n, DOGE: 15_000n * coin }))).toEqual(['wallet-short DOGE']);
    expect(await short(holding({ BTC: coin / 50n, DOGE: 30_000n * coin }))).toEqual(['wallet-short BTC']);
  });

  it('never lets network fees count against miners: what they took beyond the pool’s own is missing [L11]', async () => {
    await dearPayout();
    // 69 DOGE are left in the wallet, 99 are owed.
    expect(await guardSolvency(ctx, holding({ DOGE: 69n * coin }))).toMatchObject([
      { kind: 'wallet-short', subject: 'DOGE', expected: `${99n * coin}`, found: `${69n * coin}` },
    ]);
    expect(await move({ kind: 'top-up', amount: '30', coin: 'DOGE' })).toEqual({ kind: 'booked' });
    expect(await short(holding({ DOGE: 99n * coin }))).toEqual([]);
  });

  it('lets the pool’s own be taken out and not a unit of what miners are owed', async () => {
    await creditARound(ctx, 'a');
    const take = (amount: string, reference: string) =>
      move({ kind: 'withdrawal', amount, coin: 'DOGE', reference });
    expect(await take('300.00000001', 'w1')).toEqual({ kind: 'exceeds-own', available: '300' });
    expect(await take('200', 'w1')).toEqual({ kind: 'booked' });
    expect(await take('101', 'w2')).toEqual({ kind: 'exceeds-own', available: '100' });
    // A deposit is the pool's own as well, and taken after the fees.
    expect(await move({ kind: 'deposit', amount: '50', coin: 'DOGE' })).toEqual({ kind: 'booked' });
    expect(await take('120', 'w2')).toEqual({ kind: 'booked' });
    const own = await ctx.db.query(sql`
      SELECT account, amount FROM balances WHERE asset = 'DOGE' AND account LIKE 'pool:%' ORDER BY account`);
    expect(own).toEqual([
      { account: 'pool:capital', amount: 30n * coin },
      { account: 'pool:fees', amount: 0n },
    ]);
    expect(await sound()).toBe(true);
  });

  it('keeps what networks may still take for transactions on their way out of what can be withdrawn', async () => {
    await move({ kind: 'deposit', amount: '40', coin: 'DOGE' });
    const take = (amount: string) => move({ kind: 'withdrawal', amount, coin: 'DOGE', reference: 'ref 2' });
    const store = (txid: string, state: string, fee: bigint, bookedAt: Date | null) =>
      ctx.db.query(sql`
        INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at, fee_booked_at)
        VALUES (${txid}, 'DOGE', ${Uint8Array.of(1)}, '{}'::jsonb, 1, 'DOGE', ${fee}, ${state}, ${new Date(ctx.clock.now())}, ${bookedAt})`);
    await store('signed', 'signed', 3n * coin, null);
    await store('sent', 'sent', 4n * coin, null);
    // What is booked has left its account already, and what can never be confirmed costs nothing more.
    await store('booked', 'final', 5n * coin, new Date(ctx.clock.now()));
    await store('over', 'invalidated', 6n * coin, null);
    expect(await take('34')).toEqual({ kind: 'exceeds-own', available: '33' });
    expect(await take('33')).toEqual({ kind: 'booked' });
  });

  it('keeps what networks took out of what can be withdrawn', async () => {
    await dearPayout();
    await move({ kind: 'deposit', amount: '40', coin: 'DOGE' });
    const take = (amount: string) => move({ kind: 'withdrawal', amount, coin: 'DOGE', reference: 'ref 2' });
    expect(await take('11')).toEqual({ kind: 'exceeds-own', available: '10' });
    expect(await take('10')).toEqual({ kind: 'booked' });
  });

  it('is booked once for a reference, with who and why, for ever', async () => {
    const loss = { kind: 'correction', amount: '2', coin: 'doge', missing: true } as const;
    expect(await move(loss)).toEqual({ kind: 'booked' });
    expect(await move(loss)).toEqual({ kind: 'already-booked' });
    expect(await move({ ...loss, amount: '3' })).toMatchObject({ kind: 'reference-used' });
    expect(await listMovements(ctx, { limit: 9 })).toEqual([
      {
        at: ctx.clock.now(),
        kind: 'correction',
        amount: '-2',
        asset: 'DOGE',
        network: 'DOGE',
        bought: null,
        reference: 'ref 1',
        reason: 'as agreed',
        operator: 'ann',
      },
    ]);
    await expect(ctx.db.query(sql`UPDATE treasury_movements SET reason = 'x'`)).rejects.toThrow(
      /append-only/,
    );
    expect(await sound()).toBe(true);
    // The wallet of a sandbox believes its operator.
    expect((await readReceived(ctx)).get('DOGE')).toBe(-2n * coin);
  });

  it('is booked once for a reference over all kinds, on one network and of one asset', async () => {
    expect(await move({ kind: 'deposit', amount: '5', coin: 'DOGE', reference: '0xAb1' })).toEqual({
      kind: 'booked',
    });
    const earlier = { kind: 'deposit', amount: '5', asset: 'DOGE', network: 'DOGE', reference: '0xAb1' };
    for (const kind of ['top-up', 'withdrawal', 'correction'] as const)
      expect(await move({ kind, amount: '5', coin: 'DOGE', reference: '0xab1' })).toMatchObject({
        kind: 'reference-used',
        earlier: { ...earlier, operator: 'ann', at: ctx.clock.now() },
      });
    const trade = {
      kind: 'trade',
      amount: '0.0000125',
      coin: 'BTC',
      bought: { amount: '5', coin: 'DOGE' },
    } as const;
    expect(await move({ ...trade, reference: '0xab1' })).toMatchObject({ kind: 'reference-used', earlier });
    // Another asset, and the same one on another network, may have moved in it as well.
    expect(await move({ kind: 'deposit', amount: '1', coin: 'BTC', reference: '0xab1' })).toEqual({
      kind: 'booked',
    });
    expect(
      await move({ kind: 'deposit', amount: '5', coin: 'DOGE', network: 'BSC', reference: '0xab1' }),
    ).toEqual({ kind: 'booked' });
    expect(await move({ ...trade, reference: 'order 7' })).toEqual({ kind: 'booked' });
    expect(await move({ kind: 'deposit', amount: '5', coin: 'DOGE', reference: 'order 7' })).toMatchObject({
      kind: 'reference-used',
      earlier: { kind: 'trade', bought: '5 DOGE' },
    });
    await expect(
      ctx.db.query(sql`
        INSERT INTO treasury_movements (booked_at, kind, entry_key, asset, network, amount, reference, reason, operator)
        SELECT booked_at, 'top-up', entry_key, asset, network, amount, '0XAB1', reason, operator
          FROM treasury_movements ORDER BY id LIMIT 1`),
    ).rejects.toThrow(/unique|duplicate/);
    expect(await sound()).toBe(true);
  });

  it.each([
    [{ amount: '-1' }, { kind: 'malformed-amount', amount: '-1' }],
    [{ amount: '0' }, { kind: 'malformed-amount', amount: '0' }],
    [{ amount: '1e3' }, { kind: 'malformed-amount', amount: '1e3' }],
    [{ coin: 'NOSUCH' }, { kind: 'unknown-network', coin: 'NOSUCH' }],
    [{ network: 'NOSUCH' }, { kind: 'unknown-network', coin: 'DOGE' }],
    [
      { amount: '1.000000001' },
      { kind: 'too-many-decimals', amount: '1.000000001', coin: 'DOGE', network: 'DOGE', decimals: 8 },
    ],
    [
      { kind: 'withdrawal', amount: '1.000000001' },
      { kind: 'too-many-decimals', amount: '1.000000001', coin: 'DOGE', network: 'DOGE', decimals: 8 },
    ],
    [
      { kind: 'trade', bought: { amount: '1', coin: 'DOGE', network: 'BSC' } },
      { kind: 'same-asset', coin: 'DOGE' },
    ],
    [{ reference: ' ' }, { kind: 'malformed-reference' }],
    [{ reason: '' }, { kind: 'malformed-reason' }],
    [{ kind: 'trade' }, { kind: 'unknown-network', coin: '' }],
  ] as const)('refuses %j', async (wrong, outcome) => {
    expect(await move({ kind: 'deposit', amount: '1', coin: 'DOGE', ...wrong })).toEqual(outcome);
  });

  it('books no trade that is off the agreed rates by more than 5%, unless a reason of its own says why', async () => {
    const trade = (bought: string, more: Partial<MoveRequest> = {}) =>
      move({
        kind: 'trade',
        amount: '0.075',
        coin: 'BTC',
        bought: { amount: bought, coin: 'DOGE' },
        reference: bought,
        ...more,
      });
    const off = { kind: 'off-rate', soldUsd: '7500' };
    expect(await trade('28499')).toEqual({ ...off, boughtUsd: '7124.75', percent: '5.003' });
    expect(await trade('31501')).toEqual({ ...off, boughtUsd: '7875.25', percent: '5.003' });
    expect(await trade('3')).toEqual({ ...off, boughtUsd: '0.75', percent: '99.99' });
    expect(await listMovements(ctx, { limit: 9 })).toEqual([]);
    expect(await trade('28500')).toEqual({ kind: 'booked' });
    expect(await trade('31500', { despiteRate: 'not needed' })).toEqual({ kind: 'booked' });
    expect(await trade('20000', { despiteRate: ' ' })).toEqual({ kind: 'malformed-reason' });
    expect(await trade('20000', { despiteRate: 'the market fell' })).toEqual({ kind: 'booked' });
    expect(
      (await readDecisions(ctx, { limit: 9 })).map(({ kind, subject, reason }) => [kind, subject, reason]),
    ).toEqual([['trade-despite-rate', '20000 (off-rate)', 'the market fell']]);
    ctx.prices.delete('DOGE');
    expect(await trade('30000')).toEqual({ kind: 'no-rate', coin: 'DOGE' });
    const { rates: _, ...withoutPool } = ctx;
    expect(
      await moveFunds(
        { ...withoutPool, actor: 'ann' },
        {
          kind: 'trade',
          amount: '1',
          coin: 'BTC',
          bought: { amount: '1', coin: 'DOGE' },
          reference: 'r',
          reason: 'x',
        },
      ),
    ).toEqual({ kind: 'no-rate', coin: 'BTC' });
    expect(await trade('30000', { despiteRate: 'sold on paper' })).toEqual({ kind: 'booked' });
  });

  it('bounds what trades lose together: coins that go back and forth lose no more than one trade may', async () => {
    const trade = async (amount: string, from: string, bought: string, to: string, reference: string) =>
      (
        await move({
          kind: 'trade',
          amount,
          coin: from,
          bought: { amount: bought, coin: to },
          reference,
        })
      ).kind;
    // 10,000 dollars each way, 2% lost each time; the largest trade is 10,000, so 500 may be lost.
    expect(await trade('0.1', 'BTC', '39200', 'DOGE', 'a')).toBe('booked');
    expect(await trade('40000', 'DOGE', '0.098', 'BTC', 'b')).toBe('booked');
    const third = { kind: 'trade', amount: '0.1', coin: 'BTC', reference: 'c' } as const;
    const lossy = { ...third, bought: { amount: '39200', coin: 'DOGE' } };
    expect(await move(lossy)).toEqual({ kind: 'losses-add-up', lostUsd: '600', allowedUsd: '510' });
    expect(await trade('0.1', 'BTC', '39900', 'DOGE', 'd')).toBe('booked');
    // What is sold for good may lose its part.
    expect(await trade('1', 'BTC', '396000', 'DOGE', 'e')).toBe('booked');
    expect(await trade('1', 'BTC', '396000', 'DOGE', 'f')).toBe('booked');
    expect(await move({ ...lossy, despiteRate: 'a bad venue' })).toEqual({ kind: 'booked' });
    expect((await readDecisions(ctx, { limit: 9 })).map(({ subject }) => subject)).toEqual([]);
    ctx.advance(31 * 86_400_000);
    expect(await trade('0.1', 'BTC', '38000', 'DOGE', 'g')).toBe('booked');
  });

  it('books no movement under the transaction of a payout', async () => {
    const account = await openMiner(ctx);
    await giveBalance(ctx, account, 100n * coin);
    await ctx.db.query(sql`
      INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at)
      VALUES ('0xPaid', 'DOGE', '\\x01'::bytea, '{}', 1, 'DOGE', 0, 'signed', ${new Date(0)})`);
    await ctx.db.query(sql`
      INSERT INTO payouts (order_id, miner_id, kind, utc_date, coin, network, address, memo, from_mining, from_referral, amount, reserved_at,
                           state, state_at, txid)
      VALUES ('1', ${account}, 'manual', '2026-05-01', 'DOGE', 'DOGE', 'D1', '', ${coin}, 0, ${coin}, ${new Date(0)}, 'prepared',
              ${new Date(0)}, '0xPaid')`);
    const [{ id } = { id: 0n }] = await ctx.db.query<{ id: bigint }>(sql`SELECT id FROM payouts`);
    for (const kind of ['withdrawal', 'correction', 'deposit'] as const)
      expect(await move({ kind, amount: '1', coin: 'DOGE', reference: '0xpaid' })).toEqual({
        kind: 'payout-transaction',
        payout: id.toString(),
      });
  });

  it('stops every payout while the wallet cannot be asked, and says why, until it answers again [L11]', async () => {
    await creditARound(ctx, 'a');
    let away = true;
    const wallet: Wallet = {
      holdings: async () => {
        if (away) throw new Error('connection refused');
        return { amounts: new Map([['BTC', coin / 10n]]), unanswered: [] };
      },
    };
    const audit = createRecurringAudit(ctx, { wallet });
    await audit.compareWallets();
    expect(audit.findings()).toMatchObject([{ rule: 'L11', kind: 'wallet-unreachable' }]);
    expect(await readSuspensions(ctx.db)).toMatchObject([
      {
        network: '*',
        reason: 'wallet-unreachable',
        detail: 'the wallet cannot be asked: connection refused',
      },
    ]);
    expect(await compareWithLedger(wallet)(ctx)).toEqual([{ network: '*', why: 'connection refused' }]);
    away = false;
    expect(await compareWithLedger(wallet)(ctx)).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    await audit.compareWallets();
    expect(audit.findings()).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });
});
