import { expect, it } from 'vitest';
import { fuzzUpstream } from '../testing/fuzz-upstream.ts';
import { playedUpstreams } from '../testing/played-upstreams.ts';

const linesMin = 1_000_000;

it('clients of all dialects stay sound for a million lines', { timeout: 3_600_000 }, () => {
  let lines = 0;
  while (lines < linesMin) for (const played of playedUpstreams) lines += fuzzUpstream(played, 5).lines;
  expect(lines).toBeGreaterThanOrEqual(linesMin);
});
