import { describe, expect, it } from 'vitest';
import { PlayedClient } from '../../testing/played-client.ts';

const message = (method: string, body: unknown): string => JSON.stringify({ id: 0, method, body });
const admitted = (xn: unknown): string =>
  JSON.stringify({ id: 1, method: 'mining.subscribed', body: { xn } });
const target = message('mining.set_target', { target: `00${'f'.repeat(62)}` });
const header = `${'1'.repeat(344)}${'0'.repeat(16)}`;
const notify = (change: object = {}): string =>
  message('mining.notify', { miningRequestId: 17, header, ...change });
const mining = (login = admitted('0005')): PlayedClient => new PlayedClient('ironfish').after(login, target);

describe('what a client of Iron Fish’s Stratum takes from a pool', () => {
  it.each([
    ['a name below zero', { miningRequestId: -1 }],
    ['half a name', { miningRequestId: 0.5 }],
    ['a name beyond whole numbers', { miningRequestId: 2 ** 53 }],
    ['a name as text', { miningRequestId: '17' }],
    ['a header of 179 bytes', { header: '1'.repeat(358) }],
    ['a header of 181 bytes', { header: '1'.repeat(362) }],
    ['no header', { header: undefined }],
  ])('is no job with %s', (_title, change) => {
    expect(mining().faultOf(notify(change))).toBe('bad-job');
  });

  it('is no job before a target', () => {
    expect(new PlayedClient('ironfish').after(admitted('0005')).faultOf(notify())).toBe('no-difficulty');
    for (const value of ['0'.repeat(64), 'ff', 255, null])
      expect(mining().faultOf(message('mining.set_target', { target: value }))).toBe('bad-difficulty');
  });

  it('leaves the miner four bytes of eight at least, and all of them where nothing is said', () => {
    expect(mining(admitted(undefined)).jobsOf(notify())[0]?.room).toEqual({ prefix: '', freeBytes: 8 });
    expect(mining(admitted('0A0B0C0D')).jobsOf(notify())[0]?.room).toEqual({
      prefix: '0a0b0c0d',
      freeBytes: 4,
    });
    for (const xn of ['0a0b0c0d0e', '0a0', 'xy', 10, null])
      expect([xn, new PlayedClient('ironfish').faultOf(admitted(xn))]).toEqual([xn, 'bad-extranonce']);
  });

  it('is known by its header without the eight bytes that are searched', () => {
    const contentOf = (text: string) => mining().jobsOf(notify({ header: text }))[0]?.content;
    expect(contentOf(`${'1'.repeat(344)}${'9'.repeat(16)}`)).toBe(contentOf(header));
    expect(contentOf(`2${header.slice(1)}`)).not.toBe(contentOf(header));
  });

  it('waits for work when it is asked to, and closes the job before with the next', () => {
    const client = mining().after(message('mining.wait_for_work', undefined));
    expect(client.jobsOf(notify())[0]?.clean).toBe(true);
    expect(client.faultOf(message('mining.status', {}))).toBe('unknown-method');
  });

  it('names itself by address and worker, and by no worker where the user has none', () => {
    const bodyOf = (user: string): unknown =>
      (JSON.parse(new PlayedClient('ironfish', { user }).sent[0] ?? '') as { body: unknown }).body;
    expect(bodyOf('a1b2')).toMatchObject({ publicAddress: 'a1b2', name: '', password: 'x' });
    expect(bodyOf('a1b2.rig.left')).toMatchObject({ publicAddress: 'a1b2', name: 'rig.left' });
  });

  it.each(['no JSON', '[]', '7', 'null'])('is no message of %s, and ends the connection', (line) => {
    expect(mining().receive(line).state.phase).toBe('ended');
  });

  it('refuses a login with an error that names it', () => {
    expect(new PlayedClient('ironfish').faultOf('{"id":0,"error":{"id":1,"message":"no"}}')).toBe(
      'login-refused',
    );
  });
});
