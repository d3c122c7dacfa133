import { formatAmount, parseAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { createTradingKit, type TradingKit } from '../../../testing/payouts/trading-kit.ts';
import { payingProcess, reserveFifty } from '../../../testing/payouts/payout-world.ts';
import { dogeThrough } from '../../../testing/payouts/withdrawal-kit.ts';
import { ExchangeAccount } from '../../../testing/payouts/exchange-account.ts';
import { readDecisions } from '../../kernel/decision.ts';
import { suspendPayouts } from '../../payouts/suspensions.ts';
import { tradeByItself } from './trade-by-itself.ts';
import { resumeTrading, selectTurns, takeTradeTurn, turnProblems } from './trade-turns.ts';

describe.each(oneEngine())('what is traded by itself, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
    await kit.converted();
  });
  afterAll(() => kit.close());

  const turn = (isSending: boolean) =>
    tradeByItself(
      {
        ...kit.context(),
        random: kit.ctx.random,
        tradeCaps: kit.tradeCaps,
        pause: async () => undefined,
      },
      kit.trader(),
      isSending,
    );
  const stopped = async () => (await selectTurns(kit.ctx.db))[0]?.stoppedWhy;
  const resume = () => resumeTrading({ ...kit.ctx, actor: 'ann' }, { place: 'kraken', reason: 'looked up' });

  it('is only said, unless the settings have it sent', async () => {
    const said = await turn(false);
    expect(said).toMatch(
      /^it would sell 2 LTC at 99\.5 USD or better, 200 dollars at the most; buy 303 DOGE at 0\.25125 USD or better, /,
    );
    expect(said).toMatch(/; not: buy 97 DOGE \(kept\)/);
    expect([await kit.orders(), kit.taken]).toEqual([[], []]);
    expect(await selectTurns(kit.ctx.db)).toMatchObject([
      {
        place: 'kraken',
        isSending: false,
        failures: 0,
        stoppedWhy: null,
        said: expect.stringMatching(/^it would sell/),
      },
    ]);
  });

  it('is ordered once, with its plan as the reason that is kept, and then there is nothing left', async () => {
    expect(await turn(true)).toBe('sell 2 LTC at 99.5 USD: filled; buy 303 DOGE at 0.25125 USD: filled');
    expect(kit.taken.map(({ side, base, amount }) => [side, base, formatAmount(amount)])).toEqual([
      ['sell', 'LTC', '2'],
      ['buy', 'DOGE', '303'],
    ]);
    const [decision] = await readDecisions(kit.ctx, { limit: 1 });
    expect(decision).toMatchObject({
      actor: 'the pool itself',
      kind: 'place-order',
      reason: expect.stringMatching(/^by itself: it would sell 2 LTC/),
    });
    await kit.look(2);
    expect(await turn(true)).toMatch(/^nothing: not: /);
    expect(kit.taken).toHaveLength(2);
  });

  it('is the turn of one process at a time, of another one a quarter of an hour after that has died', async () => {
    const turns = await Promise.all([turn(true), turn(true), turn(true)]);
    expect(turns.filter((said) => said !== undefined)).toHaveLength(1);
    expect(kit.taken).toHaveLength(2);
    expect(await takeTradeTurn(kit.ctx, 'kraken')).toBeDefined();
    kit.ctx.advance(15 * 60_000 - 1);
    expect(await turn(false)).toBeUndefined();
    kit.ctx.advance(1);
    expect(await turn(false)).toBeDefined();
  });

  it('is the turn of one process though the clock of another is behind, and no longer than two turns where one was far ahead', async () => {
    const behind = (ms: number) => {
      const now = kit.ctx.clock.now();
      return takeTradeTurn({ db: kit.ctx.db, clock: { now: () => now - ms } }, 'kraken');
    };
    expect(await takeTradeTurn(kit.ctx, 'kraken')).toBeDefined();
    expect(await behind(1)).toBeUndefined();
    expect(await behind(15 * 60_000)).toBeUndefined();
    expect(await behind(15 * 60_000 + 1)).toBeDefined();
  });

  it('waits, without a failure, for an order that is not over, a place that differs and payouts that are suspended', async () => {
    kit.fate = { isTaken: true, isAnswered: false };
    kit.lies = { lookUpOrder: async () => ({ kind: 'unanswered', why: 'no answer' }) };
    expect(await turn(true)).toMatch(/then it stopped: order ol[0-9a-f]{16} is unknown/);
    for (let time = 0; time < 3; time += 1)
      expect(await turn(true)).toMatch(/^nothing: order ol[0-9a-f]{16} is not over/);
    expect([await stopped(), kit.taken.length]).toEqual([null, 1]);
    await kit.begin();
    await kit.converted();
    kit.shift('LTC', -1n);
    await kit.look(2);
    expect(await turn(true)).toBe('nothing: kraken has 0.000000000000000001 LTC less than the ledger says');
    kit.shift('LTC', 1n);
    await kit.look();
    const at = kit.ctx.clock.now();
    await suspendPayouts(kit.ctx.db, { network: '*', reason: 'restored', detail: 'a backup' }, at);
    expect(await turn(true)).toBe('nothing: payouts of everything are suspended (restored)');
    expect([await stopped(), await kit.orders()]).toEqual([null, []]);
  });

  it('waits, without a failure, for a transfer to a wallet that is not over', async () => {
    const at = new Date(kit.ctx.clock.now());
    await kit.ctx.db.query(sql`
      INSERT INTO place_transfers (id, place, number, coin, network, address, amount, fee_max, usd, operator, stored_at, state, state_at, sent_at)
      VALUES ('ol1', 'kraken', 1, 'LTC', 'LTC', 'own', 1, 1, 1, 'ann', ${at}, 'unknown', ${at}, ${at})`);
    for (let time = 0; time < 3; time += 1)
      expect(await turn(true)).toBe('nothing: transfer ol1 is not over: it is unknown');
    expect([await stopped(), kit.taken]).toEqual([null, []]);
  });

  it('leaves what payouts take out of the account for later, without a failure, and trades the rest', async () => {
    const rail = dogeThrough(
      kit.ctx,
      new ExchangeAccount('DOGE', { total: 0n, fee: 0n }, () => 0).exchange(),
    );
    const paying = payingProcess(kit.ctx, rail);
    const { id, payout } = await reserveFifty(kit.ctx, paying);
    paying.end();
    const { address } = payout;
    const at = new Date(kit.ctx.clock.now());
    await kit.ctx.db.query(sql`
      INSERT INTO payout_transactions (txid, network, bytes, proof, payees, fee_asset, fee, state, state_at, sends, last_sent_at)
      VALUES ('kraken-p1', 'DOGE', ''::bytea, '{"place":"kraken"}', 1, 'DOGE', 1, 'sent', ${at}, 1, ${at})`);
    await kit.ctx.db.query(sql`UPDATE payouts SET state = 'prepared', txid = 'kraken-p1' WHERE id = ${id}`);
    await kit.ctx.db.query(sql`
      INSERT INTO withdrawn_payouts (txid, place, id, coin, network, address, memo, amount, fee_max, state, state_at, sent_at, exchange_id)
      VALUES ('kraken-p1', 'kraken', 'p1', 'DOGE', 'DOGE', ${address}, '', 1, 1, 'taken', ${at}, ${at}, 'R1')`);
    for (let time = 0; time < 3; time += 1)
      expect(await turn(true)).toContain(`payout ${id} is on its way from kraken (kraken-p1)`);
    expect(await stopped()).toBeNull();
    expect(kit.taken.map(({ base }) => base)).toEqual(['LTC']);
  });

  it('stops after two failures in a row until an operator has resumed it, and says so', async () => {
    kit.lies = { balances: async () => Promise.reject(new Error('no answer')) };
    expect(await turn(true)).toBe('nothing more: no answer');
    expect(await stopped()).toBeNull();
    expect(await turn(true)).toBe('nothing more: no answer');
    expect(await stopped()).toBe('it failed 2 times in a row: nothing more: no answer');
    expect(await turnProblems(kit.ctx)).toEqual([
      'nothing is ordered by itself at kraken, because it failed 2 times in a row: nothing more: no answer: look there, then openlode orders resume kraken',
    ]);
    kit.lies = {};
    expect(await turn(true)).toMatch(/^nothing, because it has stopped/);
    expect(kit.taken).toEqual([]);
    expect(await resumeTrading({ ...kit.ctx, actor: 'ann' }, { place: 'kraken', reason: ' ' })).toEqual({
      kind: 'malformed-reason',
    });
    expect([await resume(), await resume()]).toEqual([{ kind: 'resumed' }, { kind: 'not-stopped' }]);
    expect((await readDecisions(kit.ctx, { limit: 1 }))[0]).toMatchObject({ kind: 'resume-trading' });
    expect(await turn(true)).toMatch(/filled/);
  });

  it('counts failures in a row only, and none of what is only said', async () => {
    const failing = { balances: async () => Promise.reject(new Error('no answer')) };
    kit.lies = failing;
    await turn(true);
    kit.lies = {};
    kit.filledPercent = 0n;
    expect(await turn(true)).toMatch(/cancelled/);
    kit.lies = failing;
    await turn(true);
    expect(await stopped()).toBeNull();
    await turn(false);
    expect(await stopped()).toBeNull();
  });

  it('stops once the trades of a day have lost as much as they may, and again while that is so', async () => {
    kit.tradeCaps = {
      orderUsd: parseAmount('1000'),
      hourUsd: parseAmount('5000'),
      dayUsd: parseAmount('20000'),
      exposureUsd: parseAmount('50000'),
      lossUsd: parseAmount('1'),
    };
    await turn(true);
    await kit.look(2);
    await kit.convert('LTC', '1', 'ext:suite');
    expect(await turn(true)).toMatch(
      /^nothing: the trades of a day have lost 1\.\d+ dollars, and 1 is the most$/,
    );
    expect(await stopped()).toMatch(/^the trades of a day have lost/);
    await resume();
    await turn(true);
    expect(await stopped()).toMatch(/^the trades of a day have lost/);
    const taken = kit.taken.length;
    kit.ctx.advance(86_400_001);
    await resume();
    await kit.look(2);
    await turn(true);
    expect(kit.taken.length).toBeGreaterThan(taken);
  });

  it('orders nothing of a coin without an agreed price', async () => {
    kit.ctx.prices.delete('LTC');
    expect(await turn(false)).toMatch(/sell 2 LTC \(no-agreed-price\)/);
    expect(await turn(true)).toBe('buy 303 DOGE at 0.25125 USD: filled');
    const [row] = await kit.ctx.db.query(sql`SELECT count(*) AS count FROM trade_orders WHERE base = 'LTC'`);
    expect(row).toEqual({ count: 0n });
  });
});
