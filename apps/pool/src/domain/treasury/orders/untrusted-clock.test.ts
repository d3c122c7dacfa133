import { parseAmount } from '@openlode/money/amount';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { createTransferKit, type TransferKit } from '../../../testing/payouts/transfer-kit.ts';
import { endTransfer } from '../transfers/end-transfer.ts';
import { followTransfers } from '../transfers/follow-transfer.ts';
import { transferOnce } from '../transfers/transfer-once.ts';
import { endOrder } from './end-order.ts';
import { followOrders } from './follow-order.ts';
import { tradeByItself } from './trade-by-itself.ts';
import { tradeOnce } from './trade-once.ts';

const day = 86_400_000;
const reason = 'the plan is right';
const why = 'this process lets nothing leave: clock-skew';

describe.each(oneEngine())('a process that does not trust its clock, on %s', (engine) => {
  let kit: TransferKit;
  beforeAll(async () => {
    kit = await createTransferKit(engine);
  });
  beforeEach(async () => {
    await kit.begin();
  });
  afterAll(() => kit.close());

  const context = () => ({
    ...kit.context(),
    random: kit.ctx.random,
    tradeCaps: kit.tradeCaps,
    arrivals: kit.arrivals,
    pause: async () => undefined,
    payoutBlockReason: () => 'clock-skew',
  });
  const follow = async () => {
    await followOrders(context(), kit.trader());
    await followTransfers(context(), kit.withdrawer().exchange);
  };
  const states = async () => [...(await kit.orders()), ...(await kit.transfers())].map(({ state }) => state);

  it('orders nothing, by hand and by itself: by a clock that is a day ahead no cap of a day has been used', async () => {
    await kit.converted();
    kit.ctx.advance(day);
    await kit.look(2);
    expect(await tradeOnce({ ...context(), reason }, kit.trader())).toEqual({ orders: [], stopped: why });
    expect(await tradeByItself(context(), kit.trader(), true)).toBe(`nothing: ${why}`);
    expect([kit.taken, await kit.orders()]).toEqual([[], []]);
  });

  it('brings nothing to a wallet', async () => {
    await kit.bought();
    const request = { coin: 'DOGE', amount: '10', reason };
    const dayUsdMax = parseAmount('20000');
    expect(await transferOnce({ ...context(), dayUsdMax }, kit.withdrawer(), request)).toEqual({
      kind: 'refused',
      why,
    });
    expect([kit.asked, await kit.transfers()]).toEqual([[], []]);
  });

  it('proves by no look that an order was never taken, and ends none', async () => {
    await kit.converted();
    kit.fate = { isTaken: false, isAnswered: false };
    await kit.trade();
    for (const ms of [3_600_000, 3_600_000, day]) {
      kit.ctx.advance(ms);
      await follow();
    }
    expect(await states()).toEqual(['unknown']);
    const [order] = await kit.orders();
    expect([order?.absentFrom, order?.absentUntil]).toEqual([null, null]);
    expect(await endOrder(context(), kit.trader(), { id: order?.id ?? '', reason })).toEqual({
      kind: 'refused',
      why,
    });
  });

  it('nor of a transfer', async () => {
    await kit.bought();
    kit.fate = { isTaken: false, isAnswered: false };
    await kit.transfer();
    for (const ms of [3_600_000, 3_600_000, day]) {
      kit.ctx.advance(ms);
      await follow();
    }
    expect(await states()).toEqual(['filled', 'filled', 'unknown']);
    const [transfer] = await kit.transfers();
    expect([transfer?.absentFrom, transfer?.absentUntil]).toEqual([null, null]);
    const request = { id: transfer?.id ?? '', reason };
    expect(await endTransfer(context(), kit.withdrawer().exchange, request)).toEqual({
      kind: 'refused',
      why,
    });
  });
});
