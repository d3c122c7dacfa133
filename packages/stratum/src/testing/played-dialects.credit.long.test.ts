import { describe, expect, it } from 'vitest';
import { excessOf } from './credit-game.ts';
import { playNamed, strategies } from './credit-strategies.ts';
import { OwnJobsCreditGame } from './own-jobs-credit-game.ts';
import { playedKawpow } from './played-kawpow.ts';
import { playedZcash } from './played-zcash.ts';

/** Standard deviations by which credit may exceed hashes; see `excessOf`. */
const excessMax = 4;

describe.each([playedKawpow, playedZcash])('the credit of a client of $name', (spoken) => {
  it.for(strategies)('is at most what it has hashed [I1]: $name', ({ name, play }) => {
    const score = playNamed(new OwnJobsCreditGame(spoken, 20_261_123), play);
    expect(score.hashes).toBeGreaterThanOrEqual(9000);
    expect(excessOf(score)).toBeLessThan(excessMax);
    if (name.startsWith('honest')) expect(Math.abs(excessOf(score))).toBeLessThan(excessMax);
  });
});
