import { bytesToHex } from '@noble/hashes/utils.js';
import { beforeAll, describe, expect, it } from 'vitest';
import { ethashSizes, kawpowSizes, octopusSizes } from './dag-sizes.ts';
import { type Dag, openDag } from './dag.ts';
import { differingBits, flipBit } from './testing/flip-bit.ts';
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

  it('has another mix and hash for another nonce or header, and keeps nothing of what it hashed before', () => {
    const [vector] = ofFirstEpoch(ethash.vectors);
    const header = bytesOf(vector?.header_hash);
    const nonce = u64Of(vector?.nonce);
    const before = dag.ethash(header, nonce);
    const others = [
      dag.ethash(header, nonce ^ 1n),
      dag.ethash(header, nonce ^ (1n << 63n)),
      dag.ethash(flipBit(header, 0), nonce),
      dag.ethash(flipBit(header, 255), nonce),
    ];
    for (const other of others) {
      expect(differingBits(before.mix, other.mix)).toBeGreaterThan(64);
      expect(differingBits(before.hash, other.hash)).toBeGreaterThan(64);
    }
    expect(dag.ethash(header, nonce)).toEqual(before);
  });

  it('gives a forged mix a hash of its own, which is why the mix is compared', () => {
    const [vector] = ofFirstEpoch(ethash.vectors);
    const [header, nonce, mix] = [
      bytesOf(vector?.header_hash),
      u64Of(vector?.nonce),
      bytesOf(vector?.mix_hash),
    ];
    const right = dag.ethashFinal(header, nonce, mix);
    let lowest = right;
    for (let bit = 0; bit < 256; bit++) {
      const forged = dag.ethashFinal(header, nonce, flipBit(mix, bit));
      expect(forged).not.toEqual(right);
      if (bytesToHex(forged) < bytesToHex(lowest)) lowest = forged;
    }
    // Of 256 wrong mixes, which cost no walk over the dataset, one is low enough for a share of 64 hashes.
    expect(lowest[0]).toBeLessThan(4);
  });

  it('hashes over the smallest dataset as the reference does', () => {
    const tiny = ethash.vectors.find((vector) => vector.cache_bytes === 1024);
    const sizes = { seed: new Uint8Array(32), cacheItems: 16, parents: 256, pages: 256 } as const;
    const { mix, hash } = openDag(dagInstance(), sizes).ethash(
      bytesOf(tiny?.header_hash),
      u64Of(tiny?.nonce),
    );
    expect([bytesToHex(mix), bytesToHex(hash)]).toEqual([tiny?.mix_hash, tiny?.final_hash]);
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

  it('has another program every three blocks, and another hash for another nonce or header', () => {
    const vector = kawpow.vectors.find((each) => each.name === 'block 49');
    const [header, nonce] = [bytesOf(vector?.header_hash), u64Of(vector?.nonce)];
    const at = (height: number) => bytesToHex(dag.kawpow(header, nonce, height).hash);
    // Heights 48 to 50 are of one period.
    expect(new Set([48, 49, 50].map(at)).size).toBe(1);
    expect(new Set([47, 49, 51].map(at)).size).toBe(3);
    const { mix, hash } = dag.kawpow(header, nonce, 49);
    for (const other of [dag.kawpow(header, nonce ^ 1n, 49), dag.kawpow(flipBit(header, 255), nonce, 49)]) {
      expect(differingBits(mix, other.mix)).toBeGreaterThan(64);
      expect(differingBits(hash, other.hash)).toBeGreaterThan(64);
    }
    expect(dag.kawpow(header, nonce, 49)).toEqual({ mix, hash });
    expect(dag.kawpowFinal(header, nonce, flipBit(mix, 0))).not.toEqual(hash);
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

  it('has another hash for another nonce or header', () => {
    const [vector] = ofFirstEpoch(octopus.vectors);
    const [header, nonce] = [bytesOf(vector?.header_hash), u64Of(vector?.nonce)];
    const before = dag.octopus(header, nonce);
    // Nonces of one warp of 32 share their coefficients and differ all the same.
    for (const other of [nonce ^ 1n, nonce ^ 32n, nonce ^ (1n << 63n)])
      expect(differingBits(before, dag.octopus(header, other))).toBeGreaterThan(64);
    expect(differingBits(before, dag.octopus(flipBit(header, 7), nonce))).toBeGreaterThan(64);
    expect(dag.octopus(header, nonce)).toEqual(before);
  });
});
