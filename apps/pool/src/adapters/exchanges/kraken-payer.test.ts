import { parseAmount } from '@openlode/money/amount';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ExchangeWithdrawal, PayingExchange } from '../../domain/kernel/exchange.ts';
import { krakenPayer } from './kraken-payer.ts';
import { unpacedKraken } from './kraken-pace.ts';
import { krakenFace, krakenLogin } from './testing/kraken-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import type { StandInVenue } from './testing/stand-in-venue.ts';
import { serveVenue, type VenueServer } from './testing/venue-server.ts';

describe('krakenPayer, on a stand-in for Kraken', () => {
  const at = Date.UTC(2026, 0, 15, 12);
  let venue: StandInVenue;
  let server: VenueServer;
  let payer: PayingExchange;
  const withdrawal = (more: Partial<ExchangeWithdrawal> = {}): ExchangeWithdrawal => ({
    id: 'p1',
    coin: 'LTC',
    network: 'LTC',
    address: 'ltc1one',
    memo: '',
    amount: parseAmount('5'),
    feeMax: parseAmount('0.002'),
    madeAt: at,
    ...more,
  });

  beforeEach(async () => {
    venue = sampleVenue(() => at, 'USD');
    const addresses = {
      one: { network: 'LTC', address: 'ltc1one' },
      two: { network: 'LTC', address: 'ltc1two', memo: '77' },
      new: { network: 'LTC', address: 'ltc1new', isVerified: false as const },
      other: { network: 'ETH', address: '0xother' },
      evm: { network: 'LTC', address: '0x52908400098527886e0f7030069857d2e4169ee7' },
    };
    server = await serveVenue(krakenFace(venue, addresses, () => at));
    payer = krakenPayer({
      ...krakenLogin,
      url: server.url,
      now: () => at,
      limits: { callMs: 2000, bytesMax: 100_000 },
      pace: unpacedKraken,
      coins: [
        {
          coin: 'LTC',
          network: 'LTC',
          method: 'LTC',
          amountMin: parseAmount('0.01'),
          amountStep: 10n ** 10n,
        },
      ],
    });
  });
  afterEach(() => server.close());

  it('lists the addresses of one way out that are verified, with their memos', async () => {
    expect(await payer.registered('LTC', 'LTC')).toEqual([
      { address: 'ltc1one', memo: '' },
      { address: 'ltc1two', memo: '77' },
      { address: '0x52908400098527886e0f7030069857d2e4169ee7', memo: '' },
    ]);
    await expect(payer.registered('XMR', 'XMR')).rejects.toThrow('XMR on XMR is not paid through Kraken');
  });

  it('pays to the name of the address, what arrives to the unit and the fee beside it', async () => {
    expect(await payer.withdraw(withdrawal())).toMatchObject({ kind: 'accepted' });
    expect(venue.transfers).toMatchObject([
      { address: 'ltc1one', gross: parseAmount('5.001'), fee: parseAmount('0.001') },
    ]);
    const call = server.calls.find(({ path }) => path.endsWith('/Withdraw'));
    expect(new URLSearchParams(call?.body).get('key')).toBe('one');
  });

  it('asks for the list of addresses once for a payout, and again for an address that it does not have', async () => {
    const listsAsked = () => server.calls.filter(({ path }) => path.endsWith('/WithdrawAddresses')).length;
    await payer.registered('LTC', 'LTC');
    await payer.check(withdrawal());
    expect(await payer.withdraw(withdrawal())).toMatchObject({ kind: 'accepted' });
    expect(server.calls.map(({ path }) => path.split('/').at(-1))).toEqual([
      'WithdrawAddresses',
      'WithdrawInfo',
      'WithdrawInfo',
      'WithdrawInfo',
      'WithdrawInfo',
      'Withdraw',
    ]);
    expect(await payer.withdraw(withdrawal({ address: 'ltc1else' }))).toMatchObject({ kind: 'not-sent' });
    expect(listsAsked()).toBe(2);
  });

  it.each([
    [{ address: 'ltc1else' }, 'ltc1else is not registered for LTC at Kraken'],
    [{ address: 'ltc1new' }, 'ltc1new is not registered for LTC at Kraken'],
    [{ address: 'ltc1two' }, 'ltc1two is not registered for LTC at Kraken'],
    [{ memo: '1' }, 'ltc1one is not registered for LTC at Kraken'],
    [{ feeMax: parseAmount('0.0005') }, 'it costs 0.001 LTC, more than 0.0005'],
    [{ amount: parseAmount('0.001') }, 'less than 0.01 LTC'],
    [{ coin: 'XMR' }, 'XMR on LTC is not paid through Kraken'],
  ])('sends nothing for %o', async (more, why) => {
    expect(await payer.withdraw(withdrawal(more))).toEqual({ kind: 'not-sent', why });
    expect(venue.transfers).toEqual([]);
  });

  it('says before anything is signed whether it would be sent, and sends nothing by that', async () => {
    await payer.check(withdrawal());
    await expect(payer.check(withdrawal({ feeMax: parseAmount('0.0005') }))).rejects.toThrow(
      'it costs 0.001 LTC, more than 0.0005',
    );
    await expect(payer.check(withdrawal({ address: 'ltc1else' }))).rejects.toThrow(
      'ltc1else is not registered for LTC at Kraken',
    );
    expect(venue.transfers).toEqual([]);
    expect(server.calls.filter(({ path }) => path.endsWith('/Withdraw'))).toEqual([]);
  });

  it('pays with the memo that is registered beside an address', async () => {
    expect(await payer.withdraw(withdrawal({ address: 'ltc1two', memo: '77' }))).toMatchObject({
      kind: 'accepted',
    });
  });

  it('pays to an account of an EVM network however it spells it, and asks in its own letters', async () => {
    const address = '0x52908400098527886E0F7030069857D2E4169EE7';
    expect(await payer.withdraw(withdrawal({ address }))).toMatchObject({ kind: 'accepted' });
    const call = server.calls.find(({ path }) => path.endsWith('/Withdraw'));
    expect(new URLSearchParams(call?.body).get('address')).toBe(address.toLowerCase());
  });
});
