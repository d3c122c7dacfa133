import { describe, expect, it } from 'vitest';
import { createExtranonce1Pool } from '../../core/extranonce1-pool.ts';
import { giveJob } from './give-job.ts';
import type { OpenBitcoinJob } from './jobs.ts';
import type { PortRules, Step } from '../../core/session-state.ts';
import {
  buildEnv,
  buildJob,
  codeOf,
  easyRules,
  newRegistry,
  type TestEnv,
  TestMiner,
} from '../../testing/session-kit.ts';

const nonces = Array.from({ length: 256 }, (_, nonce) => nonce.toString(16).padStart(8, '0'));
/** Asks for shares of 16 hashes by `mining.suggest_difficulty`, as `d=0.000000003726` does in a password. */
const sixteen = 16 / 2 ** 32;

/** What each of 256 nonces counts, without those that count nothing. */
function worksOf(miner: TestMiner, job: string): Set<bigint> {
  const effects = nonces.flatMap((nonce) => miner.submit(nonce, { job }).effects);
  return new Set(effects.flatMap((effect) => (effect.kind === 'share' ? [effect.work] : [])));
}

/** The jobs that the miner is sent, and the difficulty in front of them in hashes. */
function sent({ replies }: Step): { job: string; work: number | undefined } {
  const lines = replies.map((line) => JSON.parse(line) as { method?: string; params: [unknown] });
  const job = lines.find(({ method }) => method === 'mining.notify')?.params[0];
  const difficulty = lines.find(({ method }) => method === 'mining.set_difficulty')?.params[0];
  return { job: String(job), work: difficulty === undefined ? undefined : Number(difficulty) * 2 ** 32 };
}

function give(miner: TestMiner, opened: OpenBitcoinJob): void {
  miner.state = giveJob(miner.state, opened, miner.env)?.state ?? miner.state;
}

describe('what a share of a job is worth', () => {
  it('is fixed when the extranonce1 is told: a difficulty in a later password gets a job of its own', () => {
    const miner = new TestMiner(buildEnv());
    miner.say('mining.subscribe', []);
    const first = sent(miner.say('mining.authorize', ['DOGE:D1.rig1', 'd=0.000000003726']));
    expect(first).toEqual({ job: '000000011', work: 16 });
    // The public job was known while the difficulty was not: it is not sent, and counts nothing.
    expect(codeOf(miner.submit('00000002', { job: '1' }))).toBe(21);
    expect(worksOf(miner, first.job)).toEqual(new Set([16n]));
    give(miner, miner.env.jobs.add(buildJob({ id: '2', clean: false })));
    expect(worksOf(miner, '2')).toEqual(new Set([16n]));
  });

  it('waits for the next job where the pool cannot make a job for one session', () => {
    const jobs = buildEnv({}).jobs;
    jobs.openPrivate = () => undefined;
    const miner = new TestMiner(buildEnv({ jobs }));
    miner.say('mining.subscribe', []);
    expect(sent(miner.say('mining.authorize', ['DOGE:D1.rig1', 'd=0.000000003726']))).toEqual({
      job: '1',
      work: 2,
    });
    expect(worksOf(miner, '1')).toEqual(new Set([2n]));
    give(miner, jobs.add(buildJob({ id: '2', clean: false })));
    expect(worksOf(miner, '2')).toEqual(new Set([16n]));
  });

  it('is what a password or a suggestion asks for that came before the extranonce1 was told', () => {
    const early = new TestMiner(buildEnv());
    early.say('mining.authorize', ['DOGE:D1.rig1', 'd=0.000000003726']);
    expect(sent(early.say('mining.subscribe', []))).toEqual({ job: '1', work: 16 });
    const suggested = new TestMiner(buildEnv());
    suggested.say('mining.suggest_difficulty', [sixteen]);
    suggested.say('mining.subscribe', []);
    expect(sent(suggested.say('mining.authorize', ['DOGE:D1.rig1', 'x']))).toEqual({ job: '1', work: 16 });
  });

  it('is fixed for a job that opens between subscription and login, too', () => {
    const miner = new TestMiner(buildEnv());
    miner.say('mining.subscribe', []);
    give(miner, miner.env.jobs.add(buildJob({ id: '2', clean: false })));
    miner.say('mining.suggest_difficulty', [sixteen]);
    const first = sent(miner.say('mining.authorize', ['DOGE:D1.rig1', 'x']));
    expect(first).toEqual({ job: '000000011', work: 16 });
    expect(codeOf(miner.submit('00000002', { job: '2' }))).toBe(21);
  });

  it('does not change when a job is given a second time', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    const { current } = miner.env.jobs;
    if (current === undefined) throw new Error('there is a job');
    miner.say('mining.suggest_difficulty', [sixteen]);
    give(miner, current);
    expect(worksOf(miner, '1')).toEqual(new Set([2n]));
  });

  it('ends with the job that was current when a private one was made', () => {
    const miner = new TestMiner(buildEnv());
    const { job } = sent(miner.start('d=0.000000003726'));
    give(miner, miner.env.jobs.add(buildJob({ id: '2', clean: false })));
    expect(codeOf(miner.submit('00000001', { job }))).not.toBe(21);
    give(miner, miner.env.jobs.add(buildJob({ id: '3' })));
    expect(codeOf(miner.submit('00000001', { job }))).toBe(21);
  });
});

describe('a resumed extranonce1', () => {
  const heavy: PortRules = { ...easyRules, startWork: 64n, minimumWork: 64n };
  const jobs = newRegistry();
  jobs.add(buildJob());
  let last = 4;
  const pool = createExtranonce1Pool(() => ++last, 0xf0);
  const envOn = (rules: PortRules): TestEnv =>
    buildEnv({
      jobs,
      rules,
      resume: (wanted, own) => {
        const grants = pool.claim(wanted, { jobs, rules });
        if (grants !== undefined) pool.giveBack(own);
        return grants;
      },
    });
  const connect = (rules: PortRules): TestMiner => new TestMiner(envOn(rules), pool.take());
  const hangUp = (miner: TestMiner): void =>
    pool.giveBack(miner.state.extranonce1, { jobs, rules: miner.env.rules, grants: miner.state.grants });

  it('brings what its jobs are worth, whatever the new session asks for', () => {
    const first = connect(easyRules);
    first.start();
    hangUp(first);
    const id = first.state.extranonce1.toString(16);
    const second = connect(easyRules);
    second.say('mining.authorize', ['DOGE:D1.rig1', 'd=0.000000003726']);
    const given = sent(second.say('mining.subscribe', ['test', id]));
    expect(second.state.extranonce1).toBe(first.state.extranonce1);
    expect(given.work).toBe(16);
    expect(given.job).not.toBe('1');
    expect(worksOf(second, '1')).toEqual(new Set([2n]));
    expect(worksOf(second, given.job)).toEqual(new Set([16n]));
  });

  it('is not had on a port with other rules', () => {
    const first = connect(easyRules);
    first.start();
    hangUp(first);
    const second = connect(heavy);
    second.say('mining.subscribe', ['test', first.state.extranonce1.toString(16)]);
    expect(second.state.extranonce1).not.toBe(first.state.extranonce1);
  });
});
