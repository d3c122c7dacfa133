import type { BlockState, Chain, RewardLine } from '../../ports/chain.ts';
import type { Price } from '../../ports/rates.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The chain of a run: it decides what becomes of each block, and is the truth that the books are held against. */
export interface SimulatedChain extends Chain {
  readonly blocks: Map<string, { state: BlockState; readonly rewards: readonly RewardLine[] }>;
}

const assets = ['BTC', 'DOGE', 'LTC'];

export function simulatedChain(random: SeededRandom): SimulatedChain {
  const blocks: SimulatedChain['blocks'] = new Map();
  const refused = new Set<string>();
  return {
    name: 'fake',
    algorithm: 'sha256',
    kind: 'sandbox',
    blocks,
    template: () => {
      throw new Error('this chain gives no work');
    },
    onTemplate: () => () => undefined,
    submitBlock: async ({ coinbase }) => {
      // The suite writes the hash where a coinbase would be.
      const hash = Buffer.from(coinbase).toString('hex');
      const known = blocks.get(hash);
      if (known !== undefined) return { kind: 'duplicate', rewards: known.rewards };
      // What a chain has refused it refuses again.
      if (refused.has(hash) || random.percent(8)) {
        refused.add(hash);
        return hash.endsWith('0') ? { kind: 'invalid', why: 'bad merkle root' } : { kind: 'stale' };
      }
      const rewards = [assets[random.below(3)] ?? 'BTC', ...(random.percent(30) ? ['LTC', 'DOGE'] : [])].map(
        (asset) => ({ asset, amount: amountOf(random) }),
      );
      blocks.set(hash, { state: 'immature', rewards });
      return { kind: 'accepted', rewards };
    },
    stateOf: async (hash) => blocks.get(hash)?.state ?? 'unknown',
  };
}

/** From one unit to more than a conversion may be worth. */
function amountOf(random: SeededRandom): bigint {
  const digits = random.below(21);
  return 10n ** BigInt(digits) * BigInt(1 + random.below(9)) + BigInt(random.below(1000));
}

/** Prices with faults: missing, stale, from the future, or nonsense. */
export function simulatedPrice(fault: PriceFault, usd: string, now: number): Price | undefined {
  const source = 'the simulation';
  switch (fault) {
    case 'missing':
      return undefined;
    case 'stale':
      return { usd, source, observedAt: now - 600_001 };
    case 'future':
      return { usd, source, observedAt: now + 60_001 };
    case 'nonsense':
      return { usd: 'NaN', source, observedAt: now };
    case 'none':
      return { usd, source, observedAt: now };
  }
}

export const priceFaults = ['none', 'none', 'none', 'missing', 'stale', 'future', 'nonsense'] as const;
export type PriceFault = (typeof priceFaults)[number];
