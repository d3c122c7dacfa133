import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { UnreadableAnswer } from '../nodes/node-answers.ts';
import { frameBlock } from './frame-block.ts';
import { keysFor, readPayee } from './payee.ts';
import { readTemplate } from './read-template.ts';
import { height92, recordedAddress } from './testing/recorded.ts';

const read = (changes: Readonly<Record<string, unknown>> = {}) =>
  readTemplate({ ...height92.answer, ...changes }, height92.reserveBytes);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const blob = String(height92.answer['blocktemplate_blob']);

describe('a template of monerod', () => {
  it('is read', () => {
    expect(read()).toMatchObject({
      height: 92,
      previous: '148f84356de2068f290a763da351cbd52e0f231e416048bcbe6e982f276ebecc',
      difficulty: 1n,
      reward: height92.reward,
      nextSeedHash: undefined,
      reserveAt: height92.answer['reserved_offset'],
    });
    expect(hex(read().seedHash)).toBe(height92.answer['seed_hash']);
    const nextSeed = 'ab'.repeat(32);
    expect(hex(read({ next_seed_hash: nextSeed }).nextSeedHash ?? new Uint8Array())).toBe(nextSeed);
    expect(read({ wide_difficulty: '0x123456789abcdef0123' }).difficulty).toBe(0x123456789abcdef0123n);
  });

  it.each([
    [{ status: 'BUSY' }, 'it answers get_block_template with BUSY'],
    [{ untrusted: true }, 'it answers with the word of another node (bootstrap-daemon-address)'],
    [{ height: 93 }, 'it gives a block of height 92, and says 93'],
    [{ prev_hash: 'ab'.repeat(32) }, 'it gives a block on another one than it says'],
    [{ expected_reward: 1 }, 'it gives a block that pays 35188652957729, and says 1'],
    [{ reserved_offset: 7 }, "it says another place for the pool's bytes than its block has"],
    [{ wide_difficulty: '0x0' }, 'wide_difficulty is no number from 1 on'],
    [{ seed_hash: 'ab' }, 'seed_hash is not 32 bytes in hexadecimal digits'],
    [{ blockhashing_blob: 'ab' }, 'it makes other bytes of its block for miners than this release does'],
    [
      { blocktemplate_blob: `11${blob.slice(2)}` },
      'it gives a block of version 17: this release knows versions up to 16',
    ],
    [{ blocktemplate_blob: 'abcd' }, /^it gives a block that this release cannot read/],
    // A time in a far century takes more bytes, and the nonce moves.
    [
      { blocktemplate_blob: blob.replace('91ac92d806', '91ac92d8868001') },
      /needless byte|whose nonce stands at/,
    ],
  ])('is refused with %j', (changes, why) => {
    expect(() => read(changes)).toThrow(why);
    expect(() => read(changes)).toThrow(UnreadableAnswer);
  });

  it('is refused where the coinbase keeps another number of bytes free than was asked for', () => {
    expect(() => readTemplate(height92.answer, 16)).toThrow('has no place for the bytes of the pool');
  });

  it('is read or refused whatever a node sends, and throws nothing else', () => {
    const names = fc.constantFrom(...Object.keys(height92.answer));
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (changes) => {
        try {
          read(changes);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableAnswer);
        }
      }),
    );
  });
});

describe('the block of a job', () => {
  const keys = keysFor(readPayee(recordedAddress), new Uint8Array(64).fill(height92.random));
  const frame = frameBlock('xmr-regtest', read(), { keys, tag: '/Openlode/' });

  it('is the one that its node took', () => {
    const block = frame.blockWith(new Uint8Array(16).fill(height92.salt));
    expect(hex(block.work)).toBe(height92.work);
    expect(block.hashOf(height92.nonce)).toBe(height92.hash);
    const submission = hex(block.submissionOf(height92.nonce));
    expect(submission).toHaveLength(blob.length);
    expect(submission).toContain(`${'09'.repeat(16)}${Buffer.from('/Openlode/').toString('hex')}`);
    // Neither key is the node's any more.
    expect(submission).toContain(hex(keys.output));
    expect(submission).toContain(`01${hex(keys.transaction)}021a`);
  });

  it('is another one for each salt, and leaves the template as it was', () => {
    const works = [1, 2, 3].map((salt) => hex(frame.blockWith(new Uint8Array(16).fill(salt)).work));
    expect(new Set(works).size).toBe(3);
    expect(works.every((work) => work.length === 152)).toBe(true);
    expect(hex(frame.blockWith(new Uint8Array(16).fill(height92.salt)).work)).toBe(height92.work);
    expect(() => frame.blockWith(new Uint8Array(8))).toThrow('a salt has 16 bytes');
    expect(() => frame.blockWith(new Uint8Array(16)).hashOf(new Uint8Array(8))).toThrow(
      'a nonce has 4 bytes',
    );
  });

  it('has the target of its difficulty: a hash times the difficulty must stay below 2^256', () => {
    expect(frame).toMatchObject({
      networkTarget: 2n ** 256n - 1n,
      networkWork: 1n,
      timestamp: 1795462673000n,
    });
    const hard = frameBlock('xmr-regtest', read({ wide_difficulty: '0x3' }), { keys, tag: '/Openlode/' });
    expect(hard.networkTarget * 3n).toBeLessThan(2n ** 256n);
    expect((hard.networkTarget + 1n) * 3n).toBeGreaterThanOrEqual(2n ** 256n);
  });
});
