import { auxChains } from './bitcoin/aux/aux-facts.ts';

const reasons: ReadonlyMap<string, string> = new Map(
  auxChains.map(
    ({ asset, parent }) => [asset, `it is mined together with ${parent} only, under its merged`] as const,
  ),
);

/** Why this release has no chain of nodes for a coin by itself; undefined of coins that were not considered. */
export function whyNotOffered(coin: string): string | undefined {
  return reasons.get(coin);
}
