import type { AlgorithmItem } from '@openlode/contracts/http/algorithms';

export const unitPrefixes = ['', 'k', 'm', 'g', 't', 'p', 'e', 'z'] as const;
export type UnitPrefix = (typeof unitPrefixes)[number];

type Units = Pick<
  AlgorithmItem,
  'minCalculatorUnit' | 'maxCalculatorUnit' | 'defaultCalculatorUnit' | 'preUnitOfMeasurement'
>;

/** The units of the calculator, from the algorithm's smallest to its largest. */
export function unitsOf(algorithm: Units): readonly UnitPrefix[] {
  return unitPrefixes.slice(
    unitPrefixes.indexOf(algorithm.minCalculatorUnit),
    unitPrefixes.indexOf(algorithm.maxCalculatorUnit) + 1,
  );
}

/** The unit that the calculator opens with: the algorithm's own, else the one in which its rates travel. */
export function firstUnitOf(algorithm: Units): UnitPrefix {
  const units = unitsOf(algorithm);
  const wishes = [algorithm.defaultCalculatorUnit, algorithm.preUnitOfMeasurement];
  return wishes.find((wish) => units.includes(wish)) ?? units[0] ?? '';
}

/** A comma is taken where it groups thousands; elsewhere it may be meant as a decimal point, and the estimate would be ten times too high. */
const grouped = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

/** Typed text as plain decimal text: `1,234.50` is `1234.50`; null for what is no positive number. */
export function readHashrate(text: string): string | null {
  const typed = text.trim();
  const plain = grouped.test(typed) ? typed.replaceAll(',', '') : typed;
  if (!/^(?:\d{1,24}\.?\d{0,18}|\.\d{1,18})$/.test(plain) || !/[1-9]/.test(plain)) return null;
  return moved(plain, 0);
}

/** The hashrate in another unit, exactly: 1000 per step. `0.5` g is `500` m. */
export function convertHashrate(value: string, from: UnitPrefix, to: UnitPrefix): string {
  return moved(value, 3 * (unitPrefixes.indexOf(from) - unitPrefixes.indexOf(to)));
}

/** The text with its point moved `places` to the right, without needless zeros: no float comes near it. */
function moved(text: string, places: number): string {
  const [whole = '', fraction = ''] = text.split('.');
  const padded = '0'.repeat(Math.max(0, -places)) + whole + fraction + '0'.repeat(Math.max(0, places));
  const point = padded.length - fraction.length - Math.max(0, places) + places;
  const left = padded.slice(0, point).replace(/^0+(?=\d)/, '');
  const right = padded.slice(point).replace(/0+$/, '');
  return `${left === '' ? '0' : left}${right === '' ? '' : `.${right}`}`;
}
