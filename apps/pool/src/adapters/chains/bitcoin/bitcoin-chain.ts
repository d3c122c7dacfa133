import type { NetworkYield } from '@openlode/ledger/estimate-reward';
import { targetOfBits, workOfTarget } from '@openlode/stratum/core/difficulty';
import type { BitcoinTemplate } from '../../../domain/kernel/block-template.ts';
import type { BlockAnswer, Chain, RewardLine, SubmitOutcome } from '../../../domain/kernel/chain.ts';
import { readBlockAtNode, voiceOf } from './block-at-node.ts';
import { type BlockFrame, frameBlock } from './build-template.ts';
import type { ChainFacts, Network } from './chain-facts.ts';
import { chooseWork } from './choose-work.ts';
import { type Intervals, NodeFollower, type NodeWork } from './node-follower.ts';
import type { NodeRpc } from './node-rpc.ts';
import { unfitness } from './node-state.ts';
import { readBlock } from './read-block.ts';
import type { NodeTemplate } from './read-template.ts';
import { inWords, type NamedVerdict, outcomeOf, type SubmitVerdict, verdictOf } from './submit-verdict.ts';

export interface BitcoinChainOptions {
  readonly facts: ChainFacts;
  readonly network: Network;
  /** At least one; several are witnesses of each other. */
  readonly nodes: readonly { readonly name: string; readonly rpc: NodeRpc }[];
  /** The operator's own: every block pays to it. */
  readonly address: string;
  /** Printable text in every coinbase, at most 40 bytes. */
  readonly tag: string;
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
  /** Why a node gives no work, or that it does again. */
  readonly onProblem: (node: string, problem: string | undefined) => void;
  /** What a node said of a block after another one had taken it. */
  readonly onLateVerdict: (hash: string, verdict: NamedVerdict) => void;
  readonly intervals?: Partial<Intervals>;
}

export interface BitcoinChain extends Chain {
  /** What work earns on its network now; undefined while there is no template. */
  yieldNow(): NetworkYield | undefined;
  /** Why each node gives no work; undefined where it does. */
  problems(): readonly { readonly node: string; readonly problem: string | undefined }[];
  close(): Promise<void>;
}

/** In ledger units of 10^-18 coins; a chain of Bitcoin's family counts in 10^-8. */
const unitsPerSatoshi = 10n ** 10n;
/** A verdict on a block needs the node's state of no longer ago, ms. */
const stateAgeMsMax = 2000;
const submitMs = 30_000;

/** A chain of Bitcoin's family by the word of its operator's own nodes. */
export function openBitcoinChain(options: BitcoinChainOptions): BitcoinChain {
  const { facts, network, now } = options;
  const name = chainName(facts, network);
  const listeners = new Set<(template: BitcoinTemplate) => void>();
  let script: Uint8Array | undefined;
  let mined: { readonly work: NodeWork; readonly frame: BlockFrame } | undefined;
  const followers = options.nodes.map(
    (node) =>
      new NodeFollower({
        ...node,
        facts,
        network,
        address: options.address,
        now,
        onScript: (said) => {
          script ??= said;
          if (Buffer.compare(script, said) !== 0)
            throw new Error(`it says another script of ${options.address} than the other nodes`);
        },
        onProblem: (problem) => options.onProblem(node.name, problem),
        onWork: () => choose(),
        ...(options.intervals === undefined ? {} : { intervals: options.intervals }),
      }),
  );

  /** Goes over to the best work that there is, and tells the listeners of it. */
  function choose(): void {
    const offers = followers.flatMap(({ work }) => work ?? []);
    const work = offers.length === 0 ? undefined : chooseWork(offers, mined?.work);
    if (work === mined?.work) return;
    if (work === undefined || script === undefined) {
      mined = undefined;
      return;
    }
    const isNew = work.template.previous !== mined?.work.template.previous;
    mined = { work, frame: frameBlock(name, work.template, { script, tag: options.tag }) };
    for (const listener of listeners) listener(templateOf(mined, isNew));
  }

  function templateOf({ work, frame }: NonNullable<typeof mined>, clean: boolean): BitcoinTemplate {
    const elapsed = Math.floor((now() - work.receivedAt) / 1000);
    return { ...frame, time: work.template.time + elapsed, clean };
  }

  return {
    name,
    algorithm: facts.algorithm,
    kind: network === 'main' ? 'real' : 'regtest',
    template: () => (mined === undefined ? undefined : templateOf(mined, false)),
    onTemplate: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submitBlock: (block) => submitToAll(followers, block, options),
    stateOf: async (hash) => (await answersOf(followers, facts, hash))[0]?.state ?? 'unknown',
    nodes: {
      names: followers.map((follower) => follower.name),
      answersOf: (hash) => answersOf(followers, facts, hash),
    },
    yieldNow: () => (mined === undefined ? undefined : yieldOf(facts, mined.work.template)),
    problems: () => followers.map((follower) => ({ node: follower.name, problem: follower.problem })),
    close: async () => {
      listeners.clear();
      await Promise.all(followers.map((follower) => follower.close()));
    },
  };
}

/** By the template's difficulty and reward, fees included. */
function yieldOf({ asset, blockSeconds }: ChainFacts, { bits, value }: NodeTemplate): NetworkYield {
  // Thousandths: a test network has less than a hash a second.
  const rate = (workOfTarget(targetOfBits(bits)) * 1000n) / BigInt(blockSeconds);
  const reward = value * unitsPerSatoshi;
  return {
    asset,
    blockTimeS: String(blockSeconds),
    rewardPerBlock: decimal(reward, 18),
    networkRate: decimal(rate > 0n ? rate : 1n, 3),
  };
}

function decimal(units: bigint, digits: number): string {
  const text = units.toString().padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`;
}

/** Unique in a pool and never changed: it is stored with each block. */
function chainName({ asset }: Pick<ChainFacts, 'asset'>, network: Network): string {
  return `${asset.toLowerCase()}-${network}`;
}

/**
 * Hands a block to every node at once. The first that takes it decides; what the others say later is told.
 * Rejects where no node is known to have it, or to refuse it: it is to be submitted again.
 */
async function submitToAll(
  followers: readonly NodeFollower[],
  block: Uint8Array,
  { facts, onLateVerdict }: Pick<BitcoinChainOptions, 'facts' | 'onLateVerdict'>,
): Promise<SubmitOutcome> {
  let summary: ReturnType<typeof readBlock>;
  try {
    summary = readBlock(block);
  } catch (error) {
    // No node has judged it: it waits for an operator.
    return { kind: 'invalid', why: (error as Error).message, nodes: [] };
  }
  const { hash, value } = summary;
  const rewards: readonly RewardLine[] = [{ asset: facts.asset, amount: value * unitsPerSatoshi }];
  const digits = Buffer.from(block).toString('hex');
  let isDecided = false;
  const verdicts = followers.map(async (follower): Promise<NamedVerdict> => {
    const said = { node: follower.name, verdict: await submitTo(follower, digits, hash) };
    if (isDecided) onLateVerdict(hash, said);
    return said;
  });
  const taken = verdicts.map(async (each) => {
    const { verdict } = await each;
    if (verdict.kind !== 'accepted') throw new Error('not taken');
  });
  const isTaken = await Promise.any(taken).then(
    () => true,
    () => false,
  );
  isDecided = true;
  if (isTaken) return { kind: 'accepted', rewards };
  const all = await Promise.all(verdicts);
  const outcome = outcomeOf(all, rewards);
  if (outcome === undefined) throw new Error(`block ${hash} is to be submitted again (${inWords(all)})`);
  return outcome;
}

/** A node that did not say whether it took the block is asked whether it has it. */
async function submitTo(follower: NodeFollower, digits: string, hash: string): Promise<SubmitVerdict> {
  const { rpc } = follower;
  const verdict = verdictOf(await rpc.call('submitblock', [digits], { withinMs: submitMs }));
  // Until the next job is out, miners search for a block beside this one.
  if (verdict.kind === 'accepted') follower.look();
  if (verdict.kind !== 'unknown') return verdict;
  const header = await rpc.call('getblockheader', [hash]);
  try {
    const block = readBlockAtNode(header);
    if (block === undefined) return verdict;
    return block.confirmations > 0
      ? { kind: 'duplicate' }
      : { kind: 'inconclusive', why: 'not on its best branch' };
  } catch {
    return verdict;
  }
}

/** What each node says of a block that answers. */
async function answersOf(
  followers: readonly NodeFollower[],
  { maturity }: Pick<ChainFacts, 'maturity'>,
  hash: string,
): Promise<readonly BlockAnswer[]> {
  const asked = await Promise.allSettled(
    followers.map(async (follower) => {
      const header = await follower.rpc.call('getblockheader', [hash]);
      const block = readBlockAtNode(header);
      return { follower, block, state: await follower.state(stateAgeMsMax) };
    }),
  );
  const answers = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const height = answers.find(({ block }) => block !== undefined)?.block?.height;
  return Promise.all(
    answers.map(async ({ follower, block, state }) => {
      // A block of a branch that was never the best does not reach every node: one that has another block there says so by that.
      const voice =
        block === undefined && height !== undefined && (await hasOther(follower, height, hash))
          ? { state: 'orphaned' as const, buriedUnder: Math.max(0, state.height - height) }
          : voiceOf(block, state.height, maturity);
      return {
        node: follower.name,
        height: state.height,
        isSynced: unfitness(state) === undefined,
        ...voice,
      };
    }),
  );
}

/** Whether the best branch of a node has another block at this height. */
async function hasOther({ rpc }: NodeFollower, height: number, hash: string): Promise<boolean> {
  const outcome = await rpc.call('getblockhash', [height]);
  return outcome.kind === 'result' && typeof outcome.value === 'string' && outcome.value !== hash;
}
