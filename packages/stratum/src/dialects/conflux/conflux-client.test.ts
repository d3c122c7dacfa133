import { describe, expect, it } from 'vitest';
import { announcement, hashOf, PlayedClient, yes } from '../../testing/played-client.ts';

const hash = `0x${hashOf('a')}`;
const params: readonly unknown[] = [hash, '901', hash, `0x00${'f'.repeat(62)}`];
const notify = (index = 0, value: unknown = hash): string =>
  announcement('mining.notify', params.with(index, value));
const mining = (): PlayedClient => new PlayedClient('conflux').after(yes(1));

describe('what a client of Conflux’s Stratum takes from a pool', () => {
  it.each([
    ['no height', 1, ''],
    ['a height below zero', 1, '-1'],
    ['a height in words', 1, 'high'],
    ['a hash of 31 bytes', 2, `0x${'a'.repeat(62)}`],
    ['a hash with 0x twice', 2, `0x${hash}`],
    ['no hash', 2, null],
  ])('is no job with %s', (_title, index, value) => {
    expect(mining().faultOf(notify(index, value))).toBe('bad-job');
  });

  it.each(['0x00', `0x${'0'.repeat(64)}`, `0x${'f'.repeat(66)}`, 1, null])(
    'is no boundary of %j',
    (value) => {
      expect(mining().faultOf(notify(3, value))).toBe('bad-difficulty');
    },
  );

  it('is called by its hash, whatever the pool calls it', () => {
    expect(mining().jobsOf(notify(0, 'anything'))[0]?.id).toBe(hashOf('a'));
    expect(mining().jobsOf(notify(0, 7))[0]?.id).toBe(hashOf('a'));
    expect(mining().jobsOf(notify(2, hash.toUpperCase().replace('0X', '0x')))[0]?.id).toBe(hashOf('a'));
  });

  it('has its boundary in each job, and closes the job before', () => {
    const client = mining();
    expect(client.jobsOf(notify())[0]?.target).toBe((1n << 248n) - 1n);
    const [next] = client.jobsOf(
      announcement('mining.notify', ['', 902, hashOf('b'), hashOf('0').replace(/0$/, '1')]),
    );
    expect([next?.target, next?.clean]).toEqual([1n, true]);
  });

  it('is accepted by a list with true', () => {
    const outcomeOf = (result: unknown): unknown => {
      const client = mining().after(notify());
      const [outcome] = client.step.outcomes.flatMap((each) => (each.kind === 'job' ? [each.job] : []));
      if (outcome === undefined) throw new Error('no job');
      const share = { ticket: 3, job: outcome, found: { free: '0123456789abcdef' } };
      const { state } = client.client.submit(client.step.state, share, 0);
      const { outcomes } = client.client.receive(state, JSON.stringify({ id: 2, result, error: null }), 0);
      return outcomes[0]?.kind;
    };
    expect([[true], [true, 7]].map(outcomeOf)).toEqual(['accepted', 'accepted']);
    expect([[false], [], true, null].map(outcomeOf)).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  it('is let in by true alone, and a message with names is none', () => {
    expect(new PlayedClient('conflux').faultOf('{"id":1,"result":[true],"error":null}')).toBe(
      'login-refused',
    );
    expect(mining().faultOf(announcement('mining.notify', {}))).toBe('shape');
    expect(mining().faultOf(announcement('mining.set_difficulty', [1]))).toBe('unknown-method');
  });
});
