import { formatAmount } from '@openlode/money/amount';
import { printDecimal } from '@openlode/money/decimal-text';
import type { NetworkYield } from '@openlode/ledger/estimate-reward';
import type { BlockTemplate } from '../../../domain/kernel/block-template.ts';
import type { BlockAnswer, Chain, RewardLine, SubmitOutcome } from '../../../domain/kernel/chain.ts';
import type { NetworkNow } from '../../../domain/kernel/network-now.ts';
import type { PoolKind } from '../../../domain/kernel/pool-kind.ts';
import { type AskWallet, watchedRewardsOf } from './ask-wallets.ts';
import { type BlockAtNode, reportOf } from './block-report.ts';
import { chooseWork } from './choose-work.ts';
import { LagWatch } from './node-lag.ts';
import type { Intervals, NodeWork } from './follower-options.ts';
import { NodeFollower } from './node-follower.ts';
import type { NodeRpc } from './node-rpc.ts';
import type { NodeProtocol, StateFacts, TemplateFacts } from './node-protocol.ts';
import { inWords, type NamedVerdict, outcomeOf, type SubmitVerdict } from './submit-outcome.ts';

export interface WatchedNode {
  readonly name: string;
  readonly rpc: NodeRpc;
  /** As `FollowerOptions.followTips`. */
  readonly followTips?: ((look: () => void) => () => void) | undefined;
}

/** Everything about a pool on nodes that is the same for every family of chains. */
export interface NodeWatch {
  /** At least one; several are witnesses of each other. */
  readonly nodes: readonly WatchedNode[];
  /** Wallets that stand beside the nodes; left out where those of the nodes are asked. */
  readonly wallets?: readonly Pick<WatchedNode, 'name' | 'rpc'>[];
  /** A clock that only goes forward, ms. */
  readonly now: () => number;
  /** Why a node gives no work, or that it does again. */
  readonly onProblem: (node: string, problem: string | undefined) => void;
  /** What a node said of a block after another one had taken it. */
  readonly onLateVerdict: (hash: string, verdict: NamedVerdict) => void;
  readonly intervals?: Partial<Intervals>;
}

/** What a stored block says of itself. */
export interface BlockSummary {
  /** As printed. */
  readonly hash: string;
  /** In units of 10^-18. */
  readonly reward: bigint;
}

/** What tells one family of chains from another. */
export interface NodeFamily<
  Template extends TemplateFacts,
  State extends StateFacts,
  Work extends BlockTemplate,
> {
  /** Unique in a pool and never changed: it is stored with each block. */
  readonly name: string;
  readonly asset: string;
  readonly algorithm: string;
  readonly kind: PoolKind;
  /** As `Chain.hasFixedVersion`. */
  readonly hasFixedVersion?: boolean;
  /** As `Chain.givesWholeBlocks`. */
  readonly givesWholeBlocks?: boolean;
  /** Blocks that must stand on one before its coinbase can be spent. */
  readonly maturity: number;
  /** Between two blocks, as the chain aims at. */
  readonly blockSeconds: number;
  readonly protocol: NodeProtocol<Template, State>;
  /** Builds the block of a template, once; what comes back gives it the time of now. Undefined where it cannot be built yet. */
  frame(template: Template): ((elapsedSeconds: number, clean: boolean) => Work) | undefined;
  /** Told of each template that is chosen, and of undefined when there is none any more. */
  onChoice?(template: Template | undefined): void;
  /** By the template's difficulty and reward, fees included. */
  readonly earningsOf: (template: Template) => NetworkNow & Required<Pick<NetworkNow, 'reward'>>;
  /** Throws where the bytes are no block. */
  readBlock(block: Uint8Array): BlockSummary;
  /** Hands a block over; `unknown` where the node did not say whether it took it, and is to be asked for it. */
  submit(rpc: NodeRpc, block: Uint8Array, hash: string): Promise<SubmitVerdict>;
  /** Undefined where the node does not know the block. Throws where it has not answered that question. */
  blockAt(rpc: NodeRpc, hash: string): Promise<BlockAtNode | undefined>;
  /** Whether the best branch of a node has another block at this height. */
  hasOther(rpc: NodeRpc, height: number, hash: string): Promise<boolean>;
  /** What a wallet has received of a block; left out where none is asked. */
  readonly watchedReward?: AskWallet;
}

export interface ChainOnNodes extends Chain {
  /** What work earns on its network now, and the next block of it; undefined while there is no template. */
  yieldNow(): NetworkYield | undefined;
  networkNow(): NetworkNow | undefined;
  /** Why each node gives no work; undefined where it does. */
  problems(): readonly { readonly node: string; readonly problem: string | undefined }[];
  close(): Promise<void>;
}

/** A verdict on a block needs the node's state of no longer ago, ms. */
const stateAgeMsMax = 2000;

/** A chain by the word of its operator's own nodes. */
export function openNodeChain<
  Template extends TemplateFacts,
  State extends StateFacts,
  Work extends BlockTemplate,
>(family: NodeFamily<Template, State, Work>, watch: NodeWatch): ChainOnNodes {
  const { now } = watch;
  const listeners = new Set<(template: BlockTemplate) => void>();
  let mined:
    | {
        readonly work: NodeWork<Template>;
        readonly print: (elapsedSeconds: number, clean: boolean) => Work;
      }
    | undefined;
  const followers = watch.nodes.map(
    (node) =>
      new NodeFollower({
        ...node,
        protocol: family.protocol,
        now,
        onProblem: (problem) => watch.onProblem(node.name, problem),
        onWork: () => choose(),
        onState: () => judgeLag(),
        ...(watch.intervals === undefined ? {} : { intervals: watch.intervals }),
      }),
  );

  const lag = new LagWatch();
  function judgeLag(): void {
    const known = followers.flatMap(({ name, height }) =>
      height === undefined ? [] : [[name, height] as const],
    );
    const behind = lag.judge(new Map(known), now());
    for (const follower of followers) follower.setLag(behind.get(follower.name));
  }

  /** Goes over to the best work that there is, and tells the listeners of it. */
  function choose(): void {
    const offers = followers.flatMap(({ work }) => work ?? []);
    const work = offers.length === 0 ? undefined : chooseWork(offers, mined?.work);
    if (work === mined?.work) return;
    const print = work === undefined ? undefined : family.frame(work.template);
    const isNew = work?.template.previous !== mined?.work.template.previous;
    mined = work === undefined || print === undefined ? undefined : { work, print };
    family.onChoice?.(mined?.work.template);
    if (mined === undefined) return;
    for (const listener of listeners) listener(templateOf(mined, isNew));
  }

  function templateOf({ work, print }: NonNullable<typeof mined>, clean: boolean): Work {
    return print(Math.floor((now() - work.receivedAt) / 1000), clean);
  }

  const answers = (hash: string, height?: number): Promise<readonly BlockAnswer[]> =>
    answersOf(family, followers, hash, height);
  return {
    name: family.name,
    algorithm: family.algorithm,
    kind: family.kind,
    hasFixedVersion: family.hasFixedVersion === true,
    givesWholeBlocks: family.givesWholeBlocks === true,
    template: () => (mined === undefined ? undefined : templateOf(mined, false)),
    onTemplate: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    submitBlock: (block) => submitToAll(family, followers, block, watch),
    stateOf: async (hash) => (await answers(hash))[0]?.state ?? 'unknown',
    nodes: { names: followers.map((follower) => follower.name), answersOf: answers },
    ...watchedRewardsOf(family.watchedReward, watch.wallets ?? followers),
    yieldNow: () => (mined === undefined ? undefined : yieldOf(family, mined.work.template)),
    networkNow: () => (mined === undefined ? undefined : family.earningsOf(mined.work.template)),
    problems: () => followers.map((follower) => ({ node: follower.name, problem: follower.problem })),
    close: async () => {
      listeners.clear();
      for (const { rpc } of watch.wallets ?? []) rpc.close();
      await Promise.all(followers.map((follower) => follower.close()));
    },
  };
}

function yieldOf<Template extends TemplateFacts, State extends StateFacts, Work extends BlockTemplate>(
  { asset, blockSeconds, earningsOf }: NodeFamily<Template, State, Work>,
  template: Template,
): NetworkYield {
  const { work, reward } = earningsOf(template);
  // Thousandths: a test network has less than a hash a second.
  const rate = (work * 1000n) / BigInt(blockSeconds);
  return {
    asset,
    blockTimeS: String(blockSeconds),
    rewardPerBlock: formatAmount(reward),
    networkRate: printDecimal(rate > 0n ? rate : 1n, 3),
  };
}

type Followers<Template extends TemplateFacts, State extends StateFacts> = readonly NodeFollower<
  Template,
  State
>[];
type FamilyCalls = Pick<
  NodeFamily<TemplateFacts, StateFacts, BlockTemplate>,
  'asset' | 'maturity' | 'readBlock' | 'submit' | 'blockAt' | 'hasOther'
>;

/**
 * Hands a block to every node at once. The first that takes it decides; what the others say later is told.
 * Rejects where no node is known to have it, or to refuse it: it is to be submitted again.
 */
async function submitToAll<Template extends TemplateFacts, State extends StateFacts>(
  family: FamilyCalls,
  followers: Followers<Template, State>,
  block: Uint8Array,
  { onLateVerdict }: Pick<NodeWatch, 'onLateVerdict'>,
): Promise<SubmitOutcome> {
  let summary: BlockSummary;
  try {
    summary = family.readBlock(block);
  } catch (error) {
    // No node has judged it: it waits for an operator.
    return { kind: 'invalid', why: (error as Error).message, nodes: [] };
  }
  const { hash, reward } = summary;
  const rewards: readonly RewardLine[] = [{ asset: family.asset, amount: reward }];
  let isDecided = false;
  const verdicts = followers.map(async (follower): Promise<NamedVerdict> => {
    const reported = { node: follower.name, verdict: await submitTo(family, follower, block, hash) };
    if (isDecided) onLateVerdict(hash, reported);
    return reported;
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
async function submitTo<Template extends TemplateFacts, State extends StateFacts>(
  family: FamilyCalls,
  follower: NodeFollower<Template, State>,
  bytes: Uint8Array,
  hash: string,
): Promise<SubmitVerdict> {
  const verdict = await family.submit(follower.rpc, bytes, hash);
  // Until the next job is out, miners search for a block beside this one.
  if (verdict.kind === 'accepted') follower.look();
  if (verdict.kind !== 'unknown') return verdict;
  try {
    const block = await family.blockAt(follower.rpc, hash);
    if (block === undefined) return verdict;
    return block.confirmations > 0
      ? { kind: 'duplicate' }
      : { kind: 'inconclusive', why: 'not on its best branch' };
  } catch {
    return verdict;
  }
}

/** What each node says of a block that answers. */
async function answersOf<Template extends TemplateFacts, State extends StateFacts>(
  family: FamilyCalls & { readonly protocol: NodeProtocol<Template, State> },
  followers: Followers<Template, State>,
  hash: string,
  ownHeight: number | undefined,
): Promise<readonly BlockAnswer[]> {
  const asked = await Promise.allSettled(
    followers.map(async (follower) => {
      const block = await family.blockAt(follower.rpc, hash);
      return { follower, block, state: await follower.state(stateAgeMsMax) };
    }),
  );
  const answers = asked.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const height = answers.find(({ block }) => block !== undefined)?.block?.height ?? ownHeight;
  return Promise.all(
    answers.map(async ({ follower, block, state }) => {
      // A block of a branch that was never the best does not reach every node: one that has another block there says so by that.
      const isOther =
        block === undefined && height !== undefined && (await family.hasOther(follower.rpc, height, hash));
      const report = isOther
        ? { state: 'orphaned' as const, buriedUnder: Math.max(0, state.height - height) }
        : reportOf(block, state.height, family.maturity);
      return {
        node: follower.name,
        height: state.height,
        isSynced: follower.isOfChain && family.protocol.unfitReason(state) === undefined,
        ...report,
      };
    }),
  );
}
