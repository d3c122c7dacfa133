import { describe, expect, it } from 'vitest';
import { measureRegions, nearestOf } from './measure-regions.ts';

/** A network in which every region has its own times for one round trip after the other; none for no answer. */
async function measureWith(ways: Readonly<Record<string, readonly number[]>>) {
  const clocks = new Map<string, number>();
  const asked = new Map<string, number>();
  let at = '';
  const regions = Object.keys(ways).map((country) => ({ country, ping: country }));
  // One region after the other, so that one clock serves.
  const times = new Map<string, number | null>();
  for (const region of regions) {
    at = region.country;
    const fetchOnce = (url: string) => {
      const trip = asked.get(url) ?? 0;
      asked.set(url, trip + 1);
      const ms = ways[url]?.[trip];
      if (ms === undefined) return Promise.reject(new TypeError('Failed to fetch'));
      clocks.set(url, (clocks.get(url) ?? 0) + ms);
      return Promise.resolve();
    };
    const measured = await measureRegions([region], fetchOnce, () => clocks.get(at) ?? 0);
    times.set(region.country, measured.get(region.country) ?? null);
  }
  return times;
}

describe('the way to the regions', () => {
  it('is the best round trip after the first, which also connects', async () => {
    const times = await measureWith({ eu: [90, 31, 30, 44], us: [10, 120, 118, 119] });
    expect(Object.fromEntries(times)).toEqual({ eu: 30, us: 118 });
    expect(nearestOf(times)).toEqual({ country: 'eu', ms: 30 });
  });

  it('is unknown where nothing answers, or only once', async () => {
    const times = await measureWith({ eu: [], us: [10], asia: [300, 250] });
    expect(Object.fromEntries(times)).toEqual({ eu: null, us: null, asia: 250 });
    expect(nearestOf(times)).toEqual({ country: 'asia', ms: 250 });
    expect(nearestOf(await measureWith({ eu: [], us: [] }))).toBeUndefined();
  });
});
