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
