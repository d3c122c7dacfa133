import { describe, expect, it } from 'vitest';
import { announcement, hashOf, PlayedClient, yes } from '../../testing/played-client.ts';
import type { XelisWork } from './xelis-client.ts';

const session = (extranonce: unknown, key: unknown): string =>
  JSON.stringify({ id: 1, result: ['s', extranonce, 32, key], error: null });
const params: readonly unknown[] = ['7', '0000018f', hashOf('a'), 'xel/v3', true];
const notify = (index = 0, value: unknown = '7'): string =>
  announcement('mining.notify', params.with(index, value));
const mining = (): PlayedClient => new PlayedClient('xelis').after(session(hashOf('e'), hashOf('f')), yes(2));

describe('what a client of Xelis’s Stratum takes from a pool', () => {
  it('is hashed with the extranonce and the key of the session', () => {
    const [job] = mining().jobsOf(notify());
    expect(job?.work).toEqual({
      workHash: new Uint8Array(32).fill(0xaa),
      timestamp: 399n,
      extranonce: new Uint8Array(32).fill(0xee),
      publicKey: new Uint8Array(32).fill(0xff),
    });
    // The extranonce is the pool's as a whole: the nonce alone is searched.
    expect(job?.room).toEqual({ prefix: 'e'.repeat(64) + 'f'.repeat(64), freeBytes: 8 });
  });

  it.each([
    ['no name', 0, ''],
    ['a time of seventeen digits', 1, '0'.repeat(17)],
    ['a time as a number', 1, 399],
    ['no time', 1, ''],
    ['a hash of 31 bytes', 2, 'a'.repeat(62)],
    ['another version of the hash', 3, 'xel/v2'],
    ['no version', 3, null],
    ['1 in the place of true', 4, 1],
  ])('is no job with %s', (_title, index, value) => {
    expect(mining().faultOf(notify(index, value))).toBe('bad-job');
  });

  it.each([
    ['an extranonce of 31 bytes', 'e'.repeat(62), hashOf('f')],
    ['no extranonce', undefined, hashOf('f')],
    ['a key that is no hexadecimal', hashOf('e'), 'k'.repeat(64)],
    ['no key', hashOf('e'), null],
  ])('is no session with %s', (_title, extranonce, key) => {
    expect(new PlayedClient('xelis').faultOf(session(extranonce, key))).toBe('bad-extranonce');
  });

  it('has difficulty 1 until the pool says another, which holds from the next job on', () => {
    const client = mining();
    expect(client.jobsOf(notify())[0]?.target).toBe((1n << 256n) - 1n);
    client.receive(announcement('mining.set_difficulty', [4]));
    expect(client.jobsOf(notify(0, '8'))[0]?.target).toBe(1n << 254n);
    for (const difficulty of [0, -4, 0.5, 1e90, 'four', null])
      expect([difficulty, client.faultOf(announcement('mining.set_difficulty', [difficulty]))]).toEqual([
        difficulty,
        'bad-difficulty',
      ]);
  });

  it('takes another extranonce for the next job and keeps the key', () => {
    const client = mining();
    const [before] = client.jobsOf(notify());
    client.receive(announcement('mining.set_extranonce', [hashOf('d')]));
    const [behind] = client.jobsOf(notify(0, '8'));
    expect(behind?.work).toMatchObject({
      extranonce: new Uint8Array(32).fill(0xdd),
      publicKey: new Uint8Array(32).fill(0xff),
    });
    expect((before?.work as XelisWork | undefined)?.extranonce).toEqual(new Uint8Array(32).fill(0xee));
    expect(behind?.content).not.toBe(before?.content);
    for (const value of ['d'.repeat(62), '', 4])
      expect(client.faultOf(announcement('mining.set_extranonce', [value]))).toBe('bad-extranonce');
  });

  it('logs in with the address and the worker apart, and with no worker where the user names none', () => {
    const answer = session(hashOf('e'), hashOf('f'));
    const loginOf = (user: string): unknown => {
      const client = new PlayedClient('xelis', { user }).after(answer);
      return (JSON.parse(client.sent[1] ?? '') as { params: unknown }).params;
    };
    expect(loginOf('xel:q')).toEqual(['xel:q', '', 'x']);
    expect(loginOf('xel:q.rig.left')).toEqual(['xel:q', 'rig.left', 'x']);
  });

  it('is let in by true alone, and a message with names is none', () => {
    const client = new PlayedClient('xelis').after(session(hashOf('e'), hashOf('f')));
    expect(client.faultOf('{"id":2,"result":null,"error":null}')).toBe('login-refused');
    expect(mining().faultOf(announcement('mining.notify', {}))).toBe('shape');
  });
});
