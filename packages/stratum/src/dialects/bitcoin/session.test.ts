import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { targetOfBits } from '../../core/difficulty.ts';
import { giveJob } from './give-job.ts';
import { bitcoinJobs } from './jobs.ts';
import { LineFramer } from '../../wire/line-framer.ts';
import { phaseOf } from './session-state.ts';
import { badLines } from '../../testing/bad-lines.ts';
import {
  blockOf,
  buildEnv,
  buildJob,
  codeOf,
  easyRules,
  jobTime,
  newRegistry,
  TestMiner,
} from '../../testing/session-kit.ts';

/** Nonces of the test job with extranonces f0000001 and 00000000: work 2 asks for a hash in the lower half. */
const good = '00000002';
const goodToo = '00000004';
const bad = '00000001';

const kinds = (miner: TestMiner, nonce: string) => miner.submit(nonce).effects.map((effect) => effect.kind);

describe('the way into a session', () => {
  it('goes from connected over subscribed to authorized, difficulty before the first job', () => {
    const miner = new TestMiner(buildEnv());
    expect(phaseOf(miner.state)).toBe('connected');
    const subscribed = miner.say('mining.subscribe', ['cpuminer/2.5.1'], 1);
    expect(subscribed.replies).toEqual([
      '{"id":1,"result":[[["mining.set_difficulty","f0000001"],["mining.notify","f0000001"]],"f0000001",4],"error":null}\n',
    ]);
    expect(phaseOf(miner.state)).toBe('subscribed');
    const authorized = miner.say('mining.authorize', ['DOGE:D1.rig1', 'x'], 2);
    expect(authorized.replies.map((line) => line.slice(0, 50))).toEqual([
      '{"id":2,"result":true,"error":null}\n',
      '{"id":null,"method":"mining.set_difficulty","param',
      '{"id":null,"method":"mining.notify","params":["1",',
    ]);
    expect(authorized.effects).toEqual([
      {
        kind: 'authorized',
        login: {
          coin: 'DOGE',
          network: 'dogecoin',
          address: 'D1',
          memo: null,
          worker: 'rig1',
          referralCode: null,
        },
      },
    ]);
    expect(phaseOf(miner.state)).toBe('authorized');
  });

  it('starts mining too when a program authorizes before it subscribes', () => {
    const miner = new TestMiner(buildEnv());
    expect(miner.say('mining.authorize', ['DOGE:D1.rig1', 'x']).replies.length).toBe(1);
    expect(miner.say('mining.subscribe', []).replies.length).toBe(3);
    expect(kinds(miner, good)).toEqual(['share']);
  });

  it('answers a second subscription like the first, and starts nothing twice', () => {
    const miner = new TestMiner(buildEnv());
    const first = miner.say('mining.subscribe', []);
    expect(miner.say('mining.subscribe', []).replies).toEqual(first.replies);
    miner.start();
    expect(miner.say('mining.subscribe', []).replies.length).toBe(1);
  });

  it('refuses a login aloud, before and in the answer, and closes', () => {
    const miner = new TestMiner(buildEnv());
    miner.say('mining.subscribe', []);
    const refused = miner.say('mining.authorize', ['NOPE:x.y', 'x'], 9);
    expect(refused.replies).toEqual([
      '{"id":null,"method":"client.show_message","params":["This pool does not pay NOPE"]}\n',
      '{"id":9,"result":null,"error":[24,"This pool does not pay NOPE",null]}\n',
    ]);
    expect(refused.effects).toEqual([
      { kind: 'refused', text: 'NOPE:x.y', outcome: { kind: 'unknown-coin', coin: 'NOPE' } },
      { kind: 'disconnect', reason: 'login-refused' },
    ]);
  });

  it('carries several workers, up to a limit, and keeps them when one login is refused', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    for (const worker of ['rig2', 'rig3', 'rig4']) {
      expect(miner.say('mining.authorize', [`DOGE:D1.${worker}`, 'x']).replies.length).toBe(1);
    }
    expect(codeOf(miner.say('mining.authorize', ['DOGE:D1.rig5', 'x']))).toBe(20);
    expect(miner.say('mining.authorize', ['DOGE:D1.rig2', 'x']).replies.length).toBe(1);
    expect(codeOf(miner.say('mining.authorize', ['NOPE:x', 'x']))).toBe(20);
    const share = miner.submit(good, { user: 'DOGE:D1.rig3' });
    expect(share.effects).toMatchObject([{ kind: 'share', login: { worker: 'rig3' }, work: 2n }]);
  });

  it('refuses workers over the limit with the number, and goes on with the others', () => {
    const miner = new TestMiner(buildEnv());
    for (let rig = 0; rig < 4; rig++) miner.say('mining.authorize', [`DOGE:D1.rig${rig}`, 'x']);
    for (let rig = 4; rig < 1000; rig++) {
      const { replies, effects } = miner.say('mining.authorize', [`DOGE:D1.rig${rig}`, 'x'], rig);
      expect(replies).toEqual([
        `{"id":${rig},"result":null,"error":[20,"More than 4 workers on one connection: open another one",null]}\n`,
      ]);
      expect(effects).toEqual([]);
    }
    expect(miner.say('mining.authorize', ['DOGE:D1.rig3', 'x']).replies.length).toBe(1);
  });

  it('refuses logins of the same worker without end, and stays', () => {
    const miner = new TestMiner(buildEnv());
    const login = () => miner.say('mining.authorize', ['DOGE:D1.rig1', 'x']);
    for (let count = 0; count < 5; count++) expect(login().replies[0]).toContain('"result":true');
    expect(login().replies).toEqual([
      '{"id":4,"result":null,"error":[20,"Too many logins of workers that are logged in already",null]}\n',
    ]);
    expect(login().effects).toEqual([]);
  });

  it('does not look at a login of thousands of characters', () => {
    const miner = new TestMiner(
      buildEnv({
        login: () => {
          throw new Error('was looked at');
        },
      }),
    );
    expect(miner.say('mining.authorize', [`BTC:${'1'.repeat(9000)}`, 'x']).effects).toMatchObject([
      { kind: 'refused', outcome: { kind: 'too-long' } },
      { kind: 'disconnect' },
    ]);
  });
});

describe('ids', () => {
  it('are echoed as they came, however often they repeat', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    const echo = (id: unknown) =>
      (JSON.parse(miner.say('mining.extranonce.subscribe', [], id).replies[0] ?? '') as { id: unknown }).id;
    expect([0, 'abc', null, true, 1.5, 'Grüße "\n"', 0].map(echo)).toEqual([
      0,
      'abc',
      null,
      true,
      1.5,
      'Grüße "\n"',
      0,
    ]);
  });
});

describe('shares', () => {
  it('are credited with the work of their job, once [I1]', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    expect(miner.submit(good).effects).toMatchObject([{ kind: 'share', work: 2n, at: jobTime * 1000 }]);
    expect(codeOf(miner.submit(good))).toBe(22);
    expect(codeOf(miner.submit(bad))).toBe(23);
    expect(kinds(miner, goodToo)).toEqual(['share']);
  });

  it('before a subscription or a login are refused with 25 and 24', () => {
    const miner = new TestMiner(buildEnv());
    expect(codeOf(miner.submit(good))).toBe(25);
    miner.say('mining.subscribe', []);
    expect(codeOf(miner.submit(good))).toBe(24);
    miner.start();
    expect(codeOf(miner.submit(good, { user: 'DOGE:D1.other' }))).toBe(24);
  });

  it('for a job that is closed or was never given are refused with 21', () => {
    const env = buildEnv();
    const miner = new TestMiner(env);
    miner.start();
    expect(codeOf(miner.submit(good, { job: 'nope' }))).toBe(21);
    const later = env.jobs.add(buildJob({ id: '2', height: 101 }));
    miner.state = giveJob(miner.state, later, env)?.state ?? miner.state;
    expect(codeOf(miner.submit(good))).toBe(21);
    expect(codeOf(miner.submit(good, { job: '2' }))).toBe(0);
  });

  it('for a job from before the session are refused with 21', () => {
    const env = buildEnv();
    env.jobs.add(buildJob({ id: '2', clean: false }));
    const miner = new TestMiner(env);
    miner.start();
    expect(codeOf(miner.submit(good, { job: '1' }))).toBe(21);
    expect(codeOf(miner.submit(good, { job: '2' }))).toBe(0);
  });

  it('of one connection are worth nothing on another', () => {
    const env = buildEnv();
    const [first, second] = [new TestMiner(env, 0xf0000001), new TestMiner(env, 0xf0000002)];
    first.start();
    second.start();
    const passes = (miner: TestMiner) =>
      Array.from(
        { length: 64 },
        (_, nonce) => codeOf(miner.submit(nonce.toString(16).padStart(8, '0'))) === 0,
      );
    // Each share is hashed with the extranonce of the connection it came over, so the same text is another header.
    expect(passes(first)).not.toEqual(passes(second));
  });

  it('with a time before the job or more than two hours ahead are refused [I10]', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    const at = (time: number) => codeOf(miner.submit(bad, { time: time.toString(16) }));
    expect(at(jobTime - 1)).toBe(20);
    expect(at(jobTime + 7201)).toBe(20);
    expect(at(0xffffffff)).toBe(20);
    expect(at(jobTime + 7200)).not.toBe(20);
  });

  it('are refused aloud while the pool cannot record, and count when they come again', () => {
    const env = { ...buildEnv(), accepting: false };
    const miner = new TestMiner(env);
    miner.start();
    expect(codeOf(miner.submit(good))).toBe(20);
    env.accepting = true;
    expect(codeOf(miner.submit(good))).toBe(0);
  });

  it('in capital letters are duplicates [I1]', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    expect(codeOf(miner.submit(good))).toBe(0);
    expect(codeOf(miner.submit(good, { time: jobTime.toString(16).toUpperCase() }))).toBe(22);
  });

  it('in any other spelling are duplicates or errors [I1]', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    expect(codeOf(miner.submit(good, { extranonce2: '00000000' }))).toBe(0);
    const fields = ['DOGE:D1.rig1', '1', '00000000', jobTime.toString(16), good];
    const mutation = fc.record({
      field: fc.integer({ min: 1, max: 4 }),
      change: fc.constantFrom<(text: string) => unknown>(
        (text) => text.toUpperCase(),
        (text) => `0x${text}`,
        (text) => `0${text}`,
        (text) => `${text}0`,
        (text) => ` ${text}`,
        (text) => `${text}zz`,
        (text) => text.slice(1),
        (text) => [text],
        (text) => Number.parseInt(text, 16),
        () => null,
        () => '',
      ),
    });
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 3 }), (mutations) => {
        const params: unknown[] = [...fields];
        for (const { field, change } of mutations) params[field] = change(String(params[field]));
        // A digit less and one more is another value and not another spelling: that share is merely too light.
        fc.pre(
          params.every((value, index) => index < 2 || !isOtherValue(String(value), fields[index] ?? '')),
        );
        const result = miner.say('mining.submit', params);
        expect([20, 21, 22]).toContain(codeOf(result));
        expect(result.effects.some((effect) => effect.kind === 'share')).toBe(false);
      }),
    );
  });
});

function isOtherValue(text: string, original: string): boolean {
  return /^[0-9a-f]{8}$/i.test(text) && text.toLowerCase() !== original;
}

describe('a block', () => {
  const easyBlock = { bits: 0x207fffff, networkWork: 2n };

  it('is handed over with header, coinbase and printed hash, and its share counts', () => {
    expect(targetOfBits(easyBlock.bits)).toBe(0x7fffffn << 232n);
    const jobs = bitcoinJobs();
    jobs.add(buildJob(easyBlock));
    const miner = new TestMiner(buildEnv({ jobs }));
    miner.start();
    const nonces = Array.from({ length: 16 }, (_, nonce) => nonce.toString(16).padStart(8, '0'));
    const found = nonces.map((nonce) => miner.submit(nonce)).find((result) => result.effects.length === 2);
    expect(found?.replies).toEqual(['{"id":4,"result":true,"error":null}\n']);
    expect(found?.effects).toMatchObject([
      { kind: 'share', work: 2n },
      { kind: 'candidate', block: { job: { height: 100 }, login: { worker: 'rig1' }, at: jobTime * 1000 } },
    ]);
    const block = found && blockOf(found);
    if (block === undefined) throw new Error('no block');
    const { header, coinbase } = block.solution;
    expect(block.hash).toMatch(/^[0-7][0-9a-f]{63}$/);
    expect(header.length).toBe(80);
    expect(coinbase.length).toBe(100);
    expect(coinbase.slice(42, 50)).toEqual(Uint8Array.of(0xf0, 0, 0, 1, 0, 0, 0, 0));
    const kept = [...header];
    miner.submit('00ffffff');
    expect([...header]).toEqual(kept);
  });

  it('passes without credit when it is easier than the share, and while nothing can be recorded', () => {
    const jobs = bitcoinJobs();
    jobs.add(buildJob(easyBlock));
    const rules = { ...easyRules, minimumWork: 1n << 40n, startWork: 1n << 40n };
    const miner = new TestMiner(buildEnv({ jobs, rules, accepting: false }));
    miner.start();
    const results = Array.from({ length: 16 }, (_, nonce) =>
      miner.submit(nonce.toString(16).padStart(8, '0')),
    );
    const found = results.filter((result) => codeOf(result) === 0);
    expect(found.length).toBeGreaterThan(0);
    for (const { effects } of found) expect(effects.map((effect) => effect.kind)).toEqual(['candidate']);
  });
});

describe('difficulty', () => {
  const setDifficulty = (lines: readonly string[]) =>
    lines
      .map((line) => JSON.parse(line) as { method?: string; params?: [number] })
      .find((message) => message.method === 'mining.set_difficulty')?.params?.[0];

  it('starts where the port says, or where the password asks within the bounds of the port [I4]', () => {
    const rules = { ...easyRules, minimumWork: 1n << 32n, startWork: 1n << 33n, maximumWork: 1n << 40n };
    const hardBlock = buildJob({ networkWork: 1n << 70n });
    const start = (password: string) => {
      const jobs = newRegistry();
      jobs.add(hardBlock);
      return setDifficulty(new TestMiner(buildEnv({ jobs, rules })).start(password).replies);
    };
    expect(start('x')).toBe(2);
    expect(start('d=128')).toBe(128);
    expect(start('x,d=16.5')).toBe(16.5);
    expect(start('d=0.0001')).toBe(1);
    expect(start('d=99999999')).toBe(256);
    expect(start('seed=128')).toBe(2);
    expect(start('d=-4')).toBe(2);
    expect(start('d=NaN')).toBe(2);
  });

  it('never asks for more than a block', () => {
    const jobs = newRegistry();
    jobs.add(buildJob({ networkWork: 1n << 33n }));
    expect(setDifficulty(new TestMiner(buildEnv({ jobs })).start('d=1000').replies)).toBe(2);
  });

  it('suggested by the miner comes with the next job, and no other value is taken', () => {
    const env = buildEnv();
    const miner = new TestMiner(env);
    miner.start();
    for (const wrong of [0, -1, 'NaN', '1024', null, {}]) {
      expect(codeOf(miner.say('mining.suggest_difficulty', [wrong]))).toBe(20);
    }
    expect(codeOf(miner.say('mining.suggest_difficulty', [0.5]))).toBe(0);
    const given = giveJob(miner.state, env.jobs.add(buildJob({ id: '2', clean: false })), env);
    expect(setDifficulty(given?.before ?? [])).toBe(0.5);
  });

  it('stays what it was for the jobs that were given before a change [I3]', () => {
    const env = buildEnv();
    const miner = new TestMiner(env);
    miner.start();
    miner.say('mining.suggest_difficulty', [8 / 2 ** 32]);
    const later = env.jobs.add(buildJob({ id: '2', clean: false, version: 0x20000004 }));
    miner.state = giveJob(miner.state, later, env)?.state ?? miner.state;
    const works = (job: string) => {
      const nonces = Array.from({ length: 64 }, (_, nonce) => nonce.toString(16).padStart(8, '0'));
      const effects = nonces.flatMap((nonce) => miner.submit(nonce, { job }).effects);
      return effects.flatMap((effect) => (effect.kind === 'share' ? [effect.work] : []));
    };
    const [before, after] = [works('1'), works('2')];
    expect(new Set(before)).toEqual(new Set([2n]));
    expect(new Set(after)).toEqual(new Set([8n]));
    expect(before.length).toBeGreaterThan(after.length);
  });

  it('rises with the pace, only with a new job', () => {
    const env = { ...buildEnv(), now: jobTime * 1000 };
    const miner = new TestMiner(env);
    miner.start();
    let accepted = 0;
    for (let nonce = 0; nonce < 64; nonce++) {
      if (codeOf(miner.submit(nonce.toString(16).padStart(8, '0'))) === 0) accepted++;
    }
    expect(miner.state.counts.shares).toBe(accepted);
    env.now += 30_000;
    const given = giveJob(miner.state, env.jobs.add(buildJob({ id: '2', clean: false })), env);
    const raised = given?.state.grants.at(-1)?.work ?? 0n;
    expect(raised).toBeGreaterThan(8n);
    expect(raised).toBeLessThan(64n);
    expect(given?.state.grants.map((grant) => grant.from)).toEqual([1, 2]);
    const clean = given && giveJob({ ...given.state, asked: 99n }, env.jobs.add(buildJob({ id: '3' })), env);
    expect(clean?.state.grants.map((grant) => grant.from)).toEqual([3]);
  });
});

describe('version rolling', () => {
  it('is agreed on within both masks and taken into the header', () => {
    const miner = new TestMiner(buildEnv());
    const configured = miner.say('mining.configure', [
      ['version-rolling', 'minimum-difficulty', 'subscribe-extranonce', 'info'],
      { 'version-rolling.mask': 'ffffffff', 'minimum-difficulty.value': 0.25 },
    ]);
    expect(JSON.parse(configured.replies[0] ?? '')).toEqual({
      id: 4,
      result: {
        'version-rolling': true,
        'version-rolling.mask': '1fffe000',
        'minimum-difficulty': true,
        'subscribe-extranonce': true,
        info: false,
      },
      error: null,
    });
    expect(miner.state.floor).toBe(1n << 30n);
    miner.state = { ...miner.state, floor: 0n };
    miner.start();
    const roll = (bits: string) =>
      codeOf(miner.say('mining.submit', ['DOGE:D1.rig1', '1', '00000000', jobTime.toString(16), good, bits]));
    expect(roll('20000000')).toBe(20);
    expect(roll('00000001')).toBe(20);
    expect(roll('zz')).toBe(20);
    const rolled = Array.from({ length: 16 }, (_, index) =>
      roll((index << 13).toString(16).padStart(8, '0')),
    );
    // Rolled headers differ, so about half of them are shares of work 2 and none is a duplicate.
    expect(new Set(rolled)).toEqual(new Set([0, 23]));
    expect(roll('00000000')).toBe(22);
  });

  it('is refused where the masks do not meet, and bits without an agreement are an error', () => {
    const miner = new TestMiner(buildEnv());
    const configured = miner.say('mining.configure', [
      ['version-rolling'],
      { 'version-rolling.mask': '00000fff' },
    ]);
    expect(configured.replies).toEqual(['{"id":4,"result":{"version-rolling":false},"error":null}\n']);
    miner.start();
    const fields = ['DOGE:D1.rig1', '1', '00000000', jobTime.toString(16), good];
    expect(codeOf(miner.say('mining.submit', [...fields, '00002000']))).toBe(20);
    expect(codeOf(miner.say('mining.submit', [...fields, '00000000']))).toBe(0);
  });
});

describe('everything else', () => {
  it('has an answer', () => {
    const miner = new TestMiner(buildEnv());
    miner.start();
    expect(codeOf(miner.say('mining.extranonce.subscribe', []))).toBe(0);
    expect(codeOf(miner.say('mining.multi_version', [1]))).toBe(0);
    expect(miner.say('mining.get_transactions', ['1']).replies).toEqual([
      '{"id":4,"result":[],"error":null}\n',
    ]);
    expect(miner.say('mining.hello', []).replies).toEqual([
      '{"id":4,"result":null,"error":[20,"Unknown method",null]}\n',
    ]);
    expect(miner.line('{"id":1,"result":"cpuminer/2.5.1","error":null}').replies).toEqual([]);
  });

  it('that is no JSON ends a connection without a worker, and a few slips of a miner do not', () => {
    expect(new TestMiner(buildEnv()).line('GET / HTTP/1.1').effects).toEqual([
      { kind: 'disconnect', reason: 'not-stratum' },
    ]);
    const miner = new TestMiner(buildEnv());
    miner.start();
    for (let count = 0; count < 4; count++) expect(miner.line('{').effects).toEqual([]);
    expect(codeOf(miner.submit(good))).toBe(0);
    for (let count = 0; count < 4; count++) expect(miner.line('{"id":1}').effects).toEqual([]);
    expect(miner.line('{"id":1}').effects).toEqual([{ kind: 'disconnect', reason: 'faults' }]);
  });

  it('never throws and is always one line for each answer', () => {
    const method = fc.constantFrom(
      'mining.subscribe',
      'mining.authorize',
      'mining.submit',
      'mining.configure',
      'mining.suggest_difficulty',
      'mining.extranonce.subscribe',
      'constructor',
    );
    const value = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('DOGE:D1.rig1', '1', '00000000', 'version-rolling'),
    );
    const message = fc.oneof(
      fc.json(),
      fc
        .record({ id: value, method, params: fc.oneof(fc.array(value), value) })
        .map((parts) => JSON.stringify(parts)),
    );
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), (lines) => {
        const miner = new TestMiner(buildEnv());
        for (const line of lines) {
          for (const reply of miner.line(line).replies) {
            expect(reply).toMatch(/^[\x20-\x7e]+\n$/);
            JSON.parse(reply);
          }
        }
      }),
      { numRuns: 300 },
    );
  });

  it('survives what strangers send', () => {
    const decode = (bytes: Uint8Array, from: number, to: number) =>
      new TextDecoder().decode(bytes.subarray(from, to));
    const outcomes = badLines.map((line) => {
      const miner = new TestMiner(buildEnv());
      miner.start();
      const framer = new LineFramer(decode);
      const framed = framer.push(new TextEncoder().encode(`${line}\n`), (text) => miner.line(text));
      return { framed, workers: miner.state.workers.size, code: codeOf(miner.submit(good)) };
    });
    expect(outcomes.filter(({ framed }) => framed === 'too-long').length).toBe(2);
    // After every one of them the honest worker still mines, and no other login was accepted.
    expect(outcomes.every(({ workers, code }) => workers === 1 && code === 0)).toBe(true);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
