import { expect, it } from 'vitest';
import { fuzzHeader } from './fuzz-header.ts';
import { playedHeaders } from './header-kit.ts';
import { playedKawpow } from './played-kawpow.ts';
import { playedZcash } from './played-zcash.ts';

const linesMin = 1_000_000;

it.each([...playedHeaders, playedKawpow, playedZcash])(
  'sessions of $name stay sound for a million lines',
  { timeout: 3_600_000 },
  (spoken) => {
    let lines = 0;
    while (lines < linesMin) lines += fuzzHeader(spoken, 30).lines;
    expect(lines).toBeGreaterThanOrEqual(linesMin);
  },
);
