import { expect, it } from 'vitest';
import { presentReward } from './present-rewards.ts';
import { zonedTime } from './zoned-time.ts';

it('dates a line of a day by its day of UTC in every zone', () => {
  const line = {
    kind: 'mining',
    creditedAt: Date.UTC(2026, 0, 1),
    algorithm: 'sha256',
    asset: 'BTC',
    credited: 0n,
    coin: 'BTC',
    usd: undefined,
    mined: undefined,
    receipt: undefined,
  } as const;
  const writeTime = zonedTime('America/New_York') ?? String;
  expect(presentReward({ ...line, block: undefined }, writeTime).time).toBe('2026-01-01');
  expect(presentReward({ ...line, block: { height: 1n, hash: 'f' } }, writeTime).time).toBe(
    '2025-12-31T19:00:00-05:00',
  );
});
