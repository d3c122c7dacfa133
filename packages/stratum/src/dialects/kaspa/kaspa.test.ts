import { describe, expect, it } from 'vitest';
import { lowHash, KaspaMiner, kaspaEnv, testKaspaJobs } from '../../testing/kaspa-kit.ts';
import { reasonsOf, worksOf } from '../../testing/port-miner.ts';
import type { KaspaInput } from './jobs.ts';
import { kaspa } from './kaspa.ts';

/**
 * There is no recording of a real program of this family. The forms are those that onemorebsmith/kaspa-stratum-bridge sends and takes;
 * the job is the one of its test of serialization (TestHeaderSerialization).
 */
const bridgeHash = '853a0bb20ce86f2666da260099e3ab24bb4df7c83a9630e3f519f29a41142ed2';
const bridgeTime = 1662696346n;
const user = 'KAS:kaspa:q1.rig1';

interface Port {
  readonly miner: KaspaMiner;
  readonly inputs: KaspaInput[];
  readonly jobs: ReturnType<typeof testKaspaJobs>;
}

function connect({ zeros = 2, number = 0xf000080c, content = undefined as string | undefined } = {}): Port {
  const jobs = testKaspaJobs(content === undefined ? undefined : () => content);
  jobs.openNext(content === undefined ? {} : { timestamp: bridgeTime });
  const inputs: KaspaInput[] = [];
  const verify = (input: KaspaInput): Uint8Array => {
    inputs.push(input);
    return lowHash(zeros)(input);
  };
  return { miner: new KaspaMiner(kaspaEnv(jobs), verify, number), inputs, jobs };
}

function mining(options?: Parameters<typeof connect>[0], agent = 'lolMiner 1.98'): Port {
  const port = connect(options);
  port.miner.say('mining.subscribe', [agent]);
  port.miner.say('mining.authorize', [user, 'x']);
  return port;
}

const paramsOf = (line: string | undefined): readonly unknown[] =>
  (JSON.parse(line?.split('\n').at(-2) ?? '{}') as { params: readonly unknown[] }).params;

/** The name of the newest job. */
const jobOf = ({ miner, jobs }: Port): unknown => paramsOf(miner.hear(jobs.current))[0];

describe('Stratum of the Kaspa family', () => {
  it('answers as the bridge does, with the job as four numbers and a time', () => {
    const { miner } = connect({ content: bridgeHash });
    expect(miner.say('mining.subscribe', ['SRBMiner-MULTI/2.4.4']).lines).toEqual([
      '{"id":7,"result":[true,"EthereumStratum/1.0.0"],"error":null}\n',
    ]);
    expect(miner.say('mining.authorize', [user, 'x']).lines).toEqual([
      '{"id":7,"result":true,"error":null}\n',
      '{"id":null,"method":"mining.set_extranonce","params":["0c"]}\n',
      '{"id":null,"method":"mining.set_difficulty","params":[5.960464477539063e-8]}\n',
      '{"id":null,"method":"mining.notify","params":["853a0bb20ce86f26",[2769687437080476293,2642455852654975590,16370749824715673019,15145064868898544117],1662696346]}\n',
    ]);
  });

  it.for(['BzMiner/v21.0.3', 'bzminer', 'IceRiverMiner-v1.1', 'Goldshell/2.2.4'])(
    'tells %s the job as one text',
    (agent) => {
      const { miner } = connect({ content: bridgeHash });
      miner.say('mining.subscribe', [agent]);
      expect(miner.say('mining.authorize', [user, 'x']).lines.at(-1)).toBe(
        `{"id":null,"method":"mining.notify","params":["853a0bb20ce86f26","${bridgeHash}9abb1a6300000000"]}\n`,
      );
    },
  );

  it('tells GodMiner the extranonce in the answer to its subscription, and how many bytes are left', () => {
    const { miner } = connect();
    expect(miner.say('mining.subscribe', ['GodMiner/2.0.0']).lines).toEqual([
      '{"id":7,"result":[null,"0c",7],"error":null}\n',
    ]);
    expect(miner.say('mining.authorize', [user, 'x']).lines[1]).toBe(
      '{"id":null,"method":"mining.set_extranonce","params":["0c",7]}\n',
    );
  });

  it('gives work to a program that logs in before it subscribes', () => {
    const { miner } = connect();
    expect(miner.say('mining.authorize', [user, 'x']).lines).toHaveLength(1);
    expect(miner.say('mining.subscribe', ['x']).lines).toHaveLength(4);
  });

  it('reads nonces whole, as the tail behind the extranonce, and without leading zeros', () => {
    const port = mining();
    const job = jobOf(port);
    const nonces = ['0x0c00000000000001', '0x2', '00000000000003', 'FFFFFFFFFFFFFFFE', '0xc00000000000005'];
    for (const nonce of nonces)
      expect(worksOf(port.miner.say('mining.submit', [user, job, nonce]))).toEqual([256n]);
    expect(port.inputs.map(({ nonce }) => nonce.toString(16))).toEqual([
      'c00000000000001',
      'c00000000000002',
      'c00000000000003',
      'fffffffffffffffe',
      'c00000000000005',
    ]);
  });

  it('counts a share once, however its nonce is written', () => {
    const port = mining();
    const job = jobOf(port);
    expect(worksOf(port.miner.say('mining.submit', [user, job, '0x0c000000000000ab']))).toEqual([256n]);
    for (const nonce of ['0x0c000000000000ab', '0C000000000000AB', '0xab', 'c000000000000ab'])
      expect(port.miner.say('mining.submit', [user, job, nonce]).lines).toEqual([
        '{"id":7,"result":null,"error":[22,"Duplicate share",null]}\n',
      ]);
    expect(port.inputs).toHaveLength(1);
  });

  it('gives two sessions different jobs: what one finds is no share of the other', () => {
    const first = mining();
    const second = new KaspaMiner(kaspaEnv(first.jobs), lowHash(2), 0x0f00080c);
    second.say('mining.subscribe', ['bzminer']);
    const work = second.say('mining.authorize', ['KAS:kaspa:q2.rig', 'x']).lines.at(-1);
    expect(second.hear(first.jobs.current)).not.toBe(first.miner.hear(first.jobs.current));
    expect(reasonsOf(first.miner.say('mining.submit', [user, paramsOf(work)[0], '0x1']))).toEqual(['stale']);
  });

  it('refuses in the words of all dialects', () => {
    const port = mining({ zeros: 0 });
    const job = jobOf(port);
    const submit = (...params: readonly unknown[]): readonly string[] =>
      port.miner.say('mining.submit', params).lines;
    expect(submit(user, job, '0x01')).toEqual([
      '{"id":7,"result":null,"error":[23,"Low difficulty share",null]}\n',
    ]);
    expect(submit(user, 'nope', '0x01')[0]).toContain('[21,"Job not found",null]');
    for (const nonce of [undefined, 1, '', '0x', '0xzz', '00000000000000001', ' 1', '-1', '1e3 '])
      expect(submit(user, job, nonce)[0]).toContain('[20,"Malformed share",null]');
    expect(connect().miner.say('mining.submit', [user, job, '0x1']).lines[0]).toContain('[25,');
    const early = connect();
    early.miner.say('mining.subscribe', ['x']);
    expect(early.miner.say('mining.submit', [user, job, '0x1']).lines[0]).toContain('[24,');
    expect(port.miner.say('mining.nonsense', []).lines[0]).toContain('[20,"Unknown method",null]');
    expect(port.miner.say('mining.submit', { a: 1 }).lines[0]).toContain('[20,"Malformed message",null]');
  });

  it('closes a connection whose login is refused', () => {
    const { miner } = connect();
    const { lines, effects } = miner.say('mining.authorize', ['XXX:kaspa:q1', 'x']);
    expect(lines).toEqual(['{"id":7,"result":null,"error":[24,"This pool does not pay NOPE",null]}\n']);
    expect(effects.map(({ kind }) => kind)).toEqual(['refused', 'disconnect']);
  });

  it('credits the first worker with shares that name none or another', () => {
    const port = mining();
    const job = jobOf(port);
    port.miner.say('mining.authorize', ['KAS:kaspa:q1.rig2', 'x']);
    const workers = [user, 'KAS:kaspa:q1.rig2', 'rig9', 5].map((named, index) => {
      const [effect] = port.miner.say('mining.submit', [named, job, `0x${index + 1}`]).effects;
      return effect?.kind === 'share' ? effect.login.worker : undefined;
    });
    expect(workers).toEqual(['rig1', 'rig2', 'rig1', 'rig1']);
  });

  it('starts where the password asks, and says a new difficulty before the job that it holds for', () => {
    const port = connect();
    port.miner.say('mining.subscribe', ['x']);
    const lines = port.miner.say('mining.authorize', [user, 'd=0.000001']).lines;
    expect(paramsOf(lines[2])).toEqual([4294 / 2 ** 32]);
    // Nothing new is said with the next job.
    expect(port.miner.hear(port.jobs.current)).toMatch(/^\{"id":null,"method":"mining.notify"/);
    expect(kaspa.notice('words')).toBe('');
  });

  it('makes a block of a hash that meets the network’s target, with what its chain needs', () => {
    const jobs = testKaspaJobs();
    jobs.openNext({ networkTarget: (1n << 200n) - 1n, networkWork: 1n << 56n });
    const miner = new KaspaMiner(kaspaEnv(jobs, { accepting: false }), lowHash(8));
    miner.say('mining.subscribe', ['bzminer']);
    const notify = miner.say('mining.authorize', [user, 'x']).lines.at(-1);
    const { effects, lines } = miner.say('mining.submit', [user, paramsOf(notify)[0], '0x0c0000000000000b']);
    expect(lines).toEqual(['{"id":7,"result":true,"error":null}\n']);
    expect(effects).toMatchObject([
      { kind: 'share', work: 256n },
      {
        kind: 'candidate',
        block: { solution: { nonce: 0x0c0000000000000bn }, hash: `${'0'.repeat(48)}0c0000000000000b` },
      },
    ]);
  });
});
