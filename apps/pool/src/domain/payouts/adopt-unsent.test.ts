import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  giveBalance,
  openMiner,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
  signElsewhere,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { adoptPayout } from './adopt-payout.ts';
import { storeLines } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { liftSuspension } from './lift-suspension.ts';
import { approvePayout, releasePayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { storeSentBytes } from './prepare-payout.ts';
import { readSuspensions, suspendPayouts } from './suspensions.ts';

const dayMs = 86_400_000;

describe.each(oneEngine())('a line of a journal whose bytes never left, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  const advance = (process: PayingProcess, rounds: number) => advanceRounds(ctx, process, rounds);

  /** A process signed a payout of 50 and died before it sent; its database was rolled back, and the payout was paid another way since. */
  async function paidAnotherWay(how: 'signed-anew' | 'released-and-asked-again') {
    const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
    const process = payingProcess(ctx, chain);
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    await ctx.db.query(sql`UPDATE pool_identity SET created_at = ${new Date(ctx.clock.now() - dayMs)}`);
    const { miner, id, payout } = await reserveFifty(ctx, process);
    const line = await signElsewhere(ctx, chain, payout);
    if (how === 'released-and-asked-again') {
      await releasePayout(operator, id, 'the owner asked');
      await reserveFifty(ctx, process, miner);
    }
    await advance(process, 20);
    expect(paidOnChain(chain, payout.address)).toBe(50n);
    await storeLines(ctx.db, [line], 'file');
    const suspension = { network: '*', reason: 'journal-ahead', detail: 'd', mark: 'm' } as const;
    await suspendPayouts(ctx.db, suspension, ctx.clock.now());
    ctx.advance(1000);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid: line.txid, from: 'journal' }]);
    const adopt = () => adoptPayout(operator, { txid: line.txid, reason: 'the guide says so' });
    const disregard = () => disregardTransaction(operator, { txid: line.txid, reason: 'never sent' });
    const lift = async () => {
      ctx.advance(1000);
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      expect(await liftSuspension(operator, '*', 'compared')).toBe('lifted');
    };
    return { chain, process, operator, miner, id, address: payout.address, line, adopt, disregard, lift };
  }

  it('is not adopted where another transaction pays its payout: it is disregarded', async () => {
    const { chain, process, id, address, adopt, disregard, lift } = await paidAnotherWay('signed-anew');
    const by = (await findPayout(ctx.db, id))?.signed?.txid;
    expect(await adopt()).toEqual({ kind: 'replaced', payout: id, by });
    expect(await disregard()).toEqual({ kind: 'done' });
    await lift();
    await advance(process, 20);
    expect(paidOnChain(chain, address)).toBe(50n);
  });

  it('is adopted and held, and ends when its chain has invalidated it: the pool never sends it [P17]', async () => {
    const { chain, process, operator, miner, address, line, adopt, lift } =
      await paidAnotherWay('released-and-asked-again');
    const adopted = await adopt();
    expect(adopted).toMatchObject({ kind: 'adopted', fromPool: 50n * coin });
    const id = adopted.kind === 'adopted' ? adopted.payout : 0n;
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'prepared', hold: 'operator' });
    await lift();
    await advance(process, 10);
    expect(paidOnChain(chain, address)).toBe(50n);
    // Not even by approving it: the pool would bear a second payment.
    await approvePayout(operator, id, 'tired');
    await advance(process, 10);
    expect(chain.sent()).not.toContain(line.txid);
    expect((await findPayout(ctx.db, id))?.awaited).toMatch(/never sent/);
    ctx.advance(dayMs);
    await advance(process, 20);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'released' });
    expect(paidOnChain(chain, address)).toBe(50n);
    expect(await availableTo(ctx, miner)).toBe(0n);
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it('is in flight once two nodes have it in a block: another copy of the journal has sent it', async () => {
    const { chain, process, line, adopt, lift } = await paidAnotherWay('released-and-asked-again');
    const adopted = await adopt();
    const id = adopted.kind === 'adopted' ? adopted.payout : 0n;
    await lift();
    await chain.send('DOGE', line.bytes);
    await advance(process, 20);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled', hold: null });
  });

  it('can be disregarded once two nodes say that it can never be confirmed', async () => {
    const { disregard, lift } = await paidAnotherWay('released-and-asked-again');
    expect(await disregard()).toMatchObject({ kind: 'pays-miner' });
    ctx.advance(2 * dayMs);
    expect(await disregard()).toEqual({ kind: 'done' });
    await lift();
  });

  /** The copy has a payout reserved that was released and asked for again in its lost life: that one left, and a journal has this one unsent. */
  async function leftAsAnother() {
    const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
    const process = payingProcess(ctx, chain);
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    await ctx.db.query(sql`UPDATE pool_identity SET created_at = ${new Date(ctx.clock.now() - dayMs)}`);
    const { miner, id, payout } = await reserveFifty(ctx, process);
    const left = await signElsewhere(ctx, chain, { ...payout, id: id + 1000n });
    await chain.send('DOGE', left.bytes);
    const line = await signElsewhere(ctx, chain, payout);
    await storeLines(ctx.db, [line], 'file');
    await suspendPayouts(ctx.db, { network: '*', reason: 'restored', detail: 'd' }, ctx.clock.now());
    ctx.advance(1000);
    const adopt = ({ txid }: { readonly txid: string }) =>
      adoptPayout(operator, { txid, reason: 'the guide says so' });
    expect(await adopt(left)).toMatchObject({ kind: 'adopted', fromPool: 50n * coin, held: [id] });
    const lift = async () => {
      ctx.advance(1000);
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      expect(await liftSuspension(operator, '*', 'compared')).toBe('lifted');
    };
    return { chain, process, operator, miner, id, address: payout.address, line, adopt, lift };
  }

  it('stays held where the adoption of another transaction held its payout: it may be the same money [P16]', async () => {
    const { chain, process, operator, miner, id, address, line, adopt, lift } = await leftAsAnother();
    expect(await adopt(line)).toEqual({ kind: 'adopted', payout: id, fromPool: 0n, held: [id] });
    await lift();
    await advance(process, 20);
    expect(paidOnChain(chain, address)).toBe(50n);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'prepared', hold: 'operator' });
    expect(await approvePayout(operator, id, 'tired')).toMatchObject({ kind: 'restore-loss' });
    expect(await releasePayout(operator, id, 'it was the same money')).toEqual({ kind: 'awaits-chain' });
    ctx.advance(2 * dayMs);
    await advance(process, 20);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'released' });
    expect([paidOnChain(chain, address), await availableTo(ctx, miner)]).toEqual([50n, 0n]);
  });

  it('stays held as well where the process whose journal has it finds it at its start [P16]', async () => {
    const { chain, process, id, address, lift } = await leftAsAnother();
    const payout = await findPayout(ctx.db, id);
    expect(payout && (await storeSentBytes(process, payout))).toBe(true);
    await lift();
    await advance(process, 20);
    expect(paidOnChain(chain, address)).toBe(50n);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'prepared', hold: 'operator' });
  });

  it('goes on once two nodes know it, although it was held', async () => {
    const { chain, process, id, line, adopt, lift } = await leftAsAnother();
    await adopt(line);
    await lift();
    await chain.send('DOGE', line.bytes);
    await advance(process, 20);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
  });

  it('is held as well where one node alone lists it as sent, to the address of a miner: nothing is lost by a lie', async () => {
    const chain = adversarialRail(ctx.clock, calm, { validMs: dayMs });
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const [row] = await ctx.db.query<{ address: string }>(
      sql`SELECT address FROM miners WHERE id = ${miner}`,
    );
    const made = {
      id: 0n,
      coin: 'DOGE',
      network: 'DOGE',
      address: row?.address ?? '',
      memo: '',
      amount: 50n * coin,
    };
    const { txid, bytes, proof } = await signElsewhere(ctx, chain, made as Payout);
    const at = ctx.clock.now();
    const lie = { network: 'DOGE', txid, bytes, proof, at, label: undefined };
    const outgoing: Rail['outgoing'] = async (since, network) =>
      (await chain.outgoing(since, network)).map((each) =>
        each.network === 'DOGE' ? { ...each, transactions: [...each.transactions, lie] } : each,
      );
    const process = payingProcess(ctx, { ...chain, outgoing });
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid, from: 'wallet' }]);
    const adopted = await adoptPayout(operator, { txid, reason: 'the guide says so' });
    expect(adopted).toMatchObject({ kind: 'adopted', fromPool: 0n, unsent: true });
    const id = adopted.kind === 'adopted' ? adopted.payout : 0n;
    await advance(process, 30);
    expect([chain.sent(), await readSuspensions(ctx.db)]).toEqual([[], []]);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'prepared', hold: 'operator' });
    ctx.advance(dayMs);
    await advance(process, 20);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'released' });
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
  });

  it('is adopted under a number that the pool can have: a label far beyond all payouts is none', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, chain);
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    const { miner, id, payout } = await reserveFifty(ctx, process);
    await giveBalance(ctx, miner, 50n * coin);
    const label = 999_999_999_999_999_999n;
    const signed = await chain.build([{ ...payout, payoutId: label, memo: '' }], []);
    if (signed.kind !== 'signed') throw new Error('not signed');
    await chain.send('DOGE', signed.bytes);
    ctx.advance(20_000);
    const adopted = await adoptPayout(operator, { txid: signed.txid, reason: 'unknown' });
    expect(adopted).toMatchObject({ kind: 'adopted' });
    const next = await reserveFifty(ctx, process);
    expect(next.id - id).toBeLessThan(10n);
    process.end();
  });
});
