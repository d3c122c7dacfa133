import { miningAccount } from '@openlode/ledger/accounts';
import { readFileSync } from 'node:fs';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hasLitecoind, type LitecoinNode } from '../../../../../../testing/litecoin-nodes.ts';
import { askNode } from '../../../../../../testing/test-network.ts';
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

const coin = 10n ** 18n;
const dayMs = 86_400_000;
/** Of a node that keeps little: five megabytes are the least that litecoind takes. A transaction may carry 95 kB of anything. */
const small = { maxmempool: 5, datacarriersize: 95_000 };
const filling = 90_000;
/** In litoshi for a virtual byte: payments pay ten here. */
const dear = 200;

describe.skipIf(!hasLitecoind).each(oneEngine())(
  'a payment that nodes put out of their pools for dearer ones, on %s',
  { timeout: 600_000 },
  (engine) => {
    let ctx: TestContext;
    let ground: LitecoinGround;
    let opened: OpenedRail;
    let process: PayingProcess;
    let payees = 0;
    beforeAll(async () => {
      ctx = await createTestContext(engine);
      // Their first block is of now, and nodes take none that is older.
      ctx.setNow(Date.now());
      ground = await LitecoinGround.start(ctx.clock.now(), small);
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

    const bank = <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
      const { url, loginFile } = ground.nodes.one;
      return askNode<T>(`${url}/wallet/pool`, readFileSync(loginFile, 'utf8'), method, params);
    };
    const waitsAt = async (node: LitecoinNode, txid: string): Promise<boolean> =>
      (await node.ask<readonly string[]>('getrawmempool')).includes(txid);
    /** Dearer ones, until none of these nodes has it; answers how many that took. */
    const putOut = async (txid: string, nodes: readonly LitecoinNode[]): Promise<number> => {
      const coins = await bank<
        readonly { readonly txid: string; readonly vout: number; readonly amount: number }[]
      >('listunspent', 1, 9_999_999, [], true, { minimumAmount: 2 });
      const change = await bank<string>('getnewaddress');
      let sent = 0;
      for (const { amount, ...own } of coins) {
        const left = await Promise.all(nodes.map((node) => waitsAt(node, txid)));
        if (!left.includes(true)) return sent;
        const fee = ((filling + 300) * dear) / 1e8;
        const outputs = [{ data: 'fe'.repeat(filling) }, { [change]: (amount - fee).toFixed(8) }];
        const raw = await bank<string>('createrawtransaction', [own], outputs);
        const { hex } = await bank<{ readonly hex: string }>('signrawtransactionwithwallet', raw);
        for (const node of nodes) await node.ask('sendrawtransaction', hex, 0).catch(() => undefined);
        sent += 1;
      }
      throw new Error(`${sent} dearer transactions did not put it out`);
    };
    const leastOf = async (node: LitecoinNode): Promise<number> =>
      (await node.ask<{ readonly mempoolminfee: number }>('getmempoolinfo')).mempoolminfee;
    /** What waits comes into blocks, and a day later nodes take cheap payments again. */
    const emptyPools = async (): Promise<void> => {
      for (let blocks = 0; blocks < 40; blocks += 1) {
        const waiting = await Promise.all(
          ground.both.map((node) => node.ask<readonly string[]>('getrawmempool')),
        );
        if (waiting.every(({ length }) => length === 0)) break;
        await ground.nodes.two.generate(1);
        await ground.nodes.mine(1);
      }
      for (let days = 0; days < 4; days += 1) {
        ctx.advance(dayMs);
        await ground.setTime(ctx.clock.now());
        await ground.nodes.mine(1);
        for (const node of ground.both) await leastOf(node);
      }
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
      expect(await Promise.all(ground.both.map((node) => waitsAt(node, txid)))).toEqual([true, true]);
      const sent = await putOut(txid, ground.both);
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
      await putOut(txid, [one]);
      expect([await waitsAt(one, txid), await waitsAt(two, txid)]).toEqual([false, true]);
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
      two.options = { ...two.options, ...small };
      await two.signal('SIGKILL');
      await two.start();
      await ground.nodes.join();
    });

    it('is not cancelled while its wallet counts its coins as spent, says so, and is paid once when blocks are cheap again', async () => {
      const { id, miner, address, txid } = await waiting();
      await putOut(txid, ground.both);
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
