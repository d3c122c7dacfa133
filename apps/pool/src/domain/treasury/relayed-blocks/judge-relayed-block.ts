import type { RelayedFate, WitnessedBlock } from '../../kernel/relayed-block.ts';

/** Blocks that stand on it, or on the one in its place. */
const blocksAfter = 3;
/** Nodes that cannot say it by then never will, ms: they were away, or are on another network. */
const judgedWithinMs = 86_400_000;
/** A parent that was given up may come back for so long, ms. */
const branchMs = 3_600_000;

/**
 * What became of a block, by what our own nodes say.
 *
 * One that has it on its best branch with three blocks on it is enough. Missing it is once a node has three blocks on another one in its place, and
 * none that answers has ever heard of it: a block that came second reaches no node beyond its neighbours, so that a pool that loses a race looks the same.
 *
 * @param ageMs since it was found
 * @returns `waiting` where it is too early to say
 */
export function judgeRelayedBlock(answers: readonly WitnessedBlock[], ageMs: number): RelayedFate {
  if (answers.some(({ depth = 0 }) => depth > blocksAfter)) return 'in-chain';
  // The block that it stands on, itself or another one in its place, and those after that.
  const isPast = answers.some(({ parentDepth = 0 }) => parentDepth > blocksAfter + 1);
  const isOnBest = answers.some(({ depth = 0 }) => depth > 0);
  if (isPast && !isOnBest) return answers.every(({ depth }) => depth === undefined) ? 'missing' : 'lost';
  const isOfBranch =
    answers.length > 0 && answers.every(({ parentDepth }) => parentDepth !== undefined && parentDepth < 1);
  if (isOfBranch && ageMs > branchMs) return 'lost';
  return ageMs > judgedWithinMs ? 'unjudged' : 'waiting';
}
