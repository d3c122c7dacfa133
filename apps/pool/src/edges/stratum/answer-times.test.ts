import { describe, expect, it } from 'vitest';
import { AnswerTimes } from './answer-times.ts';

describe('how long answers take', () => {
  let now = 0;
  const timesOf = () => {
    const timed: number[] = [];
    return {
      timed,
      times: new AnswerTimes(
        (ms) => timed.push(ms),
        () => now,
      ),
    };
  };
  const read = (times: AnswerTimes, sender: object, ms: number): void => {
    times.begin(sender);
    now += ms;
    times.end(sender);
  };

  it('is measured of every sixteenth read, the first one too', () => {
    const { timed, times } = timesOf();
    for (let ms = 1; ms <= 40; ms += 1) read(times, {}, ms);
    expect(timed).toEqual([1, 17, 33]);
  });

  it('is of the connection that was read, however many others are answered meanwhile', () => {
    const { timed, times } = timesOf();
    const slow = {};
    times.begin(slow);
    for (let count = 0; count < 50; count += 1) read(times, {}, 2);
    expect(timed).toEqual([]);
    times.end(slow);
    times.end(slow);
    expect(timed).toEqual([100]);
  });

  it('counts no read without an answer, and gives one up whose connection is gone', () => {
    const { timed, times } = timesOf();
    const silent = {};
    times.begin(silent);
    times.cancel({});
    times.cancel(silent);
    times.end(silent);
    expect(timed).toEqual([]);
    for (let count = 0; count < 16; count += 1) times.begin(silent);
    now += 60_000;
    for (let count = 0; count < 16; count += 1) read(times, {}, 3);
    expect(timed).toEqual([3]);
  });
});
