import { describe, expect, it } from 'vitest';
import { announcement, hashOf, PlayedClient, subscribed, yes } from '../../testing/played-client.ts';

const params: readonly unknown[] = ['7', hashOf('a'), 901, '1d00ffff'];
const notify = (index = 0, value: unknown = '7'): string =>
  announcement('mining.notify', params.with(index, value));
const mining = (): PlayedClient => new PlayedClient('nexa').after(subscribed('0a0b0c0d'), yes(2));

describe('what a client of Nexa’s Stratum takes from a pool', () => {
  it.each([
    ['no name', 0, ''],
    ['a commitment of 31 bytes', 1, 'a'.repeat(62)],
    ['no commitment', 1, null],
    ['a height below zero', 2, -1],
    ['bits of no network', 3, '00000000'],
    ['bits beyond 256 of them', 3, '227fffff'],
    ['bits of seven digits', 3, '1d00fff'],
    ['bits as a number', 3, 0x1d00ffff],
  ])('is no job with %s', (_title, index, value) => {
    expect(mining().faultOf(notify(index, value))).toBe('bad-job');
  });

  it('has four bytes of the nonce fixed, no more and no fewer', () => {
    expect(mining().jobsOf(notify())[0]?.room).toEqual({ prefix: '0a0b0c0d', freeBytes: 8 });
    for (const prefix of ['', '0a0b0c', '0a0b0c0d0e', 'wxyzwxyz', 0x0a0b0c0d, undefined])
      expect([prefix, new PlayedClient('nexa').faultOf(subscribed(prefix))]).toEqual([
        prefix,
        'bad-extranonce',
      ]);
  });

  it('sends the four bytes that held when the job came', () => {
    const client = mining();
    client.receive(announcement('mining.set_extranonce', ['0x11223344']), notify());
    expect(client.submit({ free: '0123456789abcdef' })).toEqual([
      '{"id":3,"method":"mining.submit","params":["U.w","7","11223344","00000000","0123456789abcdef"]}\n',
    ]);
    expect(client.faultOf(announcement('mining.set_extranonce', ['112233']))).toBe('bad-extranonce');
  });

  it('has difficulty 1 until the pool says another, which holds from the next job on', () => {
    const client = mining();
    expect(client.jobsOf(notify())[0]?.target).toBe((1n << 256n) - 1n);
    client.receive(announcement('mining.set_difficulty', [16]));
    expect(client.jobsOf(notify(0, '8'))[0]?.target).toBe(1n << 252n);
    for (const difficulty of [0, -1, 'no', null])
      expect(client.faultOf(announcement('mining.set_difficulty', [difficulty]))).toBe('bad-difficulty');
  });

  it('is let in by true alone, and a message with names is none', () => {
    const client = new PlayedClient('nexa').after(subscribed('0a0b0c0d'));
    expect(client.faultOf('{"id":2,"result":false,"error":null}')).toBe('login-refused');
    expect(mining().faultOf(announcement('mining.notify', {}))).toBe('shape');
  });
});
