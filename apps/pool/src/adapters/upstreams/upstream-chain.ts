import type { Chain } from '../../domain/kernel/chain.ts';
import type { PoolKind } from '../../domain/kernel/pool-kind.ts';

/** What stands for another pool where work is of a chain: it gives no template, and no block is found on it. */
export function upstreamChain(name: string, algorithm: string, kind: PoolKind): Chain {
  return {
    name,
    algorithm,
    kind,
    template: () => undefined,
    onTemplate: () => () => {},
    submitBlock: async () => {
      throw new Error(`${name} takes shares, and no blocks`);
    },
    stateOf: async () => 'unknown',
  };
}
