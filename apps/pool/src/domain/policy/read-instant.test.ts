import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readInstant } from './read-instant.ts';

describe('an instant', () => {
  it.each([
    ['2026-05-01', 1_777_593_600_000],
    ['2026-05-01T13:00Z', 1_777_640_400_000],
    ['2026-05-01T13:00:07Z', 1_777_640_407_000],
    ['2026-05-01T13:00:07.5Z', 1_777_640_407_500],
    ['2024-02-29', 1_709_164_800_000],
  ])('is read from %s', (text, at) => {
    expect(readInstant(text)).toBe(at);
  });

  it.each([
    '',
    '2026-02-30',
    '2026-04-31T00:00Z',
    '2026-13-01',
    '2026-05-01T25:00Z',
    '2026-05-01T13:00:07',
    '2026-05-01T13:00:07+02:00',
    '2026-05-01 13:00',
    ' 2026-05-01',
    '1777640407000',
  ])('is not read from %j', (text) => {
    expect(readInstant(text)).toBeUndefined();
  });

  it('is what commands print of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4_102_444_800_000 }), (at) => {
        expect(readInstant(new Date(at).toISOString())).toBe(at);
      }),
    );
  });
});
