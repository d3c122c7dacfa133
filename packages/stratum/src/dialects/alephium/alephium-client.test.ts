import { describe, expect, it } from 'vitest';
import { announcement, hashOf, PlayedClient, yes } from '../../testing/played-client.ts';

const chain = { jobId: '1', fromGroup: 0, toGroup: 1, headerBlob: '00aa', txsBlob: '', targetBlob: '0f' };
const notify = (...jobs: readonly unknown[]): string => announcement('mining.notify', [jobs]);
const difficulty = (value: unknown): string => announcement('mining.set_difficulty', [value]);
const extranonce = (value: unknown): string => announcement('mining.set_extranonce', [value]);
const admitted = (): PlayedClient => new PlayedClient('alephium').after(yes(1), yes(2));
const mining = (): PlayedClient => admitted().after(extranonce('00f7'), difficulty(4));

describe('what a client of Alephium’s Stratum takes from a pool', () => {
  it.each([
    ['no name', { jobId: '' }],
    ['no header', { headerBlob: '' }],
    ['a header of half a byte', { headerBlob: '00a' }],
    ['a header of more than 4,096 bytes', { headerBlob: '0'.repeat(8194) }],
    ['a group that does not exist', { fromGroup: 4 }],
    ['a group below zero', { toGroup: -1 }],
    ['half a group', { toGroup: 0.5 }],
    ['a group as text', { fromGroup: '0' }],
  ])('is no job with %s', (_title, change) => {
    expect(mining().faultOf(notify({ ...chain, ...change }))).toBe('bad-job');
  });

  it('is a list of one to sixteen chains, none of which may be wrong', () => {
    const chains = Array.from({ length: 17 }, (_, index) => ({
      ...chain,
      jobId: String(index),
      fromGroup: Math.floor(index / 4) % 4,
      toGroup: index % 4,
      headerBlob: index.toString(16).padStart(4, '0'),
    }));
    expect(mining().jobsOf(notify(...chains.slice(0, 16)))).toHaveLength(16);
    // Some pools give the jobs as the parameters themselves.
    expect(mining().jobsOf(announcement('mining.notify', chains.slice(0, 16)))).toHaveLength(16);
    expect(mining().faultOf(notify(...chains))).toBe('bad-job');
    expect(mining().faultOf(notify())).toBe('bad-job');
    expect(mining().faultOf(notify(chain, 7))).toBe('bad-job');
    expect(mining().faultOf(notify(chain, null))).toBe('bad-job');
  });

  it('counts by the difficulty that was said, and by the job’s own target before', () => {
    const own = notify({ ...chain, targetBlob: `00ff${'0'.repeat(60)}` });
    expect(admitted().jobsOf(own)[0]?.target).toBe(0xffn << 240n);
    expect(mining().jobsOf(own)[0]?.target).toBe(1n << 254n);
    expect(admitted().faultOf(notify(chain))).toBe('bad-difficulty');
    for (const value of [0, -1, 'no', null])
      expect(mining().faultOf(difficulty(value))).toBe('bad-difficulty');
  });

  it('leaves the miner twenty bytes of 24 at least', () => {
    const roomOf = (value: string) =>
      admitted().after(extranonce(value), difficulty(1)).jobsOf(notify(chain))[0]?.room;
    expect(roomOf('')).toEqual({ prefix: '', freeBytes: 24 });
    expect(roomOf('0A0B0C0D')).toEqual({ prefix: '0a0b0c0d', freeBytes: 20 });
    for (const value of ['0a0b0c0d0e', '0a0', 'xy', 10])
      expect([value, mining().faultOf(extranonce(value))]).toEqual([value, 'bad-extranonce']);
  });

  it('is known by its header, and leaves jobs of other chains open', () => {
    const [first] = mining().jobsOf(notify(chain));
    const [renamed] = mining().jobsOf(notify({ ...chain, jobId: '2' }));
    const [other] = mining().jobsOf(notify({ ...chain, headerBlob: hashOf('a') }));
    expect([renamed?.content === first?.content, other?.content === first?.content]).toEqual([true, false]);
    expect(first?.clean).toBe(false);
  });

  it('is let in by true alone, and a message with names is none', () => {
    const client = new PlayedClient('alephium').after(yes(1));
    expect(client.faultOf('{"id":2,"result":"yes","error":null}')).toBe('login-refused');
    expect(mining().faultOf(announcement('mining.notify', {}))).toBe('shape');
  });
});
