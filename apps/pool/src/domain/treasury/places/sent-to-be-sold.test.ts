import { miningAccount } from '@openlode/ledger/accounts';
import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { openMiner } from '../../../testing/payouts/payout-world.ts';
import { createTradingKit, type TradingKit } from '../../../testing/payouts/trading-kit.ts';
import { tradeCaps } from '../../policy/round-rules.ts';

const unit = 10n ** 18n;
const hour = 3_600_000;

/** What conversions took from miners lies in the wallet: a pool without coins of its own at the exchange sells nothing unless that may be sent there. */
describe.each(oneEngine())('what conversions have to sell, sent to an exchange, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  afterAll(() => kit.close());

  /** The wallet has 1 DOGE of the pool's own and 40 that conversions took; the exchange has 5 dollars, and no DOGE. Miners are owed 10 dollars for them. */
  beforeEach(async () => {
    await kit.begin();
    kit.target = 0n;
    kit.ctx.prices.set('DOGE', '0.25');
    kit.others = new Map([['USD', 5n * unit]]);
    await kit.opened(0n);
    expect(await kit.open('5', 'USD')).toMatchObject({ kind: 'booked' });
    await kit.look(2);
    await kit.move('withdrawal', '99');
    await kit.convert('DOGE', '40', 'ext:suite');
    await kit.convert('USD', '-10', miningAccount(await openMiner(kit.ctx)));
    kit.held = 41n * unit;
  });

  const send = async (amount: string) => {
    const outcome = await kit.sweep(amount, { to: 'kraken', toSell: true });
    if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
    return outcome.txid;
  };
  /** It leaves the wallet, and is final. */
  const leave = async (txid: string, amount: bigint) => {
    await kit.follow();
    kit.chain.mine(txid, 2);
    kit.held -= amount + 8n;
    await kit.follow(4);
  };
  /** What L11 has to spare of DOGE; below zero what is missing. */
  const beyond = async () => formatAmount((await kit.beyond())['DOGE'] ?? 0n);

  it('is no part of what is swept otherwise', async () => {
    expect(await kit.sweep('40', { to: 'kraken' })).toMatchObject({ kind: 'exceeds', limit: 'own' });
    expect(await kit.sweep('40', { toSell: true })).toEqual({
      kind: 'no-place',
      why: 'what is to be sold goes to an exchange: say which (--to)',
    });
  });

  it('leaves, is credited and sold, and nothing is missing at any step', async () => {
    const txid = await send('40');
    expect(await beyond()).toBe('0');
    await leave(txid, 40n * unit);
    expect(await beyond()).toBe('0');
    expect(await kit.ledger()).toMatchObject({ 'conv:desk': '40', 'ext:transit:DOGE:kraken': '-40' });
    expect(await kit.findings()).toEqual([]);

    kit.credit(txid, 40n * unit);
    await kit.look(2);
    expect(await beyond()).toBe('0');
    expect(await kit.ledger()).toMatchObject({ 'conv:desk': '40', 'ext:exchange:kraken:bought': '-40' });
    expect(await kit.states()).toMatchObject({ kraken: 'equal' });

    kit.markets = [kit.market('DOGE', 'USD', '0.25')];
    await kit.trade();
    // Miners are owed 10 dollars, of which 5 are there.
    expect(kit.taken).toMatchObject([{ side: 'sell', base: 'DOGE', quote: 'USD', amount: 20n * unit }]);
    await kit.look(2);
    expect(await kit.ledger()).toMatchObject({ 'conv:desk': '20', 'ext:exchange:kraken:bought': '-20' });
    expect(await kit.states()).toMatchObject({ kraken: 'equal' });
    expect(await beyond()).toBe('0');
  });

  it('leaves in the wallet what miners are owed of the coin, what payouts that wait need, and the target', async () => {
    await kit.convert('DOGE', '-15', miningAccount(await openMiner(kit.ctx)));
    expect(await kit.sweep('26', { to: 'kraken', toSell: true })).toMatchObject({
      kind: 'exceeds',
      limit: 'own',
    });
    kit.target = 20n * unit;
    expect(await kit.sweep('25', { to: 'kraken', toSell: true })).toMatchObject({ most: '20.99999999' });
    kit.target = 0n;
    await leave(await send('25'), 25n * unit);
    expect(await beyond()).toBe('0');
  });

  it('does not pay what its network takes: that is the pool’s own', async () => {
    await kit.move('withdrawal', '1');
    kit.held = 40n * unit;
    expect(await kit.sweep('10', { to: 'kraken', toSell: true })).toEqual({
      kind: 'exceeds',
      most: '0',
      coin: 'DOGE',
      limit: 'fee',
    });
  });

  it('is no more than may lie at exchanges for conversions, what is there and on its way among it', async () => {
    kit.tradeCaps = { ...tradeCaps, exposureUsd: 5n * unit };
    expect(await kit.sweep('21', { to: 'kraken', toSell: true })).toEqual({
      kind: 'exceeds',
      most: '20',
      coin: 'DOGE',
      limit: 'exposure',
    });
    const txid = await send('15');
    await leave(txid, 15n * unit);
    expect(await kit.sweep('6', { to: 'kraken', toSell: true })).toMatchObject({ most: '5' });
    kit.credit(txid, 15n * unit);
    await kit.look(2);
    expect(await kit.sweep('6', { to: 'kraken', toSell: true })).toMatchObject({ most: '5' });
  });

  it('is missing, but for what is the pool’s own, where the exchange has not credited it six hours later', async () => {
    const txid = await send('40');
    await leave(txid, 40n * unit);
    kit.ctx.advance(6 * hour);
    await kit.look();
    expect(await beyond()).toBe('-39.000000000000000008');
    kit.credit(txid, 40n * unit);
    await kit.look(2);
    expect(await beyond()).toBe('0');
  });

  it('is missing as far as the exchange has it no more', async () => {
    const txid = await send('40');
    await leave(txid, 40n * unit);
    kit.credit(txid, 40n * unit);
    await kit.look(2);
    kit.balance -= 12n * unit;
    await kit.look(2);
    expect(await beyond()).toBe('-11.000000000000000008');
  });

  it('is known as that by a journal alone', async () => {
    await send('40');
    const [row] = await kit.ctx.db.query<{ orderId: string }>(
      sql`SELECT order_id AS "orderId" FROM sweeps ORDER BY id DESC LIMIT 1`,
    );
    expect(row?.orderId).toMatch(/^sweep-x-s[0-9a-f]{31}$/);
  });
});
