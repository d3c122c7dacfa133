import { offeredChains } from '../adapters/chains/offered-chains.ts';
import { whyNotOffered } from '../adapters/chains/why-not-offered.ts';

/** That a coin has no chain in this release, in words for an operator. */
export function chainFault(coin: string): string {
  const names = offeredChains.map(({ asset }) => asset).join(', ');
  const why = whyNotOffered(coin);
  const because = why === undefined ? '' : `, and not ${coin}: ${why}`;
  return `coin is ${coin}, but the chains of this release are: ${names}${because}`;
}
