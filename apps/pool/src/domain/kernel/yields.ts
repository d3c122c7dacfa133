import type { NetworkYield } from '@openlode/ledger/estimate-reward';

/** What work of an algorithm earns on its networks now; several where mining is merged. */
export interface Yields {
  networksOf(algorithm: string): readonly NetworkYield[];
}
