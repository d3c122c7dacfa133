import type { RailWorld } from './rail-world.ts';

/** Of a hundred times that blocks are made, how often what waits comes into one under another id, where the chain lets anyone make that. */
const malleatedShare = 50;

/** Blocks of the world, before which what waits of the pool may have come into one in another form. */
export async function mineBlocks(
  { ground, random, clock, count }: Pick<RailWorld, 'ground' | 'random' | 'clock' | 'count'>,
  blocks: number,
): Promise<void> {
  if (ground.malleate !== undefined && random.percent(malleatedShare)) {
    const payments = await ground.malleate();
    for (let each = 0; each < payments; each += 1) count('a payment confirmed under another id');
  }
  await ground.mine(blocks, clock.now());
}
