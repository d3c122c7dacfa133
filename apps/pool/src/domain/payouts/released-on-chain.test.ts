import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import type { Rail } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import { adoptPayout } from './adopt-payout.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { liftSuspension } from './lift-suspension.ts';
import { findPayout } from './payout.ts';
import { readSuspensions } from './suspensions.ts';
import { watchReleased } from './watch-released.ts';

const dayMs = 86_400_000;

describe.each(oneEngine())('a released payout that is on its chain after all, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  const advance = (process: PayingProcess, rounds: number) => advanceRounds(ctx, process, rounds);

  /** Two nodes on a fork call a payout of 50 invalidated; it is released, and then it is in a block. */
  async function releasedByAFork() {
    const chain = adversarialRail(ctx.clock, calm, { validMs: 10 * dayMs });
    let forked: string | undefined;
    let quiet: 'none' | 'one' | 'both' = 'none';
    const lookUp: Rail['lookUp'] = async (network, txid, proof) => {
      const answers = await chain.lookUp(network, txid, proof);
      if (quiet === 'one') return answers.slice(0, 1);
      if (quiet === 'both') throw new Error('timeout');
      const status = { kind: 'invalidated', why: 'a fork', fee: 0n } as const;
      return txid === forked ? answers.map((each) => ({ ...each, status })) : answers;
    };
    const process = payingProcess(ctx, { ...chain, lookUp });
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    const { miner, id, payout } = await reserveFifty(ctx, process);
    await advance(process, 1);
    const txid = (await findPayout(ctx.db, id))?.signed?.txid ?? '';
    forked = txid;
    await advance(process, 8);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'released' });
    const endFork = () => {
      forked = undefined;
    };
    const silence = (whom: typeof quiet) => {
      quiet = whom;
    };
    return { chain, process, operator, miner, id, txid, address: payout.address, endFork, silence };
  }

  it('stays known while its nodes say that it can never be confirmed', async () => {
    const { process, operator } = await releasedByAFork();
    await watchReleased(process, () => undefined);
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it.each(['one', 'both'] as const)('is not cleared by an answer that is missing: %s', async (whom) => {
    const { chain, process, operator, miner, txid, address, endFork, silence } = await releasedByAFork();
    endFork();
    silence(whom);
    ctx.advance(dayMs / 2);
    const again = await reserveFifty(ctx, process, miner);
    const fresh = { ...process, outgoing: payingProcess(ctx, chain).outgoing };
    await advance(fresh, 20);
    expect(paidOnChain(chain, address)).toBe(50n);
    expect(await findPayout(ctx.db, again.id)).toMatchObject({ state: 'reserved' });
    const what = new RegExp(
      `^its wallet has sent ${txid}, whose payout was released, and what became of it is not known: `,
    );
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'DOGE', reason: 'wallet-unreachable', detail: expect.stringMatching(what) },
    ]);
    const compared = await compareOutgoing(operator);
    expect(compared).toMatchObject({
      unknown: [],
      unanswered: [{ network: 'DOGE', why: expect.stringMatching(what) }],
    });
    silence('none');
    await advance(fresh, 3);
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'DOGE', reason: 'unknown-transaction', detail: expect.stringContaining(txid) },
    ]);
    expect(paidOnChain(chain, address)).toBe(50n);
  });

  it('suspends its network before it is paid again, and is adopted', async () => {
    const { chain, process, operator, miner, txid, address, endFork } = await releasedByAFork();
    endFork();
    ctx.advance(dayMs / 2);
    const again = await reserveFifty(ctx, process, miner);
    await advance({ ...process, outgoing: payingProcess(ctx, chain).outgoing }, 20);
    expect(paidOnChain(chain, address)).toBe(50n);
    expect(await findPayout(ctx.db, again.id)).toMatchObject({ state: 'reserved' });
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'unknown-transaction' }]);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid, from: 'released-payout' }]);
    expect(await liftSuspension(operator, 'DOGE', 'tired')).toBe('not-compared');
    expect(await adoptPayout(operator, { txid, reason: 'it is in a block' })).toMatchObject({
      kind: 'adopted',
      fromPool: 50n * coin,
      held: [again.id],
    });
    ctx.advance(1000);
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await liftSuspension(operator, 'DOGE', 'adopted')).toBe('lifted');
    await advance(process, 20);
    expect(paidOnChain(chain, address)).toBe(50n);
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it('is found for a week, also after it was paid again and compared: the pool bears what left twice [P17]', async () => {
    const { chain, process, operator, miner, id, txid, address, endFork } = await releasedByAFork();
    ctx.advance(dayMs);
    const other = await reserveFifty(ctx, process, miner);
    await advance(process, 20);
    expect(await findPayout(ctx.db, other.id)).toMatchObject({ state: 'settled' });
    await compareOutgoing(operator);
    ctx.advance(3 * dayMs);
    await compareOutgoing(operator);
    endFork();
    await watchReleased(process, () => undefined);
    expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'DOGE', reason: 'unknown-transaction' }]);
    ctx.advance(1000);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid, from: 'released-payout' }]);
    const adopted = await adoptPayout(operator, { txid, reason: 'it is in a block' });
    expect(adopted).toMatchObject({ kind: 'adopted', fromPool: 50n * coin });
    expect(await adoptPayout(operator, { txid, reason: 'twice' })).toMatchObject({ kind: 'known' });
    ctx.advance(1000);
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await liftSuspension(operator, 'DOGE', 'adopted')).toBe('lifted');
    ctx.advance(700_000);
    await watchReleased(process, () => undefined);
    await advance(process, 20);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'released' });
    expect(paidOnChain(chain, address)).toBe(100n);
    expect(await availableTo(ctx, miner)).toBe(0n);
  });
});
