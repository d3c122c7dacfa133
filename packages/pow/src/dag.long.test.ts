import { bytesToHex } from '@noble/hashes/utils.js';
import { describe, expect, it } from 'vitest';
import { etchashSizes, ethashSizes, fishhashSizes, kawpowSizes, octopusSizes } from './dag-sizes.ts';
import { type Dag, openDag } from './dag.ts';
import { hashIronFish, hashKarlsen } from './fishhash.ts';
import { bytesOf, u64Of } from './testing/vectors.ts';
import { dagInstance } from './testing/wasm.ts';
import etchash from './vectors/etchash.json' with { type: 'json' };
import ethash from './vectors/ethash.json' with { type: 'json' };
import fishhash from './vectors/fishhash.json' with { type: 'json' };
import karlsenhash from './vectors/karlsenhash.json' with { type: 'json' };
import kawpow from './vectors/kawpow.json' with { type: 'json' };
import octopus from './vectors/octopus.json' with { type: 'json' };

/** Opens each epoch once, in order, so that one cache is in memory at a time. */
function dagsOf(sizesOf: (epoch: number) => Parameters<typeof openDag>[1]): (epoch: number) => Dag {
  let held: { epoch: number; dag: Dag } | undefined;
  return (epoch) => {
    if (held?.epoch !== epoch) held = { epoch, dag: openDag(dagInstance(), sizesOf(epoch)) };
    return held.dag;
  };
}

const hashed = <T extends { nonce?: string; epoch?: number }>(vectors: readonly T[]): T[] =>
  vectors
    .filter((vector) => vector.nonce !== undefined && vector.epoch !== undefined)
    .toSorted((a, b) => (a.epoch ?? 0) - (b.epoch ?? 0));

describe('every vector of the dataset algorithms', () => {
  const ofEthash = dagsOf(ethashSizes);
  it.each(hashed(ethash.vectors))('Ethash: $name', (vector) => {
    const { mix, hash } = ofEthash(vector.epoch ?? 0).ethash(
      bytesOf(vector.header_hash),
      u64Of(vector.nonce),
    );
    expect([bytesToHex(mix), bytesToHex(hash)]).toEqual([vector.mix_hash, vector.final_hash]);
  });

  const ofEtchash = dagsOf(etchashSizes);
  it.each(hashed(etchash.vectors))('Etchash: $name', (vector) => {
    const { mix, hash } = ofEtchash(vector.epoch).ethash(bytesOf(vector.header_hash), u64Of(vector.nonce));
    expect([bytesToHex(mix), bytesToHex(hash)]).toEqual([vector.mix_hash, vector.final_hash]);
  });

  const ofKawpow = dagsOf(kawpowSizes);
  it.each(hashed(kawpow.vectors))('KawPow: $name', (vector) => {
    const dag = ofKawpow(vector.epoch);
    const { mix, hash } = dag.kawpow(bytesOf(vector.header_hash), u64Of(vector.nonce), vector.height ?? 0);
    expect([bytesToHex(mix), bytesToHex(hash)]).toEqual([vector.mix_hash, vector.final_hash]);
  });

  const ofOctopus = dagsOf(octopusSizes);
  it.each(hashed(octopus.vectors))('Octopus: $name $nonce', (vector) => {
    const hash = ofOctopus(vector.epoch).octopus(bytesOf(vector.header_hash), u64Of(vector.nonce));
    expect(bytesToHex(hash)).toBe(vector.final_hash);
  });

  const ofFish = dagsOf(() => fishhashSizes);
  it.each(fishhash.vectors)('FishHash: $name', (vector) => {
    expect(bytesToHex(hashIronFish(ofFish(0), bytesOf(vector.input)))).toBe(vector.hash_be);
  });

  it.each(karlsenhash.vectors)('FishHash+: $name', (vector) => {
    const hash = hashKarlsen(
      ofFish(0),
      bytesOf(vector.pre_pow_hash),
      BigInt(vector.timestamp_ms),
      u64Of(vector.nonce),
    );
    expect(bytesToHex(hash.toReversed())).toBe(vector.pow_bytes_le);
  });
});
