import { describe, expect, it } from 'vitest';
import { startPath } from './start-path.ts';

describe('startPath', () => {
  it.each([
    ['a GPU algorithm', { typeCode: 'gpu', showInWizard: false, isInOurEasyMiningApp: false }, '/start'],
    [
      'an ASIC algorithm of the wizard',
      { typeCode: 'asic', showInWizard: true, isInOurEasyMiningApp: false },
      '/start',
    ],
    [
      'an ASIC algorithm of the app',
      { typeCode: 'asic', showInWizard: false, isInOurEasyMiningApp: true },
      '/start',
    ],
    [
      'any other ASIC algorithm',
      { typeCode: 'asic', showInWizard: false, isInOurEasyMiningApp: false },
      '/support?search=ASIC',
    ],
  ] as const)('of %s', (_what, offer, path) => {
    expect(startPath(offer)).toBe(path);
  });
});
