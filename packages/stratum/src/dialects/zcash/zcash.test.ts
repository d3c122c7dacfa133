import { describe, expect, it } from 'vitest';
import { plainJobs } from '../../core/jobs.ts';
import type { PortRules, SessionEnv } from '../../core/session-state.ts';
import { type PortAnswer, PortMiner, reasonsOf, worksOf } from '../../testing/port-miner.ts';
import { easyRules } from '../../testing/session-kit.ts';
import { sha256d } from '../../testing/sha256d.ts';
import { readTranscript, type TranscriptLine } from '../../testing/transcript.ts';
import { bytesOfHex, hexOfBytes } from '../../wire/hex.ts';
import { readReversed } from './header.ts';
import type { ZcashJob, ZcashSolution } from './jobs.ts';
import { zcash } from './zcash.ts';

const user = 'ZEC:t1VShHAhsQc5RVndQLyM1ZbQXLHKd35GkG1.worker1#abcd-1234';
const recording = readTranscript('nheqminer-equihash-tcp');
const bytes = (hex: unknown): Uint8Array =>
  bytesOfHex(String(hex), String(hex).length / 2) ?? new Uint8Array();

/** A share of work 16 hashes to 0fff…ff at most, as in the recording. */
const rules: PortRules = {
  ...easyRules,
  scale: { difficulty1Target: (1n << 256n) - 1n, hashesPerDifficulty1: 1n },
  startWork: 16n,
};

type Parts = Omit<ZcashJob, 'id'>;

/** The recorded job. */
function recordedJob(): Parts {
  const { message } = recording.find((line) => line.message.method === 'mining.notify') ?? {};
  const [, version, previous, root, commitments, time, bits] = message?.params ?? [];
  return {
    chain: 'recorded',
    height: 1,
    networkTarget: 0n,
    networkWork: 1n << 60n,
    clean: true,
    version: readReversed(version),
    previousHash: bytes(previous),
    merkleRoot: bytes(root),
    commitments: bytes(commitments),
    time: readReversed(time),
    bits: readReversed(bits),
  };
}

interface Port {
  readonly miner: PortMiner<ZcashSolution, boolean>;
  readonly inputs: ZcashSolution[];
}

function connect({
  isSolution = true,
  number = 1,
  now = recordedJob().time * 1000,
  clean = true,
} = {}): Port {
  const jobs = plainJobs<Parts, ZcashJob>((parts) => ({ ...parts, id: 'j1' }));
  jobs.open({ ...recordedJob(), clean });
  const env: SessionEnv = {
    now,
    rules,
    jobs,
    sha256d,
    accepting: true,
    login: (text) => ({
      kind: 'login',
      login: { coin: 'ZEC', network: 'zcash', address: text, memo: null, worker: 'w', referralCode: null },
    }),
  };
  const inputs: ZcashSolution[] = [];
  const verify = (input: ZcashSolution): boolean => {
    inputs.push(input);
    return isSolution;
  };
  return { miner: new PortMiner([zcash], env, verify, number), inputs };
}

const said = (line: TranscriptLine): boolean => line.direction === 'c2s';
const share = recording.find(({ message }) => message.method === 'mining.submit');
const shareParams = share?.message.params ?? [];

function mining(options?: Parameters<typeof connect>[0]): Port {
  const port = connect(options);
  port.miner.say('mining.subscribe', ['nheqminer/0.5c', null, '127.0.0.1', '27041']);
  port.miner.say('mining.authorize', [user, 'x']);
  return port;
}

const submit = ({ miner }: Port, at?: number, value?: unknown): PortAnswer =>
  miner.say('mining.submit', at === undefined ? shareParams : shareParams.with(at, value));

describe('Stratum of Zcash', () => {
  it('answers nheqminer byte for byte, and its share counts', () => {
    const { miner, inputs } = connect();
    const ours = recording.filter(said).map(({ line }) => miner.line(line));
    const theirs = recording.filter((line) => !said(line)).map(({ line }) => `${line}\n`);
    expect(ours.flatMap(({ lines }) => lines)).toEqual(theirs);
    expect(worksOf(ours.at(-1) ?? { lines: [], effects: [] })).toEqual([16n]);
    expect(inputs[0]?.header).toHaveLength(140);
    expect(inputs[0]?.solution).toHaveLength(1344);
    // The pool's four bytes of the nonce, then the miner's.
    expect(hexOfBytes(inputs[0]?.header.slice(108) ?? new Uint8Array())).toBe(
      `00000001${String(shareParams[3])}`,
    );
  });

  it('counts a share once', () => {
    const port = mining();
    expect(worksOf(submit(port))).toEqual([16n]);
    expect(reasonsOf(submit(port))).toEqual(['duplicate']);
    expect(reasonsOf(submit(port, 4, String(shareParams[4]).toUpperCase()))).toEqual(['duplicate']);
  });

  it('refuses a solution that is none, after its hash was low enough', () => {
    const port = mining({ isSolution: false });
    expect(submit(port).lines).toEqual([
      '{"id":7,"result":null,"error":[20,"The proof of work is not that of the share",null]}\n',
    ]);
    expect(port.inputs).toHaveLength(1);
  });

  it('refuses a hash above the target without a look at the solution', () => {
    const port = mining();
    const other = String(shareParams[4]).replace(/..$/, '00');
    expect(reasonsOf(submit(port, 4, other))).toEqual(['low-difficulty']);
    // The same numbers under another number of the pool are another header.
    expect(reasonsOf(submit(mining({ number: 2 })))).toEqual(['low-difficulty']);
    expect(port.inputs).toEqual([]);
  });

  it('refuses what is malformed, out of time, or of no job or worker', () => {
    const port = mining();
    expect(reasonsOf(submit(port, 3, '00'))).toEqual(['malformed']);
    expect(reasonsOf(submit(port, 4, `fd4006${String(shareParams[4]).slice(6)}`))).toEqual(['malformed']);
    expect(reasonsOf(submit(port, 4, String(shareParams[4]).slice(2)))).toEqual(['malformed']);
    // Digits are not looked for in a longer text: the same share has one spelling of its time.
    for (const time of [`${String(shareParams[2])}0`, String(shareParams[2]).replace(/^../, '$&\n')])
      expect(reasonsOf(submit(port, 2, time))).toEqual(['malformed']);
    expect(reasonsOf(submit(port, 1, 'j2'))).toEqual(['stale']);
    expect(reasonsOf(submit(port, 0, 'nope'))).toEqual(['unauthorized']);
    expect(reasonsOf(submit(port, 2, '4a25006b'))).toEqual(['time-out-of-range']);
    expect(reasonsOf(submit(mining({ now: (recordedJob().time - 7201) * 1000 })))).toEqual([
      'time-out-of-range',
    ]);
    expect(reasonsOf(submit(connect()))).toEqual(['not-subscribed']);
  });

  it('tells miners to begin each job at once: nheqminer goes on with the old one otherwise', () => {
    const { miner } = mining({ clean: false });
    const line = miner.hear(miner.env.jobs.current) ?? '';
    expect(JSON.parse(line)).toMatchObject({ method: 'mining.notify', params: { 0: 'j1', 7: true } });
  });

  it('takes a target that the miner suggests for the next job', () => {
    const { miner } = mining();
    expect(miner.say('mining.suggest_target', ['00ff']).lines[0]).toContain('A target is 64 hexadecimal');
    expect(miner.say('mining.suggest_target', ['00'.repeat(32)]).lines[0]).toContain('A target is 64');
    miner.say('mining.suggest_target', [`00${'ff'.repeat(31)}`]);
    expect(miner.hear(miner.env.jobs.current)).toContain(
      `"mining.set_target","params":["00${'ff'.repeat(31)}"]`,
    );
  });
});
