import { expect } from 'vitest';
import { describeSeeds } from './describe-seeds.ts';
import { runSeeds, shortSeeds } from './run-seeds.ts';

const lastOfFirst = 200;
const seedsPerPart = 100;
const parts = [
  // What `npm test` leaves out of the first ones, so that each of them runs in one suite or the other.
  { first: shortSeeds + 1, seeds: lastOfFirst - shortSeeds },
  ...Array.from({ length: 50 }, (_, part) => ({
    first: 1_000_000 + part * seedsPerPart,
    seeds: seedsPerPart,
  })),
];

// In parts, so that one can be run by itself: `-t 'from 1002300 on'`.
for (const { first, seeds } of parts) {
  describeSeeds(
    `the simulation at length, from ${first} on`,
    `holds for ${seeds} seeds [L1] [L2] [L3] [L4] [L5] [L8] [L9] [L10] [I6] [I7] [R1] [R2] [R3]`,
    {
      timeout: 1_800_000,
      all: async (ctx) => expect(await runSeeds(ctx, first, seeds)).toEqual([]),
      one: async (ctx, seed) => expect(await runSeeds(ctx, seed, 1)).toEqual([]),
    },
  );
}
