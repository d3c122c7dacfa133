import { beforeAll, describe, expect, it } from 'vitest';
import { fishhashSizes } from './dag-sizes.ts';
import { type Dag, openDag } from './dag.ts';
import { hashIronFish } from './fishhash.ts';
import { differingBits, flipBit } from './testing/flip-bit.ts';
import { bytesOf } from './testing/vectors.ts';
import { dagInstance } from './testing/wasm.ts';
import file from './vectors/fishhash.json' with { type: 'json' };

/**
 * On the first 1,021 of the 1,179,641 items of the cache, which take a moment: what the hash is made of. Whether it is the right one is in
 * the long suite, with every vector.
 */
describe('FishHash', () => {
  let dag: Dag;
  const header = bytesOf(file.vectors.at(-1)?.input);
  beforeAll(() => {
    dag = openDag(dagInstance(), { ...fishhashSizes, cacheItems: 1021 });
  });

  it('is another one for each bit of the header, and the same for the same header', () => {
    const hash = hashIronFish(dag, header);
    expect(header).toHaveLength(180);
    for (const bit of [0, 255, 256, 700, 1311, 1376, 1439])
      expect(differingBits(hash, hashIronFish(dag, flipBit(header, bit)))).toBeGreaterThan(64);
    expect(hashIronFish(dag, header)).toEqual(hash);
  });

  it('walks over the dataset by other indices than Karlsen’s', () => {
    const seed = new Uint8Array(64).fill(1);
    expect(dag.fishhash(seed, 'fishhash')).not.toEqual(dag.fishhash(seed, 'fishhash+'));
  });

  it('needs the whole cache: another one has other items', () => {
    const other = openDag(dagInstance(), { ...fishhashSizes, cacheItems: 1031 });
    expect(hashIronFish(other, header)).not.toEqual(hashIronFish(dag, header));
  });
});
