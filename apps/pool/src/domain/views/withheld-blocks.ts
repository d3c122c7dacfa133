/** Of how many pools whose miners keep nothing back one is named wrongly, by one count. */
const oneOf = 10_000;
/** Held against each other: that half of the blocks are missing, and that none is. */
const left = 1 / 2;

/**
 * Whether so few blocks were found that some may be kept back: Wald's test of half as many against as many as the work finds on average. The
 * ratio of the two likelihoods is e^(expected · ½) · 2^-found, which passes 10,000 at some time in one of 10,000 pools where nothing is kept
 * back, however long one count goes on and however often it is looked at; one that begins again has that chance again. Where half is kept
 * back, it passes after 60 expected blocks on average; where all are, after 19. Who keeps back a tenth is not seen.
 *
 * @param found blocks among the shares that were judged here
 * @param expected blocks that their work finds on average
 */
export function areBlocksMissing(found: number, expected: number): boolean {
  return (1 - left) * expected + found * Math.log(left) >= Math.log(oneOf);
}

/** The chance of at most this number of blocks where on average that number is found (Poisson), from 0 to 1. */
export function chanceOfSoFew(found: number, expected: number): number {
  let term = Math.exp(-expected);
  let sum = term;
  for (let count = 1; count <= found; count += 1) {
    term *= expected / count;
    sum += term;
  }
  return Math.min(1, sum);
}

/**
 * At fewer expected blocks than this, finding none is no chance of one in ten thousand (Poisson): nothing can be said of a miner whose work finds fewer
 * on average.
 */
export const judgedFrom = 9.21;

/** Windows of time in which each miner is judged, in UTC days: one that began to keep blocks back late is seen in the shorter one. */
export const luckWindows = [7, 35] as const;

/**
 * Whether one miner found so few blocks that it may keep some back. Held against as many as its work finds on average are all smaller parts of
 * them alike: the ratio of the two likelihoods, P(more than `found`) ÷ (expected · P(exactly `found`)), passes a number n at some time for one of n
 * miners that keep nothing back, however often a growing count is looked at. n is 10,000 for each window and each miner that can be judged, so that
 * it is of a pool that one of ten thousand names a miner wrongly, and not of a miner. Where none are found, and it alone is judged, it takes
 * 12.4 expected ones.
 *
 * @param found blocks of the miner
 * @param expected blocks that its work finds on average
 * @param judged how many miners are judged beside each other, itself among them
 */
export function keepsBlocksBack(found: number, expected: number, judged: number): boolean {
  if (expected < judgedFrom || found >= expected) return false;
  return likelihoodRatio(found, expected) >= oneOf * luckWindows.length * Math.max(1, judged);
}

/** Infinity where it is beyond what a float has. */
function likelihoodRatio(found: number, expected: number): number {
  let term = 1;
  let sum = 0;
  // Of the chances of `found` + 1, + 2 …, each against that of `found`.
  for (let count = found + 1; term > sum * 1e-12 && sum < Number.MAX_VALUE; count += 1) {
    term *= expected / count;
    sum += term;
  }
  return sum / expected;
}

/** The part of its blocks that an honest pool loses without our nodes ever hearing of them, at most, and that which is held against it. */
const lostByRace = 1 / 50;
const hidden = 1 / 4;

/**
 * Whether more of the blocks that a pool was sent in time are in no chain than races explain: Wald's test of one block in four against one in fifty. An
 * honest pool loses fewer, by races; one of ten thousand that loses one in fifty is named at some time. It takes four of seven, five of seventeen, eleven
 * of eighty.
 *
 * @param missing those of them that are in no chain
 * @param judged all of which that is known
 */
export function areBlocksHidden(missing: number, judged: number): boolean {
  const found = judged - missing;
  return (
    missing * Math.log(hidden / lostByRace) + found * Math.log((1 - hidden) / (1 - lostByRace)) >=
    Math.log(oneOf)
  );
}
