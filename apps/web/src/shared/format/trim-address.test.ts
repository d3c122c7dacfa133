import { describe, expect, it } from 'vitest';
import { trimAddress } from './trim-address.ts';

describe('trimAddress', () => {
  it('keeps 16 characters at each end, 9 on a narrow screen [acct-03]', () => {
    expect(trimAddress('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', 16)).toBe('DPpJVPpvPNP6i6tM…rTycAGh8wReTqaSU');
    expect(trimAddress('DPpJVPpvPNP6i6tMj4rTycAGh8wReTqaSU', 9)).toBe('DPpJVPpvP…8wReTqaSU');
  });

  it('leaves an address of 23 characters whole [acct-03]', () => {
    expect(trimAddress('12345678901234567890123', 9)).toBe('12345678901234567890123');
  });
});
