import { miningAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { limitRails } from '../../adapters/limit-world.ts';
import { createCallLimit, Unanswered } from '../../runtime/call-limit.ts';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { createLanes } from '../../runtime/lanes.ts';
import { type AdversarialRail, adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { oneRail } from '../../sandbox/testing/one-rail.ts';
import {
  clearPayouts,
  coin,
  openMiner,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { listPayouts } from '../views/list-payouts.ts';
import { advancePayouts } from './advance-payouts.ts';
import { deferSigning } from './defer-signing.ts';
import { findPayout } from './payout.ts';
import { readSuspensions } from './suspensions.ts';

/** 60 ms in the place of 30 s: a call of these suites answers within one turn. */
const limit = () => createCallLimit({ callMs: 60, pauseMs: 3_600_000, now: () => performance.now() });
const forever = () => new Promise<never>(() => undefined);

describe.each(oneEngine())('a node that never answers on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearPayouts(ctx));
  afterAll(() => ctx.close());

  /** The rail, of which every call for DOGE never ends once `hangs`. */
  function hanging(real: AdversarialRail) {
    const state = { hangs: false };
    const rail: Rail = {
      ...real,
      lookUp: (network, ...rest) =>
        state.hangs && network === 'DOGE' ? forever() : real.lookUp(network, ...rest),
      outgoing: (since, network) =>
        state.hangs && (network ?? 'DOGE') === 'DOGE' ? forever() : real.outgoing(since, network),
      build: (orders, claimed) =>
        state.hangs && orders[0]?.network === 'DOGE' ? forever() : real.build(orders, claimed),
    };
    return { state, rail };
  }

  async function reserveLitecoin(process: PayingProcess): Promise<bigint> {
    const miner = await openMiner(ctx);
    await ctx.db.query(sql`UPDATE miners SET coin = 'LTC', network = 'LTC' WHERE id = ${miner}`);
    await ctx.db.transaction((tx) =>
      bookEntry(tx, {
        key: `given-litecoin:${miner}`,
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset: 'LTC', amount: -50n * coin },
          { account: miningAccount(miner), asset: 'LTC', amount: 50n * coin },
        ],
      }),
    );
    return (await reserveFifty(ctx, process, miner)).id;
  }

  const stateOf = async (id: bigint) => (await findPayout(ctx.db, id))?.state;
  const waitOf = async (id: bigint) => (await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor;

  it('holds up its own network only, and every payout of it says so [P14]', async () => {
    const { state, rail } = hanging(adversarialRail(ctx.clock, calm));
    const process = { ...payingProcess(ctx, rail), rails: limitRails(oneRail(rail), limit()) };
    const sent = await reserveFifty(ctx, process);
    await advancePayouts(process, () => undefined);
    expect(await stateOf(sent.id)).toBe('broadcasting');
    state.hangs = true;
    ctx.advance(600_000);
    const waiting = await reserveFifty(ctx, process);
    const litecoin = await reserveLitecoin(process);
    const failures = new Set<string>();
    for (let round = 0; round < 20 && (await stateOf(litecoin)) !== 'settled'; round += 1) {
      await advancePayouts(process, (_payout, error) => failures.add((error as Error).message));
      ctx.advance(10_000);
    }
    expect(await stateOf(litecoin)).toBe('settled');
    expect([...failures]).toEqual([
      'lookUp of DOGE: no answer within 0.06 s',
      'lookUp of DOGE: an earlier call has not been answered yet',
    ]);
    expect(await waitOf(sent.id)).toBe(
      'the nodes of DOGE, which cannot be asked: lookUp of DOGE: an earlier call has not been answered yet',
    );
    expect(await waitOf(waiting.id)).toBe(
      'the suspension of DOGE: wallet-unreachable (the wallet of DOGE has not said what has left it: outgoing of DOGE: no answer within 0.06 s)',
    );
    expect((await readSuspensions(ctx.db)).map(({ network, reason }) => `${network} ${reason}`)).toEqual([
      'DOGE wallet-unreachable',
    ]);
    process.end();
  });

  it('keeps no other network waiting for the end of its pass, whatever it takes', async () => {
    const { state, rail } = hanging(adversarialRail(ctx.clock, calm));
    const process = payingProcess(ctx, rail);
    const sent = await reserveFifty(ctx, process);
    await advancePayouts(process, () => undefined);
    state.hangs = true;
    const litecoin = await reserveLitecoin(process);
    const lanes = createLanes({ waitMs: 50 });
    for (let round = 0; round < 600 && (await stateOf(litecoin)) !== 'settled'; round += 1) {
      await advancePayouts(process, () => undefined, lanes);
      // A database that is slow for a while must not use up the rounds.
      await lanes.ended(50);
      ctx.advance(10_000);
    }
    expect([await stateOf(litecoin), await stateOf(sent.id)]).toEqual(['settled', 'broadcasting']);
    process.end();
  });

  it('that was not asked, because another call to it hangs, has refused no signature', async () => {
    const process = payingProcess(ctx, adversarialRail(ctx.clock, calm));
    const { id, payout } = await reserveFifty(ctx, process);
    const paused = new Unanswered('sign of DOGE: an earlier call', { isPaused: true });
    await deferSigning(ctx, [payout], 'failed', paused);
    expect(await findPayout(ctx.db, id)).toMatchObject({
      signAttempts: 0,
      nextSignAt: new Date(ctx.clock.now() + 10_000),
    });
    await deferSigning(ctx, [payout], 'failed', new Unanswered('sign of DOGE: no answer'));
    expect(await findPayout(ctx.db, id)).toMatchObject({ signAttempts: 1 });
    process.end();
  });
});
