import { autolykos } from './algorithms/autolykos.ts';
import { beamhash } from './algorithms/beamhash.ts';
import { blake3 } from './algorithms/blake3.ts';
import { equihash } from './algorithms/equihash.ts';
import { etchash } from './algorithms/etchash.ts';
import { ethash } from './algorithms/ethash.ts';
import { fishhash } from './algorithms/fishhash.ts';
import { ghostrider } from './algorithms/ghostrider.ts';
import { karlsenhash } from './algorithms/karlsenhash.ts';
import { kawpow } from './algorithms/kawpow.ts';
import { kheavyhash } from './algorithms/kheavyhash.ts';
import { nexapow } from './algorithms/nexapow.ts';
import { octopus } from './algorithms/octopus.ts';
import { randomx } from './algorithms/randomx.ts';
import { scrypt } from './algorithms/scrypt.ts';
import { sha256 } from './algorithms/sha256.ts';
import { xelishash } from './algorithms/xelishash.ts';
import type { Algorithm } from './define-algorithm.ts';

/**
 * Every algorithm of the pool. New ones go to the end and none is ever moved or removed: the index decides the
 * ports of a deployment on one address.
 */
export const algorithms: readonly Algorithm[] = [
  xelishash,
  fishhash,
  blake3,
  randomx,
  ghostrider,
  karlsenhash,
  nexapow,
  octopus,
  kheavyhash,
  equihash,
  sha256,
  scrypt,
  beamhash,
  autolykos,
  kawpow,
  etchash,
  ethash,
];

const byCode: ReadonlyMap<string, Algorithm> = new Map(
  algorithms.map((algorithm) => [algorithm.code, algorithm]),
);

/** Finds an algorithm by its exact code, in constant time. */
export function findAlgorithm(code: string): Algorithm | undefined {
  return byCode.get(code);
}
