import { describe, expect, it } from 'vitest';
import { agreeing, ethereumEnv, EthereumMiner, testEthereumJobs } from '../../testing/ethereum-kit.ts';
import { reasonsOf, worksOf } from '../../testing/port-miner.ts';

const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const mix = `0x${'ab'.repeat(32)}`;

function connect(number?: number) {
  const jobs = testEthereumJobs();
  jobs.openNext();
  const miner = new EthereumMiner(ethereumEnv(jobs), agreeing(1), number);
  return { jobs, miner };
}

const methodsOf = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => line.trim().split('\n')).map((line) => JSON.parse(line).method ?? 'answer');

describe('EthereumStratum/1.0.0', () => {
  const subscription = ['a', 'EthereumStratum/1.0.0'];

  it('gives the work with whichever of subscription and login comes last, and once', () => {
    const { miner } = connect();
    expect(methodsOf(miner.say('mining.authorize', [user, 'x']).lines)).toEqual(['answer']);
    expect(miner.shell.isMining).toBe(false);
    expect(methodsOf(miner.say('mining.subscribe', subscription).lines)).toEqual([
      'answer',
      'mining.set_difficulty',
      'mining.notify',
    ]);
    expect(miner.shell.isMining).toBe(true);
    expect(methodsOf(miner.say('mining.subscribe', subscription).lines)).toEqual(['answer']);
    expect(methodsOf(miner.say('mining.authorize', [`${user}.two`, 'x']).lines)).toEqual(['answer']);
  });

  it('says the difficulty with a job only where it is another one', () => {
    const { jobs, miner } = connect();
    miner.say('mining.subscribe', subscription);
    miner.say('mining.authorize', [user, 'x']);
    jobs.openNext();
    const next = miner.hear(jobs.current) ?? '';
    expect(methodsOf([next])).toEqual(['mining.notify']);
    expect(next).toContain('"a4"');
  });

  it('has the beginning of the nonce from the number of the session, its last two bytes', () => {
    const { miner } = connect(0x12_0007);
    expect(JSON.parse(miner.say('mining.subscribe', subscription).lines[0] ?? '').result[1]).toBe('0007');
    miner.say('mining.authorize', [user, 'x']);
    const share = (nonce: string) => miner.say('mining.submit', [user, 'a2', nonce]);
    expect(worksOf(share('000000000001'))).toEqual([256n]);
    // With the pool's bytes it is two bytes too long, and without one of its own too short.
    expect(reasonsOf(share('0007000000000002'))).toEqual(['malformed']);
    expect(reasonsOf(share('0000000002'))).toEqual(['malformed']);
    expect(worksOf(share('0x000000000002'))).toEqual([256n]);
  });

  it('takes a share of a worker by its name alone, for a job by its id alone, after the subscription alone', () => {
    const { miner } = connect();
    // So that it speaks this layout, which hello does as well.
    miner.say('mining.hello', {});
    expect(reasonsOf(miner.say('mining.submit', [user, 'a2', '000000000001']))).toEqual(['not-subscribed']);
    miner.say('mining.subscribe', subscription);
    expect(reasonsOf(miner.say('mining.submit', [user, 'a2', '000000000001']))).toEqual(['unauthorized']);
    miner.say('mining.authorize', [user, 'x']);
    expect(reasonsOf(miner.say('mining.submit', [`${user}.two`, 'a2', '000000000001']))).toEqual([
      'unauthorized',
    ]);
    expect(reasonsOf(miner.say('mining.submit', [user, 'a9', '000000000001']))).toEqual(['stale']);
    expect(reasonsOf(miner.say('mining.submit', [7, 'a2', '000000000001']))).toEqual(['unauthorized']);
  });

  it('answers what changes nothing, and counts what limits are for', () => {
    const { miner } = connect();
    miner.say('mining.subscribe', subscription);
    for (const method of ['mining.extranonce.subscribe', 'eth_submitHashrate'])
      expect(miner.say(method, ['0x1', '0x2']).lines).toEqual(['{"id":7,"result":true,"error":null}\n']);
    const dialect = miner.shell.dialectOf({} as never);
    const classOf = (method: string, named?: object) =>
      dialect.classOf({ kind: 'request', id: 1, method, params: [], fields: {}, named } as never);
    expect(['mining.submit', 'mining.authorize', 'mining.subscribe'].map((each) => classOf(each))).toEqual([
      'submit',
      'login',
      'other',
    ]);
    expect(classOf('mining.submit', {})).toBe('other');
    expect([dialect.notice('hello'), dialect.reconnect]).toEqual(['', undefined]);
  });
});

describe('ethproxy', () => {
  it('says that there is no work while no job is open, and gives one as soon as there is', () => {
    const jobs = testEthereumJobs();
    const miner = new EthereumMiner(ethereumEnv(jobs), agreeing(1));
    expect(methodsOf(miner.say('eth_submitLogin', [user, 'x']).lines)).toEqual(['answer']);
    expect(miner.say('eth_getWork', []).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":20,"message":"There is no work yet, try again"}}\n',
    ]);
    jobs.openNext();
    expect(miner.say('eth_getWork', []).lines[0]).toContain('"result":["0x');
  });

  it('gives work of its block to a miner that asks again after a new one', () => {
    const { jobs, miner } = connect();
    miner.say('eth_submitLogin', [user, 'x']);
    const [before] = miner.say('eth_getWork', []).lines;
    jobs.openNext();
    const [after] = miner.say('eth_getWork', []).lines;
    expect(after).not.toBe(before);
    expect(miner.say('eth_getWork', []).lines).toEqual([after]);
  });

  it('counts a share for the worker that it names, and for the first one where it names none that it has', () => {
    const { miner } = connect();
    miner.say('eth_submitLogin', [user, 'x'], { worker: 'one' });
    miner.say('eth_submitLogin', [user, 'x'], { worker: 'two' });
    const header = JSON.parse(miner.say('eth_getWork', []).lines[0] ?? '').result[0];
    const byWhom = (nonce: number, worker: unknown) =>
      miner
        .say('eth_submitWork', [`0x${nonce.toString(16).padStart(16, '0')}`, header, mix], { worker })
        .effects.flatMap((effect) => (effect.kind === 'share' ? [effect.login.worker] : []));
    expect(byWhom(1, 'two')).toEqual(['two']);
    expect(byWhom(2, 'one')).toEqual(['one']);
    for (const [nonce, other] of ['wo', '', 7, undefined].entries())
      expect(byWhom(nonce + 3, other), String(other)).toEqual(['one']);
  });

  it('tells programs of their hashrate that it was heard, and of another method that it is unknown', () => {
    const { miner } = connect();
    miner.say('eth_submitLogin', [user, 'x']);
    expect(miner.say('eth_submitHashrate', ['0x1', '0x2']).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","result":true}\n',
    ]);
    expect(miner.say('eth_blockNumber', []).lines[0]).toContain('"Unknown method"');
  });
});

describe('the third layout', () => {
  it('finds a worker by its login, or by the name beside the parameters', () => {
    const { miner } = connect();
    miner.say('mining.subscribe', []);
    const [, work = ''] = miner.say('mining.authorize', [user, 'x'], { worker: 'one' }).lines;
    miner.say('mining.authorize', [`${user}.b`, 'x'], { worker: 'two' });
    const [header] = JSON.parse(work).params;
    const byWhom = (nonce: string, by: unknown, more: object = {}) =>
      miner
        .say('mining.submit', [by, 'id', nonce, header, mix], more)
        .effects.flatMap((effect) => (effect.kind === 'share' ? [effect.login.worker] : []));
    expect(byWhom('0x0000000000000001', 'x', { worker: 'two' })).toEqual(['two']);
    expect(byWhom('0x0000000000000002', 'x')).toEqual(['one']);
    expect(reasonsOf(miner.say('mining.submit', ['x', 'id', '0x0000000000000003', mix, mix]))).toEqual([
      'stale',
    ]);
    expect(reasonsOf(miner.say('mining.submit', ['x', 'id', '0x0000000000000003', header, '0xab']))).toEqual([
      'malformed',
    ]);
  });
});
