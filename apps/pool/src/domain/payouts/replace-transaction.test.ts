import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { type NumberedRail, numberedRail } from '../../sandbox/testing/numbered-rail.ts';
import {
  advanceRounds,
  availableTo,
  clearDecisions,
  coin,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../testing/payouts/payout-world.ts';
import type { Rail } from '../kernel/rail.ts';
import { restrictMiner } from '../miners/restricted-addresses.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { checkJournal } from './check-journal.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { confirmPayout } from './confirm-payout.ts';
import { findPayout, type Payout } from './payout.ts';
import { takeAttempt } from './payout-attempts.ts';
import { raiseAfterMs } from './raise-price.ts';
import { bumpPayout, replaceTransaction } from './replace-transaction.ts';
import { liftByItself, readSuspensions, suspendByOperator } from './suspensions.ts';
import { watchSettled } from './watch-settled.ts';

describe.each(oneEngine())('a dearer transaction in the place of one that waits, on %s', (engine) => {
  let ctx: TestContext;
  let chain: NumberedRail;
  let process: PayingProcess;
  let id: bigint;
  let miner: bigint;
  let address: string;
  let first: string;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    await clearDecisions(ctx);
    await ctx.db.query(sql`DELETE FROM restricted_addresses`);
    chain = numberedRail(ctx.clock);
    begin();
    const reserved = await reserveFifty(ctx, process);
    ({ id, miner } = reserved);
    ({ address } = reserved.payout);
    await advanceRounds(ctx, process, 1);
    first = await txidNow();
    expect((await now()).state).toBe('broadcasting');
  });
  afterAll(() => ctx.close());

  function begin(changes: Partial<Rail> = {}): void {
    process = payingProcess(ctx, { ...chain, ...changes });
  }
  const now = async (): Promise<Payout> => {
    const payout = await findPayout(ctx.db, id);
    if (payout === undefined) throw new Error('gone');
    return payout;
  };
  const txidNow = async (): Promise<string> => (await now()).signed?.txid ?? '';
  const bump = () => bumpPayout({ ...process, actor: 'root' }, { id, why: 'it waits' });
  const bumped = async (): Promise<string> => {
    const outcome = await bump();
    expect(outcome).toMatchObject({ kind: 'replaced', payouts: [id] });
    return outcome.kind === 'replaced' ? outcome.txid : '';
  };
  const fees = async () =>
    (
      await ctx.db.query<{ key: string }>(
        sql`SELECT key FROM ledger_entries WHERE key LIKE 'network-fee:sandbox-%' AND key = ANY(${chain.signed.map(({ txid }) => `network-fee:${txid}`)}::text[]) ORDER BY id`,
      )
    ).map(({ key }) => key.replace('network-fee:', ''));
  const transactionStates = async () =>
    Object.fromEntries(
      (
        await ctx.db.query<{ txid: string; state: string }>(sql`SELECT txid, state FROM payout_transactions`)
      ).map(({ txid, state }) => [txid, state]),
    );
  const unknown = async () => (await compareOutgoing({ ...process, actor: 'root' })).unknown;

  it('is sent at once under the same number, and pays, is booked and is compared once [P1] [P5]', async () => {
    const second = await bumped();
    expect(second).not.toBe(first);
    expect(chain.sent()).toEqual([first, second]);
    expect(process.journal.lines().map(({ txid }) => txid)).toEqual([first, second]);
    expect(await unknown()).toEqual([]);
    chain.mine(second, 2);
    await advanceRounds(ctx, process, 6);
    expect((await now()).state).toBe('settled');
    await advanceRounds(ctx, process, 6);
    expect(await transactionStates()).toEqual({ [first]: 'invalidated', [second]: 'final' });
    expect(await fees()).toEqual([second]);
    expect(chain.paid(address)).toBe(50n * coin);
    expect(await availableTo(ctx, miner)).toBe(0n);
    expect(await unknown()).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    expect(await ctx.db.query(sql`SELECT action, actor, why FROM payout_actions`)).toEqual([
      { action: 'bump', actor: 'root', why: 'it waits' },
    ]);
  });

  it('pays once where the first one is confirmed after all [P1] [P5]', async () => {
    const second = await bumped();
    chain.mine(first);
    await advanceRounds(ctx, process, 1);
    expect([(await now()).state, await txidNow()]).toEqual(['seen', first]);
    chain.pass(2);
    await advanceRounds(ctx, process, 12);
    expect((await now()).state).toBe('settled');
    expect(await transactionStates()).toEqual({ [first]: 'final', [second]: 'invalidated' });
    expect(await fees()).toEqual([first]);
    expect(await unknown()).toEqual([]);
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it('goes on by the other one where a branch is given up, as often as that happens', async () => {
    const second = await bumped();
    for (const paying of [first, second, first]) {
      chain.mine(paying, 1);
      await advanceRounds(ctx, process, 2);
      expect([(await now()).state, await txidNow()]).toEqual(['seen', paying]);
      chain.giveUp(2);
    }
    chain.mine(second, 2);
    await advanceRounds(ctx, process, 12);
    expect([(await now()).state, await txidNow()]).toEqual(['settled', second]);
    expect(await fees()).toEqual([second]);
    expect(chain.paid(address)).toBe(50n * coin);
  });

  it('is not given back where a branch with the one that settled is given up, and the other one has paid [P1]', async () => {
    const second = await bumped();
    chain.mine(second, 2);
    await advanceRounds(ctx, process, 12);
    expect((await now()).state).toBe('settled');
    chain.giveUp(3);
    chain.mine(first, 2);
    for (let each = 0; each < 4; each += 1) {
      ctx.advance(601_000);
      await watchSettled(process, () => undefined);
    }
    expect([(await now()).state, await txidNow(), (await now()).goneAt]).toEqual(['settled', first, null]);
    expect(await transactionStates()).toEqual({ [first]: 'final', [second]: 'invalidated' });
    expect(await availableTo(ctx, miner)).toBe(0n);
    expect(await fees()).toEqual([second]);
  });

  it('is given back once none of them can be confirmed, with the fee of what was executed [P4]', async () => {
    await bumped();
    chain.mine(first, 2, 'undone');
    await advanceRounds(ctx, process, 12);
    expect((await now()).state).toBe('released');
    expect(await availableTo(ctx, miner)).toBe(50n * coin);
    expect(await fees()).toEqual([first]);
  });

  it('is not ended by a process that heard of its end before another one gave it to the payout again [P4]', async () => {
    const second = await bumped();
    let asked = 0;
    begin({
      lookUp: async (network, txid, proof) => {
        if (txid !== first) return chain.lookUp(network, txid, proof);
        asked += 1;
        // The last look before it would be ended.
        if (asked === 7) await takeAttempt(process, await now(), first);
        const over = { kind: 'invalidated', why: 'its number is used', fee: 0n } as const;
        return ['one', 'two'].map((node) => ({ node, height: 1, isSynced: true, status: over }));
      },
    });
    await advanceRounds(ctx, process, 4);
    expect(asked).toBeGreaterThanOrEqual(7);
    expect(await transactionStates()).toMatchObject({ [first]: 'sent', [second]: 'sent' });
  });

  it('counts as sent again where two nodes know it after they had proved its end', async () => {
    await ctx.db.execute(`SET session_replication_role = replica;
      UPDATE payout_transactions SET state = 'invalidated' WHERE txid = '${first}';
      SET session_replication_role = origin`);
    chain.mine(first, 2);
    await advanceRounds(ctx, process, 6);
    expect([(await now()).state, await transactionStates()]).toEqual(['settled', { [first]: 'final' }]);
  });

  it('is known by its words where nodes have the first one waiting and not the other', async () => {
    const second = await bumped();
    for (let each = 0; each < 22; each += 1) {
      chain.forget(second);
      ctx.advance(31_000);
      await advanceRounds(ctx, process, 1);
    }
    expect((await now()).awaited).toBe(
      `a block: two nodes have ${first} waiting, which was signed for it before, and not ${second}`,
    );
    expect(await readSuspensions(ctx.db)).toEqual([]);
  });

  it('has its fee as the chain says, also where that took nothing of it', async () => {
    await bumped();
    await ctx.db.query(sql`UPDATE payout_transactions SET fee = 999`);
    chain.mine((await txidNow()) ?? '', 2);
    await advanceRounds(ctx, process, 12);
    expect(await ctx.db.query(sql`SELECT fee FROM payout_transactions WHERE txid = ${first}`)).toEqual([
      { fee: 0n },
    ]);
  });

  it('is known to a process that dies before it is sent, and to another one', async () => {
    let isDead = true;
    begin({
      send: async (...asked) => (isDead ? Promise.reject(new Error('killed')) : chain.send(...asked)),
    });
    const second = await bumped();
    expect(chain.sent()).toEqual([first]);
    isDead = false;
    const other = payingProcess(ctx, chain);
    expect(await checkJournal(other)).toMatchObject({ kind: 'sound' });
    ctx.advance(30_000);
    await advanceRounds(ctx, other, 1);
    expect(chain.sent()).toEqual([first, second]);
    // Its own newest line is of the one that was replaced.
    await advanceRounds(ctx, process, 1);
    expect(await readSuspensions(ctx.db)).toEqual([]);
    other.end();
  });

  it('is one where two processes ask at one moment', async () => {
    const other = payingProcess(ctx, chain);
    const payout = await now();
    const outcomes = await Promise.all(
      [process, other].map((each) => replaceTransaction(each, payout, { why: 'both', actor: 'root' })),
    );
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['not-possible', 'replaced']);
    expect((await ctx.db.query(sql`SELECT 1 FROM payout_transactions`)).length).toBe(2);
    other.end();
  });

  it.each<[string, () => Promise<unknown>]>([
    [
      'mostly refuse a transaction',
      async () => {
        const rest: Rail = { ...chain };
        delete rest.replace;
        process = payingProcess(ctx, rest);
      },
    ],
    [
      'it keeps what it has',
      async () => {
        const rest: Rail = { ...chain, noReplacement: 'it keeps what it has' };
        delete rest.replace;
        process = payingProcess(ctx, rest);
      },
    ],
    [
      'it is not on its way',
      async () => ctx.db.query(sql`UPDATE payouts SET state = 'invalidated' WHERE id = ${id}`),
    ],
    ['its chain decides', async () => chain.mine(first)],
    ['payouts are suspended', async () => suspendByOperator({ ...ctx, actor: 'root' }, 'DOGE', 'a look')],
    ['its address is restricted', async () => restrictMiner(ctx, await now(), 'a sanction')],
    [
      'both could be confirmed',
      async () =>
        begin({
          replace: async (orders) =>
            chain.build(orders, [
              `nonce:${chain.signed[0]?.proof['number']}`,
              chain.signed[0]?.proof['number'] ?? '',
            ]),
        }),
    ],
    [
      'not what was asked for',
      async () =>
        begin({
          replace: (orders, attempts) =>
            chain.replace?.(
              orders.map((each) => ({ ...each, amount: 1n })),
              attempts,
            ) ?? chain.build(orders, []),
        }),
    ],
  ])('is none where %s', async (why, prepare) => {
    await prepare();
    const outcome = await bump();
    expect(outcome.kind === 'not-possible' ? outcome.why : outcome).toContain(why);
    expect(await txidNow()).toBe(first);
    expect(await ctx.db.query(sql`SELECT 1 FROM payout_attempts`)).toEqual([]);
  });

  it('is never one that could be confirmed beside the first, whatever the code says', async () => {
    await ctx.db.query(sql`
      INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at)
      VALUES ('beside', 'DOGE', '\\x00', '{}', 1, 'DOGE', 1, 'sent', ${new Date(0)})`);
    await ctx.db.query(
      sql`INSERT INTO payout_claims (network, claim, txid) VALUES ('DOGE', 'nonce:other', 'beside')`,
    );
    const attempt = (txid: string) =>
      ctx.db.query(
        sql`INSERT INTO payout_attempts (payout_id, txid, replaced_at) VALUES (${id}, ${txid}, ${new Date(0)})`,
      );
    await expect(attempt('beside')).rejects.toThrow('could be paid by');
    await attempt(first);
    await expect(ctx.db.query(sql`UPDATE payouts SET txid = 'beside' WHERE id = ${id}`)).rejects.toThrow(
      'has been signed',
    );
  });

  describe('while the network asks for more', () => {
    it('is signed by itself after ten minutes, and again after ten more', async () => {
      chain.price = 100n;
      await advanceRounds(ctx, process, 2);
      expect(chain.signed).toHaveLength(1);
      ctx.advance(raiseAfterMs);
      await advanceRounds(ctx, process, 3);
      expect(chain.signed).toHaveLength(2);
      chain.price = 200n;
      await advanceRounds(ctx, process, 3);
      expect(chain.signed).toHaveLength(2);
      ctx.advance(raiseAfterMs);
      await advanceRounds(ctx, process, 1);
      expect(chain.signed).toHaveLength(3);
      expect(chain.sent().slice(-1)).toEqual([chain.signed[2]?.txid]);
      expect(await readSuspensions(ctx.db)).toEqual([]);
    });

    it('waits beyond the cap, says so, and suspends nothing however long nodes forget it', async () => {
      chain.price = 2000n;
      for (let each = 0; each < 23; each += 1) {
        ctx.advance(31_000);
        chain.forget(first);
        await advanceRounds(ctx, process, 1);
      }
      expect([(await now()).state, chain.signed.length]).toEqual(['broadcasting', 1]);
      expect((await now()).awaited).toContain('its own has become too low');
      expect((await now()).awaited).toContain('not now: over the cap');
      expect(await readSuspensions(ctx.db)).toEqual([]);
      chain.price = 8n;
      chain.mine(first, 2);
      await advanceRounds(ctx, process, 6);
      expect((await now()).state).toBe('settled');
    });

    it('says what has to come first, and suspends nothing meanwhile', async () => {
      chain.isBehind = true;
      for (let each = 0; each < 22; each += 1) {
        chain.forget(first);
        ctx.advance(31_000);
        await advanceRounds(ctx, process, 1);
      }
      expect((await now()).awaited).toContain('an earlier payment of the account');
      expect([await readSuspensions(ctx.db), chain.signed.length]).toEqual([[], 1]);
    });

    it('is none while payouts are suspended', async () => {
      chain.price = 100n;
      ctx.advance(raiseAfterMs);
      await suspendByOperator({ ...ctx, actor: 'root' }, 'DOGE', 'a look');
      await advanceRounds(ctx, process, 2);
      expect(chain.signed).toHaveLength(1);
      await liftByItself(ctx.db, 'DOGE', 'operator', 'looked at', ctx.clock.now());
      ctx.advance(60_000);
      await confirmPayout(process, await now());
      expect(chain.signed).toHaveLength(2);
    });
  });
});
