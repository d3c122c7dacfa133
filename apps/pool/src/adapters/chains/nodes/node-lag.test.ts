import { describe, expect, it } from 'vitest';
import { LagWatch } from './node-lag.ts';

const of = (heights: object): ReadonlyMap<string, number> =>
  new Map(Object.entries(heights) as [string, number][]);
const words = (height: number, most: number): string =>
  `it is behind the other nodes: block ${height}, and they have ${most}`;

describe('nodes that fall behind', () => {
  it.each([
    [{ one: 100, two: 103 }, { one: words(100, 103) }],
    [{ one: 100, two: 102 }, {}],
    [{ one: 100 }, {}],
    [{}, {}],
    [{ one: 100, two: 110, three: 110 }, { one: words(100, 110) }],
    // One alone is far above two that agree.
    [{ one: 100, two: 100, three: 900 }, {}],
    // Of three others two are more than half.
    [
      { one: 100, two: 100, three: 900, four: 900 },
      { one: words(100, 900), two: words(100, 900) },
    ],
  ])('of %j are, after half a minute, %j', (heights, expected) => {
    const lag = new LagWatch();
    expect(lag.judge(of(heights), 1000).size).toBe(0);
    expect(lag.judge(of(heights), 30_999).size).toBe(0);
    expect(Object.fromEntries(lag.judge(of(heights), 31_000))).toEqual(expected);
  });

  it('are judged from the beginning once they have caught up, or were away', () => {
    const lag = new LagWatch();
    const behind = { one: 100, two: 110 };
    for (const between of [{ one: 109, two: 110 }, { two: 110 }]) {
      lag.judge(of(behind), 0);
      lag.judge(of(between), 20_000);
      lag.judge(of(behind), 21_000);
      expect(lag.judge(of(behind), 40_000).size).toBe(0);
      expect([...lag.judge(of(behind), 51_000).keys()]).toEqual(['one']);
    }
  });
});
