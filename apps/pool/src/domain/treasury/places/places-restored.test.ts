import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { oneEngine } from '../../../runtime/database/testing/create-test-database.ts';
import { createPlaceKit, type PlaceKit } from '../../../testing/payouts/place-kit.ts';
import { forgetSigned } from '../../../testing/payouts/payout-world.ts';
import { checkJournal } from '../../payouts/check-journal.ts';

describe.each(oneEngine())('a transfer to an exchange that a restored database has lost, on %s', (engine) => {
  let kit: PlaceKit;
  beforeAll(async () => {
    kit = await createPlaceKit(engine);
  });
  beforeEach(() => kit.begin());
  afterAll(() => kit.close());

  const amount = (): bigint => 40n * kit.coin;

  async function lost(more: readonly string[]): Promise<string> {
    await kit.opened(5n * kit.coin);
    const outcome = await kit.sweep('40', { to: 'kraken' });
    if (outcome.kind !== 'stored') throw new Error(JSON.stringify(outcome));
    await kit.follow();
    const { txid } = outcome;
    kit.chain.mine(txid, 2);
    kit.held -= amount() + 8n;
    kit.credit(txid, amount());
    await forgetSigned(kit.ctx, ['DELETE FROM sweeps', 'DELETE FROM payout_journal', ...more]);
    kit.restart();
    await checkJournal(kit.process);
    return txid;
  }

  it('is adopted, and booked by the record that was there before', async () => {
    const txid = await lost(['DELETE FROM place_transits']);
    await kit.look(2);
    expect(await kit.states()).toEqual({ kraken: 'difference' });
    expect(await kit.adopt(txid)).toMatchObject({ kind: 'swept' });
    // On its way there by the word of the sweep: nothing is corrected.
    expect(await kit.correct('40')).toMatchObject({ kind: 'refused' });
    await kit.lift();
    await kit.follow(4);
    await kit.look(2);
    expect(await kit.ledger()).toEqual({
      'ext:exchange:kraken': '-45',
      'ext:network:DOGE': '-60',
      'pool:capital': '105',
    });
    expect(await kit.states()).toEqual({ kraken: 'equal' });
    expect(await kit.findings()).toEqual([]);
  });

  it('is not adopted before its exchange has named its address again, and never as cold', async () => {
    const txid = await lost(['DELETE FROM place_addresses']);
    expect(await kit.adopt(txid)).toEqual({ kind: 'unknown-place', address: 'DExchange', coin: 'DOGE' });
    await kit.askAddress();
    expect(await kit.adopt(txid)).toMatchObject({ kind: 'swept' });
    await kit.lift();
    await kit.follow(4);
    await kit.look(2);
    expect(await kit.ledger()).toMatchObject({ 'ext:exchange:kraken': '-45' });
  });

  it('is begun with what is not in the ledger by it', async () => {
    const txid = await lost(['DELETE FROM place_balances']);
    await kit.adopt(txid);
    await kit.look();
    expect(await kit.open('40')).toMatchObject({ kind: 'refused' });
    await kit.lift();
    await kit.follow(4);
    await kit.look(2);
    // The ledger has 5 of before and 40 by the record.
    expect(await kit.open('45')).toMatchObject({ kind: 'refused' });
    expect(await kit.open('0')).toEqual({ kind: 'booked', amount: '0' });
  });
});
