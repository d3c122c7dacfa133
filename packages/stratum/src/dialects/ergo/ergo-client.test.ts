import { describe, expect, it } from 'vitest';
import { announcement, hashOf, PlayedClient, subscribed, yes } from '../../testing/played-client.ts';

const params: readonly unknown[] = ['7', 901, hashOf('a'), '', '', '2', '1000', '', false];
const notify = (index = 0, value: unknown = '7'): string =>
  announcement('mining.notify', params.with(index, value));
const mining = (prefix: unknown = '0a0b'): PlayedClient =>
  new PlayedClient('ergo').after(subscribed(prefix), yes(2), yes(3));

describe('what a client of Ergo’s Stratum takes from a pool', () => {
  it.each([
    ['no name', 0, ''],
    ['a name with a line feed', 0, '7\n8'],
    ['a height below zero', 1, -1],
    ['half a height', 1, 901.5],
    ['no height', 1, ''],
    ['a message of 33 bytes', 2, 'a'.repeat(66)],
    ['a message that is no hexadecimal', 2, 'z'.repeat(64)],
    ['no word on the jobs before', 8, null],
    ['0 in the place of false', 8, 0],
  ])('is no job with %s', (_title, index, value) => {
    expect(mining().faultOf(notify(index, value))).toBe('bad-job');
  });

  it('counts every hash below the number: all of them below 2^256, one alone below 2', () => {
    const targetOf = (bound: string) => mining().jobsOf(notify(6, bound))[0]?.target;
    expect(targetOf('2')).toBe(1n);
    expect(targetOf(String(1n << 256n))).toBe((1n << 256n) - 1n);
    for (const bound of ['1', String((1n << 256n) + 1n), '0x10', '', 1000, null])
      expect([bound, mining().faultOf(notify(6, bound))]).toEqual([bound, 'bad-difficulty']);
  });

  it('has its target in each job, whatever difficulty was said before', () => {
    const client = mining().after(announcement('mining.set_difficulty', [4]));
    expect(client.jobsOf(notify())[0]?.target).toBe(999n);
    expect(client.jobsOf(notify(6, '500'))[0]?.target).toBe(499n);
    for (const difficulty of [0, -1, 'no', null])
      expect([difficulty, client.faultOf(announcement('mining.set_difficulty', [difficulty]))]).toEqual([
        difficulty,
        'bad-difficulty',
      ]);
  });

  it('leaves the miner four bytes of eight at least', () => {
    expect(mining('').jobsOf(notify())[0]?.room).toEqual({ prefix: '', freeBytes: 8 });
    expect(mining('0A0B0C0D').jobsOf(notify())[0]?.room).toEqual({ prefix: '0a0b0c0d', freeBytes: 4 });
    for (const prefix of ['0a0b0c0d0e', '0a0', 'xy', 10, undefined])
      expect([prefix, new PlayedClient('ergo').faultOf(subscribed(prefix))]).toEqual([
        prefix,
        'bad-extranonce',
      ]);
  });

  it('gives another beginning of the nonce from the next job on', () => {
    const client = mining();
    client.receive(announcement('mining.set_extranonce', ['0c']));
    const [job] = client.jobsOf(notify());
    expect(job?.room).toEqual({ prefix: '0c', freeBytes: 7 });
    expect(client.submit({ free: '123456789abcde' })).toEqual([
      '{"id":4,"method":"mining.submit","params":["U.w","7","123456789abcde","","0c123456789abcde"]}\n',
    ]);
  });

  it('is known by its message: another height of the same one is the same content', () => {
    const contentOf = (index: number, value: unknown) => mining().jobsOf(notify(index, value))[0]?.content;
    expect(contentOf(1, 902)).toBe(contentOf(0, '8'));
    expect(contentOf(2, hashOf('b'))).not.toBe(contentOf(0, '7'));
  });

  it('is let in by true alone, and asks no pool that refuses it any more', () => {
    const client = new PlayedClient('ergo').after(subscribed('0a'));
    expect(client.faultOf('{"id":2,"result":false,"error":null}')).toBe('login-refused');
    expect(client.faultOf(announcement('mining.notify', { job: '7' }))).toBe('shape');
    expect(client.faultOf(announcement('mining.pause', []))).toBe('unknown-method');
  });
});
