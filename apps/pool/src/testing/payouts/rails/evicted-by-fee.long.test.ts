import { miningAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLitecoind } from '../../../../../../testing/litecoin-nodes.ts';
import { bookEntry } from '../../../domain/ledger/book-entry.ts';
import { adoptPayout } from '../../../domain/payouts/adopt-payout.ts';
import { checkJournal } from '../../../domain/payouts/check-journal.ts';
import { compareOutgoing } from '../../../domain/payouts/compare-outgoing.ts';
import { cancelPayout } from '../../../domain/payouts/cancel-payout.ts';
import { liftSuspension } from '../../../domain/payouts/lift-suspension.ts';
import { retryPayout } from '../../../domain/payouts/operate-payouts.ts';
import { findPayout } from '../../../domain/payouts/payout.ts';
import { coinReservations } from '../../../domain/payouts/reserve-coins.ts';
import { reservePayout } from '../../../domain/payouts/reserve-payout.ts';
import { readSuspensions } from '../../../domain/payouts/suspensions.ts';
import { clearTables } from '../../../domain/testing/clear-tables.ts';
import { createTestContext, type TestContext } from '../../../domain/testing/create-test-context.ts';
import { firstRow } from '../../../runtime/database/database.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  clearPayouts,
  type PayingProcess,
  payingProcess,
} from '../payout-world.ts';
import type { OpenedRail } from './ground.ts';
import { LitecoinGround } from './litecoin-ground.ts';
import { confirmations } from './litecoin-place.ts';
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
      ground = await LitecoinGround.start(ctx.clock.now(), 'litecoin', smallPools);
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
    const give = async (miner: bigint, key: string): Promise<void> => {
      const postings = [
        { account: 'ext:suite' as const, asset: 'LTC', amount: -coin / 2n },
        { account: miningAccount(miner), asset: 'LTC', amount: coin / 2n },
      ];
      await ctx.db.transaction((tx) => bookEntry(tx, { key, kind: 'given', at: ctx.clock.now(), postings }));
    };
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
      await give(miner, `given ${uuid}`);
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

    /** Blocks take the dearest first; what cancels a payment offers more than what fills the pools. */
    const untilReleased = async (id: bigint): Promise<void> => {
      for (let blocks = 0; blocks < 30 && (await now(id)).state !== 'released'; blocks += 1) {
        await ground.nodes.mine(1);
        await advance(2);
      }
    };

    it('is cancelled while no node has it, though its wallets count its coins as spent, and never paid [P14]', async () => {
      const { id, miner, address, txid } = await waiting();
      const cancel = () => cancelPayout({ ...process, actor: 'ann' }, { id, why: 'too cheap' });
      expect(await cancel()).toMatchObject({ kind: 'not-possible' });
      await pools.putOut([txid]);
      await advance(1);
      for (const { name } of ground.both) {
        const coins = (await now(id)).signed?.proof['coins']?.split(' ') ?? [];
        const listed = await ground.ofWallet<readonly { txid: string; vout: number }[]>(
          name,
          'listunspent',
          0,
          9_999_999,
          [],
          true,
        );
        expect(coins).not.toHaveLength(0);
        expect(listed.filter((each) => coins.includes(`${each.txid}:${each.vout}`))).toEqual([]);
      }
      const cancelled = await cancel();
      expect(cancelled).toMatchObject({ kind: 'cancelling', payouts: [id] });
      await untilReleased(id);
      expect((await now(id)).state).toBe('released');
      expect(await availableTo(ctx, miner)).toBe(coin / 2n);
      // Its wallets give it to their nodes again, days later: they take it no more.
      await emptyPools();
      await ground.nodes.mine(1);
      await advance(2);
      expect(await paid(address)).toBe(0n);
      expect(await pools.waiting([txid])).toEqual([]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
    });

    it('is cancelled where the database has lost it and an operator has adopted it, which names that way out [P14] [P17]', async () => {
      const { miner, address, txid } = await waiting();
      await pools.putOut([txid]);
      // A copy from before it was reserved, with the journal as it is.
      await clearPayouts(ctx);
      await clearTables(ctx.db, ['ledger_entries', 'ledger_links', 'ledger_chains', 'postings', 'balances']);
      await give(miner, 'of before');
      process = process.restart();
      expect((await checkJournal(process)).kind).toBe('ahead');
      const operator = { ...process, secret: new Uint8Array(32), actor: 'ann' };
      await advance(4);
      expect((await compareOutgoing(operator)).unknown).toMatchObject([{ txid }]);
      const adopted = await adoptPayout(operator, { txid, reason: 'it had left' });
      expect(adopted).toMatchObject({ kind: 'adopted', fromPool: 0n, unsent: true });
      const id = adopted.kind === 'adopted' ? adopted.payout : 0n;
      ctx.advance(60_000);
      expect((await compareOutgoing(operator)).unknown).toEqual([]);
      for (const { network } of await readSuspensions(ctx.db))
        expect(await liftSuspension(operator, network, 'compared')).toBe('lifted');
      await advance(4);
      expect(await now(id)).toMatchObject({
        state: 'prepared',
        awaited: expect.stringMatching(
          /never sent from here .*payouts cancel does that.*: not known.*: not known/,
        ),
      });
      expect(await cancelPayout(operator, { id, why: 'no node has it' })).toMatchObject({
        kind: 'cancelling',
        payouts: [id],
      });
      await untilReleased(id);
      expect((await now(id)).state).toBe('released');
      expect(await availableTo(ctx, miner)).toBe(coin / 2n);
      await emptyPools();
      await ground.nodes.mine(1);
      await advance(2);
      expect(await paid(address)).toBe(0n);
      expect(await pools.waiting([txid])).toEqual([]);
    });
  },
);
