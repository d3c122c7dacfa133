import { type DagSizes, etchashEpoch, etchashSizes, ethashEpoch, ethashSizes } from '@openlode/pow/dag-sizes';
import type { NetworkNow } from '../../../domain/kernel/network-now.ts';
import type { PoolKind } from '../../../domain/kernel/pool-kind.ts';
import { fieldsOf, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { askEach } from '../ask-nodes.ts';
import { ask, askTip, type EvmNode } from './evm-node.ts';
import { chainIdOf, type EvmNetwork } from './evm-networks.ts';
import { count, quantity } from './quantities.ts';

/** How a network is mined whose difficulty is that of Ethash. */
interface EvmProof {
  /** As the catalogue has it. */
  readonly algorithm: string;
  readonly epochOf: (height: number) => number;
  readonly sizesOf: (epoch: number) => DagSizes;
}

/** By network. The others have no proof of work, or one that is not Ethash. */
const proofs: ReadonlyMap<string, EvmProof> = new Map([
  ['ETC', { algorithm: 'etchash', epochOf: etchashEpoch, sizesOf: etchashSizes }],
  ['ETHW', { algorithm: 'ethash', epochOf: ethashEpoch, sizesOf: ethashSizes }],
]);

/** The algorithm of a network's blocks; undefined where it is not Ethash or a descendant. */
export function algorithmOfEvm(network: string): string | undefined {
  return proofs.get(network)?.algorithm;
}

export interface EvmNetworkWatch {
  /** Undefined before a node has said it. */
  networkNow(): NetworkNow | undefined;
  close(): void;
}

const askMs = 10_000;
/** A pool may be this many blocks ahead of our nodes, or they of it: some hours. */
const heightsApart = 1000;

/**
 * Asks nodes what a block of an EVM network takes, and in which epoch it is: work of other pools is weighed by it. The one that is furthest
 * counts, and of several the easiest. One that is behind, or of another chain, says nothing.
 *
 * @throws RangeError for a network whose blocks are not Ethash's
 */
export function watchEvmNetwork(
  { facts, kind }: { readonly facts: EvmNetwork; readonly kind: PoolKind },
  nodes: readonly EvmNode[],
  everyMs = askMs,
): EvmNetworkWatch {
  const proof = proofs.get(facts.network);
  if (proof === undefined) throw new RangeError(`blocks of ${facts.network} have no proof of work of Ethash`);
  const seeds = new Map<number, string>();
  const seedOf = (height: number): string => {
    const epoch = proof.epochOf(Math.max(0, height));
    const seed = seeds.get(epoch) ?? Buffer.from(proof.sizesOf(epoch).seed).toString('hex');
    seeds.set(epoch, seed);
    return seed;
  };
  let now: NetworkNow | undefined;
  const look = async (): Promise<void> => {
    const { answers } = await askEach(nodes, (node) => askWork(node, chainIdOf(facts, kind)));
    const [best] = answers.toSorted(
      (left, right) => right.height - left.height || Number(left.work - right.work),
    );
    if (best === undefined) return;
    const heights = [best.height - heightsApart, best.height, best.height + heightsApart];
    now = { work: best.work, seeds: [...new Set(heights.map(seedOf))] };
  };
  const timer = setInterval(() => void look(), everyMs);
  timer.unref();
  void look();
  return {
    networkNow: () => now,
    close: () => clearInterval(timer),
  };
}

/** @throws UnreadableAnswer where it does not say, or is behind */
async function askWork(
  { rpc }: EvmNode,
  chainId: bigint,
): Promise<{ readonly height: number; readonly work: bigint }> {
  const { isSynced } = await askTip(rpc, chainId);
  if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
  const block = fieldsOf(await ask(rpc, 'eth_getBlockByNumber', ['latest', false]), 'the newest block');
  const work = quantity(block['difficulty'], 'difficulty');
  if (work === 0n) throw new UnreadableAnswer('its blocks have no proof of work');
  return { height: count(block['number'], 'number'), work };
}
