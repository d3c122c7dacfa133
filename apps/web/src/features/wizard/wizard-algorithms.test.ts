import { algorithms } from '@openlode/catalogue/algorithms';
import { describe, expect, it } from 'vitest';
import { automaticAlgorithm, wizardAlgorithms } from './wizard-algorithms.ts';

const items = algorithms.map((algorithm) => ({
  ...algorithm,
  additionalTypes: [...algorithm.additionalTypes],
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
    expect(automaticAlgorithm(items, 'cpu', undefined)).toBe('randomx');
    expect(automaticAlgorithm(items, 'cpu', 'ghostrider')).toBe('ghostrider');
    expect(automaticAlgorithm(items, 'cpu', 'kawpow')).toBe('randomx');
    expect(automaticAlgorithm(items, 'gpu', undefined)).toBeNull();
    const one = items.filter(({ code }) => code === 'kawpow');
    expect(automaticAlgorithm(one, 'gpu', undefined)).toBe('kawpow');
  });

  it('leave out what is no longer offered [algo-12]', () => {
    const gone = items.map((item) => ({ ...item, deactivated: item.code === 'randomx' }));
    expect(wizardAlgorithms(gone, 'cpu').map(({ code }) => code)).toEqual(['ghostrider']);
  });
});
