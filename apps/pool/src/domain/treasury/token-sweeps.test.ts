import { miningAccount } from '@openlode/ledger/accounts';
import { formatAmount, parseAmount } from '@openlode/money/amount';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { forgetSigned, openMiner } from '../../testing/payouts/payout-world.ts';
import { createSweepKit, type SweepKit } from '../../testing/payouts/sweep-kit.ts';
import { armCrashPoints } from '../kernel/crash-point.ts';
import { checkJournal } from '../payouts/check-journal.ts';
import { readOwnMoney } from './own-money.ts';
import { decideSweep } from './decide-sweep.ts';
import { limitSweep } from './plan-sweep.ts';

/** The most that the network of the kit may take. */
const feeMax = 1000n;
/** Of LTC the pool has this much of its own. */
const feeMoney = 5000n;
const units = (amount: bigint) => formatAmount(amount);

/** As of a token, whose network takes its fee of its own coin: here DOGE is swept, and LTC pays for it. */
describe.each(oneEngine())('sweeps whose fee is of another coin, on %s', (engine) => {
  let kit: SweepKit;
  beforeAll(async () => {
    kit = await createSweepKit(engine);
  });
  beforeEach(() => begin());
  afterEach(() => armCrashPoints());
  afterAll(() => kit.close());

  async function begin(own = feeMoney): Promise<void> {
    await kit.begin();
    kit.chain.feeAsset = 'LTC';
    [kit.feeHeld, kit.feeSpendable] = [feeMoney, feeMoney];
    await kit.book('pool:capital', own, 'LTC');
  }
  const oweFees = async (amount: bigint): Promise<void> =>
    kit.book(miningAccount(await openMiner(kit.ctx)), amount, 'LTC');
  const own = async (asset: string): Promise<bigint> =>
    (await readOwnMoney(kit.ctx.db, asset, kit.ctx.clock.now())).inWallets;
  const quietly = (rounds: number) => kit.follow(rounds, () => undefined);
  const noFee = { kind: 'exceeds', most: '0', coin: 'DOGE', limit: 'fee' };

  it('leave whole, and what the network takes is booked of its own coin', async () => {
    expect(await kit.plan()).toMatchObject({
      kind: 'planned',
      amount: '90',
      feeAsset: 'LTC',
      fee: units(8n),
      feeMax: units(feeMax),
      remains: '10',
    });
    const { txid } = await kit.stored('90');
    await kit.follow();
    kit.chain.mine(txid, 2);
    kit.held = 10n * kit.coin;
    kit.feeHeld -= 8n;
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([
      { state: 'final', amount: '90', fee: units(8n), feeAsset: 'LTC', bookings: 1 },
    ]);
    expect(kit.chain.paid(kit.cold)).toBe(90n * kit.coin);
    expect(await kit.accounts()).toMatchObject({ cold: '-90', wallet: '-10', own: '100', fees: '0' });
    expect(await kit.accounts('LTC')).toMatchObject({ cold: '0', own: units(feeMoney), fees: units(-8n) });
    expect(await kit.positions()).toEqual({ held: '10', owed: '10' });
    expect(await kit.positions('LTC')).toEqual({ held: units(4992n), owed: units(4992n) });
  });

  it.each([
    ['the ledger has too little of that as its own', () => begin(feeMax - 1n), () => begin(feeMax)],
    [
      'the wallet has too little beyond what miners are owed of it',
      () => oweFees(feeMoney - feeMax + 1n),
      () => oweFees(feeMoney - feeMax),
    ],
    [
      'a payout that is not signed needs it',
      async () => {
        await kit.reserved();
        kit.feeSpendable = 2n * feeMax - 1n;
      },
      async () => {
        await kit.reserved();
        kit.feeSpendable = 2n * feeMax;
      },
    ],
  ])('do not leave where %s', async (_why, tooLittle, enough) => {
    await tooLittle();
    expect(await kit.sweep('30')).toEqual(noFee);
    expect(await kit.rows()).toEqual([]);
    await begin();
    await enough();
    expect(await kit.sweep('30')).toMatchObject({ kind: 'stored' });
  });

  it('take the most that they may cost off its coin until they are signed, then what they cost', async () => {
    kit.silentSigner();
    expect(await kit.sweep('30')).toMatchObject({ kind: 'waits' });
    expect([await own('DOGE'), await own('LTC')]).toEqual([70n * kit.coin, feeMoney - feeMax]);
    kit.change({});
    kit.ctx.advance(60_000);
    await kit.follow();
    expect([await own('DOGE'), await own('LTC')]).toEqual([70n * kit.coin, feeMoney - 8n]);
    const [row] = await kit.rows();
    await kit.follow();
    kit.chain.mine(row?.txid ?? '', 2);
    await kit.follow(5);
    expect([await own('DOGE'), await own('LTC')]).toEqual([70n * kit.coin, feeMoney - 8n]);
  });

  it('are given up where what would pay for them is owed to miners by then', async () => {
    kit.silentSigner();
    await kit.sweep('30');
    await oweFees(feeMoney - feeMax + 1n);
    kit.change({});
    kit.ctx.advance(60_000);
    await kit.follow();
    expect(await kit.rows()).toMatchObject([
      { state: 'returned', txid: null, note: expect.stringContaining('because its network takes a fee of') },
    ]);
    await begin();
    await kit.stored('30');
    await oweFees(feeMoney - feeMax + 1n);
    await kit.follow();
    expect(await kit.rows()).toMatchObject([
      { state: 'signed', note: expect.stringContaining('because its network takes a fee of') },
    ]);
    expect(kit.chain.sent()).toEqual([]);
  });

  it('arrive once, and cost once, wherever their process dies', async () => {
    for (const point of [
      'sweep-planned',
      'sweep-signed',
      'sweep-stored',
      'sweep-sending',
      'sweep-journalled',
      'sweep-before-send',
      'sweep-sent',
      'entries-uncommitted',
      'sweep-ended',
    ]) {
      await begin();
      let died = false;
      armCrashPoints((name) => {
        if (name !== point || died) return;
        died = true;
        throw new Error(`died at ${name}`);
      });
      await kit.sweep('30').catch(() => undefined);
      let isBack = false;
      for (let turn = 0; turn < 4; turn += 1) {
        if (died && !isBack) kit.restart();
        isBack = died;
        kit.ctx.advance(60_000);
        await quietly(5);
        const [row] = await kit.rows();
        if (row?.txid && kit.chain.sent().includes(row.txid) && kit.chain.paid(kit.cold) === 0n)
          kit.chain.mine(row.txid, 2);
      }
      armCrashPoints();
      expect([point, died, await kit.rows()]).toMatchObject([
        point,
        true,
        [{ state: 'final', bookings: 1, feeAsset: 'LTC' }],
      ]);
      expect(kit.chain.paid(kit.cold)).toBe(30n * kit.coin);
      expect((await kit.accounts()).cold).toBe('-30');
      expect((await kit.accounts('LTC')).fees).toBe(units(-8n));
    }
  });

  it('cost what cancels them of the same coin', async () => {
    const { sweep } = await kit.stored('30');
    await kit.follow();
    const outcome = await kit.cancel(sweep);
    if (outcome.kind !== 'cancelling') throw new Error(JSON.stringify(outcome));
    kit.chain.mine(outcome.txid, 2);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'returned', note: `cancelled by ${outcome.txid}` }]);
    expect(await kit.accounts()).toMatchObject({ cold: '0', own: '100', fees: '0' });
    expect((await kit.accounts('LTC')).fees).toBe(units(-9n));
  });

  it.each([true, false])(
    'are ended by the word of an operator where no node can tell what they did, left: %s',
    async (left) => {
      const { sweep, txid } = await kit.stored('30');
      await kit.follow();
      const decide = () => decideSweep(kit.context(), { id: BigInt(sweep), left, reason: 'looked at' });
      expect(await decide()).toMatchObject({ why: expect.stringContaining('its nodes can tell') });
      kit.chain.mine(txid, 1, 'unclear');
      await kit.follow(5);
      const words = 'an operator has to look (treasury sweep-left, or treasury sweep-stayed)';
      expect(await kit.rows()).toMatchObject([
        { state: 'sent', note: `${txid} was executed without a report: ${words}` },
      ]);
      expect(await decide()).toMatchObject({ why: 'it stands under 2 blocks, and 3 are needed' });
      kit.chain.pass(1);
      if (!left) {
        expect(await decide()).toMatchObject({ why: expect.stringContaining('after half a minute') });
        kit.ctx.advance(30_000);
      }
      expect(await decide()).toEqual({ kind: 'done' });
      expect(await decide()).toMatchObject({ why: left ? 'it is final' : 'it is returned' });
      kit.held = left ? 70n * kit.coin : 100n * kit.coin;
      kit.ctx.advance(700_000);
      await kit.follow(4);
      expect(await kit.rows()).toMatchObject([
        { state: left ? 'final' : 'returned', bookings: left ? 1 : 0, isGone: false },
      ]);
      expect((await kit.accounts()).cold).toBe(left ? '-30' : '0');
      expect((await kit.accounts('LTC')).fees).toBe(units(-8n));
      expect(await kit.suspended()).toEqual([]);
      const decided = await kit.ctx.db.query(
        sql`SELECT kind, subject, reason, actor FROM operator_decisions`,
      );
      expect(decided).toEqual([
        { kind: left ? 'sweep-left' : 'sweep-stayed', subject: sweep, reason: 'looked at', actor: 'ann' },
      ]);
    },
  );

  it('are there again where a branch change has brought back what an operator has said of them', async () => {
    const { sweep, txid } = await kit.stored('30');
    await kit.follow();
    kit.chain.mine(txid, 2, 'unclear');
    await kit.follow(1);
    const decide = { id: BigInt(sweep), left: true, reason: 'looked at' };
    expect(await decideSweep(kit.context(), decide)).toEqual({ kind: 'done' });
    kit.held = 70n * kit.coin;
    kit.chain.giveUp(3);
    kit.chain.forget(txid);
    kit.ctx.advance(600_000);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'final', isGone: true }]);
    await kit.lift();
    kit.chain.mine(txid, 1, 'unclear');
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'final', isGone: true }]);
    kit.chain.pass(1);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'final', isGone: false, note: null, bookings: 1 }]);
  });

  it('are taken up where they were cancelled, and another branch has executed them without a report', async () => {
    const { sweep, txid } = await kit.stored('30');
    await kit.follow();
    const outcome = await kit.cancel(sweep);
    if (outcome.kind !== 'cancelling') throw new Error(JSON.stringify(outcome));
    kit.chain.mine(outcome.txid, 2);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'returned' }]);
    kit.chain.giveUp(3);
    kit.chain.mine(txid, 2, 'unclear');
    kit.ctx.advance(600_000);
    await kit.follow(2);
    const note = expect.stringContaining('an operator has to look');
    expect(await kit.rows()).toMatchObject([{ state: 'sent', found: true, note }]);
  });

  it('are adopted after a restore with the coin that pays for them', async () => {
    const { txid } = await kit.stored('30');
    await kit.follow();
    await forgetSigned(kit.ctx, ['DELETE FROM sweeps', 'DELETE FROM payout_journal']);
    kit.restart();
    await checkJournal(kit.process);
    expect(await kit.adopt(txid)).toMatchObject({ kind: 'swept', coin: 'DOGE' });
    expect(await kit.rows()).toMatchObject([{ state: 'sent', txid, feeAsset: 'LTC', fee: units(8n) }]);
    await kit.lift();
    kit.chain.mine(txid, 2);
    await kit.follow(5);
    expect(await kit.rows()).toMatchObject([{ state: 'final' }]);
    expect((await kit.accounts()).cold).toBe('-30');
    expect((await kit.accounts('LTC')).fees).toBe(units(-8n));
  });

  it('keep the coin that pays for them', async () => {
    await kit.stored('30');
    await expect(kit.ctx.db.query(sql`UPDATE sweeps SET fee_asset = 'DOGE'`)).rejects.toThrow('is frozen');
  });

  it('begin by themselves where they are worth a hundred fees in dollars, and not without a rate', async () => {
    const most = async (text: string): Promise<void> => {
      await begin(10n * kit.coin);
      [kit.feeHeld, kit.feeSpendable] = [10n * kit.coin, 10n * kit.coin];
      kit.isSweptByItself = true;
      kit.ctx.prices.set('DOGE', '0.25').set('LTC', '100');
      const terms = kit.chain.terms('DOGE', 'DOGE');
      kit.change({ terms: () => ({ ...terms, feeMax: parseAmount(text) }) });
    };
    // 90 DOGE are 22.5 dollars.
    await most('0.0022500001');
    await kit.excess();
    expect(await kit.rows()).toEqual([]);
    await most('0.00225');
    kit.ctx.prices.delete('LTC');
    await expect(kit.excess()).rejects.toThrow(
      'whether it is worth its fee is not known: no rate of LTC is agreed on',
    );
    expect(await kit.rows()).toEqual([]);
    kit.ctx.prices.set('LTC', '100');
    await kit.excess();
    expect(await kit.rows()).toMatchObject([{ amount: '90', state: 'signed' }]);
  });

  it('take nothing that is owed, of either coin, whatever both have', async () => {
    await kit.owe(40n * kit.coin);
    await oweFees(700n);
    const few = (max: number) => fc.bigInt(0n, BigInt(max));
    const coins = few(160).map((amount) => amount * kit.coin);
    const side = fc.record({ held: coins, spendable: coins, fee: fc.constant(8n) });
    const ofFee = fc.record({ held: few(9000), spendable: few(9000), asset: fc.constant('LTC') });
    const [owed, owedFees] = [40n * kit.coin, 700n];
    await fc.assert(
      fc.asyncProperty(side, ofFee, few(8000), async (wallet, fees, cost) => {
        const float = { ...kit.floats()[0], cold: kit.cold } as Parameters<typeof limitSweep>[2];
        const asked = { side: { ...wallet, ofFee: fees }, feeMax: cost };
        const { most } = await kit.ctx.db.transaction((tx) =>
          limitSweep(tx, kit.ctx.clock.now(), float, asked),
        );
        const isPaid = cost <= feeMoney && cost <= fees.held - owedFees && cost <= fees.spendable;
        const free = [
          100n * kit.coin,
          wallet.held - owed,
          wallet.held - kit.target,
          wallet.spendable,
          isPaid ? 1000n * kit.coin : 0n,
        ].reduce((least, each) => (each < least ? each : least));
        expect(most).toBe(free > 0n ? free : 0n);
      }),
      { numRuns: 60 },
    );
  });
});
