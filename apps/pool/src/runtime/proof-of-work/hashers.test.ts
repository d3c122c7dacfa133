import { describe, expect, it } from 'vitest';
import { threadedProofs } from './hashers.ts';
import { inlineProofs } from './testing/inline-proofs.ts';

const bytes = (hex: string): Uint8Array => new Uint8Array(Buffer.from(hex.replace(/^0x/, ''), 'hex'));

describe('the verifier of Ethash', () => {
  const headerHash = bytes('2a8de2adf89af77358250bf908bf04ba94a6e8c3ba87775564a41d269a05e4ce');
  const input = { headerHash, nonce: 0x4242n, height: 1, limit: new Uint8Array(32).fill(255) };
  const verifier = inlineProofs.of('ethash');

  it('never takes a mix on trust: where the claimed one would do, the true one is calculated', async () => {
    const honest = (await verifier.verify({ ...input, mix: undefined }, 'a')) as Record<string, Uint8Array>;
    const forged = (await verifier.verify({ ...input, mix: new Uint8Array(32) }, 'a')) as Record<
      string,
      Uint8Array
    >;
    expect(forged).toEqual(honest);
    expect(Buffer.from(honest['mix'] ?? []).equals(new Uint8Array(32))).toBe(false);
  });

  it('answers a mix whose hash is too high without a walk over the dataset', async () => {
    const mix = new Uint8Array(32).fill(7);
    const limit = new Uint8Array(32);
    const { mix: answered, hash } = (await verifier.verify({ ...input, mix, limit }, 'a')) as Record<
      string,
      Uint8Array
    >;
    expect(answered).toEqual(mix);
    expect(hash).toHaveLength(32);
  });
});

describe('a verdict at a glance', () => {
  const low = new Uint8Array(32).fill(255);
  const high = new Uint8Array(32);
  const mix = new Uint8Array(32).fill(7);

  it.each(['ethash', 'etchash', 'kawpow'])('of %s is the hash of the mix that was claimed', (algorithm) => {
    const { isGlance } = threadedProofs.get(algorithm) ?? {};
    expect(isGlance?.({ mix }, { mix, hash: low })).toBe(true);
    expect(isGlance?.({ mix }, { mix: mix.slice(), hash: high })).toBe(false);
    expect(isGlance?.({ mix: undefined }, { mix, hash: high })).toBe(false);
  });

  it('of BeamHash is a hash above the limit', () => {
    const { isGlance } = threadedProofs.get('beamhash') ?? {};
    const limit = new Uint8Array(32).fill(16);
    expect(isGlance?.({ limit }, low)).toBe(true);
    expect(isGlance?.({ limit }, high)).toBe(false);
    expect(isGlance?.({ limit }, undefined)).toBe(false);
  });
});
