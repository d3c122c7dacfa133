import { describe, expect, it } from 'vitest';
import { bitcoinJobs } from './jobs.ts';
import { completeShare } from './submit.ts';
import {
  blockOf,
  buildEnv,
  buildJob,
  codeOf,
  pendingOf,
  type TestEnv,
  TestMiner,
} from '../../testing/session-kit.ts';

const zeros = new Uint8Array(32);
const ones = new Uint8Array(32).fill(255);

function begin(): { miner: TestMiner; env: TestEnv } {
  const env = buildEnv({ verifiesLater: true });
  const miner = new TestMiner(env);
  miner.start();
  return { miner, env };
}

describe('a share whose proof of work is verified on another thread', () => {
  it('is answered only when its proof is there', () => {
    const { miner, env } = begin();
    const asked = miner.submit('00000001');
    expect(asked.replies).toEqual([]);
    const { share, header } = pendingOf(asked);
    expect(header.length).toBe(80);
    expect([...header.subarray(76)]).toEqual([1, 0, 0, 0]);
    const reported = completeShare(asked.state, share, zeros, env);
    expect(codeOf(reported)).toBe(0);
    expect(reported.effects.map((effect) => effect.kind)).toEqual(['share', 'candidate']);
  });

  it('counts nothing when the proof is too light, and may then be sent again', () => {
    const { miner, env } = begin();
    const asked = miner.submit('00000001');
    expect(codeOf(completeShare(asked.state, pendingOf(asked).share, ones, env))).toBe(23);
    expect(pendingOf(miner.submit('00000001')).share.numbers.nonce).toBe(1);
  });

  it('is known again without being verified, and when two copies were verified at once', () => {
    const { miner, env } = begin();
    const first = miner.submit('00000001');
    const second = miner.submit('00000001');
    expect(codeOf(completeShare(first.state, pendingOf(first).share, zeros, env))).toBe(0);
    expect(codeOf(completeShare(second.state, pendingOf(second).share, zeros, env))).toBe(22);
    expect(codeOf(miner.submit('00000001'))).toBe(22);
  });

  it('still counts when a new block came while it was being verified, under its own header', () => {
    const jobs = bitcoinJobs();
    jobs.add(buildJob());
    const env = buildEnv({ jobs, verifiesLater: true });
    const miner = new TestMiner(env);
    miner.start();
    const asked = miner.submit('00000001');
    const other = miner.submit('00000002');
    expect(pendingOf(other).share.numbers.nonce).toBe(2);
    jobs.add(buildJob({ id: '2' }));
    const reported = completeShare(asked.state, pendingOf(asked).share, zeros, env);
    expect(blockOf(reported)?.solution.header).toEqual(pendingOf(asked).header);
    expect(codeOf(miner.submit('00000003'))).toBe(21);
  });
});
