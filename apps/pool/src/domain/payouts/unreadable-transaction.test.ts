import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../runtime/database/testing/create-test-database.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import {
  clearDecisions,
  type PayingProcess,
  payingProcess,
  reserveFifty,
  signElsewhere,
} from '../../testing/payouts/payout-world.ts';
import type { JournalLine } from '../kernel/payout-journal.ts';
import type { Rail } from '../kernel/rail.ts';
import { maintainNetwork } from '../operations/maintain-network.ts';
import { moveFunds } from '../treasury/move-funds.ts';
import { adoptPayout } from './adopt-payout.ts';
import { advancePayouts } from './advance-payouts.ts';
import { compareOutgoing } from './compare-outgoing.ts';
import { disregardTransaction } from './disregard-transaction.ts';
import { liftSuspension } from './lift-suspension.ts';
import { findPayout } from './payout.ts';
import { releaseReserved } from './release-payout.ts';
import { readSuspensions } from './suspensions.ts';

describe.each(oneEngine())('a transaction of the wallet that its rail cannot read, on %s', (engine) => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => clearDecisions(ctx));
  afterAll(() => ctx.close());

  const advance = async (process: PayingProcess, rounds: number): Promise<string[]> => {
    const errors: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await advancePayouts(process, (_payout, error) => errors.push(String(error)));
      ctx.advance(10_000);
    }
    return errors;
  };

  it('suspends its network under its id, and is disregarded: the operator called a contract', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const at = ctx.clock.now();
    const call = { txid: 'feedbeef', bytes: new Uint8Array([1, 2, 3]), proof: {}, label: undefined, at };
    const outgoing: Rail['outgoing'] = async (since, network) =>
      (await chain.outgoing(since, network)).map((each) =>
        each.network === 'DOGE'
          ? { ...each, transactions: [...each.transactions, { network: 'DOGE', ...call }] }
          : each,
      );
    const process = payingProcess(ctx, { ...chain, outgoing });
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    const { id } = await reserveFifty(ctx, process);
    expect(await advance(process, 3)).toEqual([]);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'reserved' });
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'DOGE', reason: 'unknown-transaction', detail: expect.stringContaining('feedbeef') },
    ]);
    expect((await compareOutgoing(operator)).unknown).toMatchObject([
      { txid: 'feedbeef', network: 'DOGE', address: '', coin: '', from: 'wallet' },
    ]);
    // A movement says what left, and nothing here can tell whether it did.
    const funds = { coin: 'DOGE', amount: '1', reference: 'feedbeef', reason: 'a contract call' };
    await moveFunds(operator, { kind: 'correction', missing: true, ...funds });
    expect((await compareOutgoing(operator)).unknown).toHaveLength(1);
    expect(await adoptPayout(operator, { txid: 'feedbeef', reason: 'a payout' })).toEqual({
      kind: 'not-a-payout',
      what: 'content that cannot be read',
    });
    expect(await disregardTransaction(operator, { txid: 'FEEDBEEF', reason: 'a contract call' })).toEqual({
      kind: 'done',
    });
    ctx.advance(1000);
    expect((await compareOutgoing(operator)).unknown).toEqual([]);
    expect(await liftSuspension(operator, 'DOGE', 'disregarded')).toBe('lifted');
    expect(await advance(process, 20)).toEqual([]);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
  });

  it('waits where no node says what it does: it may be a payout, and nothing is decided', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    let isSilent = true;
    let left: JournalLine | undefined;
    const inspect: Rail['inspect'] = async (asked) => {
      if (isSilent && asked.bytes === left?.bytes) throw new Error('its node does not answer');
      return chain.inspect(asked);
    };
    const outgoing: Rail['outgoing'] = async (since, network) =>
      (await chain.outgoing(since, network)).map((each) => ({
        ...each,
        transactions: each.transactions.map((one) => (one.txid === left?.txid ? { ...one, ...left } : one)),
      }));
    const process = payingProcess(ctx, { ...chain, inspect, outgoing });
    const operator = { ...process, secret: ctx.secret, actor: 'root' };
    // What a copy of the pool has sent, to a miner of this one.
    const other = await reserveFifty(ctx, process);
    const sent = await signElsewhere(ctx, chain, other.payout);
    left = sent;
    await chain.send('DOGE', sent.bytes);
    await releaseReserved(operator, other.payout, { reason: 'REFUSED', note: 'in this copy' });
    const { id } = await reserveFifty(ctx, process);
    expect(await advance(process, 3)).toEqual([]);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'reserved' });
    const why = `its wallet has sent ${sent.txid}, and no node says what it does: its node does not answer`;
    expect(await readSuspensions(ctx.db)).toMatchObject([
      { network: 'DOGE', reason: 'wallet-unreachable', detail: why },
    ]);
    expect(await compareOutgoing(operator)).toMatchObject({
      unknown: [],
      unanswered: [{ network: 'DOGE', why }],
    });
    const asked = { txid: sent.txid, reason: 'who knows' };
    const silent = { kind: 'unread', network: 'DOGE', why: 'its node does not answer' };
    expect(await adoptPayout(operator, asked)).toEqual(silent);
    expect(await disregardTransaction(operator, asked)).toEqual(silent);
    isSilent = false;
    expect(await adoptPayout(operator, asked)).toMatchObject({ kind: 'adopted' });
    expect(await advance(process, 30)).toEqual([]);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'settled' });
  });

  it('is there by its id in any spelling while no node says what it does, and its network is not abandoned', async () => {
    const chain = adversarialRail(ctx.clock, calm);
    const bytes = new Uint8Array([7]);
    const inspect: Rail['inspect'] = async (asked) => {
      if (asked.bytes === bytes) throw new Error('no answer\n\u0000state  settled');
      return chain.inspect(asked);
    };
    const call = {
      txid: 'feedbeef',
      network: 'DOGE',
      bytes,
      proof: {},
      label: undefined,
      at: ctx.clock.now(),
    };
    const outgoing: Rail['outgoing'] = async (since, network) =>
      (await chain.outgoing(since, network)).map((each) =>
        each.network === 'DOGE' ? { ...each, transactions: [...each.transactions, call] } : each,
      );
    const operator = {
      ...payingProcess(ctx, { ...chain, inspect, outgoing }),
      secret: ctx.secret,
      actor: 'root',
    };
    const unread = { kind: 'unread', network: 'DOGE', why: 'no answer state  settled' };
    for (const txid of ['feedbeef', 'FEEDBEEF']) {
      expect(await adoptPayout(operator, { txid, reason: 'who knows' })).toEqual(unread);
      expect(await disregardTransaction(operator, { txid, reason: 'who knows' })).toEqual(unread);
    }
    await compareOutgoing(operator);
    expect(
      await maintainNetwork(operator, { network: 'DOGE', mode: 'abandoned', message: 'DOGE is closed.' }),
    ).toEqual({ kind: 'wallet-answers', network: 'DOGE' });
  });
});
