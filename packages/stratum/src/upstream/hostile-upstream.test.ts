import { expect, it } from 'vitest';
import { fuzzUpstream } from '../testing/fuzz-upstream.ts';
import { playedUpstreams } from '../testing/played-upstreams.ts';

it.for(playedUpstreams.map((played) => [played.name, played] as const))(
  'an upstream of %s may say anything',
  { timeout: 120_000 },
  ([, played]) => {
    // Stories in which no job comes would prove nothing.
    expect(fuzzUpstream(played, 0.15).jobs).toBeGreaterThan(0);
  },
);
