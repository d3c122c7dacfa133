import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { excessOf } from '../../testing/credit-game.ts';
import { drawnStrategy, playDrawn } from '../../testing/drawn-strategies.ts';
import { playedKaspa } from '../../testing/kaspa-kit.ts';
import { OwnJobsCreditGame } from '../../testing/own-jobs-credit-game.ts';

/** Standard deviations by which credit may exceed hashes; see `excessOf`. */
const excessMax = 4;

/** What each named strategy earns is in the suites of the entrances. */
describe("the credit of a client of Kaspa's Stratum", () => {
  it('is at most what it has hashed, whatever it does in whatever order [I1]', {
    timeout: 120_000,
  }, async ({ annotate }) => {
    const all = { hashes: 0, credited: 0, squares: 0 };
    fc.assert(
      fc.property(drawnStrategy, fc.integer(), (deeds, seed) => {
        const score = playDrawn(new OwnJobsCreditGame(playedKaspa, seed), deeds);
        all.hashes += score.hashes;
        all.credited += score.credited;
        all.squares += score.squares;
        // Of twenty-five runs none comes that far but once in millions.
        expect(excessOf(score)).toBeLessThan(6.5);
      }),
      { numRuns: 25 },
    );
    await annotate(`${(all.credited / all.hashes).toFixed(3)} credited per hash, ${all.hashes} hashes`);
    expect(all.hashes).toBeGreaterThan(25_000);
    expect(excessOf(all)).toBeLessThan(excessMax);
  });
});
