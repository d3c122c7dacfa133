import { describe, expect, it } from 'vitest';
import type { Solution } from '../../upstream/client-dialect.ts';
import { announcement, hashOf, PlayedClient, yes } from '../../testing/played-client.ts';

describe('what a client of EthereumStratum/1.0.0 takes from a pool', () => {
  const admitted = (prefix: unknown): string =>
    JSON.stringify({ id: 1, result: [['mining.notify', 's', 'EthereumStratum/1.0.0'], prefix], error: null });
  const params: readonly unknown[] = ['bf00', hashOf('b'), hashOf('a'), true];
  const notify = (index = 0, value: unknown = 'bf00'): string =>
    announcement('mining.notify', params.with(index, value));
  const mining = (prefix: unknown = '080c'): PlayedClient =>
    new PlayedClient('ethereum-stratum').after(admitted(prefix), yes(2), yes(3));

  it.each([
    ['no name', 0, ''],
    ['a seed of 31 bytes', 1, 'b'.repeat(62)],
    ['a header that is no hexadecimal', 2, 'x'.repeat(64)],
    ['no word on the jobs before', 3, null],
  ])('is no job with %s', (_title, index, value) => {
    expect(mining().faultOf(notify(index, value))).toBe('bad-job');
  });

  it('leaves the miner four bytes of eight at least, and sends them alone', () => {
    expect(mining('').jobsOf(notify())[0]?.room).toEqual({ prefix: '', freeBytes: 8 });
    for (const prefix of ['0a0b0c0d0e', '0a0', 'xy', 10, undefined])
      expect(new PlayedClient('ethereum-stratum').faultOf(admitted(prefix))).toBe('bad-extranonce');
    const client = mining().after(announcement('mining.set_extranonce', ['0d']), notify());
    expect(client.submit({ free: '909d32a52c8c11', mix: '' } as Solution)).toEqual([
      '{"id":4,"method":"mining.submit","params":["U.w","bf00","909d32a52c8c11"]}\n',
    ]);
  });

  it('has difficulty 1 until the pool says another, which holds from the next job on', () => {
    const client = mining();
    expect(client.jobsOf(notify())[0]?.target).toBe(0xffffn << 208n);
    client.receive(announcement('mining.set_difficulty', [2]));
    expect(client.jobsOf(notify(0, 'bf01'))[0]?.target).toBe(0xffffn << 207n);
    for (const difficulty of [0, -1, 1e-10, 'no', null])
      expect(client.faultOf(announcement('mining.set_difficulty', [difficulty]))).toBe('bad-difficulty');
  });

  it('is let in by true alone, and a message with names is none', () => {
    const client = new PlayedClient('ethereum-stratum').after(admitted('08'));
    expect(client.faultOf('{"id":2,"result":false,"error":null}')).toBe('login-refused');
    expect(mining().faultOf(announcement('mining.notify', {}))).toBe('shape');
  });
});

describe('what a client of ethproxy takes from a pool', () => {
  const work: readonly unknown[] = [`0x${hashOf('a')}`, `0x${hashOf('b')}`, `0x00${'f'.repeat(62)}`];
  const answer = (result: unknown): string => JSON.stringify({ id: 2, jsonrpc: '2.0', result });
  const admitted = (): PlayedClient => new PlayedClient('ethproxy').after(yes(1));

  it.each([
    ['a header of 31 bytes', 0, `0x${'a'.repeat(62)}`, 'bad-job'],
    ['no seed', 1, null, 'bad-job'],
    ['a boundary of zero', 2, `0x${'0'.repeat(64)}`, 'bad-difficulty'],
    ['a boundary of 33 bytes', 2, `0x${'f'.repeat(66)}`, 'bad-difficulty'],
    ['no boundary', 2, undefined, 'bad-difficulty'],
  ])('is no work with %s, asked for or not', (_title, index, value, fault) => {
    const wrong = work.with(index, value);
    expect(admitted().faultOf(answer(wrong))).toBe(fault);
    expect(
      admitted()
        .after(answer(work))
        .faultOf(JSON.stringify({ id: 0, result: wrong })),
    ).toBe(fault);
  });

  it('is no work unless it is a list', () => {
    for (const result of [true, {}, 'work']) expect(admitted().faultOf(answer(result))).toBe('shape');
  });

  it('has a boundary of its own in each work, and may name the block behind it', () => {
    const client = admitted();
    expect(client.jobsOf(answer([...work, '0x385']))[0]?.target).toBe((1n << 248n) - 1n);
    const next = [`0x${hashOf('c')}`, work[1], `0x0001${'0'.repeat(60)}`];
    expect(client.jobsOf(JSON.stringify({ id: 0, result: next }))[0]?.target).toBe(1n << 240n);
  });

  it('logs in with the address, and names the worker beside it where there is one', () => {
    const loginOf = (user: string): unknown =>
      JSON.parse(new PlayedClient('ethproxy', { user }).sent[0] ?? '');
    expect(loginOf('0xab')).toMatchObject({ params: ['0xab', 'x'], worker: '' });
    expect(loginOf('0xab.rig.left')).toMatchObject({ params: ['0xab', 'x'], worker: 'rig.left' });
  });

  it.each(['c'.repeat(62), 'C'.repeat(64), ''])('sends no mix like %j', (mix) => {
    const client = admitted().after(answer(work));
    expect(client.submit({ free: '0123456789abcdef', mix } as Solution)).toEqual([]);
  });
});
