import { describe, expect, it } from 'vitest';
import { trimMiddle } from './trim-middle.ts';

const address = 'bc1qhkxh4rzmv43a55c2gw4ktrpzfy4tl7hencjhhl';

describe('trimMiddle', () => {
  it('keeps 16 characters at each end', () => {
    expect(trimMiddle(address, 16)).toBe('bc1qhkxh4rzmv43a…pzfy4tl7hencjhhl');
  });

  it('keeps 9 characters at each end', () => {
    expect(trimMiddle(address, 9)).toBe('bc1qhkxh4…7hencjhhl');
  });

  it('keeps 23 characters whole and shortens 24', () => {
    expect(trimMiddle('a'.repeat(23), 9)).toBe('a'.repeat(23));
    expect(trimMiddle('a'.repeat(24), 9)).toBe(`${'a'.repeat(9)}…${'a'.repeat(9)}`);
  });

  it('never makes a text longer', () => {
    expect(trimMiddle('a'.repeat(32), 16)).toBe('a'.repeat(32));
  });
});
