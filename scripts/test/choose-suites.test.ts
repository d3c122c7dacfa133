import { expect, it } from 'vitest';
import { chooseSuites } from './choose-suites.ts';

it.each([
  [[], { suites: [], journeys: [], isLong: false, isBeside: true }],
  [['--long'], { suites: [], journeys: [], isLong: true }],
  [
    ['apps/pool/src/config.test.ts'],
    { suites: ['apps/pool/src/config.test.ts'], journeys: undefined, isLong: false },
  ],
  [['packages/ledger'], { suites: ['packages/ledger'], journeys: undefined, isLong: false }],
  [['e2e/pages.spec.ts'], { suites: undefined, journeys: ['e2e/pages.spec.ts'], isLong: false }],
  [['e2e/pages.long.spec.ts'], { suites: undefined, journeys: ['e2e/pages.long.spec.ts'], isLong: true }],
  [['e2e'], { suites: ['e2e'], journeys: ['e2e'], isLong: false }],
])('npm test -- %j', (args, chosen) => {
  expect(chooseSuites(args)).toEqual({ isBeside: false, ...chosen });
});
