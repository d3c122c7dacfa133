import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import type { Sql } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../runtime/database/database.ts';
import { openSandboxRail, type SandboxRail } from '../sandbox/rail/sandbox-rail.ts';
import { railRegistry } from '../adapters/rails/registry.ts';
import { advancePayouts } from '../domain/payouts/advance-payouts.ts';
import { findPayout } from '../domain/payouts/payout.ts';
import { reservePayout } from '../domain/payouts/reserve-payout.ts';
import { createTestContext, type TestContext } from '../domain/testing/create-test-context.ts';
import { coin, forgetSigned, giveBalance, openMiner } from '../testing/payouts/payout-world.ts';
import { ClosingOrder } from './closing-order.ts';
import { ownPayoutBlocks, suspendedNetworks } from './held-back.ts';
import { openPayouts } from './open-payouts.ts';

describe('openPayouts', () => {
  let ctx: TestContext;
  let folder: string;
  let rail: SandboxRail;
  const railParts = () => ({ rails: railRegistry([rail]), wallet: rail });
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    folder = mkdtempSync(join(tmpdir(), 'openlode-open-payouts-'));
    rail = openSandboxRail({
      path: join(folder, 'sandbox-payouts'),
      clock: ctx.clock,
      random: ctx.random,
      received: async () => new Map([['DOGE', 1000n * coin]]),
    });
  });
  afterAll(async () => {
    rail.close();
    rmSync(folder, { recursive: true, force: true });
    await ctx.close();
  });

  it('tells that this process lets nothing leave once its journal could not be written [P2] [P10]', async () => {
    const order = new ClosingOrder();
    const payoutCaps = { miner: 1n, run: 1n, day: 1n };
    const config = { dataDirectory: folder, payoutCaps };
    const log = pino({ enabled: false });
    let skew: string | undefined;
    const payouts = await openPayouts(config, ctx, {
      ...railParts(),
      payoutBlockReason: () => skew,
      log,
      order,
    });
    expect([payouts.payoutBlockReason(), ownPayoutBlocks(payouts.payoutBlockReason)]).toEqual([
      undefined,
      [],
    ]);
    // The disk does not take a line: here, because the file is gone.
    await order.closeAll(() => undefined);
    const line = {
      payout: 1n,
      txid: 't',
      network: 'DOGE',
      coin: 'DOGE',
      address: 'D1',
      memo: '',
      amount: 1n,
    };
    const more = { bytes: new Uint8Array(1), proof: {}, at: 0, epoch: '' };
    await expect(payouts.journal.append({ ...line, ...more })).rejects.toThrow('EBADF');
    expect([payouts.payoutBlockReason(), ownPayoutBlocks(payouts.payoutBlockReason)]).toEqual([
      'journal-broken',
      ['payouts: journal-broken'],
    ]);
    expect(await suspendedNetworks(ctx, payouts.payoutBlockReason)).toEqual([
      { network: '*', reason: 'journal-broken' },
    ]);
    skew = 'clock-skew';
    expect(payouts.payoutBlockReason()).toBe('clock-skew');
  });

  it('tells for half a minute that another server of the database answers', async () => {
    const order = new ClosingOrder();
    const config = {
      dataDirectory: join(folder, 'failover'),
      payoutCaps: { miner: 1n, run: 1n, day: 1n },
    };
    const log = pino({ enabled: false });
    const payouts = await openPayouts(config, ctx, {
      ...railParts(),
      payoutBlockReason: () => undefined,
      log,
      order,
    });
    const asServer = (name: string): Pick<Database, 'query' | 'execute'> => ({
      ...ctx.db,
      query: async <Row>(statement: Sql): Promise<Row[]> =>
        (await ctx.db.query<Row & object>(statement)).map((row) => ({ ...row, server: name })),
    });
    expect(await payouts.rollback.check(asServer('first'), ctx.clock.now())).toBeUndefined();
    expect(payouts.payoutBlockReason()).toBeUndefined();
    expect(await payouts.rollback.check(asServer('second'), ctx.clock.now())).toMatch(/^another server/);
    expect(payouts.payoutBlockReason()).toBe('database-changed');
    ctx.advance(30_000);
    expect(payouts.payoutBlockReason()).toBeUndefined();
    await order.closeAll(() => undefined);
  });

  it('stores what was sent again where an older copy of the database only knows of the reservation [P1] [P2]', async () => {
    const config = {
      dataDirectory: join(folder, 'older'),
      payoutCaps: { miner: 10n ** 30n, run: 10n ** 30n, day: 10n ** 30n },
    };
    const parts = { ...railParts(), payoutBlockReason: () => undefined, log: pino({ enabled: false }) };
    const first = new ClosingOrder();
    const payouts = await openPayouts(config, ctx, { ...parts, order: first });
    const miner = await openMiner(ctx);
    await giveBalance(ctx, miner, 50n * coin);
    const outcome = await reservePayout(payouts, miner, 'manual');
    const id = outcome.kind === 'reserved' ? outcome.id : 0n;
    await advancePayouts(payouts, () => undefined);
    const sent = payouts.journal.tail();
    expect(sent?.payout).toBe(id);
    await first.closeAll(() => undefined);
    await forgetSigned(ctx);
    const second = new ClosingOrder();
    await openPayouts(config, ctx, { ...parts, order: second });
    await second.closeAll(() => undefined);
    expect(await findPayout(ctx.db, id)).toMatchObject({ state: 'prepared', signed: { txid: sent?.txid } });
  });
});
