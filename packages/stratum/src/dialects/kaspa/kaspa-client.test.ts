import { describe, expect, it } from 'vitest';
import { announcement, hashOf, PlayedClient, yes } from '../../testing/played-client.ts';

const subscribedAs = (result: unknown): string => JSON.stringify({ id: 1, result, error: null });
const notify = (...params: readonly unknown[]): string => announcement('mining.notify', params);
const words = [1, 2, 3, 4];
const mining = (result: unknown = [true, 'EthereumStratum/1.0.0']): PlayedClient =>
  new PlayedClient('kaspa').after(subscribedAs(result), yes(2), yes(3));

describe('what a client of Kaspa’s Stratum takes from a pool', () => {
  it.each([
    ['no name', ['', words, 5]],
    ['three words', ['7', [1, 2, 3], 5]],
    ['five words', ['7', [1, 2, 3, 4, 5], 5]],
    ['a word below zero', ['7', [1, 2, 3, -4], 5]],
    ['half a word', ['7', [1, 2, 3, 0.5], 5]],
    ['a word in hexadecimal', ['7', [1, 2, 3, '0x4'], 5]],
    ['no time', ['7', words]],
    ['a time below zero', ['7', words, -5]],
    ['78 digits', ['7', '8'.repeat(78)]],
    ['80 characters that are no digits', ['7', 'z'.repeat(80)]],
    ['nothing to search', ['7']],
  ])('is no job with %s', (_title, params) => {
    expect(mining().faultOf(notify(...params))).toBe('bad-job');
  });

  it('reads words of 64 bits whole, the largest too, and none that is larger', () => {
    const line = (word: string): string =>
      `{"id":null,"method":"mining.notify","params":["7",[${word},0,0,0],${word}]}`;
    const [job] = mining().jobsOf(line('18446744073709551615'));
    expect(job?.work).toEqual({
      prePowHash: new Uint8Array(32).fill(0xff, 0, 8),
      timestamp: (1n << 64n) - 1n,
    });
    expect(mining().faultOf(line('18446744073709551616'))).toBe('bad-job');
  });

  it('fixes the beginning of the nonce in the answer to the subscription, or later, or not at all', () => {
    const room = (client: PlayedClient): unknown => client.jobsOf(notify('7', words, 5))[0]?.room;
    expect(room(mining())).toEqual({ prefix: '', freeBytes: 8 });
    expect(room(mining([null, '0c0d', 6]))).toEqual({ prefix: '0c0d', freeBytes: 6 });
    for (const method of ['set_extranonce', 'mining.set_extranonce']) {
      expect(room(mining().after(announcement(method, ['0e'])))).toEqual({ prefix: '0e', freeBytes: 7 });
      for (const value of ['0a0b0c0d0e', '0a0', 'xy', 10])
        expect(mining().faultOf(announcement(method, [value]))).toBe('bad-extranonce');
    }
    expect(new PlayedClient('kaspa').faultOf(subscribedAs([null, 17]))).toBe('bad-extranonce');
  });

  it('has difficulty 1 until the pool says another, which holds from the next job on', () => {
    const client = mining();
    expect(client.jobsOf(notify('7', words, 5))[0]?.target).toBe((1n << 224n) - 1n);
    client.receive(announcement('mining.set_difficulty', [0.5]));
    expect(client.jobsOf(notify('8', words, 6))[0]?.target).toBe(((1n << 224n) - 1n) << 1n);
    for (const difficulty of [0, -1, 1e-20, 'no', null])
      expect(client.faultOf(announcement('mining.set_difficulty', [difficulty]))).toBe('bad-difficulty');
  });

  it('is another content with another time, and leaves the job before open', () => {
    const contentOf = (time: number) => mining().jobsOf(notify('7', words, time))[0]?.content;
    expect(contentOf(5)).not.toBe(contentOf(6));
    expect(mining().jobsOf(notify('7', `${hashOf('8')}0500000000000000`))[0]).toMatchObject({
      clean: false,
      work: { timestamp: 5n },
    });
  });

  it('leaves digits within a text as they are', () => {
    const [job] = mining().jobsOf(notify('"12345678901234567890"', words, 5));
    expect(job?.id).toBe('"12345678901234567890"');
  });

  it('is let in by true alone, and a message with names is none', () => {
    const client = new PlayedClient('kaspa').after(subscribedAs([true]));
    expect(client.faultOf('{"id":2,"result":[true],"error":null}')).toBe('login-refused');
    expect(mining().faultOf(announcement('mining.notify', {}))).toBe('shape');
  });
});
