import { pendingAccount } from '@openlode/ledger/accounts';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../runtime/database/testing/create-test-database.ts';
import { bookEntry } from '../ledger/book-entry.ts';
import { recordSearch, registerSearches } from '../rounds/block-searches.ts';
import { createTestContext, type TestContext } from '../testing/create-test-context.ts';
import { adversarialRail, calm } from '../../sandbox/testing/adversarial-rail.ts';
import {
  availableTo,
  coin,
  giveBalance,
  openMiner,
  type PayingProcess,
  payingProcess,
} from '../../testing/payouts/payout-world.ts';
import { resetDatabase } from '../testing/reset-database.ts';
import { adoptPayout } from './adopt-payout.ts';
import { compareOutgoing } from './compare-outgoing.ts';

/** A ledger of before a block was credited, and a wallet that has paid it with the rest: 50 DOGE left, the ledger knows of 30. */
describe.each(testEngines())('adopting before lost blocks are found again, on %s', (engine) => {
  let ctx: TestContext;
  let process: PayingProcess;
  beforeAll(async () => {
    ctx = await createTestContext(engine);
  });
  beforeEach(() => resetDatabase(ctx.db));
  afterAll(() => ctx.close());

  async function begin() {
    const rail = adversarialRail(ctx.clock, calm);
    process = payingProcess(ctx, rail);
    const address = 'DLostBlock';
    const miner = await openMiner(ctx, { address });
    await giveBalance(ctx, miner, 30n * coin);
    const order = { payoutId: 7n, coin: 'DOGE', network: 'DOGE', address, memo: '', amount: 50n * coin };
    const signed = await rail.build([order], []);
    if (signed.kind !== 'signed') throw new Error('refused');
    await rail.send('DOGE', signed.bytes);
    const leftAt = ctx.clock.now();
    ctx.advance(60_000);
    const owner = { ...process, secret: ctx.secret, actor: 'root' };
    const { txid } = signed;
    const adopt = (more: { readonly atPoolsCost?: boolean } = {}) =>
      adoptPayout(owner, { txid, reason: 'restored', ...more });
    return { owner, miner, txid, leftAt, adopt };
  }

  it('waits until each chain is searched up to when it left, and takes the block that was found [P16]', async () => {
    const { owner, miner, leftAt, adopt } = await begin();
    await registerSearches(ctx.db, ['one', 'two']);
    await recordSearch(ctx.db, 'two', leftAt);
    const chains = [{ chain: 'one', completeUntil: undefined }];
    expect((await compareOutgoing(owner)).blocks).toEqual(chains);
    const income = { chains, pending: [] };
    expect(await adopt()).toEqual({ kind: 'income-awaited', lacks: 20n * coin, leftAt, income });
    expect(await availableTo(ctx, miner)).toBe(30n * coin);
    await giveBalance(ctx, miner, 20n * coin);
    await recordSearch(ctx.db, 'one', leftAt);
    expect((await compareOutgoing(owner)).blocks).toEqual([]);
    expect(await adopt()).toMatchObject({ kind: 'adopted', fromPool: 0n });
    expect(await availableTo(ctx, miner)).toBe(0n);
    process.end();
  });

  it('waits for nothing where the balance has it', async () => {
    const { miner, adopt } = await begin();
    await registerSearches(ctx.db, ['one']);
    await giveBalance(ctx, miner, 20n * coin);
    expect(await adopt()).toMatchObject({ kind: 'adopted', fromPool: 0n });
    process.end();
  });

  it('waits for a reward of the owner that is not converted yet', async () => {
    const { miner, adopt } = await begin();
    const posting = { asset: 'BTC', amount: coin / 100n };
    await ctx.db.transaction((tx) =>
      bookEntry(tx, {
        key: 'given:pending',
        kind: 'given',
        at: ctx.clock.now(),
        postings: [
          { account: 'ext:suite', asset: 'BTC', amount: -posting.amount },
          { account: pendingAccount(miner), ...posting },
        ],
      }),
    );
    expect(await adopt()).toMatchObject({
      kind: 'income-awaited',
      income: { chains: [], pending: [posting] },
    });
    process.end();
  });

  it('lets an operator say that the pool bears it all the same', async () => {
    const { adopt } = await begin();
    await registerSearches(ctx.db, ['one']);
    expect(await adopt({ atPoolsCost: true })).toMatchObject({ kind: 'adopted', fromPool: 20n * coin });
    const [decision] = await ctx.db.query<{ kind: string }>(sql`SELECT kind FROM operator_decisions`);
    expect(decision).toEqual({ kind: 'adopt-payout' });
    process.end();
  });
});
