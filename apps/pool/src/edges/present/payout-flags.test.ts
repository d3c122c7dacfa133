import { expect, it } from 'vitest';
import type { Rail } from '../../domain/kernel/rail.ts';
import { paysHereBy, type Rails, railView } from '../../domain/kernel/rails.ts';
import { catalogueListing } from '../../domain/payouts/payout-availability.ts';
import { coinTerms } from './coin-terms.ts';

const rail = (network: string, coin: string, through?: string) =>
  ({
    name: `${coin} ${through ?? ''}`,
    networks: [network],
    pays: (asked: string, on: string) => asked === coin && on === network,
    ...(through !== undefined && { through }),
  }) as unknown as Rail;

it('offers what an exchange pays, and nothing else of its coin, and says so', () => {
  const all = [rail('LTC', 'LTC'), rail('XRP', 'XRP', 'kraken')];
  const rails: Rails = {
    all,
    railOf: (network) => {
      const found = all.find((each) => each.networks.includes(network));
      return found === undefined ? { kind: 'no-rail', network } : { kind: 'rail', rail: found };
    },
  };
  const { flagsOf } = coinTerms(catalogueListing(), { rail: railView(rails), paysHere: paysHereBy(rails) });
  const paid = { enabled: true, enabled_auto_only: false, paid_here: true };
  expect(flagsOf('LTC', 'LTC')).toEqual(paid);
  expect(flagsOf('XRP', 'XRP')).toEqual({ ...paid, paid_through_exchange: true });
  expect(flagsOf('XRP', 'BSC')).toEqual({ enabled: false, enabled_auto_only: false, paid_here: false });
});
