import type { Rail } from '../../domain/kernel/rail.ts';
import type { Rails } from '../../domain/kernel/rails.ts';

/** The rails of a pool by the networks that each names. Throws where two of them name the same one. */
export function railRegistry(all: readonly Rail[]): Rails {
  const byNetwork = new Map<string, Rail>();
  for (const rail of all)
    for (const network of rail.networks) {
      const other = byNetwork.get(network);
      if (other !== undefined)
        throw new Error(`${other.name} and ${rail.name} would both pay on ${network}: leave one of them out`);
      byNetwork.set(network, rail);
    }
  return {
    all,
    railOf: (network) => {
      const rail = byNetwork.get(network);
      return rail === undefined ? { kind: 'no-rail', network } : { kind: 'rail', rail };
    },
  };
}
