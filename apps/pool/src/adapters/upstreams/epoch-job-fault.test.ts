import { kawpowEpoch } from '@openlode/pow/dag-sizes';
import { expect, it } from 'vitest';
import { epochJobFault } from './epoch-job-fault.ts';

it('takes two epochs in ten minutes, and none that no chain has', () => {
  let now = 0;
  const faultOf = epochJobFault(kawpowEpoch, () => now);
  const at = (height: number) => faultOf({ work: { height } });
  expect([at(0), at(7499), at(7500), at(7501)]).toEqual([undefined, undefined, undefined, undefined]);
  expect(at(15_000)).toBe('it names one epoch after another');
  now = 600_000;
  expect(at(15_000)).toBeUndefined();
  // The oldest of the two has made room.
  expect(at(0)).toBe('it names one epoch after another');
  expect(at(15_359_999)).toBe('it names one epoch after another');
  expect(at(15_360_000)).toBe('its height of 15360000 is none that a chain has');
});
