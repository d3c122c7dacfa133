import type { BlockState, Chain } from '../../apps/pool/src/domain/kernel/chain.ts';
import { simulatedKind } from '../../apps/pool/src/domain/kernel/pool-kind.ts';

const reward = 3_125_000_000_000_000_000n;

/** A fake chain at the edge: it takes every block and calls it what its `state` says. */
export function maturingChain(name: string): Chain & { state: BlockState } {
  return {
    name,
    algorithm: 'sha256',
    kind: simulatedKind,
    state: 'immature',
    template: () => undefined,
    onTemplate: () => () => undefined,
    submitBlock: async () => ({ kind: 'accepted', rewards: [{ asset: 'BTC', amount: reward }] }),
    async stateOf() {
      return this.state;
    },
  };
}
