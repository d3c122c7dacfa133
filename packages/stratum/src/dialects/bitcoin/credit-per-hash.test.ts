import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitcoinCreditGame } from '../../testing/bitcoin-credit-game.ts';
import { excessOf } from '../../testing/credit-game.ts';
import { playNamed, strategies } from '../../testing/credit-strategies.ts';
import { drawnStrategy, playDrawn } from '../../testing/drawn-strategies.ts';

/** Standard deviations by which credit may exceed hashes; see `excessOf`. */
const excessMax = 4;

describe('the credit of a client', () => {
  it.for(strategies)('is at most what it has hashed [I1]: $name', async ({ name, play }, { annotate }) => {
    const score = playNamed(new BitcoinCreditGame(20_261_122), play);
    const perHash = score.credited / score.hashes;
    await annotate(`${perHash.toFixed(3)} credited per hash, ${score.hashes} hashes`);
    expect(score.hashes).toBeGreaterThanOrEqual(9000);
    expect(excessOf(score)).toBeLessThan(excessMax);
    if (name.startsWith('honest')) expect(Math.abs(excessOf(score))).toBeLessThan(excessMax);
  });

  it('is at most what it has hashed, whatever it does in whatever order [I1]', async ({ annotate }) => {
    const all = { hashes: 0, credited: 0, squares: 0 };
    fc.assert(
      fc.property(drawnStrategy, fc.integer(), (deeds, seed) => {
        const score = playDrawn(new BitcoinCreditGame(seed), deeds);
        all.hashes += score.hashes;
        all.credited += score.credited;
        all.squares += score.squares;
        // Of a hundred runs none comes that far but once in millions.
        expect(excessOf(score)).toBeLessThan(6.5);
      }),
      { numRuns: 100 },
    );
    await annotate(`${(all.credited / all.hashes).toFixed(3)} credited per hash, ${all.hashes} hashes`);
    expect(all.hashes).toBeGreaterThan(100_000);
    expect(excessOf(all)).toBeLessThan(excessMax);
  });
});
