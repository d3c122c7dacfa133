import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { announcement, hashOf, PlayedClient, subscribed, yes } from '../../testing/played-client.ts';
import type { UpstreamJob } from '../../upstream/client-dialect.ts';
import { type ZcashWork, zcashClient } from './zcash-client.ts';

const target = announcement('mining.set_target', [`00ff${'0'.repeat(60)}`]);
const params: readonly unknown[] = [
  '7',
  '04000000',
  hashOf('1'),
  hashOf('2'),
  hashOf('3'),
  'a0d32169',
  'ffff001d',
  true,
];
const notify = (index = 0, value: unknown = '7'): string =>
  announcement('mining.notify', params.with(index, value));
const extranonce = (value: unknown): string => announcement('mining.set_extranonce', [value]);

/** A client that was let in, with three bytes of the nonce fixed, and a target. */
const mining = (): PlayedClient =>
  new PlayedClient('zcash').after(subscribed('0a0b0c'), yes(2), yes(3), target);

describe('what a client of Zcash’s Stratum takes from a pool', () => {
  it('is a job whose every field stands as in the header', () => {
    const [job] = mining().jobsOf(notify());
    expect(job?.work).toEqual({
      version: 4,
      previousHash: new Uint8Array(32).fill(0x11),
      merkleRoot: new Uint8Array(32).fill(0x22),
      commitments: new Uint8Array(32).fill(0x33),
      time: 0x6921d3a0,
      bits: 0x1d00ffff,
    });
    expect(job?.networkTarget).toBe(0xffffn << 208n);
  });

  it.each([
    ['no name', 0, ''],
    ['a name of 129 characters', 0, 'a'.repeat(129)],
    ['a number as its name', 0, 7],
    ['a version of seven digits', 1, '0400000'],
    ['no version', 1, null],
    ['a hash of 31 bytes', 2, '1'.repeat(62)],
    ['a root that is no hexadecimal', 3, 'x'.repeat(64)],
    ['a hash as a number', 4, 3],
    ['a time of nine digits', 5, 'a0d321690'],
    ['bits of no network', 6, '00000000'],
    ['bits beyond 256 of them', 6, 'ffff7f22'],
    ['no bits', 6, null],
    ['neither true nor false at its end', 7, 'true'],
  ])('is no job with %s', (_title, index, value) => {
    expect(mining().faultOf(notify(index, value))).toBe('bad-job');
  });

  it('is no job before a target, nor with names', () => {
    const early = new PlayedClient('zcash').after(subscribed('0a0b0c'), yes(2), yes(3));
    expect(early.faultOf(notify())).toBe('no-difficulty');
    expect(early.after(target).faultOf(notify())).toBe('none');
    expect(mining().faultOf(announcement('mining.notify', { job: '7' }))).toBe('shape');
  });

  it.each(['0'.repeat(64), 'f'.repeat(62), 'f'.repeat(66), `${'f'.repeat(63)}g`, 255, null])(
    'is no target of %j',
    (value) => {
      expect(mining().faultOf(announcement('mining.set_target', [value]))).toBe('bad-difficulty');
    },
  );

  it('leaves the miner at least one byte of 32', () => {
    const roomOf = (prefix: unknown): unknown => {
      const client = new PlayedClient('zcash').after(subscribed(prefix), yes(2), yes(3), target);
      return client.jobsOf(notify())[0]?.room;
    };
    expect(roomOf('')).toEqual({ prefix: '', freeBytes: 32 });
    expect(roomOf('AB'.repeat(31))).toEqual({ prefix: 'ab'.repeat(31), freeBytes: 1 });
    for (const prefix of ['ab'.repeat(32), 'abc', 'zz', 17, undefined])
      expect([prefix, new PlayedClient('zcash').faultOf(subscribed(prefix))]).toEqual([
        prefix,
        'bad-extranonce',
      ]);
  });

  it('gives another beginning of the nonce from the next job on, and the job before keeps its own', () => {
    const client = mining();
    const [before] = client.jobsOf(notify());
    client.receive(extranonce('0d'));
    const [behind] = client.jobsOf(notify(0, '8'));
    expect([before?.room.prefix, behind?.room]).toEqual(['0a0b0c', { prefix: '0d', freeBytes: 31 }]);
    expect(client.faultOf(extranonce('ab'.repeat(32)))).toBe('bad-extranonce');
  });

  it('has another target from the next job on', () => {
    const client = mining();
    const [before] = client.jobsOf(notify());
    client.receive(announcement('mining.set_target', [`0001${'0'.repeat(60)}`]));
    const [behind] = client.jobsOf(notify(0, '8'));
    expect([before?.target, behind?.target]).toEqual([0xffn << 240n, 1n << 240n]);
  });

  it('is the same content whatever its name and its time, and another with another root', () => {
    const contentOf = (index: number, value: string) => mining().jobsOf(notify(index, value))[0]?.content;
    const content = contentOf(0, '7');
    expect(contentOf(0, '8')).toBe(content);
    expect(contentOf(5, 'a1d32169')).toBe(content);
    expect(contentOf(1, '05000000')).not.toBe(content);
    expect(contentOf(3, hashOf('4'))).not.toBe(content);
    expect(contentOf(6, 'ffff001c')).not.toBe(content);
  });

  it('sends no solution of another length than 1,344 bytes', () => {
    const client = mining();
    client.receive(notify());
    const found = (bytes: number) => ({ free: '5'.repeat(58), time: 1, solution: new Uint8Array(bytes) });
    expect(client.submit(found(1344))).toHaveLength(1);
    for (const bytes of [0, 1343, 1345, 1347]) expect(client.submit(found(bytes))).toEqual([]);
  });

  it('says what nodes call the block of a share: the hash of its header and its solution', () => {
    const [job] = mining().jobsOf(notify()) as readonly UpstreamJob<ZcashWork>[];
    if (job === undefined) throw new Error('there is no job');
    const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
    const sha256d = (input: Uint8Array, output: Uint8Array): void => output.set(sha256(sha256(input)));
    const found = { free: '5'.repeat(58), time: 0x6921d3a1, solution: new Uint8Array(1344).fill(9) };
    const hashed = Buffer.from(
      `04000000${hashOf('1')}${hashOf('2')}${hashOf('3')}a1d32169ffff001d0a0b0c${found.free}fd4005${'09'.repeat(1344)}`,
      'hex',
    );
    expect(hashed).toHaveLength(140 + 1347);
    expect(zcashClient.blockOf?.(job, found, sha256d)).toEqual({
      hash: sha256(sha256(hashed)).reverse().toString('hex'),
      parent: '11'.repeat(32),
    });
    expect(zcashClient.blockOf?.(job, { ...found, free: '55' }, sha256d)).toBeUndefined();
  });

  it('is let in by true alone', () => {
    for (const result of [false, null, 1, 'true'])
      expect(
        new PlayedClient('zcash')
          .after(subscribed(''))
          .faultOf(JSON.stringify({ id: 2, result, error: null })),
      ).toBe('login-refused');
  });
});
