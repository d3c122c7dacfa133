import { describe, expect, it } from 'vitest';
import { relayedAlgorithms } from '../settings/relayed-algorithms.ts';
import { silenceOf } from './relay-limits.ts';

describe('a pool without a new job', () => {
  it('counts as dead after a minute where a block comes each second, and after ten where one may take as long', () => {
    const silences = Object.fromEntries(relayedAlgorithms.map(({ code }) => [code, silenceOf(code) / 1000]));
    expect(silences).toEqual({
      kheavyhash: 60,
      karlsenhash: 60,
      octopus: 60,
      sha256: 120,
      scrypt: 120,
      ethash: 120,
      etchash: 120,
      blake3: 120,
      xelishash: 120,
      ghostrider: 600,
      kawpow: 600,
      randomx: 600,
      equihash: 600,
      autolykos: 600,
      fishhash: 600,
      nexapow: 600,
      beamhash: 600,
    });
  });
});
