import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseDialect } from '../../core/dialect.ts';
import {
  agreeing,
  ethereumDialects,
  ethereumEnv,
  EthereumMiner,
  ethereumRules,
  testEthereumJobs,
} from '../../testing/ethereum-kit.ts';
import { type PortAnswer, reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { readMessage } from '../../wire/message.ts';

const user = 'ETHW:0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const mix = `0x${'ab'.repeat(32)}`;

type Jobs = ReturnType<typeof testEthereumJobs>;

function openJobs(): Jobs {
  const jobs = testEthereumJobs();
  jobs.openNext();
  return jobs;
}

function proxyMiner(jobs = openJobs(), leading = 1, number = 1): EthereumMiner {
  const miner = new EthereumMiner(ethereumEnv(jobs), agreeing(leading), number);
  miner.say('eth_submitLogin', [user, 'x'], { worker: 'rig1' });
  return miner;
}

/** Header, seed and target that `eth_getWork` answers. */
function workOf(miner: EthereumMiner): readonly string[] {
  const [line = ''] = miner.say('eth_getWork', []).lines;
  return (JSON.parse(line) as { result: string[] }).result;
}

function submit(miner: EthereumMiner, nonce: string, header = workOf(miner)[0], claimed = mix): PortAnswer {
  return miner.say('eth_submitWork', [nonce, header, claimed], { worker: 'rig1' });
}

describe('the dialect of a connection', () => {
  it.each([
    ['{"id":1,"method":"eth_submitLogin","params":["u","x"]}', 'ethproxy'],
    ['{"id":1,"method":"eth_getWork","params":[]}', 'ethproxy'],
    ['{"id":1,"method":"mining.subscribe","params":["a","EthereumStratum/1.0.0"]}', 'ethereum-stratum'],
    ['{"id":1,"jsonrpc":"2.0","method":"mining.subscribe","params":[]}', 'ethereum-plain-stratum'],
    ['{"id":1,"method":"mining.subscribe","params":["a",{"toString":1}]}', 'ethereum-plain-stratum'],
    ['{"id":1,"method":"mining.hello","params":{}}', 'ethereum-stratum'],
    ['GET / HTTP/1.1', 'ethereum-stratum'],
  ])('is told by its first message: %s', (line, name) => {
    expect(chooseDialect(ethereumDialects, readMessage(line)).name).toBe(name);
  });

  it('is kept: later messages of another one are unknown', () => {
    const miner = proxyMiner();
    expect(miner.say('mining.subscribe', []).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":20,"message":"Unknown method"}}\n',
    ]);
  });
});

describe('a login', () => {
  it('hands on the worker and the code that stand beside the parameters', () => {
    const asked: unknown[] = [];
    const jobs = openJobs();
    const env = ethereumEnv(jobs, (text, field) => {
      asked.push([text, field]);
      return { kind: 'unknown-coin', coin: 'ETHW' };
    });
    const { lines, effects } = new EthereumMiner(env, agreeing(1)).line(
      '{"id":1,"method":"eth_submitLogin","params":["ETHW:0x1","x"],"worker":"rig1#abcd-1234"}',
    );
    expect(asked).toEqual([['ETHW:0x1', 'rig1#abcd-1234']]);
    expect(lines).toEqual([
      '{"id":1,"jsonrpc":"2.0","error":{"code":24,"message":"This pool does not pay ETHW"}}\n',
    ]);
    expect(effects.map(({ kind }) => kind)).toEqual(['refused', 'disconnect']);
  });

  it('comes before work', () => {
    const miner = new EthereumMiner(ethereumEnv(openJobs()), agreeing(1));
    expect(miner.say('eth_getWork', []).lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":24,"message":"Log in first"}}\n',
    ]);
    expect(reasonsOf(miner.say('eth_submitWork', ['0x0000000000000001', mix, mix]))).toEqual([
      'unauthorized',
    ]);
  });

  it('asks for a difficulty in the password', () => {
    const miner = new EthereumMiner(ethereumEnv(openJobs()), agreeing(1));
    miner.say('eth_submitLogin', [user, 'x,d=65536']);
    expect(workOf(miner)[2]).toBe(`0x0000${'f'.repeat(60)}`);
  });
});

describe('a share', () => {
  it('counts once, however its digits are written', () => {
    const miner = proxyMiner();
    const [header = ''] = workOf(miner);
    expect(worksOf(submit(miner, '0x00000000000000ab'))).toEqual([256n]);
    expect(reasonsOf(submit(miner, '0x00000000000000AB'))).toEqual(['duplicate']);
    expect(reasonsOf(submit(miner, '00000000000000ab', header.slice(2)))).toEqual(['duplicate']);
  });

  it('whose mix is another than the one computed is refused, however low its hash', () => {
    const jobs = openJobs();
    const miner = proxyMiner(jobs);
    const forged = new EthereumMiner(ethereumEnv(jobs), () => ({
      mix: new Uint8Array(32),
      hash: new Uint8Array(32),
    }));
    forged.say('eth_submitLogin', [user, 'x'], { worker: 'rig1' });
    expect(submit(forged, '0x0000000000000001').lines).toEqual([
      '{"id":7,"jsonrpc":"2.0","error":{"code":20,"message":"The proof of work is not that of the share"}}\n',
    ]);
    expect(worksOf(submit(miner, '0x0000000000000001'))).toEqual([256n]);
  });

  it('counts at the target itself and not above it', () => {
    const at = (first: number): PortAnswer => {
      const miner = proxyMiner();
      const hash = new Uint8Array(32).fill(255);
      hash[0] = first;
      return submit(
        Object.assign(miner, { verify: () => ({ mix: new Uint8Array(32).fill(0xab), hash }) }),
        '0x0000000000000001',
      );
    };
    expect(worksOf(at(0))).toEqual([256n]);
    expect(reasonsOf(at(1))).toEqual(['low-difficulty']);
  });

  it('of another session is stale: each has headers of its own', () => {
    const jobs = openJobs();
    const [one, other] = [proxyMiner(jobs, 1, 1), proxyMiner(jobs, 1, 2)];
    expect(workOf(one)[0]).not.toBe(workOf(other)[0]);
    expect(reasonsOf(submit(one, '0x0000000000000001', workOf(other)[0]))).toEqual(['stale']);
    expect(reasonsOf(submit(one, '0x0000000000000001', mix))).toEqual(['stale']);
  });

  it('is malformed where its nonce or its mix is', () => {
    const miner = proxyMiner();
    for (const nonce of ['0x1', '', '0x00000000000000zz', '0x000000000000000001'])
      expect(reasonsOf(submit(miner, nonce))).toEqual(['malformed']);
    expect(reasonsOf(submit(miner, '0x0000000000000001', workOf(miner)[0], '0xab'))).toEqual(['malformed']);
  });

  it('keeps what its job was given with, whatever is asked for later', () => {
    const jobs = openJobs();
    const miner = proxyMiner(jobs, 2);
    const [before] = workOf(miner);
    miner.say('eth_submitLogin', [user, 'd=65536'], { worker: 'rig2' });
    const { current } = jobs;
    if (current === undefined) throw new Error('no job');
    jobs.openNext({ clean: false });
    miner.shell.announce(jobs.current ?? current, miner.env);
    const [after] = workOf(miner);
    expect(worksOf(submit(miner, '0x0000000000000001', before))).toEqual([256n]);
    expect(worksOf(submit(miner, '0x0000000000000001', after))).toEqual([65_536n]);
  });

  it('for a job of an earlier block is stale', () => {
    const jobs = openJobs();
    const miner = proxyMiner(jobs);
    const [before] = workOf(miner);
    jobs.openNext();
    expect(reasonsOf(submit(miner, '0x0000000000000001', before))).toEqual(['stale']);
  });

  it('that solves a block is handed over with nonce, mix and the hash of the block', () => {
    const jobs = testEthereumJobs();
    jobs.openNext({ networkTarget: 1n << 250n, networkWork: 64n });
    const found = submit(proxyMiner(jobs), '0x0000000000000005');
    expect(found.effects).toMatchObject([
      { kind: 'share', work: 64n },
      {
        kind: 'candidate',
        block: { solution: { nonce: 5n, mix: new Uint8Array(32).fill(0xab) }, hash: '5-abab' },
      },
    ]);
  });

  it('goes to the verifier with its height and the hash above which it counts nothing', () => {
    const jobs = openJobs();
    const inputs: unknown[] = [];
    const miner = new EthereumMiner(ethereumEnv(jobs), (input) => {
      inputs.push(input);
      return agreeing(1)(input);
    });
    miner.say('eth_submitLogin', [user, 'x'], { worker: 'rig1' });
    submit(miner, '0x0102030405060708');
    const limit = new Uint8Array(32).fill(255);
    limit[31] = 0;
    expect(inputs).toMatchObject([{ nonce: 0x0102030405060708n, height: 1, limit }]);
  });
});

describe('a new job', () => {
  it('is pushed with id 0, and asking for work makes no other', () => {
    const jobs = openJobs();
    const miner = proxyMiner(jobs);
    jobs.openNext();
    const { current } = jobs;
    if (current === undefined) throw new Error('no job');
    const announced = miner.shell.announce(current, miner.env);
    const [header] = workOf(miner);
    expect(announced?.line).toBe(
      `{"id":0,"jsonrpc":"2.0","result":["${header}","0x${'0'.repeat(64)}","0x00${'f'.repeat(62)}"]}\n`,
    );
    expect(workOf(miner)[0]).toBe(header);
  });

  it('is not sent before the login', () => {
    const jobs = openJobs();
    const miner = new EthereumMiner(ethereumEnv(jobs), agreeing(1));
    miner.say('mining.subscribe', ['x', 'EthereumStratum/1.0.0']);
    const { current } = jobs;
    expect(current && miner.shell.announce(current, miner.env)).toBeUndefined();
  });

  it('is as hard as the pace asks for', () => {
    const jobs = openJobs();
    const env = { ...ethereumEnv(jobs) };
    const miner = new EthereumMiner(env, agreeing(1));
    miner.say('eth_submitLogin', [user, 'x'], { worker: 'rig1' });
    for (let nonce = 0; nonce < 64; nonce++) submit(miner, `0x${nonce.toString(16).padStart(16, '0')}`);
    env.now += 30_000;
    jobs.openNext();
    if (jobs.current !== undefined) miner.shell.announce(jobs.current, env);
    // 64 shares in half a minute where 3 are wanted: 21 times the work, rounded down to four bits.
    expect(BigInt(workOf(miner)[2] ?? '0')).toBe(ethereumRules.scale.difficulty1Target / 5120n);
  });
});

describe('whatever is said', () => {
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(user, mix, '0x0000000000000001', 'rig1'));
  const method = fc.constantFrom(
    'eth_submitLogin',
    'eth_getWork',
    'eth_submitWork',
    'mining.subscribe',
    'mining.authorize',
    'mining.submit',
    'mining.hello',
    'constructor',
  );
  const message = fc
    .record({ id: value, method, params: fc.oneof(fc.array(value), value), worker: value })
    .map((parts) => JSON.stringify(parts));

  it('has one answer in plain text, and nothing throws', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(message, fc.json()), { maxLength: 12 }), (lines) => {
        const miner = new EthereumMiner(ethereumEnv(openJobs()), agreeing(1));
        for (const line of lines) {
          const { lines: replies } = miner.line(line);
          const isReply = readMessage(line).kind === 'reply';
          expect(replies.length > 0).toBe(!isReply);
          for (const reply of replies) {
            expect(reply).toMatch(/^[\x20-\x7e]+\n$/);
            JSON.parse(reply);
          }
        }
      }),
      { numRuns: 200 },
    );
  });
});
