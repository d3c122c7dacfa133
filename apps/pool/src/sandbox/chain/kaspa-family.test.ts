import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashKaspa, heavyMatrix } from '@openlode/pow/kheavyhash';
import { hashKaspaHeader } from '@openlode/pow/kaspa-header';
import { targetOfBits } from '@openlode/stratum/core/difficulty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { HeaderTemplate } from '../../domain/kernel/block-template.ts';
import { inlineProofs } from '../../runtime/proof-of-work/testing/inline-proofs.ts';
import { openBlockFile } from './block-file.ts';
import { kaspaFamily } from './kaspa-family.ts';
import { verifying } from './verifying.ts';
import { openSandboxChain, type SandboxChain } from './sandbox-chain.ts';

const easy = 256n;
const rewards = [{ asset: 'KAS', amount: 80n * 10n ** 18n }] as const;
const salt = (fill: number): Uint8Array => new Uint8Array(16).fill(fill);

function workOf(chain: SandboxChain): HeaderTemplate {
  const template = chain.template();
  if (template.family !== 'kaspa') throw new Error(`${template.chain} gives other work`);
  return template;
}

const sealOf = (nonce: bigint): Uint8Array => {
  const seal = Buffer.alloc(8);
  seal.writeBigUInt64LE(nonce);
  return seal;
};

/** Really hashes until the template's target is met. */
function mine(
  template: HeaderTemplate,
  fill = 9,
): { readonly submission: Uint8Array; readonly hash: string; readonly nonce: bigint } {
  const block = template.blockWith(salt(fill));
  const matrix = heavyMatrix(block.work);
  for (let nonce = 0n; ; nonce += 1n) {
    const proof = hashKaspa(block.work, matrix, template.timestamp, nonce);
    if (BigInt(`0x${Buffer.from(proof).toString('hex')}`) > template.networkTarget) continue;
    return { submission: block.submissionOf(sealOf(nonce)), hash: block.hashOf(sealOf(nonce)), nonce };
  }
}

describe('a sandbox chain with the headers of Kaspa', () => {
  let directory: string;
  let now: number;
  let chain: SandboxChain;
  const open = () =>
    openSandboxChain({
      name: 'sandbox-kheavyhash',
      algorithm: 'kheavyhash',
      rewards,
      clock: { now: () => now },
      file: openBlockFile(join(directory, 'blocks.jsonl')),
      family: kaspaFamily(verifying(inlineProofs.of('kheavyhash'))),
      workMin: 2n ** 20n,
    });
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-kaspa-'));
    now = Date.UTC(2026, 0, 15);
    chain = open();
  });
  afterEach(() => {
    chain.close();
    rmSync(directory, { recursive: true });
  });

  it('gives work of its target and time, and another header for each salt', () => {
    const template = workOf(chain);
    expect(template).toMatchObject({ height: 1, timestamp: BigInt(now), clean: false });
    expect(template.networkWork).toBe(2n ** 256n / (template.networkTarget + 1n));
    const hashes = [1, 2, 1].map((fill) => Buffer.from(template.blockWith(salt(fill)).work).toString('hex'));
    expect(hashes[0]).toBe(hashes[2]);
    expect(hashes[0]).not.toBe(hashes[1]);
  });

  it('accepts a block once, names it by the hash of its header, and stands on it after a restart', async () => {
    chain.easeNextBlock(easy);
    const block = mine(workOf(chain));
    expect(block.hash).toBe(Buffer.from(hashKaspaHeader(block.submission.subarray(0, 222))).toString('hex'));
    expect(await chain.submitBlock(block.submission)).toEqual({ kind: 'accepted', rewards });
    expect(await chain.stateOf(block.hash)).toBe('immature');
    now += 10_000;
    chain.close();
    chain = open();
    expect(await chain.submitBlock(block.submission)).toEqual({ kind: 'duplicate', rewards });
    expect(await chain.stateOf(block.hash)).toBe('mature');
    const next = workOf(chain);
    expect([next.height, Buffer.from(next.previousHash).toString('hex')]).toEqual([2, block.hash]);
  });

  it('follows the pace of its blocks with the difficulty', async () => {
    chain.easeNextBlock(easy);
    await chain.submitBlock(mine(workOf(chain)).submission);
    now += 1000;
    const quick = workOf(chain).networkWork;
    now += 600_000;
    expect(quick > workOf(chain).networkWork).toBe(true);
  });

  it('refuses what is no block of its own', async () => {
    chain.easeNextBlock(easy);
    const template = workOf(chain);
    const { submission, nonce } = mine(template);
    const why = async (bytes: Uint8Array): Promise<string> => {
      const outcome = await chain.submitBlock(bytes);
      return outcome.kind === 'invalid' ? outcome.why : outcome.kind;
    };
    const altered = (at: number, value: number): Uint8Array => {
      const bytes = Buffer.from(submission);
      bytes[at] = value;
      return new Uint8Array(bytes);
    };
    expect(await why(submission.subarray(0, 221))).toBe('the header is not 222 bytes');
    expect(await why(altered(20, 7))).toBe('stale');
    expect(await why(altered(154, 0xfe))).toBe('the target was never given out');
    expect(await why(altered(60, 0xfe))).toBe('the merkle root does not match');
    // Another reward, and another transaction.
    expect(await why(altered(226 + 8, 0xfe))).toBe('the coinbase is not the one that was given out');
    expect(await why(submission.subarray(0, 222))).toBe('the coinbase is not the one that was given out');
    expect(await why(altered(166, 9))).toBe('the header is not the one that was given out');
    const late = Buffer.from(submission);
    late.writeBigUInt64LE(BigInt(now + 8_000_000), 146);
    expect(['the hash does not meet its target', 'the time lies too far ahead']).toContain(
      await why(new Uint8Array(late)),
    );
    const block = template.blockWith(salt(9));
    const matrix = heavyMatrix(block.work);
    let lazy = nonce;
    do lazy += 1n;
    while (
      BigInt(`0x${Buffer.from(hashKaspa(block.work, matrix, template.timestamp, lazy)).toString('hex')}`) <=
      template.networkTarget
    );
    expect(await why(block.submissionOf(sealOf(lazy)))).toBe('the hash does not meet its target');
    expect(await why(submission)).toBe('accepted');
    expect(targetOfBits(0x207fffff) > template.networkTarget).toBe(true);
  });
});
