/** The prefixes of a unit in rising order; each step is a factor of 1000. */
export const units = ['none', 'k', 'm', 'g', 't', 'p', 'e', 'z'] as const;

export type Unit = (typeof units)[number];

export const unitFactor = 1000;

const letters: Readonly<Record<Unit, string>> = {
  none: '',
  k: 'k',
  m: 'M',
  g: 'G',
  t: 'T',
  p: 'P',
  e: 'E',
  z: 'Z',
};

/** The prefix as it is written before a unit: `k`, `M`, `G`, … and nothing for `none`. */
export function unitLetter(unit: Unit): string {
  return letters[unit];
}

export function isUnit(text: string): text is Unit {
  return Object.hasOwn(letters, text);
}

/** The same quantity in another unit, for example 2500 in `k` is 2.5 in `m`. */
export function convertUnit(value: number, from: Unit, to: Unit): number {
  const steps = units.indexOf(from) - units.indexOf(to);
  // A negative power of 1000 is no exact float, a division by a positive one is rounded once.
  return steps >= 0 ? value * unitFactor ** steps : value / unitFactor ** -steps;
}

/** The units from the smallest to the largest one, both included; empty where they are the wrong way round. */
export function unitsBetween(smallest: Unit, largest: Unit): readonly Unit[] {
  return units.slice(units.indexOf(smallest), units.indexOf(largest) + 1);
}
