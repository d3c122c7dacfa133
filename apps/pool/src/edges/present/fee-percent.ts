import { printDecimal } from '@openlode/money/decimal-text';
import { poolFeePpm } from '../../domain/policy/round-rules.ts';

/** The pool's fee as percent, for example `1`. */
export const feePercent = percentOf(poolFeePpm);

/** Millionths as percent text. */
export function percentOf(ppm: number): string {
  return printDecimal(BigInt(ppm), 4);
}
