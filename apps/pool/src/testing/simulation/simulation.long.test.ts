import { expect } from 'vitest';
import { describeSeeds } from './describe-seeds.ts';
import { runSeeds } from './run-seeds.ts';

const seedsPerPart = 100;
const parts = [81, ...Array.from({ length: 50 }, (_, part) => 1_000_000 + part * seedsPerPart)];

// In parts, so that one can be run by itself: `-t 'from 1002300 on'`.
for (const first of parts) {
  describeSeeds(
    `the simulation at length, from ${first} on`,
    `holds for ${seedsPerPart} seeds [L1] [L2] [L3] [L4] [L5] [L8] [L9] [L10] [I6] [I7] [R1] [R2] [R3]`,
    {
      timeout: 1_800_000,
      all: async (ctx) => expect(await runSeeds(ctx, first, seedsPerPart)).toEqual([]),
      one: async (ctx, seed) => expect(await runSeeds(ctx, seed, 1)).toEqual([]),
    },
  );
}
