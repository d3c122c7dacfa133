import { formatAmount } from '@openlode/money/amount';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testEngines } from '../../../runtime/database/testing/create-test-database.ts';
import {
  createTradingKit,
  Died,
  TradingLife,
  type TradingKit,
} from '../../../testing/payouts/trading-kit.ts';

const timeout = 600_000;

describe.each(testEngines())('orders of a process that dies, on %s', (engine) => {
  let kit: TradingKit;
  beforeAll(async () => {
    kit = await createTradingKit(engine);
  });
  afterAll(() => kit.close());

  async function tradesOnce(dieAt: number, isAnswered: boolean): Promise<boolean> {
    await kit.begin();
    await kit.converted();
    kit.fate = { isTaken: true, isAnswered };
    const died = await kit.trade(new TradingLife(dieAt)).then(
      () => false,
      (error: unknown) => {
        if (!(error instanceof Died)) throw error;
        return true;
      },
    );
    for (let turn = 0; turn < 4; turn += 1) {
      await kit.trade();
      kit.ctx.advance(11 * 60_000);
      await kit.look(2);
    }
    expect(kit.taken.map(({ base, amount }) => [base, formatAmount(amount)])).toEqual([
      ['LTC', '2'],
      ['DOGE', '303'],
    ]);
    const [row] = await kit.ctx.db.query(sql`SELECT count(*) AS count FROM trade_fills`);
    expect(row).toEqual({ count: BigInt(kit.traded.length) });
    expect((await kit.places()).map(({ state }) => state)).toEqual(['equal', 'equal', 'equal']);
    expect((await kit.beyond())['DOGE']).toBe(0n);
    return died;
  }

  it.each([true, false])(
    'trade once, wherever that is, with an answer of the exchange: %s [L17]',
    { timeout },
    async (isAnswered) => {
      let dieAt = 1;
      while (await tradesOnce(dieAt, isAnswered)) dieAt += 1;
      // Before and behind each write and each call of two orders.
      expect(dieAt).toBeGreaterThan(60);
    },
  );
});
