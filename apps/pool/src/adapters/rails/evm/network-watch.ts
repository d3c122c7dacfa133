import { etchashSeed, ethashSeed } from '@openlode/pow/seed-heights';
import type { NetworkNow } from '../../../domain/kernel/network-now.ts';
import type { NodePoolKind } from '../../../domain/kernel/pool-kind.ts';
import { fieldsOf, UnreadableAnswer } from '../../chains/nodes/node-answers.ts';
import { askEach } from '../ask-nodes.ts';
import { ask, askTip, type EvmNode } from './evm-node.ts';
import { chainIdOf } from '../../../domain/kernel/network-of-kind.ts';
import type { EvmNetwork } from './evm-networks.ts';
import { count, quantity } from './quantities.ts';

/** How a network is mined whose difficulty is that of Ethash. */
interface EvmProof {
  /** As the catalogue has it. */
  readonly algorithm: string;
  /** In hex; undefined for a height that no chain has. */
  readonly seedOf: (height: number) => string | undefined;
}

/** By network. The others have no proof of work, or one that is not Ethash. */
const proofs: ReadonlyMap<string, EvmProof> = new Map([
  ['ETC', { algorithm: 'etchash', seedOf: etchashSeed }],
  ['ETHW', { algorithm: 'ethash', seedOf: ethashSeed }],
]);

/** The algorithm of a network's blocks; undefined where it is not Ethash or a descendant. */
export function algorithmOfEvm(network: string): string | undefined {
  return proofs.get(network)?.algorithm;
}

export interface EvmNetworkWatch {
  /** Undefined before nodes have said it. */
  networkNow(): NetworkNow | undefined;
  close(): void;
}

interface Said {
  readonly height: number;
  readonly work: bigint;
}

const askMs = 10_000;
/** A pool may be this many blocks ahead of our nodes, or they of it: some hours. */
const heightsApart = 1000;
/** Nodes that say the same are no further from each other than this. */
const nearBlocks = 100;
/** No network of Ethash is without a block for this long; one that is ahead of our clock by as much is none either, ms. */
const blockAgeMax = 600_000;

/**
 * Asks nodes what a block of an EVM network takes, and in which epoch it is: work of other pools is weighed by it. More than half of those
 * that answer must be near each other, and of these the middle one counts, of two the harder. One that is behind, without peers, of another
 * chain, or whose newest block is old says nothing, and none takes the height back: a node that starts again says what blocks took years ago.
 * What was said last holds while they say nothing.
 *
 * @throws RangeError for a network whose blocks are not Ethash's
 */
export function watchEvmNetwork(
  { facts, kind }: { readonly facts: EvmNetwork; readonly kind: NodePoolKind },
  nodes: readonly EvmNode[],
  everyMs = askMs,
): EvmNetworkWatch {
  const proof = proofs.get(facts.network);
  if (proof === undefined) throw new RangeError(`blocks of ${facts.network} have no proof of work of Ethash`);
  let now: NetworkNow | undefined;
  let furthest = 0;
  const look = async (): Promise<void> => {
    const { answers } = await askEach(nodes, async (node) => {
      const reported = await askWork(node, chainIdOf(facts, kind));
      if (proof.seedOf(reported.height) === undefined)
        throw new UnreadableAnswer(`no chain has a block at ${reported.height}`);
      if (reported.height < furthest - heightsApart)
        throw new UnreadableAnswer(`it is at ${reported.height}, and ${furthest} was said before`);
      return reported;
    });
    const agreed = agreedOf(answers);
    if (agreed === undefined) return;
    furthest = Math.max(furthest, agreed.height);
    const heights = [Math.max(0, agreed.height - heightsApart), agreed.height, agreed.height + heightsApart];
    const seeds = heights.flatMap((height) => proof.seedOf(height) ?? []);
    now = { work: agreed.work, seeds: [...new Set(seeds)] };
  };
  // One after another: what a slow node says must not take the place of what was said since.
  let looking: Promise<void> | undefined;
  const lookNext = (): void => {
    looking ??= look().finally(() => (looking = undefined));
  };
  const timer = setInterval(lookNext, everyMs);
  timer.unref();
  lookNext();
  return {
    networkNow: () => now,
    close: () => clearInterval(timer),
  };
}

/** What more than half of the answers say; undefined where there is no such thing. */
function agreedOf(answers: readonly Said[]): Said | undefined {
  const middle = middleOf(answers, (left, right) => left.height - right.height);
  if (middle === undefined) return undefined;
  const { height } = middle;
  const near = answers.filter((each) => Math.abs(each.height - height) <= nearBlocks);
  if (2 * near.length <= answers.length) return undefined;
  const work = middleOf(near, (left, right) => Number(left.work - right.work))?.work;
  return work === undefined ? undefined : { height, work };
}

/** The one in the middle; of an even number the higher of the two. */
function middleOf<T>(items: readonly T[], order: (left: T, right: T) => number): T | undefined {
  return items.toSorted(order)[Math.floor(items.length / 2)];
}

/** @throws UnreadableAnswer where it does not say, is behind or alone, or its newest block is old */
async function askWork({ rpc }: EvmNode, chainId: bigint): Promise<Said> {
  const [{ isSynced }, peers] = await Promise.all([askTip(rpc, chainId), ask(rpc, 'net_peerCount')]);
  if (!isSynced) throw new UnreadableAnswer('it is behind, or alone');
  // One that has just started is not behind by its own word: it knows of no other.
  if (quantity(peers, 'net_peerCount') === 0n) throw new UnreadableAnswer('it has no peers');
  const block = fieldsOf(await ask(rpc, 'eth_getBlockByNumber', ['latest', false]), 'the newest block');
  const work = quantity(block['difficulty'], 'difficulty');
  if (work === 0n) throw new UnreadableAnswer('its blocks have no proof of work');
  const ageMs = Date.now() - count(block['timestamp'], 'timestamp') * 1000;
  if (Math.abs(ageMs) > blockAgeMax) throw new UnreadableAnswer('its newest block is not of now');
  return { height: count(block['number'], 'number'), work };
}
