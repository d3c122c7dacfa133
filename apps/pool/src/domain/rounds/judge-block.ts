import type { BlockAnswer, BlockState, Chain } from '../kernel/chain.ts';
import { orphanDepth, orphanWitnesses, witnessedOrphanDepth } from '../policy/round-rules.ts';
import { isSimulated } from '../kernel/pool-kind.ts';

/**
 * What has become of a block, when nodes may be behind or wrong. It is orphaned only when no node contradicts and two say so independently,
 * each at a depth that a race does not reach, or the only node does at a depth that no chain takes back; mature when all say so, or two and more than
 * contradict. In between nothing is decided: `unknown` costs a wait, a wrong answer costs miners their reward.
 */
export async function judgeBlock(chain: Chain, hash: string): Promise<BlockState> {
  return (await askBlock(chain, hash)).verdict;
}

/** The same, with what the nodes say, for an operator. */
export async function askBlock(
  chain: Chain,
  hash: string,
): Promise<{ readonly verdict: BlockState; readonly said: string }> {
  if (isOwnTruth(chain)) {
    const verdict = await chain.stateOf(hash);
    return { verdict, said: `${chain.name}: ${verdict}` };
  }
  const answers = await answersOf(chain, hash);
  return { verdict: judgeAnswers(answers), said: answers.map(inWords).join(', ') || 'no node answers' };
}

function inWords({ node, state, isSynced, buriedUnder }: BlockAnswer): string {
  const depth = state === 'orphaned' ? ` under ${buriedUnder} blocks` : '';
  return `${node}: ${state}${depth}${isSynced ? '' : ' (not in step)'}`;
}

/** Whether a verdict says that the chain has the block. */
export function isOnChain(verdict: BlockState): boolean {
  return verdict === 'immature' || verdict === 'mature';
}

/** Whether a block that a node refused as late is lost for sure. The node of a sandbox knows. */
export async function isGivenUp(chain: Chain, hash: string): Promise<boolean> {
  if (isOwnTruth(chain)) return true;
  return judgeAnswers(await answersOf(chain, hash)) === 'orphaned';
}

/**
 * Whether a block that nodes called invalid is lost for sure: when two of them say so independently and none has the block. One node
 * that is broken, or behind a change of rules, must not cost a reward; an operator may decide where there is no second one.
 */
export async function isRefused(chain: Chain, hash: string, nodes: readonly string[]): Promise<boolean> {
  if (isOwnTruth(chain)) return true;
  if (new Set(nodes).size < orphanWitnesses) return false;
  const answers = await answersOf(chain, hash);
  return !answers.some(({ isSynced, state }) => isSynced && (state === 'immature' || state === 'mature'));
}

/** One node is one voice, whatever it says in between; a node that is behind has none. */
export function judgeAnswers(answers: readonly BlockAnswer[]): BlockState {
  const voices = [
    ...new Map(answers.filter(({ isSynced }) => isSynced).map((each) => [each.node, each])).values(),
  ];
  const orphaned = voices.filter(({ state }) => state === 'orphaned');
  const seen = voices.filter(({ state }) => state === 'immature' || state === 'mature');
  const mature = seen.filter(({ state }) => state === 'mature');
  if (seen.length === 0) {
    if (voices.length === 1 && orphaned.some(({ buriedUnder }) => buriedUnder >= orphanDepth))
      return 'orphaned';
    const buried = orphaned.filter(({ buriedUnder }) => buriedUnder >= witnessedOrphanDepth);
    return buried.length >= orphanWitnesses ? 'orphaned' : 'unknown';
  }
  if (mature.length === voices.length || (mature.length >= 2 && mature.length > orphaned.length))
    return 'mature';
  return orphaned.length > 0 ? 'unknown' : 'immature';
}

/** The chain of a sandbox has no second node: what it says is so. */
function isOwnTruth(chain: Chain): boolean {
  return isSimulated(chain.kind) && chain.answersOf === undefined;
}

async function answersOf(chain: Chain, hash: string): Promise<readonly BlockAnswer[]> {
  if (chain.answersOf !== undefined) return chain.answersOf(hash);
  return [{ node: chain.name, state: await chain.stateOf(hash), isSynced: true, buriedUnder: 0 }];
}
