import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { claimDatabase } from '../claim-database.ts';
import { creditARound } from '../../testing/credit-a-round.ts';
import { createTestContext, type TestContext, testStart } from '../../testing/create-test-context.ts';
import type { Finding } from '../../kernel/finding.ts';
import { createRecurringAudit } from './recurring-audit.ts';
import { simulatedKind } from '../../kernel/pool-kind.ts';

describe('createRecurringAudit', () => {
  let ctx: TestContext;
  beforeAll(async () => {
    ctx = await createTestContext('pglite');
    await claimDatabase(ctx, simulatedKind);
    await creditARound(ctx, 'a');
  });
  afterAll(() => ctx.close());

  it('begins with everything, goes on in windows, and comes back to everything while something is wrong', async () => {
    const published: (readonly Finding[])[] = [];
    const audit = createRecurringAudit(ctx, {
      minersATurn: 1,
      onFindings: (findings) => published.push(findings),
    });
    const kinds = () => audit.findings()?.map(({ kind, account }) => `${kind} ${account}`);
    expect(kinds()).toBeUndefined();
    await audit.run();
    expect(kinds()).toEqual([]);
    expect(audit.finishedAt()).toBe(testStart);

    await ctx.db.execute(
      `UPDATE balances SET amount = amount + 1 WHERE account IN ('miner:2:mining', 'pool:fees')`,
    );
    await audit.run();
    expect(kinds()).toEqual([]);
    await audit.run();
    expect(kinds()).toEqual(['balance-drifted miner:2:mining']);
    await audit.run();
    expect(kinds()).toEqual([
      'balance-drifted miner:2:mining',
      'balance-drifted pool:fees',
      'balance-drifted pool:fees',
    ]);
    expect(published.length).toBe(2);

    await ctx.db.execute(
      `UPDATE balances SET amount = amount - 1 WHERE account IN ('miner:2:mining', 'pool:fees')`,
    );
    await audit.run();
    expect(kinds()).toEqual([]);
  });

  it('gives a look at everything hours, and the others no longer than any statement', async () => {
    const hours = 6 * 3_600_000;
    const given: (number | undefined)[] = [];
    const db: typeof ctx.db = {
      ...ctx.db,
      transaction: (work, options) => {
        given.push(options?.answerWithinMs);
        return ctx.db.transaction(work, options);
      },
    };
    const audit = createRecurringAudit({ ...ctx, db });
    await audit.run();
    expect(given).toEqual([hours, hours]);
    await audit.run();
    expect(given).toEqual([hours, hours, undefined]);
  });

  it('compares the wallets while a look at everything has not ended [L11]', async () => {
    const db = { ...ctx.db, transaction: () => new Promise<never>(() => undefined) };
    const wallet = {
      holdings: async () => ({ amounts: new Map([['BTC', -1n]]), unanswered: [] }),
    };
    const heard: string[] = [];
    const audit = createRecurringAudit(
      { ...ctx, db },
      { wallet, onFindings: (findings) => heard.push(...findings.map(({ kind }) => kind)) },
    );
    void audit.run();
    await audit.compareWallets();
    expect(audit.finishedAt()).toBeUndefined();
    expect(heard).toContain('wallet-short');
    expect(audit.findings()?.map(({ rule }) => rule)).toContain('L11');
  });

  it('looks at everything again after an hour', async () => {
    const audit = createRecurringAudit(ctx);
    await audit.run();
    await ctx.db.execute(`UPDATE slice_work SET work = work + 1`);
    ctx.advance(3_599_999);
    await audit.run();
    expect(audit.findings()).toEqual([]);
    ctx.advance(1);
    await audit.run();
    expect(audit.findings()?.map(({ rule }) => rule)).toEqual(['I1']);
  });
});
