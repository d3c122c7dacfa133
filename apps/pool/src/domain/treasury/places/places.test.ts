import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { bookEntry } from '../../ledger/book-entry.ts';
import { ownAddress } from '../../../sandbox/testing/numbered-rail.ts';
import { createPlaceKit, type PlaceKit } from '../../../testing/payouts/place-kit.ts';
import { placeProblems } from '../../views/list-places.ts';
import { guardSolvency } from '../guard-solvency.ts';

describe.each(oneEngine())('an account at an exchange, on %s', (engine) => {
  let kit: PlaceKit;
  beforeAll(async () => {
    kit = await createPlaceKit(engine);
  });
  beforeEach(() => kit.begin());
  afterAll(() => kit.close());

  const coins = (count: number): bigint => BigInt(count) * kit.coin;

  describe('that the ledger does not know', () => {
    it('is named, and nothing is sent there', async () => {
      kit.balance = coins(7);
      await kit.look(2);
      expect(await kit.places()).toMatchObject([
        { place: 'kraken', coin: 'DOGE', ledger: '0', said: '7', state: 'not-opened' },
      ]);
      expect(await kit.sweep('40', { to: 'kraken' })).toEqual({
        kind: 'place-closed',
        why: 'the ledger does not know yet what kraken has of DOGE: begin with openlode places open kraken DOGE',
      });
    });

    it("is begun once, with the exchange's answer as the operator's own money", async () => {
      await kit.opened(coins(7));
      expect(await kit.ledger()).toEqual({
        'ext:exchange:kraken': '-7',
        'ext:network:DOGE': '-100',
        'pool:capital': '107',
      });
      expect(await kit.states()).toEqual({ kraken: 'equal' });
      expect(await kit.open('7')).toMatchObject({ kind: 'refused' });
      expect(await kit.positions()).toEqual({ held: '100', owed: '100' });
    });

    it('is not begun with what was not shown, or was said long ago', async () => {
      kit.balance = coins(7);
      await kit.look();
      expect(await kit.open('8')).toMatchObject({ kind: 'refused' });
      kit.ctx.advance(600_000);
      expect(await kit.open('7')).toEqual({
        kind: 'refused',
        why: 'kraken has not said for ten minutes what it has: see openlode places',
      });
    });
  });

  it('gets what is sent there: out of the wallet, on its way, and there once its record has it', async () => {
    await kit.opened();
    const { txid, sweep } = await kit.sent(coins(40));
    expect(await kit.ledger()).toEqual({
      'ext:network:DOGE': '-60',
      'ext:transit:DOGE:kraken': '-40',
      'pool:capital': '100',
    });
    expect(await kit.states()).toEqual({ kraken: 'equal', 'DOGE to kraken': 'in-transit' });
    expect(await kit.positions()).toMatchObject({
      held: '59.999999999999999992',
      owed: '59.999999999999999992',
    });
    kit.credit(txid, coins(40), { state: 'pending' });
    await kit.look();
    expect(await kit.places()).toMatchObject([
      {},
      { note: `sweep ${sweep} by ${txid}: kraken has not credited it yet` },
    ]);
    kit.records = [];
    kit.credit(txid.toUpperCase(), coins(40));
    await kit.look(3);
    expect(await kit.ledger()).toEqual({
      'ext:exchange:kraken': '-40',
      'ext:network:DOGE': '-60',
      'pool:capital': '100',
    });
    expect(await kit.states()).toEqual({ kraken: 'equal' });
    expect(await kit.positions()).toMatchObject({
      held: '59.999999999999999992',
      owed: '59.999999999999999992',
    });
    expect(await kit.findings()).toEqual([]);
  });

  it.each([
    ['another amount', { amount: 39n }, 'kraken names 39 DOGE with a fee of 0 for it, and not 40'],
    ['a fee', { amount: 40n, fee: 1n }, 'kraken names 40 DOGE with a fee of 1 for it, and not 40'],
    ['a failure', { amount: 40n, state: 'failed' as const }, 'kraken names it as failed'],
  ])('is credited nothing by a record with %s', async (_name, more, note) => {
    await kit.opened();
    const { txid, sweep } = await kit.sent(coins(40));
    const { fee = 0n, ...rest } = more as { amount: bigint; fee?: bigint; state?: 'failed' };
    kit.credit(txid, rest.amount * kit.coin, {
      ...rest,
      amount: rest.amount * kit.coin,
      fee: fee * kit.coin,
    });
    await kit.look(2);
    expect((await kit.places()).find(({ place }) => place === 'DOGE to kraken')).toMatchObject({
      state: 'in-transit',
      note: `sweep ${sweep} by ${txid}: ${note}`,
    });
    expect(await kit.ledger()).toMatchObject({ 'ext:transit:DOGE:kraken': '-40' });
  });

  it('is credited nothing where its record names the transaction twice', async () => {
    await kit.opened();
    const { txid } = await kit.sent(coins(40));
    kit.credit(txid, coins(40));
    kit.credit(txid, coins(40));
    await kit.look();
    expect(await kit.ledger()).toMatchObject({ 'ext:transit:DOGE:kraken': '-40' });
  });

  it('waits where it has what is on its way before its record says so', async () => {
    await kit.opened();
    const { txid } = await kit.sent(coins(40));
    kit.balance = coins(40);
    await kit.look(2);
    expect(await kit.states()).toMatchObject({ kraken: 'unknown' });
    kit.balance = 0n;
    kit.credit(txid, coins(40));
    await kit.look();
    expect(await kit.states()).toEqual({ kraken: 'equal' });
  });

  it.each([
    ['less', -1n, '-0.00000001'],
    ['more', 1n, '0.00000001'],
  ])(
    'with one unit %s is closed after two looks, named, and open again when it is equal [L15]',
    async (_n, units, text) => {
      await kit.opened(coins(7));
      kit.balance += units * 10n ** 10n;
      await kit.look();
      expect(await kit.states()).toEqual({ kraken: 'unknown' });
      await kit.look();
      expect(await kit.places()).toMatchObject([{ state: 'difference', difference: text }]);
      expect(await kit.sweep('40', { to: 'kraken' })).toMatchObject({ kind: 'place-closed' });
      kit.silent = new Set(['balances']);
      expect(await kit.look()).toEqual(['kraken: no answer of balances']);
      kit.ctx.advance(3_600_000);
      expect(await kit.states()).toEqual({ kraken: 'difference' });
      kit.silent = new Set();
      kit.balance = coins(7);
      await kit.look();
      expect(await kit.states()).toEqual({ kraken: 'equal' });
    },
  );

  it('is closed by a thief who takes another amount each minute, or something between two readings [L15]', async () => {
    await kit.opened(coins(7));
    for (const taken of [1n, 3n]) {
      kit.balance -= taken;
      await kit.look();
    }
    expect(await kit.places()).toMatchObject([{ state: 'difference' }]);
    kit.balance = coins(7);
    await kit.look();
    expect(await kit.states()).toEqual({ kraken: 'equal' });
    kit.balance -= 1n;
    kit.meanwhile = async () => void (kit.balance -= 1n);
    await kit.look(2);
    expect(await kit.places()).toMatchObject([{ state: 'difference' }]);
  });

  it('is named where no look has settled it for six hours', async () => {
    await kit.opened(coins(7));
    kit.meanwhile = async () => void (kit.balance += 1n);
    kit.ctx.advance(6 * 3_600_000 - 120_000);
    await kit.look();
    expect(await kit.states()).toEqual({ kraken: 'unknown' });
    await kit.look();
    expect(await kit.places()).toMatchObject([
      { state: 'unsettled', note: 'something moved between two readings' },
    ]);
    expect(await placeProblems(kit.ctx)).toEqual([
      'place kraken: no look of the last six hours says whether it has what the ledger says of DOGE, see openlode places',
    ]);
  });

  it('is named no more where it was emptied and the settings do not name it any more', async () => {
    await kit.opened();
    kit.ctx.advance(600_001);
    expect(await kit.states()).toEqual({});
    await kit.look();
    expect(await kit.states()).toEqual({ kraken: 'equal' });
  });

  it('keeps what an operator decides while it is looked at', async () => {
    await kit.opened(coins(7));
    kit.balance = coins(5);
    await kit.look(2);
    kit.meanwhile = async () => {
      kit.meanwhile = async () => undefined;
      expect(await kit.correct('-2')).toEqual({ kind: 'booked', amount: '-2' });
    };
    await kit.look();
    expect(await kit.states()).toEqual({ kraken: 'unknown' });
  });

  it('is not known while something moves between two readings', async () => {
    await kit.opened(coins(7));
    kit.meanwhile = async () => void (kit.balance += 1n);
    await kit.look(3);
    expect(await kit.states()).toEqual({ kraken: 'unknown' });
    expect(await kit.sweep('40', { to: 'kraken' })).toMatchObject({ kind: 'place-closed' });
  });

  it('that does not answer is stale, and takes nothing', async () => {
    await kit.opened(coins(7));
    kit.silent = new Set(['balances']);
    await kit.look(11);
    expect(await kit.places()).toMatchObject([{ state: 'stale', note: 'no answer of balances' }]);
    expect(await kit.sweep('40', { to: 'kraken' })).toMatchObject({ kind: 'place-closed' });
  });

  it('names what its record has and the ledger does not', async () => {
    await kit.opened(coins(7));
    kit.credit('stranger', coins(3), { exchangeId: 'record-x' });
    await kit.look(2);
    expect(await kit.places()).toMatchObject([
      {
        note: 'kraken has 3 DOGE more than the ledger says; not booked: deposit of 3 DOGE by stranger, kraken:record-x',
      },
    ]);
  });

  describe('is corrected', () => {
    it('as lost of the pool alone while it has something there: what trades have brought stands for miners before and after [L11]', async () => {
      await kit.opened(coins(30));
      // Miners are owed 110: 100 lie in the wallet, which the operator has emptied of what was theirs, and trades have brought ten.
      const owed = [
        ['pool:capital', -100n],
        ['miner:1:mining', 110n],
        ['ext:exchange:kraken:bought', -10n],
      ] as const;
      const postings = owed.map(([account, count]) => ({ account, asset: 'DOGE', amount: count * kit.coin }));
      await kit.ctx.db.transaction((tx) =>
        bookEntry(tx, { key: 'suite', kind: 'suite', at: kit.ctx.clock.now(), postings }),
      );
      kit.balance = coins(38);
      await kit.look(2);
      const before = await kit.positions();
      expect(before).toEqual({ held: '100', owed: '100' });
      expect(await kit.correct('-2')).toEqual({ kind: 'booked', amount: '-2' });
      expect(await kit.ledger()).toMatchObject({
        'ext:exchange:kraken': '-28',
        'ext:exchange:kraken:bought': '-10',
        'pool:corrections': '-2',
      });
      await kit.look();
      expect(await kit.positions()).toEqual(before);
    });

    it('by what differs, within a bound, and no other place changes', async () => {
      await kit.opened(coins(7));
      kit.balance = coins(5);
      await kit.look(2);
      expect(await kit.correct('-3')).toMatchObject({ kind: 'refused' });
      expect(await kit.correct('-2', '1')).toEqual({ kind: 'refused', why: 'it is 2 DOGE, more than 1' });
      expect(await kit.correct('-2', '2')).toEqual({ kind: 'booked', amount: '-2' });
      expect(await kit.correct('-2', '2')).toMatchObject({ kind: 'refused' });
      expect(await kit.ledger()).toEqual({
        'ext:exchange:kraken': '-5',
        'ext:network:DOGE': '-100',
        'pool:capital': '107',
        'pool:corrections': '-2',
      });
      expect(await kit.positions()).toEqual({ held: '100', owed: '100' });
      await kit.look();
      expect(await kit.states()).toEqual({ kraken: 'equal' });
    });

    it('never while a transfer is on its way there', async () => {
      await kit.opened();
      await kit.sent(coins(40));
      kit.balance = coins(3);
      await kit.look(2);
      expect(await kit.correct('3')).toMatchObject({ kind: 'refused' });
    });

    it('never by what was swept to a cold address that is its own', async () => {
      await kit.opened();
      const { txid, sweep } = await kit.stored('40');
      await kit.follow();
      kit.chain.mine(txid, 2);
      await kit.follow(4);
      kit.credit(txid, coins(40));
      await kit.look(2);
      expect(await kit.correct('40')).toEqual({
        kind: 'refused',
        why: `sweep ${sweep} went to a cold address that is this exchange's own: what lies there is counted in two places. Take it out of the cold address in the books first (openlode treasury cold-withdraw), and name another address in the file`,
      });
    });
  });

  it('is not begun with what was swept to a cold address that is its own', async () => {
    const { txid, sweep } = await kit.stored('40');
    await kit.follow();
    kit.chain.mine(txid, 2);
    await kit.follow(4);
    kit.credit(txid, coins(40));
    await kit.look();
    expect(await kit.open('40')).toMatchObject({
      kind: 'refused',
      why: expect.stringContaining(`sweep ${sweep} went to a cold address that is this exchange's own`),
    });
    await kit.move('cold-withdrawal', '40');
    expect(await kit.open('40')).toEqual({ kind: 'booked', amount: '40' });
  });

  it('is sent nothing as a cold address, once it has named that as its own', async () => {
    await kit.opened();
    kit.address = kit.cold;
    await expect(kit.askAddress()).rejects.toThrow('the cold address of the file as well');
    expect(await kit.sweep('40')).toEqual({
      kind: 'place-closed',
      why: `kraken has named ${kit.cold}, the cold address of the file, as its own: what lies there would be counted in two places`,
    });
    expect(await kit.look()).toEqual([
      `kraken: ${kit.cold} is the cold address of the file as well: what lies there would be counted in two places`,
    ]);
  });

  it('is sent nothing that was signed for a cold address before that', async () => {
    await kit.opened();
    await kit.stored('40');
    kit.address = kit.cold;
    await expect(kit.askAddress()).rejects.toThrow();
    await kit.follow();
    expect(kit.chain.sent()).toEqual([]);
  });

  it('is given up with what it does not credit when that is late, and believed when it does after all', async () => {
    await kit.opened();
    const { txid, sweep } = await kit.sent(coins(40));
    expect(await kit.writeOff(sweep)).toMatchObject({ kind: 'refused' });
    kit.ctx.advance(6 * 3_600_000);
    await kit.look();
    expect(await kit.states()).toEqual({ 'DOGE to kraken': 'late', kraken: 'equal' });
    expect(await kit.writeOff(sweep)).toEqual({ kind: 'booked', amount: '-40' });
    expect(await kit.writeOff(sweep)).toMatchObject({ kind: 'refused' });
    expect(await kit.ledger()).toMatchObject({ 'pool:corrections': '-40' });
    expect(await kit.positions()).toMatchObject({
      held: '59.999999999999999992',
      owed: '59.999999999999999992',
    });
    kit.credit(txid, coins(40));
    await kit.look(2);
    expect(await kit.ledger()).toEqual({
      'ext:exchange:kraken': '-40',
      'ext:network:DOGE': '-60',
      'pool:capital': '100',
    });
    expect(await kit.states()).toEqual({ kraken: 'equal' });
  });

  it.each(['on its way', 'arrived'])(
    'gives back a transfer whose chain has given it up, %s [L15]',
    async (when) => {
      await kit.opened();
      const { txid } = await kit.sent(coins(40));
      if (when === 'arrived') {
        kit.credit(txid, coins(40));
        await kit.look();
      }
      const other = await kit.chain.replace?.(
        [{ payoutId: 0n, coin: 'DOGE', network: 'DOGE', address: ownAddress, memo: '', amount: 1n }],
        [{ network: 'DOGE', bytes: kit.chain.signed[0]?.bytes ?? new Uint8Array(), proof: {} }],
      );
      if (other?.kind !== 'signed') throw new Error('not signed');
      kit.chain.giveUp(3);
      kit.chain.mine(other.txid, 2);
      kit.ctx.advance(600_000);
      await kit.follow(9);
      expect(await kit.rows()).toMatchObject([{ state: 'returned' }]);
      expect(await kit.ledger()).toEqual({ 'ext:network:DOGE': '-100', 'pool:capital': '100' });
      expect(await kit.findings()).toEqual([]);
      await kit.look(2);
      expect(await kit.states()).toEqual({ kraken: when === 'arrived' ? 'difference' : 'equal' });
    },
  );

  it.each(['on its way', 'arrived'])(
    'hides no theft from a wallet while a transfer is %s [L11]',
    async (when) => {
      await kit.opened();
      const { txid } = await kit.sent(coins(40));
      if (when === 'arrived') {
        kit.credit(txid, coins(40));
        await kit.look();
      }
      const { wallet } = kit.context();
      expect(await guardSolvency(kit.ctx, wallet)).toEqual([]);
      kit.held -= 1n;
      expect(await guardSolvency(kit.ctx, wallet)).toMatchObject([
        { rule: 'L11', kind: 'wallet-short', subject: 'DOGE' },
      ]);
      expect(await kit.suspended()).toEqual(['wallet-short']);
    },
  );

  it('counts for nothing that may leave a wallet', async () => {
    await kit.opened(coins(500));
    expect(await kit.plan('89')).toMatchObject({ kind: 'planned' });
    expect(await kit.plan('90')).toMatchObject({ kind: 'exceeds' });
    expect(await kit.move('withdrawal', '101')).toMatchObject({ kind: 'exceeds-own' });
  });

  it('is sent nothing to an address with a memo, or to the cold address of the file', async () => {
    await kit.opened();
    kit.memo = '7';
    expect(await kit.sweep('40', { to: 'kraken' })).toMatchObject({ kind: 'place-closed' });
    kit.memo = '';
    kit.address = kit.cold;
    expect(await kit.sweep('40', { to: 'kraken' })).toMatchObject({ kind: 'place-closed' });
    expect(await kit.sweep('40', { to: 'gate' })).toEqual({
      kind: 'no-place',
      why: 'the settings name no exchange gate',
    });
  });

  it('is sent nothing that was signed before it differed', async () => {
    await kit.opened(coins(7));
    expect(await kit.sweep('40', { to: 'kraken' })).toMatchObject({ kind: 'stored' });
    kit.balance = coins(6);
    await kit.look(2);
    await kit.follow();
    expect(kit.chain.sent()).toEqual([]);
  });

  it('keeps the sum of all places, whatever comes when, twice, late or not at all [L15]', async () => {
    await kit.opened(coins(5));
    const own = [await kit.sent(coins(10)), await kit.sent(coins(20))];
    const amounts = [coins(10), coins(20)];
    let seed = 7;
    const roll = (sides: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * sides);
    };
    const whole = async (): Promise<bigint> => {
      const rows = Object.entries(await kit.ledger());
      return rows.reduce(
        (sum, [account, text]) => (account.startsWith('ext:') ? sum + BigInt(text) : sum),
        0n,
      );
    };
    const credited = new Set<number>();
    for (let step = 0; step < 40; step += 1) {
      const at = roll(2);
      const [{ txid = '' } = {}, amount = 0n] = [own[at], amounts[at]];
      kit.silent = new Set(roll(4) === 0 ? ['transfers'] : []);
      const event = roll(6);
      const isNew = event === 0 && !credited.has(at);
      if (isNew) credited.add(at);
      if (isNew || event === 1) kit.records = kit.records.filter((each) => each.txid !== txid);
      if (isNew) kit.credit(txid, amount);
      if (event === 2) kit.credit(txid, amount, { state: 'pending' });
      if (event === 3) kit.credit(txid, amount + 1n, { state: 'failed' });
      if (event === 4) kit.records.reverse();
      await kit.look();
      expect(await whole()).toBe(-105n);
      expect(-BigInt((await kit.ledger())['ext:exchange:kraken'] ?? '0') * kit.coin).toBeLessThanOrEqual(
        kit.balance,
      );
      expect(await kit.findings()).toEqual([]);
    }
    for (const [at, { txid }] of own.entries()) {
      kit.records = kit.records.filter((each) => each.txid !== txid);
      if (credited.has(at)) kit.balance -= amounts[at] ?? 0n;
      kit.credit(txid, amounts[at] ?? 0n);
    }
    kit.silent = new Set();
    await kit.look(2);
    expect(await kit.states()).toEqual({ kraken: 'equal' });
    expect(await kit.ledger()).toMatchObject({ 'ext:exchange:kraken': '-35', 'ext:network:DOGE': '-70' });
  });
});
