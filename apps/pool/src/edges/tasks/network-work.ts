import type { Chain } from '../../domain/kernel/chain.ts';
import { rewardsSimulatedWork } from '../../domain/rounds/simulated-chain-name.ts';

/** What chains say now of the work for a block. */
export interface NetworkWork {
  /** Of several chains that of the one whose window is the longest; undefined where none says it. */
  readonly networkWork: bigint | undefined;
  /** The names of those that say nothing. */
  readonly silent: readonly string[];
}

/**
 * Asks chains by their templates, which speak for the chains that are mined with them as well. Simulated ones give no work, and know of no
 * network.
 */
export function networkWorkOf(chains: readonly Chain[]): NetworkWork {
  const real = chains.filter(({ name }) => !rewardsSimulatedWork(name));
  const reported = new Map<string, bigint>();
  for (const template of real.map((chain) => chain.template())) {
    if (template === undefined) continue;
    reported.set(template.chain, template.networkWork);
    if (template.family !== 'bitcoin') continue;
    for (const { chain, networkWork } of template.merged ?? []) reported.set(chain, networkWork);
  }
  return {
    networkWork: [...reported.values()].toSorted((a, b) => (a < b ? -1 : 1)).at(-1),
    silent: real.map(({ name }) => name).filter((name) => !reported.has(name)),
  };
}
