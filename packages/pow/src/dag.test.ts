import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { ethashSizes, kawpowSizes, octopusSizes } from './dag-sizes.ts';
import { type Dag, openDag } from './dag.ts';
import { bytesOf, u64Of } from './testing/vectors.ts';
import { dagInstance } from './testing/wasm.ts';
import ethash from './vectors/ethash.json' with { type: 'json' };
import kawpow from './vectors/kawpow.json' with { type: 'json' };
import octopus from './vectors/octopus.json' with { type: 'json' };

/** The caches of later epochs take seconds each: they are in the long suite. */
const ofFirstEpoch = <T extends { epoch?: number; nonce?: string }>(vectors: readonly T[]): T[] =>
  vectors.filter((vector) => vector.epoch === 0 && vector.nonce !== undefined);

describe('Ethash in its first epoch', () => {
  let dag: Dag;
  beforeAll(() => {
    dag = openDag(dagInstance(), ethashSizes(0));
  });

  it.each(ofFirstEpoch(ethash.vectors))('hashes $name $nonce', (vector) => {
    const { mix, hash } = dag.ethash(bytesOf(vector.header_hash), u64Of(vector.nonce));
    expect([bytesToHex(mix), bytesToHex(hash)]).toEqual([vector.mix_hash, vector.final_hash]);
  });

  it('tells the hash of a mix without computing the mix', () => {
    const [vector] = ofFirstEpoch(ethash.vectors);
    const hash = dag.ethashFinal(
      bytesOf(vector?.header_hash),
      u64Of(vector?.nonce),
      bytesOf(vector?.mix_hash),
    );
    expect(bytesToHex(hash)).toBe(vector?.final_hash);
  });
});

describe('KawPow in its first epoch', () => {
  let dag: Dag;
  beforeAll(() => {
    dag = openDag(dagInstance(), kawpowSizes(0));
  });

  it.each(ofFirstEpoch(kawpow.vectors))('hashes $name', (vector) => {
    const { mix, hash } = dag.kawpow(bytesOf(vector.header_hash), u64Of(vector.nonce), vector.height ?? 0);
    expect([bytesToHex(mix), bytesToHex(hash)]).toEqual([vector.mix_hash, vector.final_hash]);
  });

  it('tells the hash of a mix without computing the mix', () => {
    const vector = kawpow.vectors.find((each) => each.name === 'block 49');
    const hash = dag.kawpowFinal(
      bytesOf(vector?.header_hash),
      u64Of(vector?.nonce),
      bytesOf(vector?.mix_hash),
    );
    expect(bytesToHex(hash)).toBe(vector?.final_hash);
  });
});

describe('Octopus in its first epoch', () => {
  let dag: Dag;
  beforeAll(() => {
    dag = openDag(dagInstance(), octopusSizes(0));
  });

  it.each(ofFirstEpoch(octopus.vectors))('hashes $name $nonce', (vector) => {
    expect(bytesToHex(dag.octopus(bytesOf(vector.header_hash), u64Of(vector.nonce)))).toBe(vector.final_hash);
  });
});
