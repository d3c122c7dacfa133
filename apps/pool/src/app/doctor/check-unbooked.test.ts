import { expect, it } from 'vitest';
import type { Config } from '../../config.ts';
import { checkExposure } from './check-settings.ts';
import { checkUnbooked } from './check-unbooked.ts';

const config = { dataDirectory: '/d', stratumProcesses: 1 };

it('names what wallets hold beyond the ledger, and nothing that is equal', async () => {
  const ask = async () => [
    { asset: 'LTC', more: '1.5' },
    { asset: 'DOGE', more: null },
  ];
  expect(await checkUnbooked(config, true, ask)).toEqual([
    {
      subject: 'wallets of LTC',
      state: 'warning',
      found: 'they hold 1.5 LTC more than the ledger says',
      advice:
        'Find where it is from and book it (openlode treasury deposit, or correct): until then as much can be taken, and nothing is missing.',
    },
  ]);
  expect(await checkUnbooked(config, false, ask)).toEqual([]);
  expect(await checkUnbooked(config, true, async () => undefined)).toEqual([]);
});

it('warns of a real pool whose conversions nothing limits', () => {
  const of = (kind: string, exposure?: object) =>
    checkExposure({ nodePool: { kind }, conversionCaps: { exposure } } as unknown as Config);
  expect(of('real')).toMatchObject([
    { subject: 'conversions', state: 'warning', found: 'nothing limits what they may leave to be traded' },
  ]);
  expect(of('real', {})).toEqual([]);
  expect(of('regtest')).toEqual([]);
});
