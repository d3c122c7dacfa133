import { convertUnit, type Unit, unitFactor, unitLetter, units } from './units.ts';

/**
 * A hashrate as people read it: `12.34 MH/s`. `value` is in `unit` of the algorithm's measure (`H`, or `Sol` for
 * equihash and beamhash); the text rolls up by 1000 and has two decimals. Anything that is no quantity reads as zero.
 */
export function hashrateText(value: number, unit: Unit, measure: string): string {
  let shown = unit;
  let amount = Number.isFinite(value) && value > 0 ? value : 0;
  // Below one the smaller unit says more, down to single hashes.
  while (amount > 0 && amount < 1 && shown !== 'none') {
    shown = units[units.indexOf(shown) - 1] ?? 'none';
    amount = convertUnit(value, unit, shown);
  }
  // What would print as 1000.00 belongs to the next unit already.
  while (amount >= unitFactor - 0.005 && shown !== 'z') {
    shown = units[units.indexOf(shown) + 1] ?? 'z';
    amount = convertUnit(value, unit, shown);
  }
  return `${withCommas(amount.toFixed(2))} ${unitLetter(shown)}${measure}/s`;
}

/** Only the largest unit can hold more than 1000. */
function withCommas(text: string): string {
  return text.replace(/\B(?=(?:\d{3})+\.)/g, ',');
}
