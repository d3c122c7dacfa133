import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ShareMemory } from './duplicates.ts';
import { type OpenJob, plainJobs } from './jobs.ts';
import { countShare, judgeShare, shareEffect } from './judge-share.ts';

/** A hash whose most significant byte is `high`: the lower, the harder to find. */
const hash = (high: number): Uint8Array => new Uint8Array(32).fill(high, 31);
const key = (text: number): Uint8Array => new Uint8Array(32).fill(text, 0, 12);

/** A block has to be at most 10, in its most significant byte. */
function open(memory?: ShareMemory): OpenJob {
  const jobs = plainJobs((parts: { readonly networkTarget: bigint }) => ({
    ...parts,
    id: '1',
    chain: 'test',
    height: 1,
    networkWork: 1n << 20n,
    clean: true,
  }));
  const opened = jobs.open({ networkTarget: 10n << 248n });
  return memory === undefined ? opened : { ...opened, accepted: memory };
}

const full = (): ShareMemory => {
  const memory = new ShareMemory(1);
  memory.remember(key(99));
  return memory;
};

describe('a share', () => {
  // Target of shares 100, of blocks 10; and the other way round, where a share is worth more than a block.
  it.each([
    { proof: 101, target: 100, outcome: 'low-difficulty' },
    { proof: 100, target: 100, outcome: 'share' },
    { proof: 11, target: 100, outcome: 'share' },
    { proof: 10, target: 100, outcome: 'share-and-block' },
    { proof: 0, target: 100, outcome: 'share-and-block' },
    { proof: 11, target: 5, outcome: 'low-difficulty' },
    { proof: 10, target: 5, outcome: 'block' },
    { proof: 5, target: 5, outcome: 'share-and-block' },
  ])('of hash $proof is $outcome where $target counts', ({ proof, target, outcome }) => {
    expect(judgeShare(open(), hash(target), hash(proof), key(1), true)).toBe(outcome);
  });

  it('counts once by its key, whatever it hashes to', () => {
    const opened = open();
    expect(judgeShare(opened, hash(100), hash(50), key(1), true)).toBe('share');
    expect(judgeShare(opened, hash(100), hash(50), key(1), true)).toBe('duplicate');
    expect(judgeShare(opened, hash(100), hash(3), key(1), true)).toBe('duplicate');
    expect(judgeShare(opened, hash(100), hash(50), key(2), true)).toBe('share');
  });

  it('that is refused is not remembered: it may come again', () => {
    const opened = open();
    expect(judgeShare(opened, hash(100), hash(101), key(1), true)).toBe('low-difficulty');
    expect(judgeShare(opened, hash(100), hash(50), key(1), false)).toBe('not-recording');
    expect(opened.accepted.size).toBe(0);
    expect(judgeShare(opened, hash(100), hash(50), key(1), true)).toBe('share');
  });

  it.each([
    { proof: 50, accepting: false, memory: undefined, outcome: 'not-recording' },
    { proof: 7, accepting: false, memory: undefined, outcome: 'share-and-block' },
    { proof: 50, accepting: true, memory: full, outcome: 'memory-full' },
    { proof: 7, accepting: true, memory: full, outcome: 'share-and-block' },
    { proof: 7, accepting: false, memory: full, outcome: 'share-and-block' },
  ])('of hash $proof is $outcome: only blocks pass what holds shares back', (given) => {
    const opened = open(given.memory?.());
    expect(judgeShare(opened, hash(100), hash(given.proof), key(1), given.accepting)).toBe(given.outcome);
  });

  it('is worth something exactly where its hash meets one of both targets, and once', () => {
    const byte = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(byte, byte, byte, (target, proof, text) => {
        const opened = open();
        const first = judgeShare(opened, hash(target), hash(proof), key(text), true);
        expect(first.includes('share')).toBe(proof <= target);
        expect(first.includes('block')).toBe(proof <= 10);
        const again = judgeShare(opened, hash(target), hash(proof), key(text), true);
        expect(again).toBe(first === 'low-difficulty' ? first : 'duplicate');
      }),
    );
  });
});

describe('what an accepted share says', () => {
  const login = {
    coin: 'KAS',
    network: 'kaspa',
    address: 'a',
    memo: null,
    worker: 'w',
    referralCode: null,
  };

  it('has the work that its job was given with, and the part of a block that is', () => {
    expect(shareEffect(login, open(), { work: 1n << 18n, target: hash(100) }, hash(50), 1_000)).toMatchObject(
      {
        kind: 'share',
        login,
        work: 262_144n,
        at: 1_000,
        blocks: 0.25,
      },
    );
  });

  it('forgives what was wrong before it', () => {
    const counts = { shares: 6, faults: 3, repeats: 2 };
    countShare(counts);
    expect(counts).toEqual({ shares: 7, faults: 0, repeats: 0 });
  });
});
