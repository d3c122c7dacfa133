import { expect } from 'vitest';
import { describeSeeds } from './describe-seeds.ts';
import { runSeeds, shortSeeds } from './run-seeds.ts';

describeSeeds(
  'the simulation',
  'hold after shares, blocks, orphans, mad rates, days and power cuts [L1] [L2] [L3] [L4] [L5] [L8] [L9] [L10] [I6] [I7] [R1] [R2] [R3]',
  {
    timeout: 600_000,
    all: async (ctx) => expect(await runSeeds(ctx, 1, shortSeeds)).toEqual([]),
    one: async (ctx, seed) => expect(await runSeeds(ctx, seed, 1)).toEqual([]),
  },
);
