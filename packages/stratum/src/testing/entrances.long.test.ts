import { describe, expect, it } from 'vitest';
import { excessOf } from './credit-game.ts';
import { playNamed, strategies } from './credit-strategies.ts';
import { entrances } from './entrances.ts';

/** Standard deviations by which credit may exceed hashes; see `excessOf`. */
const excessMax = 4;
const linesMin = 1_000_000;

describe.each(entrances)('the entrance of $name', ({ game, fuzz }) => {
  it.for(strategies)('credits at most what was hashed [I1]: $name', ({ name, play }) => {
    const score = playNamed(game(20_261_123), play);
    expect(score.hashes).toBeGreaterThanOrEqual(9000);
    expect(excessOf(score)).toBeLessThan(excessMax);
    if (name.startsWith('honest')) expect(Math.abs(excessOf(score))).toBeLessThan(excessMax);
  });

  it('stays sound for a million lines', { timeout: 3_600_000 }, async ({ annotate }) => {
    let [lines, counted] = [0, 0];
    while (lines < linesMin) {
      const round = fuzz(30);
      lines += round.lines;
      counted += round.counted;
    }
    await annotate(`${lines} lines, ${counted} shares counted`);
    expect(counted).toBeGreaterThan(0);
  });
});
