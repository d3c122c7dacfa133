import { poolFeePpm } from '../../domain/policy/round-rules.ts';

/** The pool's fee as percent, for example `1`. */
export const feePercent = percentOf(poolFeePpm);

/** Millionths as percent text. */
export function percentOf(ppm: number): string {
  const digits = ppm.toString().padStart(5, '0');
  return `${digits.slice(0, -4)}.${digits.slice(-4)}`.replace(/\.?0+$/, '');
}
