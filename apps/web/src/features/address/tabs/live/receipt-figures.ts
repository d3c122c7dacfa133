import { printDecimal } from '@openlode/money/decimal-text';
import { formatHashrate } from '../../../../shared/format/format-hashrate.ts';

/** Work in expected hashes, as integer text, in a readable unit: `192.63 GH`. */
export function formatWork(work: string): string {
  const { value, unit } = formatHashrate(Number(work), '', 'H');
  return `${value} ${unit}`;
}

/** What percentage one work is of another, exact to six decimals, rounded down: `0.0705501`. */
export function percentOf(own: string, whole: string): string {
  if (!/^\d+$/.test(own) || !/^\d+$/.test(whole) || BigInt(whole) === 0n) return '0';
  const millionths = (BigInt(own) * 100_000_000n) / BigInt(whole);
  return printDecimal(millionths, 6);
}
