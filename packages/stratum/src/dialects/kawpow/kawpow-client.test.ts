import { describe, expect, it } from 'vitest';
import type { Solution } from '../../upstream/client-dialect.ts';
import { announcement, hashOf, PlayedClient, subscribed, yes } from '../../testing/played-client.ts';

const target = `00ff${'0'.repeat(60)}`;
const params: readonly unknown[] = ['7', hashOf('a'), hashOf('b'), target, true, 2345, '1d00ffff'];
const notify = (index = 0, value: unknown = '7'): string =>
  announcement('mining.notify', params.with(index, value));
const mining = (prefix: unknown = '0a0b'): PlayedClient =>
  new PlayedClient('kawpow').after(subscribed(prefix), yes(2), yes(3));

describe('what a client of Kawpow’s Stratum takes from a pool', () => {
  it.each([
    ['no name', 0, ''],
    ['a header of 31 bytes', 1, 'a'.repeat(62)],
    ['a seed that is no hexadecimal', 2, 'x'.repeat(64)],
    ['"true" as text', 4, 'true'],
    ['a height below zero', 5, -1],
    ['no height', 5, null],
    ['bits of no network', 6, '00000000'],
    ['bits beyond 256 of them', 6, '227fffff'],
    ['no bits', 6, null],
  ])('is no job with %s', (_title, index, value) => {
    expect(mining().faultOf(notify(index, value))).toBe('bad-job');
  });

  it('has its target in each job, whatever was said before', () => {
    const client = mining().after(announcement('mining.set_target', [hashOf('f')]));
    expect(client.jobsOf(notify())[0]?.target).toBe(0xffn << 240n);
    for (const value of ['0'.repeat(64), 'ff', 255, null]) {
      expect(client.faultOf(notify(3, value))).toBe('bad-difficulty');
      expect(client.faultOf(announcement('mining.set_target', [value]))).toBe('bad-difficulty');
    }
  });

  it('leaves the miner four bytes of eight at least, and sends the nonce as a whole', () => {
    expect(mining('').jobsOf(notify())[0]?.room).toEqual({ prefix: '', freeBytes: 8 });
    for (const prefix of ['0a0b0c0d0e', '0a0', 'xy', 10, undefined])
      expect([prefix, new PlayedClient('kawpow').faultOf(subscribed(prefix))]).toEqual([
        prefix,
        'bad-extranonce',
      ]);
    const client = mining().after(announcement('mining.set_extranonce', ['0c']), notify());
    expect(client.submit({ free: '123456789abcde', mix: hashOf('c') } as Solution)).toEqual([
      `{"id":4,"method":"mining.submit","params":["U.w","7","0x0c123456789abcde","0x${hashOf('a')}","0x${hashOf('c')}"]}\n`,
    ]);
  });

  it.each(['c'.repeat(62), 'C'.repeat(64), `0x${'c'.repeat(62)}`])('sends no mix like %s', (mix) => {
    const client = mining().after(notify());
    expect(client.submit({ free: '123456789abc', mix } as Solution)).toEqual([]);
  });

  it('is let in by true alone, and a message with names is none', () => {
    const client = new PlayedClient('kawpow').after(subscribed('0a'));
    expect(client.faultOf('{"id":2,"result":false,"error":null}')).toBe('login-refused');
    expect(mining().faultOf(announcement('mining.notify', {}))).toBe('shape');
  });
});
