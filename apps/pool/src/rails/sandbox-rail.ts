import { findCoin } from '@openlode/catalogue/coins';
import type { Rail } from '../services/ports/rail.ts';

/** Pays nothing to nobody and says so: networks are open as the catalogue has them. */
export function sandboxRail(): Rail {
  return {
    name: 'sandbox',
    kind: 'sandbox',
    pays: (coin, network) =>
      findCoin(coin)?.chains.find((chain) => chain.network === network)?.enabled ?? false,
  };
}
