import { describe, it } from 'vitest';
import { randomxFault } from '../randomx-library.ts';

const fault = randomxFault();
const suffix = fault === undefined ? '' : ` (skipped: ${fault}; apt install librandomx0)`;

/** A suite that runs where the library of RandomX is, and says why it does not elsewhere. */
export function describeRandomx(name: string, suite: () => void): void {
  describe.skipIf(fault !== undefined)(`${name}${suffix}`, suite);
}

/** One test of that kind. */
export function itWithRandomx(name: string, test: () => void | Promise<void>, timeout?: number): void {
  it.skipIf(fault !== undefined)(`${name}${suffix}`, test, timeout);
}
