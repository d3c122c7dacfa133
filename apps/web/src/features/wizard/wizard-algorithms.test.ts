import { algorithms } from '@openlode/catalogue/algorithms';
import { describe, expect, it } from 'vitest';
import { automaticAlgorithm, wizardAlgorithms } from './wizard-algorithms.ts';

const items = algorithms.map((algorithm) => ({
  ...algorithm,
  additionalTypes: [...algorithm.additionalTypes],
  work: ['sha256', 'scrypt', 'kheavyhash', 'equihash'].includes(algorithm.code)
    ? ('verified' as const)
    : ('simulated' as const),
}));

describe('the algorithms of the wizard', () => {
  it('are all but equihash, sha256 and scrypt, in wizardSort order [wizard-06]', () => {
    const offered = [...wizardAlgorithms(items, 'gpu'), ...wizardAlgorithms(items, 'cpu')];
    expect(offered.map(({ code }) => code).toSorted()).toEqual(
      items
        .map(({ code }) => code)
        .filter((code) => !['equihash', 'sha256', 'scrypt'].includes(code))
        .toSorted(),
    );
    expect(offered[0]?.code).toBe('xelishash');
    expect(wizardAlgorithms(items, 'cpu').map(({ code }) => code)).toEqual(['randomx', 'ghostrider']);
  });

  it('are decided on a CPU by the link, else by the order; and where there is only one [wizard-02]', () => {
    for (const mode of ['basic', 'advanced'] as const) {
      const decided = (hardware: 'cpu' | 'gpu', asked?: string, offered = items) =>
        automaticAlgorithm(offered, { mode, hardware, asked });
      expect(decided('cpu')).toBe('randomx');
      expect(decided('cpu', 'ghostrider')).toBe('ghostrider');
      expect(decided('cpu', 'kawpow')).toBe('randomx');
      expect(decided('gpu')).toBeNull();
      expect(
        decided(
          'gpu',
          undefined,
          items.filter(({ code }) => code === 'kawpow'),
        ),
      ).toBe('kawpow');
    }
  });

  it('on a sandbox are those whose work it checks: SHA-256 by itself in basic mode, a choice in advanced mode', () => {
    expect(wizardAlgorithms(items, 'sandbox').map(({ code }) => code)).toEqual([
      'sha256',
      'kheavyhash',
      'scrypt',
    ]);
    const decided = (mode: 'basic' | 'advanced', asked?: string, offered = items) =>
      automaticAlgorithm(offered, { mode, hardware: 'sandbox', asked });
    expect(decided('basic')).toBe('sha256');
    expect(decided('basic', 'scrypt')).toBe('scrypt');
    expect(decided('basic', 'kawpow')).toBe('sha256');
    expect(decided('advanced')).toBeNull();
    expect(
      decided(
        'advanced',
        undefined,
        items.filter(({ code }) => code === 'scrypt'),
      ),
    ).toBe('scrypt');
    const none = items.map((item) => ({ ...item, work: 'none' as const }));
    expect(wizardAlgorithms(none, 'sandbox')).toEqual([]);
    expect(automaticAlgorithm(none, { mode: 'basic', hardware: 'sandbox', asked: undefined })).toBeNull();
  });

  it('leave out what is no longer offered [algo-12]', () => {
    const gone = items.map((item) => ({ ...item, deactivated: item.code === 'randomx' }));
    expect(wizardAlgorithms(gone, 'cpu').map(({ code }) => code)).toEqual(['ghostrider']);
  });
});
