import { roundDown } from './round-down.ts';

/** Whether decimal text is zero. */
export function isNothing(amount: string): boolean {
  return !/[1-9]/.test(amount);
}

/** A rounded amount as it is shown. Where rounding leaves nothing of it, its first two digits: what came in must not read as zero. */
export function shownAmount(rounded: string, exact: string): string {
  if (!isNothing(rounded) || isNothing(exact)) return rounded;
  const zeros = /\.(0*)/.exec(exact)?.[1]?.length ?? 0;
  return roundDown(exact, zeros + 2);
}

/** An amount cut to the decimals in which its coin is paid, but never to nothing. */
export function cutAmount(exact: string, decimals: number): string {
  return shownAmount(roundDown(exact, decimals), exact);
}
