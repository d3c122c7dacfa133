import { capitalAccount, coldAccount } from '@openlode/ledger/accounts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { testEngines } from '../../../runtime/database/testing/create-test-database.ts';
import { createSweepKit, type SweepKit } from '../../../testing/payouts/sweep-kit.ts';
import { bookEntry } from '../../ledger/book-entry.ts';
import { checkCold } from './check-cold.ts';

describe.each(testEngines())('what lies at cold addresses, on %s [L20]', (engine) => {
  let kit: SweepKit;
  beforeAll(async () => {
    kit = await createSweepKit(engine);
  });
  beforeEach(() => kit.begin());
  afterAll(() => kit.close());

  const findings = () => checkCold(kit.ctx.db);

  async function sweepForty(): Promise<void> {
    const { txid } = await kit.stored('40');
    await kit.follow();
    expect(await findings()).toEqual([]);
    kit.chain.mine(txid, 2);
    await kit.follow(4);
  }

  it('is what final sweeps brought, less what came back and what was withdrawn', async () => {
    await sweepForty();
    expect((await kit.accounts()).cold).toBe('-40');
    expect(await findings()).toEqual([]);
    expect(await kit.move('cold-withdrawal', '15')).toMatchObject({ kind: 'booked' });
    expect(await kit.move('cold-return', '5')).toMatchObject({ kind: 'booked' });
    expect((await kit.accounts()).cold).toBe('-20');
    expect(await findings()).toEqual([]);
  });

  it('is named with both sums where the ledger has anything else there', async () => {
    await sweepForty();
    const postings = [
      { account: coldAccount('DOGE'), asset: 'DOGE', amount: 3n },
      { account: capitalAccount, asset: 'DOGE', amount: -3n },
    ];
    await kit.ctx.db.transaction((tx) =>
      bookEntry(tx, { key: 'planted', kind: 'planted', at: kit.ctx.clock.now(), postings }),
    );
    expect(await findings()).toEqual([
      {
        rule: 'L20',
        kind: 'cold-money-mismatch',
        account: 'ext:cold:DOGE',
        subject: 'DOGE',
        expected: '40000000000000000000',
        found: '39999999999999999997',
      },
    ]);
  });
});
