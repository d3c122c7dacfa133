import { afterEach, describe, expect, it } from 'vitest';
import { crashAt, parseCrashAt } from './crash-at.ts';
import { armCrashPoints, crashPoint } from './crash-point.ts';

describe('a crash point', () => {
  afterEach(() => armCrashPoints());

  it('does nothing unless it is armed', () => {
    expect(crashPoint('round-credited')).toBeUndefined();
  });

  it('ends the process at the hit that was asked for and at no other', () => {
    const died: number[] = [];
    let hit = 0;
    crashAt({ point: 'round-credited', hit: 3 }, () => died.push(hit));
    for (hit = 1; hit <= 5; hit += 1) {
      crashPoint('block-submitted');
      crashPoint('round-credited');
    }
    expect(died).toEqual([3]);
  });

  it.each([
    ['round-credited:1', { point: 'round-credited', hit: 1 }],
    ['log-appended:20', { point: 'log-appended', hit: 20 }],
    ['round-credited', undefined],
    ['round-credited:0', undefined],
    ['Round:1', undefined],
    ['a-:1', undefined],
    ['', undefined],
  ])('%j is read as a point and a hit, or refused', (text, expected) => {
    expect(parseCrashAt(text)).toEqual(expected);
  });
});
