import { describe, expect, it } from 'vitest';
import type { Solution } from '../../upstream/client-dialect.ts';
import { hashOf, PlayedClient } from '../../testing/played-client.ts';

const result = (fields: object): string => JSON.stringify({ id: 'login', method: 'result', ...fields });
const admitted = (nonceprefix?: unknown): string => result({ code: 0, description: 'ok', nonceprefix });
const fields = {
  id: 'q7',
  jsonrpc: '2.0',
  method: 'job',
  input: hashOf('a'),
  difficulty: 0x0400_0000,
  height: 9,
};
const job = (change: object = {}): string => JSON.stringify({ ...fields, ...change });
const mining = (login = admitted('0a0b0c')): PlayedClient => new PlayedClient('beam').after(login);

describe('what a client of Beam’s Stratum takes from a pool', () => {
  it.each([
    ['no name', { id: '' }],
    ['a number as its name', { id: 7 }],
    ['an input of 31 bytes', { input: 'a'.repeat(62) }],
    ['no input', { input: undefined }],
    ['a height below zero', { height: -1 }],
    ['a height that is no number', { height: 'high' }],
  ])('is no job with %s', (_title, change) => {
    expect(mining().faultOf(job(change))).toBe('bad-job');
  });

  it.each([-1, 0.5, 2 ** 32, 0xffff_ffff, '67108864', null])('is no difficulty of %j', (difficulty) => {
    expect(mining().faultOf(job({ difficulty }))).toBe('bad-difficulty');
  });

  it('may leave out the height, as pools do', () => {
    expect(mining().jobsOf(job({ height: undefined }))[0]?.work).toMatchObject({ height: 0 });
  });

  it('has its difficulty in each job: an order of 4 is one solution of 16, with half a step more one of 24', () => {
    const client = mining();
    expect(client.jobsOf(job())[0]?.target).toBe((1n << 252n) - 1n);
    expect(client.jobsOf(job({ id: 'q8', difficulty: 0x0480_0000 }))[0]?.target).toBe(
      (1n << 256n) / 24n - 1n,
    );
  });

  it('leaves the miner four bytes of eight at least, and all of them where nothing is said', () => {
    expect(mining(admitted()).jobsOf(job())[0]?.room).toEqual({ prefix: '', freeBytes: 8 });
    expect(mining(admitted('0A0B0C0D')).jobsOf(job())[0]?.room).toEqual({ prefix: '0a0b0c0d', freeBytes: 4 });
    for (const prefix of ['0a0b0c0d0e', '0a0', 'xy', 10, null])
      expect([prefix, new PlayedClient('beam').faultOf(admitted(prefix))]).toEqual([
        prefix,
        'bad-extranonce',
      ]);
  });

  it('may bring another beginning of the nonce with a job, which holds for it and those behind it', () => {
    const client = mining();
    expect(client.jobsOf(job({ nonceprefix: '0d' }))[0]?.room).toEqual({ prefix: '0d', freeBytes: 7 });
    expect(client.jobsOf(job({ id: 'q8' }))[0]?.room.prefix).toBe('0d');
    expect(client.faultOf(job({ id: 'q9', nonceprefix: '0a0b0c0d0e' }))).toBe('bad-extranonce');
  });

  it('closes nothing when a job is cancelled: the next one says what holds', () => {
    const client = mining();
    expect(client.faultOf('{"id":"q7","method":"cancel"}')).toBe('none');
    expect(client.faultOf('{"id":"q7","method":"pause"}')).toBe('unknown-method');
  });

  it.each(['7'.repeat(206), '7'.repeat(210), 'F'.repeat(208), ''])(
    'sends no output but 208 digits in lower case (case %#)',
    (output) => {
      const client = mining();
      client.receive(job());
      expect(client.submit({ free: '0000000001', output } as Solution)).toEqual([]);
    },
  );

  it.each(['no JSON', '[]', '7', 'null'])('is no message of %s, and ends the connection', (line) => {
    expect(mining().receive(line).state.phase).toBe('ended');
  });

  it('is let in by code 0 alone', () => {
    for (const code of [1, 2, -32003, undefined, '0'])
      expect([code, new PlayedClient('beam').faultOf(result({ code }))]).toEqual([code, 'login-refused']);
  });
});
