import { afterEach, expect, it } from 'vitest';
import { callPace } from './call-pace.ts';
import { krakenClient } from './kraken-client.ts';
import { krakenCost, krakenLimit, type KrakenPace, unpacedKraken } from './kraken-pace.ts';
import { krakenFace, krakenLogin } from './testing/kraken-face.ts';
import { sampleVenue } from './testing/sample-venue.ts';
import { serveVenue, type VenueFace, type VenueServer } from './testing/venue-server.ts';

let now = 1_700_000_000_000;
const clock = {
  now: () => now,
  sleep: async (ms: number) => {
    now += ms;
  },
};
let server: VenueServer;
afterEach(() => server.close());

/** A stand-in that counts the calls of a key as Kraken says that it does, and refuses what is too much. */
function counting(face: VenueFace): VenueFace {
  const { max, decay } = krakenLimit('starter', false);
  let [counted, at] = [0, now];
  return {
    ...face,
    answer: (call) => {
      const name = call.path.split('/').at(-1) ?? '';
      if (call.path.startsWith('/0/public/')) return face.answer(call);
      counted = Math.max(0, counted - ((now - at) / 1000) * decay) + krakenCost(name);
      at = now;
      if (counted > max) return { status: 200, body: { error: ['EAPI:Rate limit exceeded'] } };
      return face.answer(call);
    },
  };
}

async function ask(pace: KrakenPace, times: number): Promise<string[]> {
  server = await serveVenue(counting(krakenFace(sampleVenue(clock.now, 'USD'), {}, clock.now)));
  const limits = { callMs: 5000, bytesMax: 100_000 };
  const kraken = krakenClient({ url: server.url, ...krakenLogin, now: clock.now, limits, pace });
  const faults: string[] = [];
  for (let time = 0; time < times; time += 1)
    await kraken
      .askPrivate(time % 4 === 0 ? 'TradesHistory' : 'BalanceEx', { start: '0', ofs: '0' })
      .catch((error: unknown) => faults.push((error as Error).message));
  return faults;
}

it('waits before Kraken would refuse: of sixty calls in a row none is', async () => {
  const { ofMachine } = unpacedKraken;
  const began = now;
  expect(await ask({ ofKey: callPace(krakenLimit('starter', true), clock), ofMachine }, 60)).toEqual([]);
  // 75 of its count, of which it lets a few pass at once, at a third in a second.
  expect(now - began).toBeGreaterThan(190_000);
  expect(now - began).toBeLessThan(230_000);
});

it('is refused without that', async () => {
  const faults = await ask(unpacedKraken, 30);
  expect(new Set(faults)).toEqual(new Set(['EAPI:Rate limit exceeded']));
  expect(faults.length).toBeGreaterThan(10);
});

it('rests where Kraken refuses all the same, because another process has called with the key', async () => {
  const { ofMachine } = unpacedKraken;
  const limit = { ...krakenLimit('starter', true), max: 100, begin: 0 };
  const began = now;
  const faults = await ask({ ofKey: callPace(limit, clock), ofMachine }, 20);
  expect(faults).toHaveLength(1);
  expect(now - began).toBeGreaterThanOrEqual(15_000);
});
