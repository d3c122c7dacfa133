import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  advanceRounds,
  clearPayouts,
  paidOnChain,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import { armCrashPoints } from '../kernel/crash-point.ts';
import type { Rail } from '../kernel/rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { retryPayout } from './operate-payouts.ts';
import { findPayout, type Payout } from './payout.ts';
import { readSuspensions } from './suspensions.ts';

/** What becomes of bytes that are handed out. */
type Answer = 'taken' | 'taken, and no answer' | 'lost, and no answer' | 'refused';

const answers: readonly Answer[] = ['taken', 'taken, and no answer', 'lost, and no answer', 'refused'];

describe.each(oneEngine())('what is handed out once, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearPayouts(ctx));
  afterEach(() => armCrashPoints());
  afterAll(() => ctx.close());

  /** A chain behind a rail that counts what it is handed. */
  function rail(resend: Rail['resend'], answer: () => Answer) {
    const chain = adversarialRail(ctx.clock, calm, { validMs: 10 * 86_400_000 });
    const handed: string[] = [];
    const counting: Rail = {
      ...chain,
      resend,
      send: async (network, bytes) => {
        handed.push(Buffer.from(bytes).toString('hex'));
        const now = answer();
        if (now.startsWith('taken')) await chain.send(network, bytes);
        if (now.endsWith('no answer')) throw new Error('no answer');
        return now === 'refused' ? { kind: 'refused', why: 'not today' } : { kind: 'taken' };
      },
    };
    return { chain, counting, handed };
  }

  const stateOf = async (id: bigint): Promise<Payout> => {
    const found = await findPayout(ctx.db, id);
    if (found === undefined) throw new Error('gone');
    return found;
  };

  it('is sent again by a rail of same bytes, and never by another: that one is looked up, and says so', async () => {
    for (const resend of ['same-bytes', 'never'] as const) {
      const { counting, handed } = rail(resend, () => 'lost, and no answer');
      const process = payingProcess(ctx, counting);
      const { id } = await reserveFifty(ctx, process);
      await advanceRounds(ctx, process, 20);
      const { state, sends, awaited } = await stateOf(id);
      expect({ resend, state, sends, handed: handed.length, awaited }).toEqual(
        resend === 'never'
          ? {
              resend,
              state: 'broadcasting',
              sends: 1,
              handed: 1,
              awaited:
                'two nodes to know it: it may have been handed out, and its rail hands nothing out twice',
            }
          : { resend, state: 'broadcasting', sends: 7, handed: 7, awaited: null },
      );
      await retryPayout({ ...ctx, actor: 'ann' }, id, 'once more');
      await advanceRounds(ctx, process, 4);
      expect(handed).toHaveLength(resend === 'never' ? 1 : 9);
      expect(await readSuspensions(ctx.db)).toEqual([]);
      process.end();
      await clearPayouts(ctx);
    }
  });

  it('is settled where its answer was lost and its chain has it', async () => {
    const { chain, counting, handed } = rail('never', () => 'taken, and no answer');
    const process = payingProcess(ctx, counting);
    const { id, payout } = await reserveFifty(ctx, process);
    await advanceRounds(ctx, process, 20);
    expect(await stateOf(id)).toMatchObject({ state: 'settled', awaited: null });
    expect(handed).toHaveLength(1);
    expect(paidOnChain(chain, payout.address)).toBe(50n);
    process.end();
  });

  it.each(['a disk that has its line', 'the table that has it'])(
    'is not handed out again after a restore to what was not sent yet, with %s',
    async (kept) => {
      const { counting, handed } = rail('never', () => 'lost, and no answer');
      let process = payingProcess(ctx, counting);
      const { id } = await reserveFifty(ctx, process);
      await advanceRounds(ctx, process, 4);
      expect(handed).toHaveLength(1);
      const isOwn = kept.startsWith('a disk');
      await ctx.db.execute(`SET session_replication_role = replica;
        UPDATE payouts SET state = 'prepared', sent_at = NULL, awaited = NULL;
        UPDATE payout_transactions SET state = 'signed', sends = 0, last_sent_at = NULL;
        ${isOwn ? 'DELETE FROM payout_journal' : ''};
        SET session_replication_role = origin`);
      if (isOwn) process = process.restart();
      else {
        process.end();
        process = payingProcess(ctx, counting);
      }
      await advanceRounds(ctx, process, 4);
      await ctx.db.execute("UPDATE payout_suspensions SET lifted_at = since, lifted_why = 'looked at'");
      await advanceRounds(ctx, process, 20);
      expect(handed).toHaveLength(1);
      expect(await stateOf(id)).toMatchObject({
        sends: 1,
        awaited: 'two nodes to know it: it may have been handed out, and its rail hands nothing out twice',
      });
      process.end();
    },
  );

  it('is handed out at most once by any processes, whatever dies and whatever is answered', async () => {
    const step = fc.oneof(
      fc.constant('advance' as const),
      fc.constant('both' as const),
      fc.constant('retry' as const),
      fc.constantFrom('payout-broadcasting', 'payout-journalled', 'payout-before-send', 'payout-sent'),
    );
    let unanswered = 0;
    let deaths = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 3, maxLength: 8 }),
        fc.array(fc.constantFrom(...answers), { minLength: 1, maxLength: 3 }),
        async (steps, said) => {
          await clearPayouts(ctx);
          let asked = 0;
          const { chain, counting, handed } = rail('never', () => {
            const now = said[asked % said.length] ?? 'taken';
            asked += 1;
            if (now.endsWith('no answer')) unanswered += 1;
            return now;
          });
          let one: PayingProcess = payingProcess(ctx, counting);
          const two = payingProcess(ctx, counting);
          const { id, payout } = await reserveFifty(ctx, one);
          for (const now of steps) {
            if (now === 'retry') await retryPayout({ ...ctx, actor: 'ann' }, id, 'once more');
            else if (now === 'both')
              await Promise.all([advanceRounds(ctx, one, 2), advanceRounds(ctx, two, 2)]);
            else if (now === 'advance') await advanceRounds(ctx, two, 2);
            else {
              armCrashPoints((name) => {
                if (name !== now) return;
                deaths += 1;
                throw new Error(`dead at ${name}`);
              });
              await advanceRounds(ctx, one, 2);
              armCrashPoints();
              one = one.restart();
            }
          }
          await advanceRounds(ctx, two, 20);
          expect(handed.length).toBeLessThanOrEqual(1);
          expect(paidOnChain(chain, payout.address)).toBeLessThanOrEqual(50n);
          const { state, awaited } = await stateOf(id);
          expect(state === 'settled' || awaited !== null).toBe(true);
          one.end();
          two.end();
        },
      ),
      {
        numRuns: 7,
        // Each death once, and two processes, with an answer that says nothing.
        examples: [
          [['payout-broadcasting', 'both', 'retry'], ['lost, and no answer']],
          [['payout-journalled', 'advance', 'retry'], ['taken, and no answer']],
          [['payout-before-send', 'retry', 'both'], ['lost, and no answer']],
          [['payout-sent', 'retry', 'both'], ['refused']],
        ],
      },
    );
    expect(unanswered).toBeGreaterThan(0);
    expect(deaths).toBeGreaterThanOrEqual(4);
  });
});
