import type { BlockAnswer, BlockState, Chain } from '../kernel/chain.ts';
import { orphanDepth, orphanWitnesses, witnessedOrphanDepth } from '../policy/round-rules.ts';
import { isSimulated } from '../kernel/pool-kind.ts';

/**
 * What has become of a block, when nodes may be behind or wrong. It is orphaned only when two nodes say so independently, each at a depth
 * that a race does not reach, and none contradicts, or when one does at a depth that no chain takes back; mature when two say so, or all there are. In between nothing
 * is decided: `unknown` costs a wait, a wrong answer costs miners their reward.
 */
export async function judgeBlock(chain: Chain, hash: string): Promise<BlockState> {
  if (isOwnTruth(chain)) return chain.stateOf(hash);
  return judgeAnswers(await answersOf(chain, hash));
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
  if (orphaned.some(({ buriedUnder }) => buriedUnder >= orphanDepth)) return 'orphaned';
  if (orphaned.length > 0) {
    const buried = orphaned.filter(({ buriedUnder }) => buriedUnder >= witnessedOrphanDepth);
    return buried.length >= orphanWitnesses && seen.length === 0 ? 'orphaned' : 'unknown';
  }
  if (seen.length === 0) return 'unknown';
  return mature.length >= 2 || mature.length === voices.length ? 'mature' : 'immature';
}

/** The chain of a sandbox has no second node: what it says is so. */
function isOwnTruth(chain: Chain): boolean {
  return isSimulated(chain.kind) && chain.answersOf === undefined;
}

async function answersOf(chain: Chain, hash: string): Promise<readonly BlockAnswer[]> {
  if (chain.answersOf !== undefined) return chain.answersOf(hash);
  return [{ node: chain.name, state: await chain.stateOf(hash), isSynced: true, buriedUnder: 0 }];
}
