import { coins } from '@openlode/catalogue/coins';

const networks: ReadonlyMap<string, string> = new Map(
  coins.flatMap(({ chains }) => chains.map(({ network }) => [network.toUpperCase(), network] as const)),
);

/** A network of the catalogue, in whatever case it was typed; undefined where there is none. */
export function knownNetwork(typed: string): string | undefined {
  return networks.get(typed.trim().toUpperCase());
}
