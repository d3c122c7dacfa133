import { wholeUnits } from './whole-units.ts';

const whole = 10_000;

/** How much of another amount one is, in hundredths of a percent, rounded down: 10,000 only where it is reached to the last unit. */
export function shareOf(amount: string, of: string): number {
  const [part, all] = [wholeUnits(amount) ?? 0n, wholeUnits(of) ?? 0n];
  if (all === 0n) return part === 0n ? 0 : whole;
  const share = Number((part * BigInt(whole)) / all);
  return Math.min(whole, share);
}
