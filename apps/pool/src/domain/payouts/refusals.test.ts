import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  clearPayouts,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail, SendAnswer } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { advancePayouts } from './advance-payouts.ts';
import { broadcastPayout, sendAgain, sendsMax } from './broadcast-payout.ts';
import { sendEveryMs } from './send-cancel.ts';
import { liftSuspension } from './lift-suspension.ts';
import { retryPayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { preparePayouts } from './prepare-payout.ts';
import { readSuspensions } from './suspensions.ts';

describe.each(testEngines())('what a network refuses, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearPayouts(ctx));
  afterAll(() => ctx.close());

  /** A payout that is signed, on a chain with these changes. */
  async function begin(change: (chain: Rail) => Partial<Rail>) {
    const chain = adversarialRail(ctx.clock, calm);
    const process = payingProcess(ctx, { ...chain, ...change(chain) });
    const { id, payout } = await reserveFifty(ctx, process);
    await preparePayouts(process, [payout]);
    const now = async (): Promise<Payout> => {
      const found = await findPayout(ctx.db, id);
      if (found === undefined) throw new Error('gone');
      return found;
    };
    return { process, id, now };
  }

  it('is kept in its words and decides nothing: it may have been taken all the same [P4] [P14]', async () => {
    let refuses = true;
    const { process, id, now } = await begin((chain) => ({
      send: async (network, bytes) => {
        const answer = await chain.send(network, bytes);
        return refuses ? { kind: 'refused', why: 'min relay\n\u0000fee not met' } : answer;
      },
      lookUp: async (network, txid, proof) =>
        refuses
          ? [{ node: 'one', height: 1, isSynced: true, status: { kind: 'absent' } }]
          : chain.lookUp(network, txid, proof),
    }));
    expect(await now()).toMatchObject({ state: 'prepared', refusal: null, refusedAt: null });
    const refusedAt = new Date(ctx.clock.now());
    expect(await broadcastPayout(process, await now())).toBe('refused');
    expect(await now()).toMatchObject({ state: 'broadcasting', refusal: 'min relay fee not met', refusedAt });
    for (let round = 0; round <= sendsMax; round += 1) {
      ctx.advance(sendEveryMs);
      await advancePayouts(process, () => undefined);
    }
    const note = 'sent 20 times and never seen on the chain; refused the last time: min relay fee not met';
    expect(await now()).toMatchObject({ state: 'manual_review', sends: sendsMax, note });
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'DOGE', reason: 'never-seen', detail: `payout ${id}: ${note}` },
    ]);
    refuses = false;
    await liftSuspension(ctx, 'DOGE', 'its node asked for more than others');
    expect(await retryPayout({ ...ctx, actor: 'ann' }, id, 'again')).toEqual({ kind: 'done' });
    await advanceRounds(ctx, process, 14);
    expect(await now()).toMatchObject({ state: 'settled' });
    process.end();
  });

  it('is forgotten once the network takes the same bytes, and not by a silence', async () => {
    const answers: (SendAnswer | Error)[] = [
      new Error('timeout'),
      { kind: 'refused', why: 'its mempool is full' },
    ];
    const { process, now } = await begin((chain) => ({
      send: async (network, bytes) => {
        const answer = answers.pop();
        if (answer instanceof Error) throw answer;
        return answer ?? chain.send(network, bytes);
      },
    }));
    await broadcastPayout(process, await now());
    ctx.advance(sendEveryMs);
    expect(await sendAgain(process, await now())).toBe('unacknowledged');
    expect(await now()).toMatchObject({ refusal: 'its mempool is full', sends: 2 });
    ctx.advance(sendEveryMs);
    expect(await sendAgain(process, await now())).toBe('sent');
    expect(await now()).toMatchObject({ refusal: null, refusedAt: null, sends: 3 });
    await advanceRounds(ctx, process, 14);
    expect(await now()).toMatchObject({ state: 'settled' });
    process.end();
  });
});
