import type { BlockAnswer, BlockState, Chain } from '../kernel/chain.ts';
import type { ServiceContext } from '../kernel/context.ts';
import { isSimulated } from '../kernel/pool-kind.ts';
import type { VerdictMemory } from '../kernel/verdict-memory.ts';
import { nodeLagMax, orphanDepth, orphanWitnesses, witnessedOrphanDepth } from '../policy/round-rules.ts';

/** What is needed for a verdict that is acted on. */
export type VerdictContext = Pick<ServiceContext, 'clock'> & {
  /** The verdicts on blocks that this process has heard. Left out where every chain is its own truth: without it no verdict is final. */
  readonly blockVerdicts?: VerdictMemory;
};

/** What nodes say of a block at this moment. */
export interface BlockJudgement {
  readonly verdict: BlockState;
  /** Each node's answer in words, for an operator. */
  readonly said: string;
  /** Whether a node in step has the block, so deep that its reward can be spent. */
  readonly isMatureForOne: boolean;
  /** The newest blocks of the nodes in step that have the block, of so many that are configured; undefined where the chain is its own truth. */
  readonly seen?: { readonly tips: readonly number[]; readonly of: number };
}

/**
 * The verdict on a block when nodes may be behind or wrong. Orphaned: no node has the block, and either two say that it is orphaned,
 * each at a depth that races do not reach, or the only configured one does, deeper than any chain reorganises. Mature: two say so, or
 * the only one, and fewer contradict. A node that answers alone without being the only one decides nothing. Otherwise it is not
 * decided: `unknown` costs a wait, a wrong answer costs miners their reward.
 */
export async function judgeBlock(chain: Chain, hash: string, height?: number): Promise<BlockState> {
  return (await askBlock(chain, hash, height)).verdict;
}

/** The same, with what the nodes say. */
export async function askBlock(chain: Chain, hash: string, height?: number): Promise<BlockJudgement> {
  if (isOwnTruth(chain)) {
    const verdict = await chain.stateOf(hash);
    return { verdict, said: `${chain.name}: ${verdict}`, isMatureForOne: verdict === 'mature' };
  }
  const { names, answers } = await answersOf(chain, hash, height);
  const silent = names.filter((name) => !answers.some(({ node }) => node === name));
  return {
    verdict: judgeAnswers(answers, names),
    said: [...answers.map(inWords), ...silent.map((name) => `${name}: no answer`)].join(', '),
    isMatureForOne: answers.some(({ state, isSynced }) => isSynced && state === 'mature'),
    seen: {
      tips: answers.filter(({ state, isSynced }) => isSynced && isOnChain(state)).map(({ height }) => height),
      of: names.length,
    },
  };
}

/**
 * The same, for a verdict that is acted on: a final one has to be heard for half a minute (`VerdictMemory`). Before that, a mature block is
 * immature, and an orphaned one unknown.
 */
export async function judgeFinally(
  ctx: VerdictContext,
  chain: Chain,
  hash: string,
  height?: number,
): Promise<BlockJudgement> {
  const judged = await askBlock(chain, hash, height);
  const { verdict } = judged;
  const final = verdict === 'mature' || verdict === 'orphaned' ? verdict : undefined;
  if (hasStood(ctx, chain, hash, final) || final === undefined) return judged;
  return { ...judged, verdict: final === 'mature' ? 'immature' : 'unknown' };
}

/** Whether a block is finally what it is asked for; of anything else nothing is remembered. */
export async function isFinally(
  ctx: VerdictContext,
  chain: Chain,
  { hash, height }: { readonly hash: string; readonly height?: number },
  wanted: 'mature' | 'orphaned',
): Promise<boolean> {
  const verdict = await judgeBlock(chain, hash, height);
  return hasStood(ctx, chain, hash, verdict === wanted ? wanted : undefined);
}

function hasStood(ctx: VerdictContext, chain: Chain, hash: string, final: string | undefined): boolean {
  if (isOwnTruth(chain)) return final !== undefined;
  return ctx.blockVerdicts?.hasStood(`${chain.name} ${hash}`, final, ctx.clock.now()) ?? false;
}

function inWords({ node, height, state, isSynced, buriedUnder }: BlockAnswer): string {
  const depth = state === 'orphaned' ? ` under ${buriedUnder} blocks` : '';
  return `${node}: ${state}${depth} at height ${height}${isSynced ? '' : ' (not in step)'}`;
}

/** Whether a verdict says that the chain has the block. */
export function isOnChain(verdict: BlockState): boolean {
  return verdict === 'immature' || verdict === 'mature';
}

/** Whether a block that a node refused as late is lost for sure. The node of a sandbox knows. */
export async function isGivenUp(
  ctx: VerdictContext,
  chain: Chain,
  block: { readonly hash: string; readonly height?: number },
): Promise<boolean> {
  return isOwnTruth(chain) || isFinally(ctx, chain, block, 'orphaned');
}

/**
 * Whether a block that nodes called invalid is lost for sure: when two of them say so independently for half a minute and none has the block.
 * One node that is broken, or behind a change of rules, must not cost a reward; an operator may decide where there is no second one.
 */
export async function isRefused(
  ctx: VerdictContext,
  chain: Chain,
  hash: string,
  nodes: readonly string[],
): Promise<boolean> {
  if (isOwnTruth(chain)) return true;
  const { answers } = await answersOf(chain, hash);
  const isContradicted = answers.some(({ isSynced, state }) => isSynced && isOnChain(state));
  const isInvalid = new Set(nodes).size >= orphanWitnesses && !isContradicted;
  return hasStood(ctx, chain, hash, isInvalid ? 'invalid' : undefined);
}

/** `names`: every node that is configured. */
export function judgeAnswers(answers: readonly BlockAnswer[], names: readonly string[]): BlockState {
  const counted = countedAnswers(answers);
  const configured = new Set([...names, ...answers.map(({ node }) => node)]).size;
  const witnesses = Math.min(orphanWitnesses, configured);
  const orphaned = counted.filter(({ state }) => state === 'orphaned');
  const seen = counted.filter(({ state }) => isOnChain(state));
  const mature = seen.filter(({ state }) => state === 'mature');
  if (seen.length === 0) {
    if (configured === 1 && orphaned.some(({ buriedUnder }) => buriedUnder >= orphanDepth)) return 'orphaned';
    const buried = orphaned.filter(({ buriedUnder }) => buriedUnder >= witnessedOrphanDepth);
    return buried.length >= orphanWitnesses ? 'orphaned' : 'unknown';
  }
  if (mature.length >= witnesses && (mature.length === counted.length || mature.length > orphaned.length))
    return 'mature';
  return orphaned.length > 0 || isStuck(mature, seen, witnesses) ? 'unknown' : 'immature';
}

/**
 * Whether a block is mature for one node and the others will not follow by themselves: too few have it at all, or one at least as high
 * calls it immature. An operator must decide.
 */
function isStuck(mature: readonly BlockAnswer[], seen: readonly BlockAnswer[], witnesses: number): boolean {
  const lowest = Math.min(...mature.map(({ height }) => height));
  const contradicts = seen.some(({ state, height }) => state === 'immature' && height >= lowest);
  return mature.length > 0 && (seen.length < witnesses || contradicts);
}

/**
 * The answers that count: the last one of each node that is in step and not far below the second highest. Measured against the highest
 * alone, one node with a made-up height would silence all others.
 */
function countedAnswers(answers: readonly BlockAnswer[]): readonly BlockAnswer[] {
  const byNode = new Map(answers.filter(({ isSynced }) => isSynced).map((each) => [each.node, each]));
  const counted = [...byNode.values()];
  const heights = counted.map(({ height }) => height).toSorted((a, b) => b - a);
  const reference = heights[1] ?? heights[0] ?? 0;
  return counted.filter(({ height }) => height >= reference - nodeLagMax);
}

/** The chain of a sandbox has no second node: what it says is so. */
function isOwnTruth(chain: Chain): boolean {
  return isSimulated(chain.kind) && chain.nodes === undefined;
}

async function answersOf(
  chain: Chain,
  hash: string,
  height?: number,
): Promise<{ readonly names: readonly string[]; readonly answers: readonly BlockAnswer[] }> {
  const { name, nodes } = chain;
  if (nodes !== undefined) return { names: nodes.names, answers: await nodes.answersOf(hash, height) };
  const state = await chain.stateOf(hash);
  return { names: [name], answers: [{ node: name, height: 0, state, isSynced: true, buriedUnder: 0 }] };
}
