import type { BlockState, Chain, RewardLine } from '../../domain/kernel/chain.ts';
import type { Quote } from '@openlode/ledger/agreed-price';
import type { SeededRandom } from './seeded-random.ts';

/** The chain of a run: it decides what becomes of each block, and is the truth that the ledger is held against. */
export interface SimulatedChain extends Chain {
  /** From now on all of its nodes tell the truth. */
  heal(): void;
  /** Blocks that another one of their height is before for a moment. */
  readonly racing: Set<string>;
  readonly blocks: Map<string, { state: BlockState; readonly rewards: readonly RewardLine[] }>;
}

const blockStates: readonly BlockState[] = ['unknown', 'immature', 'mature', 'orphaned'];
const assets = ['BTC', 'DOGE', 'LTC'];

export function simulatedChain(random: SeededRandom): SimulatedChain {
  const blocks: SimulatedChain['blocks'] = new Map();
  const refused = new Set<string>();
  const chainFaults = { isHealed: false };
  const racing = new Set<string>();
  return {
    name: 'fake',
    algorithm: 'sha256',
    kind: 'real',
    blocks,
    racing,
    heal: () => {
      chainFaults.isHealed = true;
      racing.clear();
    },
    template: () => {
      throw new Error('this chain gives no work');
    },
    onTemplate: () => () => undefined,
    submitBlock: async (submission) => {
      // The suite stores the hash as what is submitted.
      const hash = Buffer.from(submission).toString('hex');
      const known = blocks.get(hash);
      if (known !== undefined) return { kind: 'duplicate', rewards: known.rewards };
      // What a chain has refused it refuses again.
      if (refused.has(hash) || random.percent(8)) {
        refused.add(hash);
        return hash.endsWith('0')
          ? { kind: 'invalid', why: 'bad merkle root', nodes: ['one', 'two'] }
          : { kind: 'stale' };
      }
      const rewards = [assets[random.below(3)] ?? 'BTC', ...(random.percent(30) ? ['LTC', 'DOGE'] : [])].map(
        // A merged chain may pay nothing for a block.
        (asset, index) => ({ asset, amount: index > 0 && random.percent(10) ? 0n : amountOf(random) }),
      );
      blocks.set(hash, { state: 'immature', rewards });
      return { kind: 'accepted', rewards };
    },
    stateOf: async (hash) => blocks.get(hash)?.state ?? 'unknown',
    nodes: {
      names: ['one', 'two', 'mad'],
      answersOf: async (hash) => {
        const isRacing = racing.has(hash);
        const state = refused.has(hash) || isRacing ? 'orphaned' : (blocks.get(hash)?.state ?? 'unknown');
        const buriedUnder = isRacing ? random.below(6) : 6 + random.below(190);
        const answer = (node: string, said: BlockState, isSynced = true) =>
          ({ node, height: 1000, state: said, isSynced, buriedUnder }) as const;
        const mad = chainFaults.isHealed ? state : random.pick(blockStates);
        const honest = [answer('one', state), answer('two', state)];
        // One node says anything; sometimes the second is silent, behind, or has gone.
        const second = random.below(4);
        if (chainFaults.isHealed || second === 0) return [...honest, answer('mad', mad)];
        if (second === 1) return [answer('one', state), answer('two', 'orphaned', false), answer('mad', mad)];
        if (second === 2) return [answer('mad', mad, false), answer('mad', mad, false)];
        return [answer('mad', 'orphaned'), answer('mad', 'orphaned')];
      },
    },
  };
}

/** From one unit to more than a conversion may be worth. */
function amountOf(random: SeededRandom): bigint {
  const digits = random.below(21);
  return 10n ** BigInt(digits) * BigInt(1 + random.below(9)) + BigInt(random.below(1000));
}

/** What the two sources of the run say of a coin, with a fault of the first, the second, or both. */
export function simulatedQuotes(fault: PriceFault, usd: string, asset: string, now: number): Quote[] {
  const pair = `${asset}/USD`;
  const one = { usd, rateSource: 'one', pair, observedAt: now };
  const two = { ...one, rateSource: 'two' };
  switch (fault) {
    case 'missing':
      return [];
    case 'stale':
      return [one, two].map((quote) => ({ ...quote, observedAt: now - 600_001 }));
    case 'future':
      return [one, two].map((quote) => ({ ...quote, observedAt: now + 60_001 }));
    case 'nonsense':
      return [one, two].map((quote) => ({ ...quote, usd: 'NaN' }));
    case 'lone':
      return [two];
    case 'lone-spike':
      return [{ ...one, usd: spikeOf(usd) }];
    case 'spike':
      return [{ ...one, usd: spikeOf(usd) }, two];
    case 'second-stale':
      return [
        { ...one, usd: spikeOf(usd) },
        { ...two, observedAt: now - 600_001 },
      ];
    case 'wrong-way-round':
      return [one, { ...two, pair: `USD/${asset}` }];
    case 'none':
      return [one, two];
  }
}

/** Ten million times as much. */
function spikeOf(usd: string): string {
  return `${usd.split('.')[0]}0000000`;
}

export const priceFaults = [
  'none',
  'none',
  'none',
  'missing',
  'stale',
  'future',
  'nonsense',
  'lone',
  'lone-spike',
  'spike',
  'second-stale',
  'wrong-way-round',
] as const;
export type PriceFault = (typeof priceFaults)[number];
