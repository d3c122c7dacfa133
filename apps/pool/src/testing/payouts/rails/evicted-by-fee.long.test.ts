import { miningAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { cancelPayout } from '../../../domain/payouts/cancel-payout.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { retryPayout } from '../../../domain/payouts/operate-payouts.ts';
import { findPayout } from '../../../domain/payouts/payout.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { firstRow } from '../../../runtime/database/database.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  type PayingProcess,
  payingProcess,
} from '../payout-world.ts';
import type { OpenedRail } from './ground.ts';
import { confirmations, LitecoinGround } from './litecoin-ground.ts';
import { leastOf, LitecoinPools, smallPools } from './litecoin-pools.ts';

const coin = 10n ** 18n;
const dayMs = 86_400_000;
describe.skipIf(!hasLitecoind).each(oneEngine())(
  'a payment that nodes put out of their pools for dearer ones, on %s',
  { timeout: 600_000 },
  (engine) => {
    let ctx: TestContext;
    let ground: LitecoinGround;
    let pools: LitecoinPools;
    let opened: OpenedRail;
    let process: PayingProcess;
    let payees = 0;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
      // Their first block is of now, and nodes take none that is older.
      ctx.setNow(Date.now());
      ground = await LitecoinGround.start(ctx.clock.now(), smallPools);
      pools = new LitecoinPools(ground);
    }, 600_000);
    afterAll(async () => {
      await ground?.close();
      await ctx?.close();
    });
    beforeEach(async () => {
      await clearDecisions(ctx);
      await emptyPools();
      // They forget what blocks of before have taught them of prices: payments are cheap again.
      for (const node of ground.both) {
        await node.signal('SIGKILL');
        await node.start();
      }
      await ground.nodes.join();
      await ground.nodes.mine(1);
      await ground.begin(6, ctx.clock.now());
      opened = ground.open({
        reservations: coinReservations(ctx),
        now: () => ctx.clock.now(),
        through: (_node, rpc) => rpc,
        signing: (signer) => signer,
      });
      process = payingProcess(ctx, opened.rail);
      return () => {
        process.end();
        opened.close();
      };
    });

    /** Days later nodes take cheap payments again. */
    const emptyPools = (): Promise<void> =>
      pools.empty(() => {
        ctx.advance(dayMs);
        return ctx.clock.now();
      });
    /** A payout of half a coin that both nodes have waiting. */
    const waiting = async () => {
      payees += 1;
      const [address = ''] = await ground.payees(1);
      const at = new Date(ctx.clock.now());
      const uuid = `eeeeeeee-0000-4000-8000-${payees.toString(16).padStart(12, '0')}`;
      const rows = await ctx.db.query<{ id: bigint }>(sql`
        INSERT INTO miners (uuid, coin, network, address, created_at, last_work_at)
        VALUES (${uuid}, 'LTC', 'LTC', ${address}, ${at}, ${at}) RETURNING id`);
      const miner = firstRow(rows).id;
      const postings = [
        { account: 'ext:suite' as const, asset: 'LTC', amount: -coin / 2n },
        { account: miningAccount(miner), asset: 'LTC', amount: coin / 2n },
      ];
      await ctx.db.transaction((tx) =>
        bookEntry(tx, { key: `given ${uuid}`, kind: 'given', at: ctx.clock.now(), postings }),
      );
      const outcome = await reservePayout(process, miner, 'manual');
      if (outcome.kind !== 'reserved') throw new Error(JSON.stringify(outcome));
      await advance(2);
      const { signed } = await now(outcome.id);
      if (signed === null) throw new Error('it is not signed');
      return { id: outcome.id, miner, address, txid: signed.txid };
    };
    const now = async (id: bigint) => {
      const payout = await findPayout(ctx.db, id);
      if (payout === undefined) throw new Error('gone');
      return payout;
    };
    const advance = async (rounds: number): Promise<void> => {
      await advanceRounds(ctx, process, rounds);
      await ground.setTime(ctx.clock.now());
    };
    /** What blocks pay to it, by both nodes. */
    const paid = async (address: string): Promise<bigint> =>
      (await ground.truth(new Set([address])))
        .flatMap(({ outputs }) => outputs)
        .reduce((sum, { amount }) => sum + amount, 0n);
    const settle = async (): Promise<void> => {
      await ground.nodes.mine(confirmations);
      await advance(8);
    };

    it('is sent again, refused in the words of the nodes, named after twenty times, and paid once by an operator’s word [P14]', async () => {
      const { id, address, txid } = await waiting();
      expect(await pools.waiting([txid])).toEqual([txid]);
      const sent = await pools.putOut([txid]);
      expect(sent).toBeGreaterThan(20);
      for (const node of ground.both) expect(await leastOf(node)).toBeGreaterThan(0.0001);
      await advance(8);
      const first = await now(id);
      expect(first).toMatchObject({
        state: 'broadcasting',
        refusal: expect.stringMatching(/min fee not met/),
      });
      expect(first.sends).toBeGreaterThan(1);
      await advance(70);
      const note = expect.stringMatching(
        /^sent 20 times and never seen on the chain; refused the last time: .*min fee/,
      );
      expect(await now(id)).toMatchObject({ state: 'manual_review', sends: 20, note });
      expect(await readSuspensions(ctx.db)).toMatchObject([{ network: 'LTC', reason: 'never-seen' }]);
      await emptyPools();
      expect(await paid(address)).toBe(0n);
      expect(await liftSuspension({ ...ctx, actor: 'ann' }, 'LTC', 'the nodes take it again')).toBe('lifted');
      expect(await retryPayout({ ...ctx, actor: 'ann' }, id, 'again')).toEqual({ kind: 'done' });
      await advance(2);
      await settle();
      expect(await now(id)).toMatchObject({ state: 'settled', signed: { txid } });
      expect(await paid(address)).toBe(coin / 2n);
    });

    it('goes on where one node alone has put it out, and the other brings it into a block', async () => {
      const { one, two } = ground.nodes;
      two.options = { ...two.options, maxmempool: 300 };
      await two.signal('SIGKILL');
      await two.start();
      await ground.nodes.join();
      await ground.nodes.mine(1);
      const { id, address, txid } = await waiting();
      await pools.putOut([txid], undefined, [one]);
      expect(await one.ask('getrawmempool')).not.toContain(txid);
      expect(await two.ask('getrawmempool')).toContain(txid);
      await advance(8);
      expect(await now(id)).toMatchObject({ state: 'broadcasting' });
      // Its blocks take the dearer ones first.
      for (let blocks = 0; blocks < 12 && (await paid(address)) === 0n; blocks += 1) {
        await two.generate(1);
        await ground.nodes.mine(0);
      }
      await settle();
      expect(await now(id)).toMatchObject({ state: 'settled', signed: { txid } });
      expect(await paid(address)).toBe(coin / 2n);
      two.options = { ...two.options, ...smallPools };
      await two.signal('SIGKILL');
      await two.start();
      await ground.nodes.join();
    });

    it('is not cancelled while its wallet counts its coins as spent, says so, and is paid once when blocks are cheap again', async () => {
      const { id, miner, address, txid } = await waiting();
      await pools.putOut([txid]);
      await advance(1);
      // A wallet that has seen a transaction wait keeps what it spends, also after its node has put it out.
      expect(await cancelPayout({ ...process, actor: 'ann' }, { id, why: 'too cheap' })).toMatchObject({
        kind: 'not-possible',
        why: expect.stringContaining(`no coin of ${txid} is free at two nodes`),
      });
      await emptyPools();
      await advance(2);
      await settle();
      expect(await now(id)).toMatchObject({ state: 'settled', signed: { txid } });
      expect(await availableTo(ctx, miner)).toBe(0n);
      expect(await paid(address)).toBe(coin / 2n);
    });
  },
);
