import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampWork, defaultVardiff, nextWork } from './vardiff.ts';

const bounds = { minimumWork: 1_000_000n, maximumWork: 1n << 62n };
const next = (work: bigint, shares: number, seconds: number) =>
  nextWork({ work, shares, seconds }, defaultVardiff, bounds);

describe('nextWork', () => {
  it('waits until it has seen enough', () => {
    expect(next(1_000_000n, 11, 59)).toBeUndefined();
    expect(next(1_000_000n, 0, 59)).toBeUndefined();
  });

  it('keeps what is about one share every ten seconds', () => {
    expect(next(4_000_000n, 6, 60)).toBe(4_000_000n);
    expect(next(4_000_000n, 12, 60)).toBe(4_000_000n);
    expect(next(4_000_000n, 3, 60)).toBe(4_000_000n);
  });

  it('raises and lowers towards the pace, in short numbers', () => {
    expect(next(4_000_000n, 24, 60)).toBe(15_728_640n);
    expect(next(16_000_000n, 2, 60)).toBe(5_242_880n);
  });

  it('changes by at most 32 times upwards and 4 times downwards', () => {
    expect(next(1_048_576n, 100_000, 30)).toBe(33_554_432n);
    expect(next(1n << 30n, 0, 600)).toBe(268_435_456n);
  });

  it('never leaves the bounds', () => {
    expect(next(1_500_000n, 0, 600)).toBe(1_000_000n);
    expect(next(1_000_000n, 0, 600)).toBe(1_000_000n);
    expect(next(1n << 61n, 100_000, 30)).toBe(1n << 62n);
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 1n << 63n }),
        fc.nat(),
        fc.nat(100_000),
        (work, shares, seconds) => {
          const result = next(work, shares, seconds);
          expect(result === undefined || (result >= bounds.minimumWork && result <= bounds.maximumWork)).toBe(
            true,
          );
        },
      ),
    );
  });

  it('changes nothing at the edges of what is tolerated, and something beyond them', () => {
    expect(next(4_194_304n, 12, 60)).toBe(4_194_304n);
    expect(next(4_194_304n, 13, 60)).toBe(8_388_608n);
    expect(next(4_194_304n, 3, 60)).toBe(4_194_304n);
    expect(next(4_194_304n, 2, 60)).toBe(1_310_720n);
  });

  it('judges by twelve shares, however soon they come', () => {
    expect(next(1_048_576n, 12, 12)).toBe(10_485_760n);
    // All in one moment: as if it had been a thousandth of a second, and no more than 32 times.
    expect(next(1_048_576n, 12, 0)).toBe(33_554_432n);
  });

  it('prints small work whole: one, two, three, not zero', () => {
    const small = { minimumWork: 1n, maximumWork: 100n };
    const lowered = (work: bigint) => nextWork({ work, shares: 0, seconds: 600 }, defaultVardiff, small);
    expect([12n, 9n, 4n, 3n, 1n].map(lowered)).toEqual([3n, 2n, 1n, 1n, 1n]);
  });

  describe('while the verifier has time for one share in forty seconds', () => {
    const slow = (work: bigint, shares: number, seconds: number) =>
      nextWork({ work, shares, seconds }, defaultVardiff, bounds, 40);

    it('aims for that pace, and waits four times as long before it judges', () => {
      expect(slow(4_194_304n, 5, 239)).toBeUndefined();
      expect(slow(4_194_304n, 6, 240)).toBe(4_194_304n);
      expect(slow(4_194_304n, 24, 240)).toBe(16_777_216n);
    });

    it('raises a session that is faster, however little, and never lowers it', () => {
      // Seven shares in 240 s are one in 34.
      expect(slow(4_194_304n, 7, 240)).toBe(4_718_592n);
      expect(slow(4_194_304n, 2, 240)).toBe(1_310_720n);
    });

    it('does not go below the usual pace where there is time for more', () => {
      const quick = nextWork({ work: 4_194_304n, shares: 6, seconds: 60 }, defaultVardiff, bounds, 1);
      expect(quick).toBe(4_194_304n);
    });
  });

  it('brings a machine of 100 TH/s from a million hashes to its pace in seven jobs', () => {
    let work = 1_000_000n;
    let jobs = 0;
    for (; jobs < 20; jobs++) {
      const result = next(work, Math.floor((100e12 * 30) / Number(work)), 30);
      if (result === undefined || result === work) break;
      work = result;
    }
    expect(jobs).toBe(6);
    expect(Number(work) / 100e12).toBeGreaterThan(5);
    expect(Number(work) / 100e12).toBeLessThan(20);
  });
});

describe('clampWork', () => {
  it('lets the lower bound win where the bounds cross', () => {
    expect(clampWork(5n, { minimumWork: 10n, maximumWork: 3n })).toBe(10n);
    expect(clampWork(5n, { minimumWork: 1n, maximumWork: 3n })).toBe(3n);
  });
});
