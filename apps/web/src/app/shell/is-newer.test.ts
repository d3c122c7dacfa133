import { describe, expect, it } from 'vitest';
import { isNewer } from './is-newer.ts';

describe('isNewer', () => {
  it.each([
    ['0.1.1', '0.1.0', true],
    ['0.10.0', '0.9.3', true],
    ['1.0.0', '0.99.99', true],
    ['0.1.0', '0.1.0', false],
    ['0.1.0', '0.2.0', false],
    ['0.9.9', '1.0.0', false],
    ['soon', '0.1.0', false],
    ['0.2.0', '', false],
  ])('%s against %s: %s', (a, b, expected) => {
    expect(isNewer(a, b)).toBe(expected);
  });
});
