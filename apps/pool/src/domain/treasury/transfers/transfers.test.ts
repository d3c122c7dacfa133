import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { Died, TradingLife } from '../../../testing/payouts/trading-kit.ts';
import { createTransferKit, type TransferKit, walletAddress } from '../../../testing/payouts/transfer-kit.ts';
import { readDecisions } from '../../kernel/decision.ts';
import { suspendPayouts } from '../../payouts/suspensions.ts';
import { listTransfers, transferProblems } from '../../views/list-transfers.ts';
import { readUnbooked } from '../read-unbooked.ts';
import { endTransfer } from './end-transfer.ts';
import { recordMismatch, sendTransfer } from './follow-transfer.ts';
import { lastTransferNumber, storeTransfer } from './store-transfer.ts';

describe.each(oneEngine())('transfers from an exchange to the wallet, on %s', (engine) => {
  let kit: TransferKit;
  beforeAll(async () => {
    kit = await createTransferKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
    await kit.bought();
  });
  afterAll(() => kit.close());

  const states = async () => (await kit.transfers()).map(({ state }) => state);
  const notes = async () => (await kit.transfers()).map(({ note }) => note);
  const doge = async () =>
    Object.fromEntries(
      (
        await kit.ctx.db.query<{ account: string; amount: bigint }>(sql`
          SELECT account, amount FROM balances WHERE asset = 'DOGE' AND amount <> 0
             AND (account LIKE 'ext:exchange:%' OR account LIKE 'ext:transit:%' OR account IN ('ext:network:DOGE', 'pool:trading-fees')) ORDER BY account`)
      ).map(({ account, amount }) => [account, formatAmount(amount)]),
    );
  const placeState = async () => {
    await kit.look(2);
    return (await kit.places()).find(({ place, coin }) => place === 'kraken' && coin === 'DOGE')?.state;
  };
  const short = async () => (await kit.beyond())['DOGE'];

  it('are planned by what the wallet lacks and trades have brought, to the address that the rail calls its own', async () => {
    // 400 owed, and 100 in a wallet that should have 10 beside: 310 are missing, and 303 were bought, of which a transfer may cost 3.
    expect(await kit.planned()).toMatchObject([
      { place: 'kraken', coin: 'DOGE', address: walletAddress, amount: '300', feeMax: '3', why: null },
    ]);
    kit.held += parseAmount('310');
    expect(await kit.planned()).toMatchObject([{ amount: '0', why: 'its wallet has what it needs' }]);
    expect(await kit.transfer()).toEqual({ kind: 'refused', why: 'its wallet has what it needs' });
    expect(kit.asked).toEqual([]);
  });

  it("have the pool's own there as well where what is owed could not be paid without it, because no purchase brings that", async () => {
    // 303 were bought and not 310, because 7 of the pool's own lie there.
    kit.held -= 1n;
    expect(await kit.planned()).toMatchObject([{ amount: '307', why: null }]);
    expect(await kit.transfer()).toMatchObject({ kind: 'sent', amount: '307', state: 'left' });
    expect(await doge()).toMatchObject({
      'ext:exchange:kraken': '-1',
      'ext:transit:DOGE:kraken:back': '-307',
    });
  });

  it("have nothing of the pool's own where the wallet can pay what is owed, and only its target is missing", async () => {
    await kit.begin();
    await kit.converted();
    // 400 are owed, of 7 that lie there trades have brought none, and a transfer may cost 3.
    for (const held of ['400', '399', '402']) {
      kit.held = parseAmount(held);
      const isMissing = held === '399';
      expect(await kit.planned()).toMatchObject([
        isMissing
          ? { amount: '4', why: null }
          : { amount: '0', why: 'trades have brought less than a transfer may cost' },
      ]);
    }
  });

  it('are stored, asked for once, on their way in the ledger, and in the wallet: equal at both ends, nothing short [L11] [L15] [L18]', async () => {
    expect(await short()).toBe(0n);
    expect(await kit.transfer()).toMatchObject({ kind: 'sent', amount: '300', state: 'left' });
    expect(kit.asked.map(({ address, amount }) => [address, formatAmount(amount)])).toEqual([
      [walletAddress, '300'],
    ]);
    expect((await readDecisions(kit.ctx, { limit: 1 }))[0]).toMatchObject({
      kind: 'send-transfer',
      reason: 'the wallet needs it',
    });
    // 303 bought less 302.
    expect(await doge()).toEqual({
      'ext:exchange:kraken': '-7',
      'ext:exchange:kraken:bought': '-1',
      'ext:network:DOGE': '-100',
      'ext:transit:DOGE:kraken:back': '-300',
      'pool:trading-fees': '-2',
    });
    expect([await placeState(), await short(), await kit.findings()]).toEqual(['equal', 0n, []]);
    await kit.followTransfers();
    expect(await notes()).toEqual(['kraken has not sent it yet']);
    kit.deliver();
    await Promise.all([kit.followTransfers(), kit.followTransfers()]);
    await kit.followTransfers();
    expect(await listTransfers(kit.ctx, { limit: 5 })).toMatchObject([
      { amount: '300', fee: '2', state: 'arrived', txid: 'tx-0', exchangeId: 'R1', note: null },
    ]);
    expect(await doge()).toEqual({
      'ext:exchange:kraken': '-7',
      'ext:exchange:kraken:bought': '-1',
      'ext:network:DOGE': '-400',
      'pool:trading-fees': '-2',
    });
    expect([await placeState(), await short(), await kit.findings()]).toEqual(['equal', 0n, []]);
    // What came is booked by itself, and by no one once more.
    expect(await kit.move('deposit', '300', 'TX-0')).toMatchObject({ kind: 'transfer-transaction' });
  });

  it('count for what miners are owed on their way for six hours, and no longer [L11]', async () => {
    await kit.transfer();
    await kit.look();
    expect(await short()).toBe(0n);
    kit.ctx.advance(6 * 3_600_000);
    await kit.look();
    expect(await short()).toBe(-parseAmount('200'));
    expect(await transferProblems(kit.ctx)).toMatchObject(
      [/^transfer ol[0-9a-f]{16} of DOGE from kraken is left for two hours/].map((words) =>
        expect.stringMatching(words),
      ),
    );
  });

  it('are counted once while the wallet has them and they are not deep enough, and are nothing that another could be booked of [L11]', async () => {
    const unbooked = () => readUnbooked(kit.ctx.db, 'DOGE', kit.held);
    await kit.transfer();
    expect(await short()).toBe(0n);
    kit.deliver();
    // Whether the wallet has it is not known yet, and nothing else may be booked of it.
    expect(await unbooked()).toBe(0n);
    kit.isShallow = true;
    await kit.followTransfers();
    await kit.look();
    expect([await states(), await short(), await unbooked()]).toEqual([['left'], 0n, 0n]);
    expect(await kit.planned()).toMatchObject([{ amount: '0' }]);
    // A thief is found at once.
    kit.held -= 1n;
    expect(await short()).toBe(-1n);
    kit.held += 1n;
    // Its block was given up: it is on its way again.
    const there = kit.paid.get('tx-0') ?? 0n;
    kit.paid.clear();
    kit.held -= there;
    await kit.followTransfers();
    expect([await states(), await short()]).toEqual([['left'], 0n]);
    kit.held += there;
    kit.paid.set('tx-0', there);
    kit.isShallow = false;
    await kit.followTransfers();
    expect([await states(), await short(), await unbooked()]).toEqual([['arrived'], 0n, 0n]);
  });

  it('whose answer is lost are found by address and amount, and nothing else is asked for or ordered meanwhile', async () => {
    kit.fate = { isTaken: true, isAnswered: false };
    kit.outLies = {
      transfers: async (_kind, _coin, since) => {
        if (kit.asked.length > 0) throw new Error('no answer');
        return kit.let.filter(({ at }) => at >= since);
      },
    };
    expect(await kit.transfer()).toMatchObject({ kind: 'sent', state: 'unknown' });
    // It may have moved what it may have moved: no difference.
    expect(await placeState()).toBe('unknown');
    expect(await kit.transfer()).toMatchObject({ kind: 'refused' });
    await kit.convert('DOGE', '-50', 'ext:suite');
    expect((await kit.trade()).orders).toEqual([]);
    kit.outLies = {};
    await kit.followTransfers();
    expect([await states(), kit.asked.length]).toEqual([['left'], 1]);
    expect(await placeState()).toBe('equal');
  });

  it('that were never taken are refused after two looks ten minutes apart, and may be asked for again', async () => {
    kit.fate = { isTaken: false, isAnswered: false };
    expect(await kit.transfer()).toMatchObject({ state: 'unknown' });
    kit.ctx.advance(91_000);
    await kit.followTransfers();
    kit.ctx.advance(599_999);
    await kit.followTransfers();
    expect(await states()).toEqual(['unknown']);
    kit.ctx.advance(1);
    await kit.followTransfers();
    expect(await states()).toEqual(['refused']);
    kit.fate = { isTaken: true, isAnswered: true };
    await kit.look(2);
    expect(await kit.transfer()).toMatchObject({ state: 'left' });
    expect(kit.asked).toHaveLength(1);
  });

  it('are never held to be refused while less is there than before', async () => {
    kit.fate = { isTaken: false, isAnswered: false };
    await kit.transfer();
    kit.shift('DOGE', -1n);
    for (let look = 0; look < 4; look += 1) {
      kit.ctx.advance(8 * 3_600_000);
      await kit.followTransfers();
    }
    expect([await states(), await notes()]).toEqual([
      ['unknown'],
      ['kraken has not shown it for a day, and less is there than before: look there yourself'],
    ]);
    const [row] = await kit.transfers();
    const { exchange } = kit.withdrawer();
    const end = (id = row?.id ?? '') =>
      endTransfer({ ...kit.ctx, arrivals: kit.arrivals, actor: 'ada' }, exchange, {
        id,
        reason: 'it is not there',
      });
    expect(await end('ol')).toEqual({ kind: 'refused', why: 'there is no transfer ol' });
    kit.takeOut({ ...requestOfTransfer, amount: parseAmount('300') });
    expect(await end()).toEqual({
      kind: 'refused',
      why: 'kraken shows what could be it: openlode transfers look, and --record <id> where it is not quite it',
    });
    kit.let = [];
    kit.shift('DOGE', parseAmount('302'));
    expect(await end()).toEqual({ kind: 'ended', isTakenBack: false });
    expect([await states(), (await readDecisions(kit.ctx, { limit: 1 }))[0]?.kind]).toEqual([
      ['refused'],
      'end-transfer',
    ]);
    expect(await end()).toEqual({ kind: 'refused', why: 'it is refused' });
    // What it has less is no transfer's any more: nothing leaves before that is explained.
    expect(await placeState()).toBe('difference');
    expect(await kit.transfer()).toMatchObject({ kind: 'refused' });
  });

  it('that the exchange gives up are there again, before it has sent them and after the ledger had them on their way', async () => {
    await kit.transfer();
    const before = await doge();
    kit.giveUp();
    await kit.followTransfers();
    expect(await states()).toEqual(['failed']);
    expect(await doge()).toEqual({
      'ext:exchange:kraken': '-7',
      'ext:exchange:kraken:bought': '-303',
      'ext:network:DOGE': '-100',
    });
    expect(before['ext:transit:DOGE:kraken:back']).toBe('-300');
    expect([await placeState(), await short(), await kit.findings()]).toEqual(['equal', 0n, []]);
    expect(await kit.transfer()).toMatchObject({ state: 'left' });
  });

  it.each([
    ['another address', { address: 'DThief' }, /names DThief for it/],
    ['another amount', { amount: 1n }, /for it, and not 300/],
    [
      'a fee above what was agreed',
      { fee: parseAmount('3.1') },
      /^kraken has taken 3.1 DOGE for it, and 3 at the most was agreed$/,
    ],
  ])('are not booked by a record with %s, and wait', async (_name, said, expected) => {
    kit.outLies = {
      transfers: async () => kit.let.map((each) => ({ ...each, ...said })),
    };
    await kit.transfer();
    expect([await states(), (await notes())[0]]).toEqual([['taken'], expect.stringMatching(expected)]);
    expect(await doge()).toMatchObject({ 'ext:exchange:kraken:bought': '-303' });
  });

  it.each([
    [
      'has not said yet that it has sent them',
      async () => kit.let.map((each) => ({ ...each, state: 'pending' as const })),
    ],
    ['does not answer', async () => Promise.reject(new Error('no answer'))],
  ])('are counted once by their nodes alone where the exchange %s [L11]', async (_name, transfers) => {
    await kit.transfer();
    kit.deliver();
    kit.isShallow = true;
    // Its transaction is named, and no block has it.
    const there = kit.paid.get('tx-0') ?? 0n;
    kit.paid.clear();
    kit.held -= there;
    await kit.followTransfers();
    expect((await kit.transfers())[0]?.txid).toBe('tx-0');
    kit.paid.set('tx-0', there);
    kit.held += there;
    kit.outLies = { transfers };
    await kit.followTransfers();
    expect([await states(), await short()]).toEqual([['left'], 0n]);
    expect(await kit.move('deposit', '300', 'TX-0')).toMatchObject({ kind: 'transfer-transaction' });
    kit.isShallow = false;
    await kit.followTransfers();
    expect([await states(), await short()]).toEqual([['left'], 0n]);
    kit.outLies = {};
    await kit.followTransfers();
    expect([await states(), await short(), await kit.findings()]).toEqual([['arrived'], 0n, []]);
  });

  it('are not booked by the transaction that another one has arrived by [L18]', async () => {
    await kit.transfer('1');
    kit.deliver();
    await kit.followTransfers();
    await kit.look(2);
    expect(await kit.transfer('1')).toMatchObject({ kind: 'sent', state: 'left' });
    kit.outLies = {
      transfers: async () => kit.let.map((each) => ({ ...each, state: 'done' as const, txid: 'tx-0' })),
    };
    await kit.followTransfers();
    expect([await states(), (await notes())[1]]).toEqual([
      ['arrived', 'left'],
      expect.stringMatching(
        /^kraken names tx-0 for it, which is that of transfer ol[0-9a-f]{16}: look there/,
      ),
    ]);
  });

  it('are not booked by the transaction of another one that is written otherwise, nor is that booked by hand [L18]', async () => {
    const hash = 'ab'.repeat(32);
    const named = (txid: string) => {
      kit.outLies = {
        transfers: async () => kit.let.map((each) => ({ ...each, state: 'done' as const, txid })),
      };
    };
    kit.paid.set(hash, parseAmount('1')).set(`0x${hash}`, parseAmount('1'));
    await kit.transfer('1');
    named(`0x${hash}`);
    await kit.followTransfers();
    kit.held += parseAmount('1');
    await kit.look(2);
    expect(await states()).toEqual(['arrived']);
    expect(await kit.move('deposit', '1', hash)).toMatchObject({ kind: 'transfer-transaction' });
    kit.outLies = {};
    expect(await kit.transfer('1')).toMatchObject({ kind: 'sent', state: 'left' });
    named(hash.toUpperCase());
    kit.paid.set(hash.toUpperCase(), parseAmount('1'));
    await kit.followTransfers();
    expect([await states(), (await notes())[1]]).toEqual([
      ['arrived', 'left'],
      expect.stringContaining('which is that of transfer ol'),
    ]);
  });

  it('explain for a day what the exchange has less, and then it is a difference that counts for nothing [L11] [L15]', async () => {
    kit.outLies = { transfers: async () => kit.let.map((each) => ({ ...each, amount: 1n })) };
    await kit.transfer();
    expect([await states(), await placeState()]).toEqual([['taken'], 'unknown']);
    // The wallet has it, and what lies there by the ledger counts as well: that much could be taken from the wallet unseen.
    kit.held += parseAmount('300');
    expect(await short()).toBe(parseAmount('300'));
    kit.ctx.advance(86_400_000);
    expect(await placeState()).toBe('difference');
    // Of 107 of the pool's own the fee is gone: miners are owed no unit that is counted twice.
    expect(await short()).toBe(parseAmount('105'));
    // Its record is as it should be after all: what was seen there is of before.
    kit.outLies = {};
    await kit.followTransfers();
    expect([await states(), (await kit.places()).find(({ coin }) => coin === 'DOGE')?.state]).toEqual([
      ['left'],
      'unsettled',
    ]);
    expect([await placeState(), await kit.findings()]).toEqual(['equal', []]);
  });

  it('are not booked as in the wallet with another amount than left, nor without the word of its nodes', async () => {
    await kit.transfer();
    kit.deliver();
    kit.paid.set('tx-0', parseAmount('299'));
    await kit.followTransfers();
    expect([await states(), await notes()]).toEqual([
      ['left'],
      ['tx-0 has paid 299 DOGE, and not 300: look there yourself'],
    ]);
    kit.paid.delete('tx-0');
    await kit.followTransfers();
    expect(await notes()).toEqual(['not in the wallet yet: no wallet knows the transaction']);
  });

  it('are not stored in a restored database, over a cap, beyond what is there, or by a plan that is old [L11]', async () => {
    const after = await lastTransferNumber(kit.ctx.db, 'kraken');
    const request = {
      place: 'kraken',
      after,
      coin: 'DOGE',
      network: 'DOGE',
      address: walletAddress,
      amount: parseAmount('10'),
      feeMax: parseAmount('2'),
      usd: parseAmount('60'),
      dayUsdMax: parseAmount('100'),
      reason: 'suite',
    };
    const ctx = { ...kit.context(), random: kit.ctx.random };
    const store = (more: Partial<typeof request> = {}) => storeTransfer(ctx, { ...request, ...more });
    expect(await store({ amount: parseAmount('311') })).toMatchObject({
      why: 'kraken has 310 DOGE by the ledger',
    });
    expect(await store({ usd: parseAmount('101') })).toMatchObject({ kind: 'refused' });
    const at = kit.ctx.clock.now();
    await suspendPayouts(kit.ctx.db, { network: '*', reason: 'restored', detail: 'a backup' }, at);
    expect(await store()).toMatchObject({ why: expect.stringMatching(/^payouts of \* are suspended/) });
    await kit.lift();
    const stored = await Promise.all([store(), store(), store()]);
    expect(stored.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'refused', 'stored']);
    const [row] = await kit.transfers();
    const { exchange } = kit.withdrawer();
    await Promise.all([1, 2, 3].map(() => sendTransfer(ctx, exchange, row?.id ?? '')));
    expect(kit.asked).toHaveLength(1);
    await kit.followTransfers();
    await kit.look(2);
    expect(await store({ usd: 1n })).toMatchObject({
      kind: 'refused',
      why: 'another transfer was stored meanwhile: plan again',
    });
    expect(await store({ after: 1n })).toMatchObject({
      why: 'the transfers of a day may not be worth more (OPENLODE_TRANSFER_CAP_DAY)',
    });
  });

  it('are not sent a minute after they were stored, nor where the exchange has something else than the ledger', async () => {
    kit.shift('DOGE', -1n);
    expect(await kit.transfer()).toMatchObject({
      why: expect.stringMatching(/^kraken says now that it has 309\.9+ DOGE, and the ledger 310$/),
    });
    expect(await kit.transfers()).toEqual([]);
  });

  it.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16])(
    'are asked for once at the most though the process dies at its step %i, and equal the ledger afterwards [L18]',
    async (step) => {
      await kit.transfer(undefined, new TradingLife(step)).catch((error: unknown) => {
        if (!(error instanceof Died)) throw error;
      });
      expect(kit.asked.length).toBeLessThanOrEqual(1);
      for (let turn = 0; turn < 4; turn += 1) {
        kit.ctx.advance(11 * 60_000);
        await kit.followTransfers();
        await kit.look(2);
      }
      const outcome = await kit.transfer();
      expect(outcome.kind === 'sent' ? outcome.state : 'why' in outcome && outcome.why).toMatch(
        /^left$|has what it needs|less than a transfer/,
      );
      expect(kit.asked).toHaveLength(1);
      kit.deliver();
      await kit.followTransfers();
      expect((await states()).filter((state) => state === 'arrived')).toHaveLength(1);
      expect([await placeState(), await short(), await kit.findings()]).toEqual(['equal', 0n, []]);
    },
  );
});

const requestOfTransfer = {
  id: 'by-hand',
  coin: 'DOGE',
  network: 'DOGE',
  address: walletAddress,
  memo: '',
  feeMax: 0n,
  madeAt: 0,
};

describe('a record of a transfer', () => {
  const row = { place: 'kraken', address: 'DOwn', amount: 5n, feeMax: 2n, fee: null, coin: 'DOGE' };
  it.each([
    ['is booked as agreed', { address: 'DOwn', amount: 5n, fee: 2n }, row, undefined],
    ['is odd with a fee below zero', { address: 'DOwn', amount: 5n, fee: -1n }, row, /has taken/],
    [
      'is odd with another fee than before',
      { address: 'DOwn', amount: 5n, fee: 1n },
      { ...row, fee: 2n },
      /before$/,
    ],
  ] as const)('%s', (_name, said, of, expected) => {
    const why = recordMismatch(of, said);
    if (expected === undefined) expect(why).toBeUndefined();
    else expect(why).toMatch(expected);
  });
});
