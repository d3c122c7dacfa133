import { describe, expect, it } from 'vitest';
import { createRoundPace, lookEveryMs } from './round-pace.ts';

const second = 1000;
const hour = 3_600_000;

describe('how often a process looks at a round', () => {
  it.each([
    [0, 0],
    [20 * second, second],
    [200 * second, 10 * second],
    [1200 * second, 60 * second],
    [17 * hour, 60 * second],
  ])('of an age of %i ms leaves it alone for %i ms', (age, every) => {
    expect(lookEveryMs(age)).toBe(every);
  });

  it('looks at once, then ever more rarely: a thousand times in the 61,200 seconds of a hundred Bitcoin blocks', async () => {
    const pace = createRoundPace();
    let looks = 0;
    for (let now = 0; now < 17 * hour; now += second)
      await pace.look({ id: 1n, since: 0 }, now, async () => void (looks += 1));
    expect(looks).toBe(1093);
  });

  it('keeps a fault in view until the next look, and looks again at once after a clock was set', async () => {
    const pace = createRoundPace();
    const round = { id: 1n, since: 0 };
    const look = (now: number, failing: boolean) =>
      pace
        .look(round, now, () => (failing ? Promise.reject(new Error('refused')) : Promise.resolve()))
        .then(
          () => 'well',
          (error: Error) => error.message,
        );
    expect([await look(hour, true), await look(hour + second, false)]).toEqual(['refused', 'refused']);
    expect(await look(hour + 60 * second, false)).toBe('well');
    expect([await look(hour + 61 * second, true), await look(second, true)]).toEqual(['well', 'refused']);
    pace.keep([2n]);
    expect(await look(second, false)).toBe('well');
  });
});
