import { difficultyScale } from '@openlode/stratum/core/difficulty';
import { expect, it } from 'vitest';
import { portRules, rulesOn } from './port-rules.ts';

it('leaves miners the bits of a version that BIP 320 sets aside, and none where the chain needs them all', () => {
  const rules = portRules(difficultyScale(2n ** 256n), 2n);
  expect(rulesOn({}, rules).versionMask).toBe(0x1fffe000);
  expect(rulesOn({ hasFixedVersion: false }, rules)).toEqual(rules);
  expect(rulesOn({ hasFixedVersion: true }, rules)).toEqual({ ...rules, versionMask: 0 });
});
