import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targetOfBits } from '@openlode/stratum/core/difficulty';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { BitcoinTemplate, BlockTemplate } from '../../domain/kernel/block-template.ts';
import { bitcoinFamily } from './bitcoin-family.ts';
import { openBlockFile } from './block-file.ts';
import { parseSandboxBlock, printSandboxBlock } from './sandbox-block.ts';
import { freeBytes } from '../../adapters/chains/bitcoin/coinbase.ts';
import { openSandboxChain, type SandboxChain } from './sandbox-chain.ts';
import { scrypt } from './scrypt.ts';
import { sha256d } from '../../adapters/chains/bitcoin/sha256d.ts';

const easy = 256n;

/** Really hashes until the template's target is met. */
function mine(
  template: BitcoinTemplate,
  proof = sha256d,
): { header: Buffer; coinbase: Buffer; submission: Uint8Array } {
  const coinbase = Buffer.concat([
    template.coinbasePrefix,
    Buffer.alloc(freeBytes, 9),
    template.coinbaseSuffix,
  ]);
  const root = template.merkleBranch.reduce<Uint8Array>(
    (hash, other) => sha256d(Buffer.concat([hash, other])),
    sha256d(coinbase),
  );
  const header = Buffer.alloc(80);
  header.writeUInt32LE(template.version, 0);
  header.set(template.previousHash, 4);
  header.set(root, 36);
  header.writeUInt32LE(template.time, 68);
  header.writeUInt32LE(template.bits, 72);
  for (let nonce = 0; ; nonce += 1) {
    header.writeUInt32LE(nonce, 76);
    const hash = Buffer.from(proof(header)).reverse().toString('hex');
    if (BigInt(`0x${hash}`) > targetOfBits(template.bits)) continue;
    return { header, coinbase, submission: template.submissionOf(header, coinbase) };
  }
}

const workOf = (chain: SandboxChain): BitcoinTemplate => {
  const template = chain.template();
  if (template.family !== 'bitcoin') throw new Error(`${template.chain} gives other work`);
  return template;
};

describe('the sandbox chain', () => {
  let directory: string;
  let now: number;
  let chain: SandboxChain;
  const open = () =>
    openSandboxChain({
      name: 'sandbox-sha256',
      algorithm: 'sha256',
      rewards: [{ asset: 'BTC', amount: 10n ** 14n }],
      clock: { now: () => now },
      file: openBlockFile(join(directory, 'blocks.jsonl')),
      family: bitcoinFamily(),
    });
  const hashOf = (header: Uint8Array) => Buffer.from(sha256d(header)).reverse().toString('hex');

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'openlode-chain-'));
    now = Date.UTC(2026, 0, 15);
    chain = open();
  });
  afterEach(() => {
    chain.close();
    rmSync(directory, { recursive: true });
  });

  it('starts at its floor and eases one block when asked to', () => {
    expect(workOf(chain)).toMatchObject({ height: 1, networkWork: 8_388_672n });
    const seen: BlockTemplate[] = [];
    const end = chain.onTemplate((template) => seen.push(template));
    chain.easeNextBlock(easy);
    expect(seen).toMatchObject([{ height: 1, networkWork: easy, clean: false }]);
    end();
    chain.easeNextBlock(easy);
    expect(seen).toHaveLength(1);
  });

  it('accepts a block once, pays its reward, and matures it', async () => {
    chain.easeNextBlock(easy);
    const block = mine(workOf(chain));
    const rewards = [{ asset: 'BTC', amount: 10n ** 14n }];
    expect(await chain.submitBlock(block.submission)).toEqual({ kind: 'accepted', rewards });
    expect(await chain.submitBlock(block.submission)).toEqual({ kind: 'duplicate', rewards });
    expect(workOf(chain)).toMatchObject({ height: 2, networkWork: 11_863_398n });
    expect(await chain.stateOf(hashOf(block.header))).toBe('immature');
    now += 10_000;
    expect(await chain.stateOf(hashOf(block.header))).toBe('mature');
    expect(await chain.stateOf('00'.repeat(32))).toBe('unknown');
  });

  it('eases a block for each call, also while the one before is still on its way', async () => {
    chain.easeNextBlock(easy);
    const first = mine(workOf(chain));
    chain.easeNextBlock(easy);
    expect((await chain.submitBlock(first.submission)).kind).toBe('accepted');
    const eased = workOf(chain);
    expect([eased.height, eased.networkWork < 2n * easy]).toEqual([2, true]);
    expect((await chain.submitBlock(mine(eased).submission)).kind).toBe('accepted');
    expect(workOf(chain).networkWork).toBeGreaterThan(1_000_000n);
  });

  it('refuses what is no block of its own', async () => {
    chain.easeNextBlock(easy);
    const template = workOf(chain);
    const good = mine(template);
    const altered = (change: (header: Buffer) => void) => {
      const header = Buffer.from(good.header);
      change(header);
      return { submission: template.submissionOf(header, good.coinbase) };
    };
    const why = async ({ submission }: { submission: Uint8Array }) => {
      const outcome = await chain.submitBlock(submission);
      return outcome.kind === 'invalid' ? outcome.why : outcome.kind;
    };
    expect(await why({ submission: good.submission.subarray(0, 79) })).toBe('the header is not 80 bytes');
    expect(await why(altered((header) => header.fill(7, 4, 36)))).toBe('stale');
    expect(await why(altered((header) => header.writeUInt32LE(0x207fffff, 72)))).toBe(
      'the target was never given out',
    );
    expect(await why(mine({ ...template, time: template.time + 8000 }))).toBe('the time lies too far ahead');
    const richer = Buffer.from(template.coinbaseSuffix);
    richer.writeUInt8(0xff, 25);
    expect(await why(mine({ ...template, coinbaseSuffix: richer }))).toBe(
      'the coinbase is not the one that was given out',
    );
    expect(await why(mine({ ...template, merkleBranch: [] }))).toBe('the merkle root does not match');
    const lacking = printSandboxBlock({
      header: good.header,
      transactions: [good.coinbase, new Uint8Array(9)],
    });
    expect(await why({ submission: lacking })).toBe('a transaction is not the one that was given out');
    let nonce = 0;
    const lazy = altered((header) => {
      do header.writeUInt32LE((nonce += 1), 76);
      while (BigInt(`0x${hashOf(header)}`) <= targetOfBits(template.bits));
    });
    expect(await why(lazy)).toBe('the hash does not meet its target');
    expect(await why(good)).toBe('accepted');
  });

  it('reads a block of an earlier release, which was its header and coinbase only', async () => {
    chain.easeNextBlock(easy);
    const { header, coinbase } = mine(workOf(chain));
    expect((await chain.submitBlock(Buffer.concat([header, coinbase]))).kind).toBe('accepted');
  });

  it('stores the whole block: header, coinbase and the other transaction', () => {
    const template = workOf(chain);
    const submission = template.submissionOf(new Uint8Array(80).fill(1), new Uint8Array(90).fill(2));
    expect(parseSandboxBlock(submission, 80)).toEqual({
      header: new Uint8Array(80).fill(1),
      transactions: [
        new Uint8Array(90).fill(2),
        new Uint8Array(Buffer.from('openlode sandbox transaction of block 1', 'latin1')),
      ],
    });
  });

  it('goes on where it was after a restart, even when the last line was cut off', async () => {
    chain.easeNextBlock(easy);
    const first = mine(workOf(chain));
    await chain.submitBlock(first.submission);
    chain.close();
    const path = join(directory, 'blocks.jsonl');
    appendFileSync(path, '{"height":2,"ha');
    chain = open();
    expect(workOf(chain).height).toBe(2);
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2);
    expect((await chain.submitBlock(first.submission)).kind).toBe('duplicate');
  });

  it('checks scrypt where that is its proof of work, names its blocks by SHA-256d, and pays every merged coin', async () => {
    const rewards = [
      { asset: 'LTC', amount: 7n * 10n ** 16n },
      { asset: 'DOGE', amount: 10n ** 19n },
      { asset: 'BELLS', amount: 10n ** 19n },
    ] as const;
    const merged = openSandboxChain({
      name: 'sandbox-scrypt',
      algorithm: 'scrypt',
      rewards,
      clock: { now: () => now },
      file: openBlockFile(join(directory, 'scrypt.jsonl')),
      family: bitcoinFamily(scrypt),
      workMin: 2n ** 16n,
    });
    expect(workOf(merged)).toMatchObject({ height: 1, networkWork: 2n ** 16n + 1n });
    merged.easeNextBlock(16n);
    const wrong = mine(workOf(merged));
    const right = mine(workOf(merged), scrypt);
    expect(await merged.submitBlock(wrong.submission)).toEqual({
      kind: 'invalid',
      why: 'the hash does not meet its target',
      nodes: ['sandbox-scrypt'],
    });
    expect(await merged.submitBlock(right.submission)).toEqual({ kind: 'accepted', rewards });
    expect(await merged.stateOf(hashOf(right.header))).toBe('immature');
    merged.close();
  });
});
