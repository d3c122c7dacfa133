import { expect, it } from 'vitest';
import { createBitcoinFeed } from './bitcoin-feed.ts';
import { prepareAhead } from './prepare-ahead.ts';
import { buildTemplate, FakeChain, plainStamper } from './testing/listener-kit.ts';

it.each([
  { always: true, hasMiners: false, heights: [7, 8] },
  { always: false, hasMiners: true, heights: [8] },
  { always: false, hasMiners: false, heights: [] },
])('a verifier is prepared: always $always, with miners $hasMiners', ({ always, hasMiners, heights }) => {
  const chain = new FakeChain(buildTemplate());
  const feed = createBitcoinFeed({ chain, stamper: plainStamper() });
  const prepared: number[] = [];
  const verifier = { prepare: ({ height }: { readonly height: number }) => void prepared.push(height) };
  const { stop } = prepareAhead(feed, verifier, { always, hasMiners: () => hasMiners });
  chain.offer(buildTemplate({ height: 8 }));
  stop();
  chain.offer(buildTemplate({ height: 9 }));
  expect(prepared).toEqual(heights);
  feed.close();
});

it('a verifier is prepared by the login of the first miner, before any job comes after it', () => {
  const feed = createBitcoinFeed({ chain: new FakeChain(buildTemplate()), stamper: plainStamper() });
  const prepared: number[] = [];
  const verifier = { prepare: ({ height }: { readonly height: number }) => void prepared.push(height) };
  const { onMiner, stop } = prepareAhead(feed, verifier, { always: false, hasMiners: () => false });
  expect(prepared).toEqual([]);
  onMiner();
  expect(prepared).toEqual([7]);
  stop();
  feed.close();
});
