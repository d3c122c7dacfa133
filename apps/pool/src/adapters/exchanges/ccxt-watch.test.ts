import { parseAmount } from '@openlode/money/amount';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hasCcxt, loadCcxt } from '../../../../../testing/ccxt-library.ts';
import type { ExpectedCoin } from '../../domain/kernel/exchange.ts';
import type { CcxtModule } from './ccxt-client.ts';
import { gateVenue } from './ccxt-venues.ts';
import { watchCcxt } from './ccxt-watch.ts';
import type { GateWords } from './testing/gate-answers.ts';
import { gateFace, gateLogin } from './testing/gate-face.ts';
import { StandInVenue, type VenueNetwork } from './testing/stand-in-venue.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';

describe.skipIf(!hasCcxt)('an account at Gate that other pools pay into, through ccxt', () => {
  const now = Date.UTC(2026, 0, 15, 12);
  const karlsen = { coin: 'KLS', exchangeCoin: 'KLSN' };
  const network = (coin: string, name: string): VenueNetwork => ({ coin, name, fee: 1n, amountMin: 0n });
  const usual = [network('KLSN', 'KLSNET'), network('LTC', 'LTC')];
  let ccxt: CcxtModule;
  let server: VenueServer | undefined;
  beforeAll(async () => {
    ccxt = await loadCcxt<CcxtModule>();
  });
  afterEach(async () => server?.close());

  async function watch(
    { networks = usual, words = {} }: { networks?: readonly VenueNetwork[]; words?: GateWords } = {},
    expected: ExpectedCoin = karlsen,
  ) {
    const venue = new StandInVenue(() => now, [], networks);
    for (const { coin } of networks) venue.balances.set(coin, 0n);
    server = await serveVenue(gateFace(venue, () => now, words));
    const gate = await watchCcxt(ccxt, {
      ...gateLogin,
      venue: gateVenue,
      url: `${server.url}/api/v4`,
      now: () => now,
      paceMs: 1,
      limits: { callMs: 30_000, bytesMax: 1_000_000 },
      expected: [expected],
    });
    return { venue, gate };
  }

  it('has them under our names, by the venue’s own name of the coin, its state and its transaction', async () => {
    const { venue, gate } = await watch();
    expect(await gate.takes('KLS')).toEqual({ kind: 'taken', addresses: ['deposit-KLSN-KLSNET'] });
    venue.deposit('KLSN', 'KLSNET', parseAmount('3'), { txid: 'ab', isDone: true });
    venue.deposit('KLSN', 'KLSNET', parseAmount('2'), { txid: 'cd' });
    const came = await gate.transfers('deposit', 'KLS', now);
    expect(came.toSorted((a, b) => (a.exchangeId < b.exchangeId ? -1 : 1))).toMatchObject([
      { coin: 'KLS', exchangeId: 'd1001', txid: 'ab', amount: parseAmount('3'), fee: 0n, state: 'done' },
      { coin: 'KLS', exchangeId: 'd1002', txid: 'cd', amount: parseAmount('2'), state: 'pending' },
    ]);
    const balances = await gate.balances();
    expect(balances.get('KLS')).toEqual({ available: parseAmount('5'), total: parseAmount('5') });
    expect(balances.has('KLSN')).toBe(false);
    expect(await gate.depositAddress('LTC', 'LTC')).toEqual({ address: 'deposit-LTC-LTC', memo: '' });
    await expect(gate.depositAddress('KLS', 'KLS')).rejects.toThrow('KLS is not taken on KLS at gate');
    expect(server?.calls.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it.each<[name: string, state: string, expected: string]>([
    ['waits for a confirmation of a failure', 'FAIL', 'pending'],
    ['is cancelled', 'CANCEL', 'failed'],
    ['has a state that is not known', 'BLOCKED', 'pending'],
  ])('reads a deposit that %s', async (_name, status, state) => {
    const { venue, gate } = await watch({ words: { status } });
    venue.deposit('KLSN', 'KLSNET', parseAmount('3'), { txid: 'ab' });
    expect(await gate.transfers('deposit', 'KLS', now)).toMatchObject([{ state }]);
  });

  it.each<[name: string, venue: Parameters<typeof watch>[0], expected: ExpectedCoin, why: string]>([
    ['it has no such coin', { networks: [network('LTC', 'LTC')] }, karlsen, 'gate has no KLSN'],
    ['it has given it up', { words: { delisted: ['KLSN'] } }, karlsen, 'gate has no KLSN'],
    [
      'it takes it by several',
      { networks: [...usual, network('KLSN', 'BSC')] },
      karlsen,
      'gate takes KLSN by KLSNET, BSC: say which of them the other pool pays by (exchangeNetwork)',
    ],
    [
      'it takes it by another',
      undefined,
      { ...karlsen, exchangeNetwork: 'BSC' },
      'gate takes KLSN by KLSNET, and not by BSC',
    ],
    [
      'it wants a memo',
      { words: { memo: '7' } },
      karlsen,
      'gate wants a memo beside its address of KLSN, which no other pool writes',
    ],
  ])('does not take them where %s', async (_name, venue, expected, why) => {
    const { gate } = await watch(venue, expected);
    expect(await gate.takes('KLS')).toEqual({ kind: 'not-taken', why });
  });

  it('takes them by the way that is named, also while that is closed, which is said', async () => {
    const networks = [...usual, network('KLSN', 'BSC')];
    const { gate } = await watch(
      { networks, words: { closed: ['KLSN'] } },
      { ...karlsen, exchangeNetwork: 'KLSNET' },
    );
    expect(await gate.takes('KLS')).toEqual({
      kind: 'taken',
      addresses: ['deposit-KLSN-KLSNET'],
      closed: 'gate takes no KLSN by KLSNET at the moment',
    });
  });

  it('says nothing where it does not answer', async () => {
    const { gate } = await watch();
    await server?.close();
    await expect(gate.takes('KLS')).rejects.toThrow();
    await expect(gate.transfers('deposit', 'KLS', now)).rejects.toThrow();
  });
});
