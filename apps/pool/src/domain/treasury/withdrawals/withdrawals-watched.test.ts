import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import sql from 'sql-template-tag';
import type { PayingExchange, WatchedExchange } from '../../kernel/exchange.ts';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import type { ExchangeAccount } from '../../../testing/payouts/exchange-account.ts';
import {
  availableTo,
  coin,
  type PayingProcess,
  payingProcess,
  reserveFifty,
} from '../../../testing/payouts/payout-world.ts';
import { beginAccount, dogeThrough, goOn, payoutOf } from '../../../testing/payouts/withdrawal-kit.ts';
import { createTestContext, type TestContext } from '../../testing/create-test-context.ts';
import { listPayouts } from '../../views/list-payouts.ts';
import { watchPlaces } from '../places/watch-places.ts';
import { listPlaces } from '../../views/list-places.ts';
import { selectWithdrawals } from './withdrawal-rows.ts';

const minute = 6;
const dayMs = 86_400_000;

describe.each(oneEngine())('payouts through an exchange that take long, on %s', (engine) => {
  let ctx: TestContext;
  let account: ExchangeAccount;
  let process: PayingProcess;
  const asked = { transfers: 0, balances: 0 };
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(async () => {
    account = await beginAccount(ctx);
    Object.assign(asked, { transfers: 0, balances: 0 });
    process = payingProcess(ctx, dogeThrough(ctx, counted(account.exchange())));
  });
  afterEach(() => process.end());
  afterAll(() => ctx.close());

  function counted(exchange: PayingExchange): PayingExchange {
    return {
      ...exchange,
      transfers: (...values) => {
        asked.transfers += 1;
        return exchange.transfers(...values);
      },
      balances: () => {
        asked.balances += 1;
        return exchange.balances();
      },
    };
  }

  const rows = () => selectWithdrawals(ctx.db, sql`ORDER BY sent_at, txid`);
  const waitsFor = async (id: bigint) => (await listPayouts(ctx, { id, limit: 1 }))[0]?.waitsFor;

  it('ask once for all that are on their way, not once for each', async () => {
    for (let payout = 0; payout < 5; payout += 1) {
      await reserveFifty(ctx, process);
      await goOn(ctx, process, 1);
    }
    expect((await rows()).map(({ state }) => state)).toEqual(['taken', 'taken', 'taken', 'taken', 'taken']);
    await goOn(ctx, process, minute);
    Object.assign(asked, { transfers: 0, balances: 0 });
    await goOn(ctx, process, 5 * minute);
    // Each would have asked ten times.
    expect(asked.transfers).toBeLessThanOrEqual(13);
    expect(asked.balances).toBe(asked.transfers);
    expect(asked.transfers).toBeGreaterThanOrEqual(9);
  });

  it('wait for the exchange to send them, and are asked of a person from a day on, and go on by themselves where it does', async () => {
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 2);
    expect(await waitsFor(id)).toBe('kraken to send it');
    ctx.advance(dayMs + 60_000);
    await goOn(ctx, process, 2 * minute);
    expect(await waitsFor(id)).toContain(
      'kraken has taken it and not sent it for a day: look there yourself',
    );
    account.deliver();
    await goOn(ctx, process, 2 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('settled');
  });

  it('hold no other up by a record that is not shown so far back, but by the words that name one', async () => {
    const old = await reserveFifty(ctx, process);
    await goOn(ctx, process, 2);
    const open = account.exchange();
    const exchange = counted({
      ...open,
      transfers: async (kind, of, since) => {
        if (ctx.clock.now() - since > 89 * dayMs)
          throw new RangeError('no transfers since more than 89 days');
        return (await open.transfers(kind, of, since)).filter(({ at }) => at >= since - 3_600_000);
      },
    });
    process.end();
    process = payingProcess(ctx, dogeThrough(ctx, exchange));
    ctx.advance(95 * dayMs);
    await goOn(ctx, process, 2 * minute);
    expect(await waitsFor(old.id)).toContain('kraken has taken it and does not show it: look there yourself');
    const { id } = await reserveFifty(ctx, process);
    await goOn(ctx, process, minute);
    expect(await waitsFor(id)).toContain(
      `an operator to say what became of ${(await rows())[0]?.txid}: the record of kraken shows nothing of so long ago`,
    );
    expect(account.asked).toHaveLength(1);
  });

  it('are not over where the account once had less, whatever came in since', async () => {
    account.fate = { taken: 'now', isAnswered: false };
    account.isBehind = true;
    const { id, miner } = await reserveFifty(ctx, process);
    await goOn(ctx, process, minute);
    expect((await rows())[0]).toMatchObject({ state: 'unknown' });
    expect((await rows())[0]?.fallenAt).not.toBeNull();
    // What an operator brings there hides it.
    account.total += 52n * coin;
    await goOn(ctx, process, 40 * minute);
    expect((await payoutOf(ctx, id)).state).not.toBe('released');
    expect(await availableTo(ctx, miner)).toBe(0n);
    expect(await waitsFor(id)).toContain('kraken to show it: it has had less than the ledger says');
    // Its record shows it after all, and what came in is no part of it.
    account.isBehind = false;
    account.total -= 52n * coin;
    account.deliver();
    await goOn(ctx, process, 2 * minute);
    expect((await payoutOf(ctx, id)).state).toBe('settled');
    expect(account.asked).toHaveLength(1);
  });

  it('wait in words of their own while the address is not registered, for its owner too', async () => {
    account.registered = [];
    const { id, payout } = await reserveFifty(ctx, process);
    await goOn(ctx, process, 1);
    expect(await payoutOf(ctx, id)).toMatchObject({ state: 'reserved', signFailure: 'unregistered' });
    expect(await waitsFor(id)).toMatch(
      new RegExp(
        `^kraken does not have ${payout.address} among its addresses of DOGE: register it there; asked`,
      ),
    );
    account.registered = [{ address: payout.address, memo: '' }];
    await goOn(ctx, process, 10 * minute);
    expect(account.asked).toHaveLength(1);
  });

  it('leave their place equal while they are on their way, once the record has each', async () => {
    const watched = {
      ...account.exchange(),
      markets: async () => [],
    } as unknown as WatchedExchange;
    const look = () =>
      watchPlaces({ ...process, exchanges: [watched], pause: async () => undefined }, (_place, error) => {
        throw error;
      });
    await reserveFifty(ctx, process);
    await goOn(ctx, process, 2);
    await look();
    expect(await listPlaces(ctx)).toMatchObject([
      {
        state: 'equal',
        ledger: '1000',
        said: '948',
        note: '52 less than the ledger, which payouts on their way have taken',
      },
    ]);
    // Six hours later another one is on its way, as ever.
    ctx.advance(7 * 3_600_000);
    await look();
    expect(await listPlaces(ctx)).toMatchObject([{ state: 'equal' }]);
    account.total -= coin;
    for (let time = 0; time < 2; time += 1) {
      ctx.advance(60_000);
      await look();
    }
    expect(await listPlaces(ctx)).toMatchObject([{ state: 'unknown' }]);
  });
});
