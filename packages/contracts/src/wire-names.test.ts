import { describe, expect, it } from 'vitest';
import { lastRewardEventName, lastRewardEventNames, withoutCommas } from './wire-names.ts';

describe('lastRewardEventName', () => {
  it('names KawPow after X16Rv2 and every other algorithm after itself', () => {
    expect(lastRewardEventName('kawpow')).toBe('stats_x16rv2_last_reward');
    expect(lastRewardEventName('randomx')).toBe('stats_randomx_last_reward');
  });
});

describe('lastRewardEventNames', () => {
  it('adds the own name of KawPow', () => {
    expect(lastRewardEventNames('kawpow')).toEqual(['stats_x16rv2_last_reward', 'stats_kawpow_last_reward']);
    expect(lastRewardEventNames('randomx')).toEqual(['stats_randomx_last_reward']);
  });
});

describe('withoutCommas', () => {
  it('leaves plain decimal text', () => {
    expect(withoutCommas('1,002,001.72662209')).toBe('1002001.72662209');
    expect(withoutCommas('7.5')).toBe('7.5');
  });
});
