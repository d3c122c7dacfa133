import { describe, expect, it } from 'vitest';
import { giveJob } from './give-job.ts';
import type { OpenBitcoinJob } from './jobs.ts';
import { buildEnv, buildJob, codeOf, TestMiner } from '../../testing/session-kit.ts';
import { withdrawExtranonce } from './withdraw-extranonce.ts';

/** Nonces of the test job with extranonces f0000001 and 00000000 that meet work 2. */
const good = '00000002';
const goodToo = '00000004';

/** Takes the number away, and gives the next job with another one; answers what the miner hears before that job. */
function renumber(miner: TestMiner, opened: OpenBitcoinJob, nextExtranonce1: number): readonly string[] {
  const withdrawn = withdrawExtranonce(miner.state);
  if (withdrawn === undefined) throw new Error('the session cannot be told');
  const given = giveJob({ ...withdrawn, nextExtranonce1 }, opened, miner.env);
  if (given === undefined) throw new Error('the session has no job');
  miner.state = given.state;
  return given.before;
}

describe('withdrawExtranonce', () => {
  it.each([
    ['mining.extranonce.subscribe', []],
    ['mining.configure', [['subscribe-extranonce'], {}]],
  ])('leaves a session without work until its next job, where it asked by %s', (method, params) => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    expect(withdrawExtranonce(miner.state)).toBeUndefined();
    miner.say(method, params);
    const withdrawn = withdrawExtranonce(miner.state);
    if (withdrawn === undefined) throw new Error('the session cannot be told');
    miner.state = withdrawn;
    expect(codeOf(miner.submit(good))).toBe(21);
  });

  it('is not for a session that mines nothing yet', () => {
    const miner = new TestMiner(buildEnv());
    miner.say('mining.extranonce.subscribe', []);
    miner.say('mining.subscribe', []);
    expect(withdrawExtranonce(miner.state)).toBeUndefined();
  });

  it('keeps the difficulty, says it no second time, and takes shares of the new number only', () => {
    const miner = new TestMiner(buildEnv());
    miner.start('d=0.000000003');
    const { work } = miner.state.grants.at(-1) ?? {};
    miner.say('mining.extranonce.subscribe', []);
    const before = renumber(miner, miner.env.jobs.add(buildJob({ id: '2', clean: false })), 0xf1000001);
    expect(before).toEqual(['{"id":null,"method":"mining.set_extranonce","params":["f1000001",4]}\n']);
    expect(work).toBe(12n);
    expect(miner.state.grants).toMatchObject([{ from: 2, work: 12n, extranonce1: 0xf1000001 }]);
    expect(codeOf(miner.submit(goodToo, { job: '1' }))).toBe(21);
    expect(miner.say('mining.subscribe', []).replies[0]).toContain('"f1000001",4]');
  });

  it('says the difficulty that the miner asked for meanwhile', () => {
    const miner = new TestMiner(buildEnv());
    miner.start('d=0.000000003');
    miner.say('mining.extranonce.subscribe', []);
    miner.say('mining.suggest_difficulty', [0.000000006]);
    const before = renumber(miner, miner.env.jobs.add(buildJob({ id: '2', clean: false })), 0xf1000001);
    expect(before.map((line) => (JSON.parse(line) as { method: string }).method)).toEqual([
      'mining.set_difficulty',
      'mining.set_extranonce',
    ]);
    expect(miner.state.grants.at(-1)).toMatchObject({ from: 2, work: 25n });
  });

  it('lets a session that gets its own number back mine on', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    miner.say('mining.extranonce.subscribe', []);
    const own = miner.state.extranonce1;
    const opened = miner.env.jobs.add(buildJob({ id: '2', clean: false }));
    expect(renumber(miner, opened, own)).toEqual([]);
    expect(codeOf(miner.submit(goodToo, { job: '1' }))).toBe(21);
    expect(miner.state.grants.at(-1)).toMatchObject({ from: 2, extranonce1: own });
  });
});
