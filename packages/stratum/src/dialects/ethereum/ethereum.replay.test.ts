import { describe, expect, it } from 'vitest';
import { EthereumMiner, ethereumEnv, testEthereumJobs } from '../../testing/ethereum-kit.ts';
import type { PortAnswer } from '../../testing/port-miner.ts';
import { readTranscript, type TranscriptLine } from '../../testing/transcript.ts';
import recorded from '../../testing/transcripts/ethminer-verdicts.json' with { type: 'json' };
import { bytesOfHex, hexOfBytes } from '../../wire/hex.ts';
import type { EthashInput, EthashVerdict } from './jobs.ts';

/** The proof of work of every recorded share, by header and nonce, as the verifier of `packages/pow` computes it. */
const verdicts: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(recorded.verdicts));

function verify({ headerHash, nonce }: EthashInput): EthashVerdict {
  const name = `${hexOfBytes(headerHash).slice(0, 8)} ${nonce.toString(16).padStart(16, '0')}`;
  const [mix = '', hash = ''] = verdicts.get(name) ?? [];
  const [mixBytes, hashBytes] = [bytesOfHex(mix, 32), bytesOfHex(hash, 32)];
  if (mixBytes === undefined || hashBytes === undefined) throw new Error(`no verdict of ${name}`);
  return { mix: mixBytes, hash: hashBytes };
}

/** The header of the recorded job: what a session of ours is given instead of one of its own. */
function headerOf(lines: readonly TranscriptLine[]): string {
  for (const { message } of lines) {
    if (message.method === 'mining.notify') return String(message.params?.[2]);
    const [header] = Array.isArray(message.result) ? (message.result as unknown[]) : [];
    if (typeof header === 'string' && header.length === 66) return header.slice(2);
  }
  throw new Error('nothing was given');
}

/** Says the lines of one recorded connection to a session of ours; answers each with what the recording server said. */
function replay(lines: readonly TranscriptLine[]): {
  readonly heard: readonly (PortAnswer & { readonly theirs: string | undefined })[];
} {
  const header = headerOf(lines);
  const jobs = testEthereumJobs(() => header);
  jobs.openNext();
  const miner = new EthereumMiner(ethereumEnv(jobs), verify);
  const replies = lines.filter((line) => line.direction === 's2c' && line.message.method === undefined);
  const heard = lines
    .filter(({ direction }) => direction === 'c2s')
    .map(({ line }) => ({ ...miner.line(line), theirs: replies.shift()?.line }));
  return { heard };
}

const connection = (name: string, number = 1): readonly TranscriptLine[] =>
  readTranscript(name).filter((line) => line.connection === number);

describe('what ethminer said is answered as it expects', () => {
  for (const { name, shares } of [
    { name: 'ethminer-ethproxy-tcp', shares: 77 },
    { name: 'ethminer-ethproxy-tls', shares: 61 },
  ]) {
    it(`${name}: every line gets its answer, byte for byte, and every share counts`, () => {
      const { heard } = replay(connection(name));
      // One recording ends before its last answer.
      const answered = heard.filter(({ theirs }) => theirs !== undefined);
      expect(answered.length).toBeGreaterThanOrEqual(heard.length - 1);
      for (const { lines, theirs } of answered) expect(lines).toEqual([`${theirs}\n`]);
      const counted = heard.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'share'));
      expect(counted).toHaveLength(shares);
      expect(counted[0]).toMatchObject({ work: 256n, login: { worker: 'worker1#abcd-1234' } });
    });
  }

  it('EthereumStratum/1.0.0: every line gets its answer, and every share counts', () => {
    const { heard } = replay(connection('ethminer-ethereumstratum1-tcp'));
    const [subscribed, , authorized] = heard;
    expect(JSON.parse(subscribed?.lines[0] ?? '')).toEqual({
      id: 1,
      result: [['mining.notify', '080c', 'EthereumStratum/1.0.0'], '080c'],
      error: null,
    });
    const header = '31536c613668033614e08579d203cd81820efb81cbec3d4438ec08d11863366c';
    expect(authorized?.lines).toEqual([
      '{"id":3,"result":true,"error":null}\n',
      `{"id":null,"method":"mining.set_difficulty","params":[${256 / 2 ** 32}]}\n`,
      `{"id":null,"method":"mining.notify","params":["a2","${'0'.repeat(64)}","${header}",true]}\n`,
    ]);
    const shares = heard.filter(({ effects }) => effects.some(({ kind }) => kind === 'rejected'));
    // The recording server called its job j1, and no job of ours has that name.
    expect(shares).toHaveLength(29);
  });

  it('EthereumStratum/1.0.0: the pool puts its two bytes in front of the nonce', () => {
    const lines = connection('ethminer-ethereumstratum1-tcp').map((line) => ({
      ...line,
      line: line.line.replace('"j1"', '"a2"'),
    }));
    const { heard } = replay(lines);
    const counted = heard.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'share'));
    expect(counted).toHaveLength(29);
    expect(heard.flatMap(({ effects }) => effects.filter(({ kind }) => kind === 'rejected'))).toEqual([]);
    expect(heard.at(-1)?.lines).toHaveLength(1);
  });

  it('the third layout gets jobs with header, seed and target, and so a miner that does not come again', () => {
    const said = connection('ethminer-autodetect-tcp').filter(({ direction }) => direction === 'c2s');
    // What it said when it was answered in the wrong layout, and hung up.
    expect(said.map(({ line }) => line).at(-1)).toBe('{"error":"Method not found","id":0}');
    const { heard } = replay(connection('ethminer-autodetect-tcp'));
    const header = '16603c2fe4f806af3334d5b4c1dc6d8c0f37de7281d041cd548960d458f549a2';
    const params = [header, `0x${header}`, `0x${'0'.repeat(64)}`, `0x00${'f'.repeat(62)}`, true];
    expect(heard.map(({ lines }) => lines)).toEqual([
      ['{"id":1,"jsonrpc":"2.0","result":true}\n'],
      [
        '{"id":3,"jsonrpc":"2.0","result":true}\n',
        `{"id":0,"jsonrpc":"2.0","method":"mining.notify","params":${JSON.stringify(params)}}\n`,
      ],
      [],
    ]);
  });

  it('EthereumStratum/2.0.0 is refused in a sentence that names what is spoken', () => {
    const { line } = readTranscript('ethminer-ethereumstratum2-tcp')[0] ?? { line: '' };
    const jobs = testEthereumJobs();
    jobs.openNext();
    const { lines, effects } = new EthereumMiner(ethereumEnv(jobs), verify).line(line);
    expect(lines).toEqual([
      '{"id":1,"result":null,"error":[20,"EthereumStratum/2.0.0 is not spoken here: use EthereumStratum/1.0.0 (stratum2+tcp) or ethproxy (stratum1+tcp)",null]}\n',
    ]);
    expect(effects).toEqual([]);
  });
});
