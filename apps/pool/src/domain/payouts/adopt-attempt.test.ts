import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type NumberedRail, numberedRail } from '../../sandbox/testing/numbered-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  forgetSigned,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { adoptPayout } from './adopt-payout.ts';
import { checkJournal } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { liftSuspension } from './lift-suspension.ts';
import { findPayout, type Payout } from './payout.ts';
import { bumpPayout } from './replace-transaction.ts';
import { readSuspensions } from './suspensions.ts';
import { watchReleased } from './watch-released.ts';

describe.each(oneEngine())(
  'a payout that was signed twice, in an older copy of the database, on %s',
  (engine) => {
    let ctx: TestContext;
    let chain: NumberedRail;
    let process: PayingProcess;
    let id: bigint;
    let miner: bigint;
    let address: string;
    let first: string;
    let second: string;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
    });
    beforeEach(async () => {
      await clearDecisions(ctx);
      chain = numberedRail(ctx.clock);
      process = payingProcess(ctx, chain);
      const reserved = await reserveFifty(ctx, process);
      ({ id, miner } = reserved);
      ({ address } = reserved.payout);
      await advanceRounds(ctx, process, 1);
      first = (await now()).signed?.txid ?? '';
      await bumpPayout(operator(), { id, why: 'it waits' });
      second = (await now()).signed?.txid ?? '';
      expect(second).not.toBe(first);
    });
    afterAll(() => ctx.close());

    const operator = () => ({ ...process, actor: 'root' });
    const now = async (): Promise<Payout> => {
      const payout = await findPayout(ctx.db, id);
      if (payout === undefined) throw new Error('gone');
      return payout;
    };
    const adopt = (txid: string) =>
      adoptPayout({ ...operator(), secret: ctx.secret }, { txid, reason: 'it left' });
    const unknown = async () =>
      (await compareOutgoing(operator())).unknown.map(({ txid }) => txid).toSorted();
    const lift = async () => {
      for (const { network } of await readSuspensions(ctx.db))
        await liftSuspension({ ...operator(), wallet: undefined } as never, network, 'looked at');
    };
    /** What was committed before the second one was signed. */
    const takeBack = () =>
      ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payouts SET txid = '${first}';
      DELETE FROM payout_attempts;
      DELETE FROM payout_claims WHERE txid = '${second}';
      DELETE FROM payout_transactions WHERE txid = '${second}';
      DELETE FROM payout_journal WHERE txid = '${second}';
      SET session_replication_role = origin`);

    it('is paid once where the copy lacks the one that is confirmed: it is adopted as another one of the payout [P2]', async () => {
      await takeBack();
      process = process.restart();
      expect(await checkJournal(process)).toMatchObject({ kind: 'ahead', payouts: [id] });
      expect(await unknown()).toEqual([second]);
      expect(await adopt(second)).toEqual({
        kind: 'adopted',
        payout: id,
        fromPool: 0n,
        held: [],
        isAttempt: true,
      });
      expect(await adopt(second)).toEqual({ kind: 'known', payout: id });
      expect(await unknown()).toEqual([]);
      await lift();
      chain.mine(second, 2);
      await advanceRounds(ctx, process, 12);
      const payout = await now();
      expect([payout.state, payout.signed?.txid]).toEqual(['settled', second]);
      expect(await availableTo(ctx, miner)).toBe(0n);
      expect(chain.paid(address)).toBe(50n * coin);
      expect(await unknown()).toEqual([]);
    });

    it.each([0, 1])(
      'is paid once where the copy has it as reserved, by whichever is confirmed (%i) [P2]',
      async (at) => {
        await forgetSigned(ctx, ['DELETE FROM payout_attempts', 'DELETE FROM payout_journal']);
        process = process.restart();
        expect(await checkJournal(process)).toMatchObject({ kind: 'ahead' });
        expect(await unknown()).toEqual([first, second].toSorted());
        expect(await adopt(first)).toMatchObject({ kind: 'adopted', payout: id });
        expect(await adopt(second)).toMatchObject({ kind: 'adopted', payout: id, isAttempt: true });
        expect(await unknown()).toEqual([]);
        await lift();
        chain.mine([first, second][at] ?? '', 2);
        await advanceRounds(ctx, process, 12);
        const payout = await now();
        expect([payout.state, payout.signed?.txid]).toEqual(['settled', [first, second][at]]);
        expect(await availableTo(ctx, miner)).toBe(0n);
        expect(chain.paid(address)).toBe(50n * coin);
      },
    );

    it('is not given back before the one that the copy lacks was adopted [P2] [P4]', async () => {
      await takeBack();
      process = process.restart();
      expect(await checkJournal(process)).toMatchObject({ kind: 'ahead' });
      chain.mine(second, 2);
      await advanceRounds(ctx, process, 8);
      expect((await now()).state).toBe('broadcasting');
      expect((await now()).awaited).toBe(
        `an operator: a journal has ${second} for it, which may have paid it (payouts adopt)`,
      );
      expect(await adopt(second)).toMatchObject({ kind: 'adopted', payout: id, isAttempt: true });
      await advanceRounds(ctx, process, 6);
      expect([(await now()).state, await availableTo(ctx, miner)]).toEqual(['settled', 0n]);
    });

    it('is noticed where it was given back, and its other one is on a branch after all: that one is adopted [P17]', async () => {
      chain.mine(second, 2, 'undone');
      await advanceRounds(ctx, process, 12);
      expect((await now()).state).toBe('released');
      chain.giveUp(3);
      chain.mine(first, 1);
      ctx.advance(601_000);
      await watchReleased(process, () => undefined);
      expect(await readSuspensions(ctx.db)).toMatchObject([
        { network: 'DOGE', reason: 'unknown-transaction' },
      ]);
      expect((await readSuspensions(ctx.db))[0]?.detail).toContain(first);
      ctx.advance(601_000);
      await watchReleased(process, () => undefined);
      expect(await unknown()).toEqual([first]);
      const adopted = await adopt(first);
      expect(adopted).toMatchObject({ kind: 'adopted', fromPool: 0n });
      expect(await unknown()).toEqual([]);
      // Its branch is given up once more: it is sent again, whatever the payout before it was.
      await lift();
      chain.giveUp(2);
      chain.forget(first);
      ctx.advance(31_000);
      const sent = chain.sent().length;
      await advanceRounds(ctx, process, 1);
      expect(chain.sent().slice(sent)).toEqual([first]);
      chain.mine(first, 2);
      await advanceRounds(ctx, process, 8);
      const paid = adopted.kind === 'adopted' ? await findPayout(ctx.db, adopted.payout) : undefined;
      expect([paid?.state, await availableTo(ctx, miner)]).toEqual(['settled', 0n]);
    });
  },
);
