import { describe, expect, it } from 'vitest';
import { CountedSources } from './counted-sources.ts';

const hour = 3_600_000;

describe('sources that were counted', () => {
  it('are known for their hour and the ones before it, and not for the next', () => {
    const counted = new CountedSources();
    counted.add(10 * hour, 'own.wide');
    expect(counted.has(10 * hour, 'own.wide')).toBe(true);
    expect(counted.has(9 * hour, 'own.wide')).toBe(true);
    expect(counted.has(11 * hour, 'own.wide')).toBe(false);
    expect(counted.has(10 * hour, 'another.wide')).toBe(false);
    counted.add(11 * hour, 'other.wide');
    expect(counted.has(11 * hour, 'own.wide')).toBe(false);
    // Late work of an hour before changes nothing that is known.
    counted.add(10 * hour, 'own.wide');
    expect(counted.has(10 * hour, 'own.wide')).toBe(false);
  });
});
