import { describe, expect, it } from 'vitest';
import { startPath } from './start-path.ts';

const gpu = {
  code: 'scrypt',
  typeCode: 'gpu',
  showInWizard: false,
  isInOurEasyMiningApp: false,
  work: 'relayed',
} as const;
const asic = { ...gpu, typeCode: 'asic' } as const;

describe('startPath', () => {
  it.each([
    ['a GPU algorithm', gpu, '/start'],
    ['an ASIC algorithm of the wizard', { ...asic, showInWizard: true }, '/start'],
    ['an ASIC algorithm of the app', { ...asic, isInOurEasyMiningApp: true }, '/start'],
    ['any other ASIC algorithm', asic, '/support?search=ASIC'],
  ] as const)('of %s', (_what, offer, path) => {
    expect(startPath(offer, false)).toBe(path);
  });

  it('is the setup for what a sandbox checks: there any computer can mine it', () => {
    expect(startPath({ ...asic, work: 'verified' }, true)).toBe('/wizard');
    expect(startPath({ ...asic, work: 'simulated' }, true)).toBe('/support?search=ASIC');
    expect(startPath({ ...asic, code: 'equihash', work: 'verified' }, true)).toBe('/support?search=ASIC');
    expect(startPath({ ...asic, work: 'verified' }, false)).toBe('/support?search=ASIC');
  });
});
