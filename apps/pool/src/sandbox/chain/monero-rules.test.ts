import { nonceAt, type RandomxInput } from '@openlode/stratum/dialects/monero/jobs';
import { describe, expect, it } from 'vitest';
import type { HeaderTemplate } from '../../domain/kernel/block-template.ts';
import type { StoredBlock } from './block-file.ts';
import { headerFamily } from './header-family.ts';
import { moneroRules } from './monero-rules.ts';
import { openSandboxChain } from './sandbox-chain.ts';

const now = Date.parse('2026-11-23T16:00:00Z');

/** A chain whose newest block has this height, and what its verifier was asked. */
function openAt(height: number, hash: () => Uint8Array = () => new Uint8Array(32)) {
  const asked: RandomxInput[] = [];
  const tip: StoredBlock = {
    height,
    hash: 'ab'.repeat(32),
    previous: '00'.repeat(32),
    work: 2n,
    reward: 1n,
    at: now,
    submission: new Uint8Array(),
  };
  const chain = openSandboxChain({
    name: 'sandbox-randomx',
    algorithm: 'randomx',
    rewards: [{ asset: 'XMR', amount: 10n ** 17n }],
    clock: { now: () => now },
    file: { blocks: height === 0 ? [] : [tip], append: () => undefined, close: () => undefined },
    family: headerFamily(
      moneroRules(async (input) => {
        asked.push(input);
        return hash();
      }),
    ),
    workMin: 2n,
  });
  return { chain, asked, template: chain.template() as HeaderTemplate };
}

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

describe('the sandbox chain of RandomX', () => {
  it('gives hashing blobs in the form of Monero, each job another one', () => {
    const { template } = openAt(7);
    const { work } = template.blockWith(new Uint8Array(16));
    expect(work).toHaveLength(76);
    // Versions, 1,795,449,600 seconds in sevens of bits, the block below, an empty nonce.
    expect(hex(work.subarray(0, 43))).toBe(`101080c691d806${'ab'.repeat(32)}00000000`);
    expect(work[75]).toBe(1);
    expect(hex(template.blockWith(new Uint8Array(16).fill(1)).work)).not.toBe(hex(work));
  });

  it('names the next seed 64 blocks before it comes into force', () => {
    const seeds = (height: number) => openAt(height - 1).template.seeds;
    const [first, second] = [hex(seeds(1)?.seedHash), hex(seeds(2113)?.seedHash)];
    expect(first).not.toBe(second);
    expect(seeds(2048)?.nextSeedHash).toBeUndefined();
    expect(hex(seeds(2049)?.nextSeedHash)).toBe(second);
    expect(hex(seeds(2112)?.seedHash)).toBe(first);
    expect(hex(seeds(2112)?.nextSeedHash)).toBe(second);
    expect(seeds(2113)?.nextSeedHash).toBeUndefined();
  });

  it('takes a block whose hash meets the target, with its nonce in the blob and the seed of its height', async () => {
    let hash = new Uint8Array(32).fill(255);
    const { chain, asked, template } = openAt(2112, () => hash);
    const block = template.blockWith(new Uint8Array(16));
    const submission = block.submissionOf(Uint8Array.of(1, 2, 3, 4));
    expect(await chain.submitBlock(submission)).toMatchObject({
      kind: 'invalid',
      why: 'the hash does not meet its target',
    });
    expect(hex(asked[0]?.blob)).toBe(
      `${hex(block.work.subarray(0, nonceAt))}01020304${hex(block.work.subarray(43))}`,
    );
    expect(hex(asked[0]?.seedHash)).toBe(hex(template.seeds?.seedHash));
    // The most significant byte is the last.
    hash = new Uint8Array(32).fill(255, 0, 31);
    expect(await chain.submitBlock(submission)).toMatchObject({ kind: 'accepted' });
    expect(await chain.submitBlock(submission)).toMatchObject({ kind: 'duplicate' });
  });
});
